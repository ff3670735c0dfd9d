"""Evidence: the numbers that an ordinal answer was compared by, and the facts that lead to an answer."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.predict import Prediction, valued
from numkbqa.kb import KnowledgeBase
from numkbqa.reasoning.numerical.exact_sort import dense_ranks
from numkbqa.retrieval.example import Example

Ints = NDArray[np.int64]

MAX_ROWS = 50
"""Entries at most of each list that may be as long as the neighbourhood."""

TOP_ROWS = 10
"""The best ranked rows are kept even when the answer stands far down."""

NO_EVIDENCE: dict[str, Any] = {
    "relation": None,
    "relation_text": None,
    "kind": None,
    "unit": None,
    "rows": [],
    "compared": 0,
    "ties": [],
    "excluded": [],
    "not_compared": 0,
    "exact_sort": [],
    "exact_sort_agrees": None,
}


class Evidence:
    """The ranked table of the pruned candidates in the relation that mattered most.

    Args:
        prediction: what the model says of a question; it names a relation.
        kb: the graph.
    """

    def __init__(self, prediction: Prediction, kb: KnowledgeBase) -> None:
        example, relation = prediction.example, prediction.relation
        if relation is None:
            raise ValueError("there is no relation to rank by")
        self.prediction, self.kb = prediction, kb
        self.relation = kb.numerical_relations[int(example.numerical_relations[relation])]
        cue = prediction.cue
        self.direction = "max" if cue is None else cue.direction_for(self.relation.kind).value
        self.low, self.high = valued(example, prediction.candidates, relation, self.direction)
        self.rank: Ints = dense_ranks(self.low, self.high, "max" if self.direction == "max" else "min")
        self.handle = self._handles(example, relation)

    def _handles(self, example: Example, relation: int) -> Ints:
        """Value handle of the interval that each candidate stands with; -1 for none."""
        handle = np.full(example.num_entities, -1, dtype=np.int64)
        mine = np.flatnonzero(example.number_relation == relation)
        entity = example.number_entity[mine]
        used = (example.low[mine] == self.low[entity]) & (example.high[mine] == self.high[entity])
        handle[entity[used]] = example.value[mine[used]]
        return handle

    def ties_with(self, entity: int) -> set[int]:
        """Local entities that hold the same rank as one, that one included; empty when it has no value."""
        rank = self.rank[entity]
        return set(np.flatnonzero(self.rank == rank).tolist()) if rank else set()

    def value_text(self, entity: int) -> str | None:
        """Normalised text of the value that an entity stands with, or None."""
        handle = int(self.handle[entity])
        return None if handle < 0 else self.kb.number_text(handle)

    def to_json(self, chosen: list[int]) -> dict[str, Any]:
        """The `evidence` part of `ask --json`, without the path.

        Args:
            chosen: local entities given as answers, best first.

        Returns:
            Plain JSON values.
        """
        ranked = [int(i) for i in self._by_rank() if self.rank[i] > 0]
        missing = np.flatnonzero(self.prediction.candidates & (self.rank == 0)).tolist()
        ties = self.ties_with(chosen[0]) if chosen else set()
        reason = f"has no {self.relation.text}"
        return {
            "relation": self.relation.name,
            "relation_text": self.relation.text,
            "kind": self.relation.kind.value,
            "unit": self.relation.unit,
            "rows": [self._row(i) for i in _shown(ranked, chosen)],
            "compared": len(ranked),
            "ties": [self._named(i)["id"] for i in ranked if i in ties] if len(ties) > 1 else [],
            "excluded": [{**self._named(i), "reason": reason} for i in missing[:MAX_ROWS]],
            "not_compared": len(missing),
            **self._cross_check(chosen),
        }

    def _by_rank(self) -> Ints:
        return np.lexsort((self.prediction.example.entities, self.rank))

    def _cross_check(self, chosen: list[int]) -> dict[str, Any]:
        winners = self.prediction.winners
        names = [self._named(i) for i in self.prediction.exact_ranking()[:MAX_ROWS]] if winners.any() else []
        agrees = bool(winners[chosen[0]]) if chosen and winners.any() else None
        return {"exact_sort": names, "exact_sort_agrees": agrees}

    def _row(self, entity: int) -> dict[str, Any]:
        return {
            **self._named(entity),
            "value": self.value_text(entity),
            "lexical": self.kb.value(int(self.handle[entity])).lexical,
            "rank": int(self.rank[entity]),
        }

    def _named(self, entity: int) -> dict[str, str]:
        number = int(self.prediction.example.entities[entity])
        return {"id": self.kb.entity_id(number), "label": self.kb.label(number)}


def path_to(example: Example, goal: int, kb: KnowledgeBase) -> list[dict[str, Any]]:
    """Find a shortest path of facts from a topic entity to an answer.

    Args:
        example: the example.
        goal: local entity.
        kb: the graph.

    Returns:
        One entry a fact, in the order of the way: head, relation and tail as the graph has them, and
        `forward`, whether the way goes from head to tail. Empty for a topic entity, and when there is none.
    """
    came_by = _breadth_first(example, goal)
    steps: list[dict[str, Any]] = []
    entity = goal
    while not example.topics[entity]:
        fact = came_by.get(entity)
        if fact is None:
            return []
        steps.append(_fact(example, fact, kb))
        entity = int(example.head[fact])
    return steps[::-1]


def _breadth_first(example: Example, goal: int) -> dict[int, int]:
    """For each entity reached before `goal`, the fact it was first reached by."""
    seen = example.topics.copy()
    frontier, came_by = example.topics.copy(), dict[int, int]()
    while frontier.any() and not seen[goal]:
        facts = np.flatnonzero(frontier[example.head] & ~seen[example.tail])
        tails, first = np.unique(example.tail[facts], return_index=True)
        came_by.update(zip(tails.tolist(), facts[first].tolist(), strict=True))
        frontier = np.zeros_like(seen)
        frontier[tails] = True
        seen |= frontier
    return came_by


def _fact(example: Example, fact: int, kb: KnowledgeBase) -> dict[str, Any]:
    relation = int(example.distinct_relations[example.relation[fact]])
    head, tail = int(example.entities[example.head[fact]]), int(example.entities[example.tail[fact]])
    forward = relation < len(kb.relations)
    if not forward:
        relation, head, tail = relation - len(kb.relations), tail, head
    names = {"head": kb.label(head), "relation": kb.relation_texts[relation], "tail": kb.label(tail)}
    return {**names, "forward": forward}


def _shown(ranked: list[int], chosen: Collection[int]) -> list[int]:
    """The rows to show, by rank: answers, the best ranked ones, and those nearest to the first answer."""
    place = {entity: at for at, entity in enumerate(ranked)}
    answers = set(chosen)
    centre = next((place[entity] for entity in chosen if entity in place), 0)
    wish = sorted(
        range(len(ranked)), key=lambda at: (ranked[at] not in answers, at >= TOP_ROWS, abs(at - centre))
    )
    return [ranked[at] for at in sorted(wish[:MAX_ROWS])]
