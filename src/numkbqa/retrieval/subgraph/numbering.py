"""Local numbers of entities, in a table that a thread reuses: a question pays for what it touches only."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.protocol import Bools, Ints
from numkbqa.retrieval.subgraph.growing import Growing, Scalar


class Numbering:
    """Numbers entities from 0 in the order in which they are added.

    Args:
        place: local number + 1 of each entity of the KB, all 0 at first, shape (num_entities of the KB,).
        arrays: arrays by name that earlier numberings have used, and left room in.
    """

    def __init__(self, place: NDArray[np.int32], arrays: dict[str, Growing[Any]]) -> None:
        self._place, self._arrays = place, arrays
        self._entities = self.array("entities", np.int64)

    def array(self, name: str, dtype: type[Scalar]) -> Growing[Scalar]:
        """An empty array that lasts as long as this numbering; its room, which is dear to get, is reused.

        Args:
            name: a name of its own.
            dtype: of its elements, the same at every call.
        """
        array = self._arrays.setdefault(name, Growing(dtype))
        array.clear()
        return array

    @property
    def entities(self) -> Ints:
        """The numbered entities in their order, shape (num_numbered,)."""
        return self._entities.values

    def local(self, entities: Ints) -> Ints:
        """Local numbers of entities, -1 for those that were not added, shape (num_asked,)."""
        return self._place[entities].astype(np.int64) - 1

    def known(self, entities: Ints) -> Bools:
        """Which entities were added, shape (num_asked,)."""
        return self._place[entities] > 0

    def add(self, entities: Ints) -> Ints:
        """Number the entities that have no number yet; repeated ones once.

        Args:
            entities: KB entities in any order, shape (num_asked,).

        Returns:
            The new ones, shape (num_new,).
        """
        new: Ints = entities[self._place[entities] == 0]
        first = len(self._entities) + 1
        rows = np.arange(first, first + len(new), dtype=np.int32)
        self._place[new] = rows
        last = self._place[new] == rows  # of a repeated entity, its last mention stays
        if not last.all():
            new = new[last]
            self._place[new] = rows[: len(new)]
        self._entities.extend(new, len(new))
        return new

    def clear(self) -> None:
        """Take all numbers back."""
        self._place[self.entities] = 0
        self._entities.clear()


class Numberings(threading.local):
    """The tables of one graph: each thread has its own, and makes it once.

    Args:
        num_entities: number of entities of the graph.
    """

    def __init__(self, num_entities: int) -> None:
        # Untouched pages of a zeroed array take no memory.
        self._place = np.zeros(num_entities, dtype=np.int32)
        self._arrays: dict[str, Growing[Any]] = {}

    @contextmanager
    def fresh(self) -> Iterator[Numbering]:
        """An empty numbering; only one at a time in a thread."""
        numbering = Numbering(self._place, self._arrays)
        try:
            yield numbering
        finally:
            numbering.clear()
