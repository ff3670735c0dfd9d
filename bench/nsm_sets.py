"""Synthetic question sets in the on-disk format of the official NSM release, written and read.

Every question has a subgraph of its own: a topic, a first layer of neighbours, a second one behind it, and
random facts among them until there are three an entity; groups of facts of one head and relation are as
skewed as in real graphs. Half of the questions ask for the first layer, half for the second.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.questions.nsm_folder import FolderQuestion, read_folder_questions
from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.examples import Example, Retrieved, read_examples, write_examples

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Fact = tuple[int, int, int]

POOL: Final = 50_000
RELATIONS: Final = 300
FACTS: Final = 3
"""Entities and relations of the whole graph, and facts an entity of a subgraph."""

WORD_WIDTH: Final = 300
TRAIN: Final = "train_simple.json"
NOTHING: Final = np.empty(0, dtype=np.int64)


def write_set(folder: Path, questions: int, entities: int, seed: int = 7) -> None:
    """Write a set.

    Args:
        folder: where to.
        questions: how many.
        entities: entities of a subgraph on average; sizes differ by 30 %.
        seed: of all that is drawn.
    """
    rng = np.random.default_rng(seed)
    folder.mkdir(parents=True, exist_ok=True)
    rows = [_row(rng, number, entities) for number in range(questions)]
    words = sorted({word for row in rows for word in row["question"].split()})
    _write_lines(folder / "entities.txt", (f"m.0{number:05x}" for number in range(POOL)))
    _write_lines(folder / "relations.txt", (f"relation.{number}" for number in range(RELATIONS)))
    _write_lines(folder / "vocab_new.txt", words)
    _write_lines(folder / TRAIN, map(json.dumps, rows))
    np.save(folder / "word_emb_300d.npy", rng.normal(0, 0.3, (len(words), WORD_WIDTH)))


def _row(rng: np.random.Generator, number: int, entities: int) -> dict[str, Any]:
    size = max(30, int(entities * rng.uniform(0.7, 1.3)))
    members = rng.choice(POOL, size, replace=False).tolist()
    first, second = members[1 : size // 3], members[size // 3 :]
    facts = [*_fan(rng, members[:1], first), *_fan(rng, first, second)]
    more = FACTS * size - len(facts)
    drawn = zip(*(rng.integers(0, top, more).tolist() for top in (size, RELATIONS, size)), strict=True)
    facts += [(members[h], r, members[t]) for h, r, t in drawn if h != t]
    head, relation, _ = facts[0] if rng.random() < 0.5 else facts[len(first)]
    answers = sorted({t for h, r, t in facts if h == head and r == relation})
    return {
        "id": f"train-{number}",
        "question": f"what is the word{relation} of name{members[0] % 997}",
        "entities": members[:1],
        "answers": [{"kb_id": f"m.0{answer:05x}", "text": f"name{answer}"} for answer in answers],
        "subgraph": {"tuples": [list(fact) for fact in dict.fromkeys(facts)], "entities": members},
    }


def _fan(rng: np.random.Generator, heads: list[int], tails: list[int]) -> Iterator[Fact]:
    """A fact to every tail, several of one head and relation at a time."""
    start = 0
    while start < len(tails):
        head, relation = heads[int(rng.integers(len(heads)))], int(rng.integers(RELATIONS))
        end = start + int(rng.zipf(1.7))
        yield from ((head, relation, tail) for tail in tails[start:end])
        start = end


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def build_examples(folder: Path) -> Path:
    """Read the training questions of a set and keep them as memory-mapped arrays.

    Args:
        folder: the set.

    Returns:
        The folder of the arrays.
    """
    num_relations = len(_lines(folder / "relations.txt"))
    examples = [_example(found, num_relations) for found in read_folder_questions(folder / TRAIN)]
    write_examples(folder / "examples", Retrieved(examples, []))
    return folder / "examples"


def read_set(folder: Path) -> tuple[Dataset, int]:
    """Read a set that `build_examples` has been through.

    Args:
        folder: the set.

    Returns:
        Examples with the vectors of their words, and the number of relations.
    """
    examples = read_examples(folder / "examples").examples
    place = {word: number for number, word in enumerate(_lines(folder / "vocab_new.txt"))}
    vectors = np.load(folder / "word_emb_300d.npy").astype(np.float32)
    words = [vectors[[place[word] for word in e.question.question.split()]] for e in examples]
    return Dataset(examples, words, []), len(_lines(folder / "relations.txt"))


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _example(found: FolderQuestion, num_relations: int) -> Example:
    """The subgraph as it stands in the file."""
    order = np.argsort(found.entities)
    local = order[np.searchsorted(found.entities, found.facts[:, [0, 2]], sorter=order)]
    facts = np.stack([local[:, 0], found.facts[:, 1], local[:, 1]])
    topics, answers = (np.isin(found.entities, named) for named in (found.topics, found.answers))
    return example_of(found.question, found.entities, topics, answers, facts, num_relations)


def example_of(
    question: Question,
    entities: Ints,
    topics: Bools,
    answers: Bools,
    facts: Ints,
    num_relations: int,
) -> Example:
    """An example without numbers.

    Args:
        question: the record.
        entities: KB entity numbers, shape (num_entities,).
        topics: which of them are topic entities, shape (num_entities,).
        answers: which of them are gold answers, shape (num_entities,).
        facts: local head, relation and local tail, shape (3, num_facts); their inverses are added.
        num_relations: number of relations, inverse ones not counted.

    Returns:
        The example.
    """
    head, tail = np.concatenate([facts[[0, 2]], facts[[2, 0]]], axis=1)
    relation = np.concatenate([facts[1], facts[1] + num_relations])
    by_tail = np.argsort(tail, kind="stable")
    distinct, own = np.unique(relation[by_tail], return_inverse=True)
    return Example(
        question=question,
        entities=entities,
        topics=topics,
        answers=answers,
        num_answers=len(question.answers),
        head=head[by_tail],
        relation=own,
        tail=tail[by_tail],
        distinct_relations=distinct,
        numerical_relations=NOTHING,
        relevance=np.empty(0),
        number_entity=NOTHING,
        number_relation=NOTHING,
        low=np.empty(0),
        high=np.empty(0),
        value=NOTHING,
        of_asked_class=np.zeros(len(entities), dtype=np.bool_),
        asked_classes=NOTHING,
    )
