"""Fit the weights of topic linking on questions for training, and write them into the package.

    python scripts/fit_linking.py --data DIR [--encoder minilm]

Uses the questions for training in the GeoQuery and Freebase folders of DIR and of the demo's world. Where a
question names its topic entities, they are hidden from the linker and are the right candidates; elsewhere
those candidates are right whose two-hop neighbourhood holds all answers.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.reach import one_hop
from numkbqa.files import write_aside
from numkbqa.kb import KnowledgeBase, build_kb, open_kb
from numkbqa.progress import say
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.linking import EntityLinker
from numkbqa.retrieval.linking.features import Mention
from numkbqa.retrieval.linking.fit_weights import Choice, balanced, fit_weights
from numkbqa.retrieval.linking.weights import WEIGHTS_FILE
from numkbqa.retrieval.relations import RelationRetriever
from numkbqa.text import CachedEncoder, load_encoder
from numkbqa.world import question_file, write_world_graph

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

FREEBASE = ("triples.tsv.gz", "numbers.tsv.gz", "names.tsv.gz")
FREEBASE_QUESTIONS = ("webqsp.train.jsonl", "ordinal.train.jsonl")


def sets(data: Path, work: Path) -> Iterator[tuple[list[Path], list[Path]]]:
    """Sources of each graph with its question files."""
    freebase, geoquery, world = data / "freebase", data / "geoquery", work / "world.nt"
    yield [freebase / name for name in FREEBASE], [freebase / name for name in FREEBASE_QUESTIONS]
    yield [geoquery / "kb.nt"], [geoquery / "questions.train.jsonl"]
    write_world_graph(world)
    yield [world], [question_file("train")]


def choices(kb: KnowledgeBase, questions: Sequence[Question], encoder: CachedEncoder) -> Iterator[Choice]:
    """The ambiguous mentions of questions with their right candidates."""
    linker = EntityLinker(kb, fit=RelationRetriever(kb, encoder).relevance)
    texts = [question.question for question in questions]
    found = [linker.mentions(text) for text in texts]
    for question, mentions, features in zip(questions, found, linker.features(texts, found), strict=True):
        for mention, rows in zip(mentions, features, strict=True):
            right = right_candidates(kb, question, mention)
            if right.any() and not right.all():
                yield Choice(rows, right)


def right_candidates(kb: KnowledgeBase, question: Question, mention: Mention) -> Bools:
    """Which candidates are topics: given ones, else those with all answers within two hops."""
    if question.topic_entities:
        return np.isin(mention.candidates, known(kb, question.topic_entities))
    answers = known(kb, [answer.id for answer in question.answers if answer.id is not None])
    if len(mention.candidates) == 1 or not len(answers):
        return np.zeros(len(mention.candidates), dtype=np.bool_)
    return np.array([bool(np.isin(answers, around(kb, e)).all()) for e in mention.candidates[:, np.newaxis]])


def known(kb: KnowledgeBase, entity_ids: Sequence[str]) -> Ints:
    """Numbers of those ids that the graph holds."""
    found = [entity for entity in map(kb.entity_index, entity_ids) if entity is not None]
    return np.array(found, dtype=np.int64)


def around(kb: KnowledgeBase, entities: Ints) -> Ints:
    """Entities within two hops, where passing through an n-ary node takes both."""
    for _ in range(2):
        entities = np.union1d(entities, one_hop(kb, entities, through_events=False))
    return entities


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", default="minilm")
    options = parser.parse_args()
    found: list[list[Choice]] = []
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        encoder = load_encoder(options.encoder, work / "cache")
        for number, (sources, files) in enumerate(sets(options.data, work)):
            build_kb(sources, work / f"kb-{number}")
            questions = [
                question for file in files for question in read_questions(file, require_answers=False)
            ]
            more = list(choices(open_kb(work / f"kb-{number}"), questions, encoder))
            say(f"{sources[0].parent.name}: {len(questions)} questions, {len(more)} ambiguous mentions")
            found.append(more)
    with write_aside(WEIGHTS_FILE) as aside:
        aside.write_text(json.dumps(fit_weights(balanced(found)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
