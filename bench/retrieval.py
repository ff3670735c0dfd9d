"""How fast subgraphs are retrieved, beside the same retrieval written plainly in scipy, in the same run.

Measures the topics of a question file on its graph, and topics drawn from a synthetic graph that has classes
of a million members; a single process, one question at a time, warm.

    python -m bench.retrieval --kb freebase=runs/freebase,ordinal.train.jsonl
                                              a knowledge base with questions, and the synthetic graph
    python -m bench.retrieval ... --json runs/retrieval.json --markdown docs/retrieval_speed.md
                                              keeps the measurements and the page
    python -m bench.retrieval --render runs/retrieval.json --markdown docs/retrieval_speed.md
                                              the page again out of the measurements

Needs an idle machine, and disk for the synthetic graph (`bench.ingest.DISK_PER_FACT`).
"""

import argparse
import itertools
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from bench.ingest import DISK_PER_FACT
from bench.retrieval_page import page
from bench.retrieval_reference import PlainRetriever
from bench.saved import add_options, report
from bench.synthetic_graph import amount, check_space, class_id, write_graph
from numpy.typing import NDArray

from numkbqa.experiments.environment import environment
from numkbqa.kb import EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.progress import say
from numkbqa.questions.records import read_questions
from numkbqa.retrieval import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance, SubgraphRetriever
from numkbqa.retrieval.subgraph.retriever import WEIGHT_FLOOR

Json = dict[str, Any]
Ints = NDArray[np.int64]

CLASSES: Final = (1_000_000, 100_000)
"""Members of the classes of the synthetic graph, as asked for; never more than it has entities."""


class Task(NamedTuple):
    """Topics of a question, and how well relations fit it.

    Args:
        kind: what the topics are, as the page names it.
        topics: entity numbers, shape (num_topics,).
        relevance: random cosines: what is measured does not depend on words.
    """

    kind: str
    topics: Ints
    relevance: Relevance


def question_tasks(kb: EmbeddedKnowledgeBase, files: Sequence[Path], count: int, seed: int) -> list[Task]:
    """The topics of questions.

    Args:
        kb: the graph.
        files: question files; their questions name topic entities of the graph.
        count: how many questions to take at most.
        seed: of the random numbers.

    Returns:
        One task a question.
    """
    rng = np.random.default_rng(seed)
    questions = [question for file in files for question in read_questions(file)][:count]
    topics = [[kb.entity_index(topic) for topic in question.topic_entities] for question in questions]
    known = [np.array([topic for topic in each if topic is not None], dtype=np.int64) for each in topics]
    return [Task("questions", each, _relevance(kb, rng)) for each in known if len(each)]


def synthetic_tasks(kb: EmbeddedKnowledgeBase, count: int, seed: int) -> list[Task]:
    """Topics of a graph of `bench.synthetic_graph`: entities, pairs, its largest hubs, its classes, and both.

    Args:
        kb: the graph.
        count: how many tasks of each kind.
        seed: of the random numbers.

    Returns:
        The tasks.
    """
    rng = np.random.default_rng(seed)
    hubs = np.argsort(-kb.degree(np.arange(kb.num_entities)), kind="stable")[:20]
    classes = [kb.entity_index(class_id(number)) for number in range(len(CLASSES))]
    drawn: dict[str, Callable[[], Any]] = {
        "an entity": lambda: rng.integers(0, kb.num_entities, 1),
        "two entities": lambda: rng.choice(kb.num_entities, 2, replace=False),
        "one of the 20 largest hubs": lambda: rng.choice(hubs, 1),
        "the class of 1M": lambda: classes[:1],
        "the class of 100k": lambda: classes[1:],
        "the class of 1M and an entity": lambda: [classes[0], rng.integers(0, kb.num_entities)],
    }
    return [
        Task(kind, np.unique(np.asarray(draw(), dtype=np.int64)), _relevance(kb, rng))
        for kind, draw in drawn.items()
        for _ in range(count)
    ]


def measure(
    name: str, kb: EmbeddedKnowledgeBase, tasks: Sequence[Task], max_entities: int, references: int
) -> Json:
    """Measure one graph.

    Args:
        name: its name on the page.
        kb: the graph.
        tasks: what to retrieve.
        max_entities: size of the subgraphs.
        references: tasks of each kind that the reference gets.

    Returns:
        What goes into the result file for this graph.
    """
    say(f"{name}: {len(tasks)} tasks, {max_entities} entities")
    settings = RetrievalSettings(max_entities=max_entities)
    aware = SubgraphRetriever(kb, settings)
    unaware = SubgraphRetriever(kb, settings.model_copy(update={"order_aware": False}))
    plain = PlainRetriever(kb, max_entities, settings.restart)
    kinds = []
    for kind, each in itertools.groupby(tasks, key=lambda task: task.kind):
        own = list(each)
        some = own[:references]
        kinds.append(
            {
                "kind": kind,
                "tasks": len(own),
                "ours_ms": _percentiles([_clock(aware, task) for task in _warmed(aware, own)]),
                "without_order_ms": _percentiles([_clock(unaware, task) for task in _warmed(unaware, own)]),
                "reference_tasks": len(some),
                "ours_same_tasks_ms": _percentiles([_clock(unaware, task) for task in some]),
                **_reference(plain, unaware, some),
            }
        )
    facts = {"entities": kb.num_entities, "facts": kb.num_facts, "numeric_facts": kb.num_numeric_facts}
    return {"graph": name, "max_entities": max_entities, **facts, "kinds": kinds}


def _warmed(retriever: SubgraphRetriever, tasks: Sequence[Task]) -> Sequence[Task]:
    for task in tasks[:3]:
        retriever.retrieve(task.topics, task.relevance)
    return tasks


def _clock(retriever: SubgraphRetriever, task: Task) -> float:
    start = time.perf_counter()
    retriever.retrieve(task.topics, task.relevance)
    return time.perf_counter() - start


def _reference(plain: PlainRetriever, ours: SubgraphRetriever, tasks: Sequence[Task]) -> Json:
    """Times of the reference, and the share of its mass-ranked entities that ours keeps too."""
    seconds, shared = [], []
    for task in tasks:
        weights = np.maximum(task.relevance.relations, 0.0) ** 2 + WEIGHT_FLOOR
        start = time.perf_counter()
        kept, _ = plain.retrieve(task.topics, weights)
        seconds.append(time.perf_counter() - start)
        own = ours.retrieve(task.topics, task.relevance).entities
        shared.append(float(np.isin(own, kept).mean()))
    return {"reference_ms": _percentiles(seconds), "shared": float(np.mean(shared))}


def _percentiles(seconds: Sequence[float]) -> Json:
    p50, p95 = np.percentile(np.array(seconds) * 1e3, [50, 95]).tolist()
    return {"p50": p50, "p95": p95}


def _relevance(kb: EmbeddedKnowledgeBase, rng: np.random.Generator) -> Relevance:
    return Relevance(
        rng.uniform(-0.1, 0.6, len(kb.relations)), rng.uniform(-0.1, 0.6, len(kb.numerical_relations))
    )


def measure_all(options: argparse.Namespace) -> Json:
    """Measure the graphs that were named, then the synthetic one."""
    document: Json = {
        "benchmark": "retrieval",
        "seed": options.seed,
        "environment": environment(),
        "graphs": [],
    }
    for name, path, *files in options.kb:
        kb = open_kb(path)
        tasks = question_tasks(kb, files, options.questions, options.seed)
        document["graphs"] += [
            measure(name, kb, tasks, size, min(options.questions, 100)) for size in options.entities
        ]
    if options.facts:
        document["graphs"] += _synthetic(options)
    return document


def _synthetic(options: argparse.Namespace) -> list[Json]:
    facts = options.facts + sum(CLASSES)
    check_space(options.folder, facts * DISK_PER_FACT)
    with tempfile.TemporaryDirectory(dir=options.folder.absolute()) as work:
        source, folder = Path(work, "graph.nt"), Path(work, "kb")
        say(f"building the synthetic graph of {facts:,} facts")
        write_graph(source, options.facts, options.seed, CLASSES)
        build_kb([source], folder)
        source.unlink()
        kb = open_kb(folder)
        tasks = synthetic_tasks(kb, options.tasks, options.seed)
        return [measure("synthetic", kb, tasks, size, options.references) for size in options.entities]


def _named_kb(text: str) -> tuple[Any, ...]:
    name, _, rest = text.partition("=")
    path, *files = rest.split(",")
    return (name, Path(path), *map(Path, files))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--kb", nargs="+", type=_named_kb, default=[], metavar="NAME=KB,QUESTIONS...", help="real graphs"
    )
    parser.add_argument("--facts", type=amount, default=amount("10M"), help="size of the synthetic graph")
    parser.add_argument("--no-synthetic", dest="facts", action="store_const", const=0)
    parser.add_argument("--entities", nargs="+", type=int, default=[500], help="sizes of subgraphs")
    parser.add_argument("--questions", type=int, default=500, help="questions of a real graph")
    parser.add_argument("--tasks", type=int, default=50, help="tasks of each kind, synthetic graph")
    parser.add_argument("--references", type=int, default=3, help="of these, how many the reference gets")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="for the graph")
    add_options(parser)
    return parser.parse_args()


def main() -> None:
    """Measure, or read what was measured; print the page."""
    report(_options(), measure_all, page)


if __name__ == "__main__":
    main()
