"""Names of the entities with the most facts, so that one letter finds what most people mean by it."""

from bisect import bisect_left
from functools import cached_property
from typing import Final

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints
from numkbqa.retrieval.linking import fold

MOST: Final = 50_000
"""Entities whose names are kept."""

AT_ONCE: Final = 1_000_000
"""Entities whose facts are counted at once."""

_LAST: Final = "\U0010ffff"


class BestKnown:
    """The names of the entities with the most facts, in the order of the alphabet.

    They are read when they are first asked for: of a graph of ten million entities in about a second.

    Args:
        kb: the graph.
        most: how many entities.
    """

    def __init__(self, kb: KnowledgeBase, most: int = MOST) -> None:
        self._kb, self._most = kb, most

    def prepare(self) -> None:
        """Read the names now."""
        _ = self._names

    def starting_with(self, text: str) -> list[tuple[int, str]]:
        """KB entity numbers and folded names of those whose name begins with a folded text."""
        first, end = (bisect_left(self._names, (bound,)) for bound in (text, text + _LAST))
        return [(entity, name) for name, entity in self._names[first:end]]

    @cached_property
    def _names(self) -> list[tuple[str, int]]:
        best = _best_linked(self._kb, self._most).tolist()
        pairs = {(fold(name), entity) for entity in best for name in self._kb.names(entity)}
        return sorted(pair for pair in pairs if pair[0])


def _best_linked(kb: KnowledgeBase, most: int) -> Ints:
    """The entities with the most facts, without the events."""
    best, links = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    for first in range(0, kb.num_entities, AT_ONCE):
        part = np.arange(first, min(first + AT_ONCE, kb.num_entities))
        part = part[~kb.events(part)]
        best, links = np.concatenate([best, part]), np.concatenate([links, kb.degree(part)])
        kept = np.argsort(-links, kind="stable")[:most]
        best, links = best[kept], links[kept]
    return best
