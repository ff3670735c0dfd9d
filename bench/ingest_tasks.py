"""What `bench.ingest` measures, each in a fresh process, so that its peak memory is its own.

    python -m bench.ingest_tasks TASK '{"argument": "value"}'

prints one JSON document. Imports are not timed.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from numkbqa.kb import EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.progress import peak_memory

Json = dict[str, Any]

_ASKED = 2_000
_HUB_REPEATS = 20


class Stages:
    """Seconds by stage of a build; one stage runs from its first word of progress to that of the next."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stage, self._since = "", time.perf_counter()

    def tell(self, stage: str, count: int) -> None:
        """What `build_kb` calls."""
        if stage != self._stage:
            # The time before any stage was told belongs to the first.
            self._close(self._stage or stage)
            self._stage = stage

    def end(self) -> None:
        """Close the last stage."""
        self._close(self._stage)

    def _close(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._since
        self._since = now


def build(source: str, output: str) -> Json:
    """Build a knowledge base."""
    stages, start = Stages(), time.perf_counter()
    report = build_kb([Path(source)], Path(output), progress=stages.tell)
    seconds = time.perf_counter() - start
    stages.end()
    kept = {"facts": report.facts, "numeric_facts": report.numeric_facts, "entities": report.entities}
    return {"seconds": seconds, "stages": stages.seconds, **kept}


def look(kb: str, seed: int) -> Json:
    """Open a knowledge base and look things up in it, one at a time, as a program that answers does."""
    start = time.perf_counter()
    opened = open_kb(Path(kb))
    opening = time.perf_counter() - start
    asked = np.random.default_rng(seed).integers(0, opened.num_entities, (_ASKED, 1))
    ids = [opened.entity_id(int(entity)) for entity in asked[:, 0]]
    found = {
        "opening_ms": 1e3 * opening,
        "neighbours_us": _percentiles(lambda entity: _neighbours(opened, entity), list(asked)),
        "numbers_us": _percentiles(opened.numbers_of, list(asked)),
        "index_us": _percentiles(opened.entity_index, ids),
    }
    degree = opened.degree(np.arange(opened.num_entities))
    hub = np.array([degree.argmax()])
    hub_us = _percentiles(lambda entity: _neighbours(opened, entity), [hub] * _HUB_REPEATS)
    return {**found, "hub_degree": int(degree.max()), "hub_us": hub_us}


def rdflib_graph(source: str) -> Json:
    """Parse into an rdflib graph, in memory."""
    from rdflib import Graph  # noqa: PLC0415 - other tasks must not carry it in their memory

    graph, start = Graph(), time.perf_counter()
    graph.parse(source, format="nt")
    return {"seconds": time.perf_counter() - start, "statements": len(graph)}


def oxigraph_store(source: str, folder: str | None = None) -> Json:
    """Bulk load into a pyoxigraph store, in memory or in a folder."""
    from pyoxigraph import RdfFormat, Store  # noqa: PLC0415 - as above

    store, start = Store(folder), time.perf_counter()
    store.bulk_load(path=source, format=RdfFormat.N_TRIPLES)
    if folder:
        store.flush()
    return {"seconds": time.perf_counter() - start, "statements": len(store)}


def _neighbours(kb: EmbeddedKnowledgeBase, entity: Any) -> object:
    return kb.facts_from(entity), kb.facts_into(entity)


def _percentiles(call: Callable[[Any], object], arguments: list[Any]) -> Json:
    """Microseconds of a call: the median, and what 95 % stay below."""
    nanoseconds = []
    for argument in arguments:
        start = time.perf_counter_ns()
        call(argument)
        nanoseconds.append(time.perf_counter_ns() - start)
    p50, p95 = np.percentile(nanoseconds, [50, 95]) / 1e3
    return {"p50": float(p50), "p95": float(p95)}


TASKS: Final[dict[str, Callable[..., Json]]] = {
    task.__name__: task for task in (build, look, rdflib_graph, oxigraph_store)
}


def main() -> None:
    """Run one task and print what it found, with the peak memory of this process."""
    _, task, arguments = sys.argv
    found = TASKS[task](**json.loads(arguments))
    print(json.dumps({**found, "peak_memory": peak_memory()}))


if __name__ == "__main__":
    main()
