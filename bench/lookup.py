"""Latency of a lookup over a graph: search, entity, rank and relations, each many times.

    python -m bench.lookup KB [--cache FOLDER] [--times 500]

Prints the median and the 95th percentile of each in milliseconds; the first call of each kind, which may read
what later ones find ready, on its own.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from numkbqa.kb import EmbeddedKnowledgeBase, open_kb
from numkbqa.lookup import Lookup
from numkbqa.retrieval.linking import EntityLinker

Calls = dict[str, Callable[[], object]]
SEED = 1


def main() -> None:
    """Measure and print."""
    arguments = _arguments()
    kb = open_kb(arguments.kb)
    lookup = Lookup(kb, EntityLinker(kb, cache=arguments.cache))
    print(f"{kb.num_entities:,} entities, {kb.num_facts:,} facts, {kb.num_numeric_facts:,} numeric facts")
    print(f"{'':34}{'first':>9}{'p50':>9}{'p95':>9} ms")
    for name, call in _calls(lookup, kb, random.Random(SEED)).items():
        first, *rest = (_milliseconds(call) for _ in range(arguments.times + 1))
        print(f"{name:34}{first:9.2f}{np.percentile(rest, 50):9.2f}{np.percentile(rest, 95):9.2f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kb", type=Path)
    parser.add_argument("--cache", type=Path, help="where the name index is kept")
    parser.add_argument("--times", type=int, default=500)
    return parser.parse_args()


def _calls(lookup: Lookup, kb: EmbeddedKnowledgeBase, chance: random.Random) -> Calls:
    """What is measured; every call takes another name, entity or relation."""
    names, ids = _names(kb, chance), _ids(kb, chance)
    relations = [about.name for about in kb.numerical_relations]
    longest = lookup.relations(limit=1)[0].id
    some = [next(ids) for _ in range(1000)]
    return {
        "search, one letter": lambda: lookup.search(next(names)[:1]),
        "search, three letters": lambda: lookup.search(next(names)[:3]),
        "search, half a name": lambda: lookup.search((name := next(names))[: len(name) // 2 + 1]),
        "search, a name misspelled": lambda: lookup.search(_misspelled(next(names), chance)),
        "entity": lambda: lookup.entity(next(ids)),
        "rank, all, top 10": lambda: lookup.rank(
            chance.choice(relations), direction=chance.choice(("max", "min"))
        ),
        "rank, all of the longest, top 10": lambda: lookup.rank(longest),
        "rank, a list of 1,000": lambda: lookup.rank(longest, entities=some),
        "relations, first 100": lookup.relations,
        "link, a name": lambda: lookup.link(f"the largest of {next(names)}"),
    }


def _names(kb: EmbeddedKnowledgeBase, chance: random.Random) -> Iterator[str]:
    while True:
        yield kb.label(chance.randrange(kb.num_entities))


def _ids(kb: EmbeddedKnowledgeBase, chance: random.Random) -> Iterator[str]:
    while True:
        yield kb.entity_id(chance.randrange(kb.num_entities))


def _misspelled(name: str, chance: random.Random) -> str:
    place = chance.randrange(len(name))
    return name[:place] + name[place + 1 :]


def _milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
