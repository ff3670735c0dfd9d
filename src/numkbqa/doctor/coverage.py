"""The class that most carriers of a relation belong to, and how much of it carries the relation."""

from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from numkbqa.kb.classes import instances
from numkbqa.kb.protocol import Ints, KnowledgeBase

CARRIERS_ASKED: Final = 300
"""Carriers of a relation, spread evenly, whose classes are looked at to find the main one."""


class Coverage(NamedTuple):
    """How much of the main class carries a relation.

    Args:
        main: the class.
        members: number of its members.
        carrying: number of its members that carry the relation.
    """

    main: int
    members: int
    carrying: int


class Classes:
    """Finds main classes; the members of a class are read once.

    Args:
        kb: the graph.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._members: dict[int, Ints] = {}

    def coverage(self, carriers: Ints) -> Coverage | None:
        """Main class of a relation: with most of its carriers; of equal ones the smallest, then the first.

        Args:
            carriers: the entities that carry the relation, each once, shape (num_carriers,).

        Returns:
            The class and its coverage; None when no carrier that was looked at has a class.
        """
        step = max(1, -(-len(carriers) // CARRIERS_ASKED))
        counts = Counter(c for entity in carriers[::step].tolist() for c in set(self._kb.types(entity)))
        if not counts:
            return None
        commonest = max(counts.values())
        best = np.array(sorted(c for c, count in counts.items() if count == commonest), np.int64)
        main = int(best[np.argmin(self._kb.degree(best))])
        members = self._members_of(main)
        return Coverage(main, len(members), int(np.isin(members, carriers).sum()))

    def _members_of(self, main: int) -> Ints:
        if main not in self._members:
            self._members[main] = instances(self._kb, main)
        return self._members[main]
