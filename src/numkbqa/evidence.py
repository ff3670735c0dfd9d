"""Evidence: the numbers that an ordinal answer was compared by, and the facts that lead to an answer."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.predict import Prediction, valued
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.numerical import SUPERSEDED
from numkbqa.kb.protocol import SetAside
from numkbqa.retrieval.examples import Example
from numkbqa.retrieval.linking.build_index import class_label
from numkbqa.values import Kind
from numkbqa.values.quantity import unit_symbol
from numkbqa.values.ranks import Direction, dense_ranks
from numkbqa.values.shown import readable_date

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

MAX_ROWS = 50
"""Entries at most of each list that may be as long as the neighbourhood."""

TOP_ROWS = 10
"""The best ranked rows are kept even when the answer stands far down."""

LOOKED_AT = 1000
"""So many candidates without a value are searched for literals that say why."""

MAX_LITERALS = 3
"""Literals of one entity that are named as the reason why it has no value."""

EQUAL_VALUES = "equal values"
DATES_OVERLAP = "dates known to different precision overlap"
RANGES_OVERLAP = "the ranges that the values stand for overlap"

NO_EVIDENCE: dict[str, Any] = {
    "relation": None,
    "relation_text": None,
    "kind": None,
    "unit": None,
    "rows": [],
    "compared": 0,
    "several": None,
    "ties": [],
    "tie_reason": None,
    "excluded": [],
    "not_compared": 0,
    "exact_sort": [],
    "exact_sort_agrees": None,
}


class Evidence:
    """The ranked table of the pruned candidates in the relation that mattered most.

    A row says which value of its entity is compared, as the source writes it and in the unit of the
    relation, and when it held. Where several values of an entity are in force (policy "all"), the entity
    stands with its largest when the largest is asked for, else with its smallest. The others are listed in
    `other_values` with `counts` true: asked from the other end, the entity may stand with one of those.
    Values with `counts` false take no part from either end, and `reason` says why ("superseded").

    Args:
        prediction: what the model says of a question; it names a relation.
        kb: the graph.
    """

    def __init__(self, prediction: Prediction, kb: KnowledgeBase) -> None:
        example, relation = prediction.example, prediction.relation
        if relation is None:
            raise ValueError("there is no relation to rank by")
        self.prediction, self.kb = prediction, kb
        self._relation = int(example.numerical_relations[relation])
        self.relation = kb.numerical_relations[self._relation]
        cue = prediction.cue
        self.direction = Direction.MAX if cue is None else cue.direction_for(self.relation.kind)
        self.low, self.high = valued(example, prediction.candidates, relation, self.direction)
        self.rank: Ints = dense_ranks(self.low, self.high, self.direction)
        self._numbers: Ints = np.flatnonzero(example.number_relation == relation)
        self.handle = self._handles(example)

    def _handles(self, example: Example) -> Ints:
        """Value handle of the interval that each candidate stands with; -1 for none."""
        handle = np.full(example.num_entities, -1, dtype=np.int64)
        mine = self._numbers
        entity = example.number_entity[mine]
        used = (example.low[mine] == self.low[entity]) & (example.high[mine] == self.high[entity])
        handle[entity[used]] = example.value[mine[used]]
        return handle

    def ties_with(self, entity: int) -> set[int]:
        """Local entities that hold the same rank as one, that one included; empty when it has no value."""
        rank = self.rank[entity]
        return set(np.flatnonzero(self.rank == rank).tolist()) if rank else set()

    def label(self, entity: int) -> str:
        """Preferred name of a local entity."""
        return self._named(entity)["label"]

    def value_text(self, entity: int) -> str | None:
        """Normalised text of the value that an entity stands with, or None."""
        handle = int(self.handle[entity])
        return None if handle < 0 else self.kb.number_text(handle)

    def measured_text(self, entity: int) -> str | None:
        """The value that an entity stands with as people write it ("652 km", "44 BCE"), or None."""
        value, relation = self.value_text(entity), self.relation
        if value is None:
            return None
        if relation.kind is Kind.DATE:
            return readable_date(value)
        return value if relation.unit is None else f"{value} {unit_symbol(relation.unit)}"

    def held_at(self, entity: int) -> str | None:
        """Date at which the value that an entity stands with held, or None."""
        handle = int(self.handle[entity])
        return None if handle < 0 else self.kb.held_at(handle)

    def to_json(self, chosen: list[int]) -> dict[str, Any]:
        """The `evidence` part of `ask --json`, without the path.

        Args:
            chosen: local entities given as answers, best first.

        Returns:
            Plain JSON values.
        """
        ranked = [int(i) for i in self._by_rank() if self.rank[i] > 0]
        missing = np.flatnonzero(self.prediction.candidates & (self.rank == 0)).tolist()
        others = self.prediction.set_aside.tolist()
        tied = self.ties_with(chosen[0]) if chosen else set()
        ties = [i for i in ranked if i in tied] if len(tied) > 1 else []
        rows = [self._row(i) for i in _shown(ranked, chosen)]
        return {
            "relation": self.relation.name,
            "relation_text": self.relation.text,
            "kind": self.relation.kind.value,
            "unit": self.relation.unit,
            "rows": rows,
            "compared": len(ranked),
            "several": self.relation.several if any(map(_had_choice, rows)) else None,
            "ties": [self._named(i)["id"] for i in ties],
            "tie_reason": self._tie_reason(ties) if ties else None,
            "excluded": [*self._excluded(missing), *self._of_other_class(others)][:MAX_ROWS],
            "not_compared": len(missing) + len(others),
            **self._cross_check(chosen),
        }

    def _by_rank(self) -> Ints:
        return np.lexsort((self.prediction.example.entities, self.rank))

    def _cross_check(self, chosen: list[int]) -> dict[str, Any]:
        winners = self.prediction.winners
        names = [self._named(i) for i in self.prediction.exact_ranking()[:MAX_ROWS]] if winners.any() else []
        agrees = bool(winners[chosen[0]]) if chosen and winners.any() else None
        return {"exact_sort": names, "exact_sort_agrees": agrees}

    def _tie_reason(self, ties: list[int]) -> str:
        return tie_reason(self.kb, self.low[ties], self.high[ties], self.handle[ties])

    def _row(self, entity: int) -> dict[str, Any]:
        example = self.prediction.example
        own = example.value[self._numbers[example.number_entity[self._numbers] == entity]]
        used = int(self.handle[entity])
        handles = [used, *own[own != used].tolist()]
        number = int(example.entities[entity])
        return value_row(self.kb, number, self._relation, handles, int(self.rank[entity]))

    def _excluded(self, missing: list[int]) -> list[dict[str, Any]]:
        return excluded_rows(self.kb, self.prediction.example.entities[missing].tolist(), self._relation)

    def _of_other_class(self, others: list[int]) -> list[dict[str, Any]]:
        """Rows for what is likely, and not of the class that is asked for."""
        classes = self.prediction.example.asked_classes[:1].tolist()
        reasons = [f"is no {class_label(self.kb, kind)}" for kind in classes]
        return [{**self._named(i), **_reason(reason)} for reason in reasons for i in others]

    def _named(self, entity: int) -> dict[str, str]:
        number = int(self.prediction.example.entities[entity])
        return {"id": self.kb.entity_id(number), "label": self.kb.label(number)}


def value_row(
    kb: KnowledgeBase, entity: int, relation: int, handles: Sequence[int], rank: int
) -> dict[str, Any]:
    """One row of an evidence table: the value that counts, and the others.

    Args:
        kb: the graph.
        entity: KB entity number.
        relation: numerical relation.
        handles: values of the entity that are in force; the first one is what it stands with.
        rank: its rank.

    Returns:
        Plain JSON values.
    """
    others = [{**_known(kb, handle), "counts": True, "reason": None} for handle in handles[1:]]
    aside = [
        {"value": None, "lexical": row.lexical, "held_at": row.held_at, "counts": False, "reason": row.reason}
        for row in kb.set_aside_of(entity, relation)
    ]
    return {
        "id": kb.entity_id(entity),
        "label": kb.label(entity),
        **_known(kb, handles[0]),
        "rank": rank,
        "other_values": [*others, *aside][:MAX_ROWS],
    }


def excluded_rows(kb: KnowledgeBase, missing: Sequence[int], relation: int) -> list[dict[str, Any]]:
    """Rows for entities without a value; those with a literal that has none come first.

    Args:
        kb: the graph.
        missing: KB entity numbers.
        relation: numerical relation.

    Returns:
        Plain JSON values; at most `MAX_ROWS` rows.
    """
    found = [(entity, kb.set_aside_of(entity, relation)) for entity in missing[:LOOKED_AT]]
    found.sort(key=lambda pair: not pair[1])
    what = kb.numerical_relations[relation].text
    return [
        {"id": kb.entity_id(entity), "label": kb.label(entity), **_why_excluded(what, literals)}
        for entity, literals in found[:MAX_ROWS]
    ]


def tie_reason(kb: KnowledgeBase, low: Floats, high: Floats, handles: Ints) -> str:
    """Why entities hold the same rank.

    Args:
        kb: the graph.
        low: lower key of the value that each stands with, shape (num_tied,).
        high: upper key of it, shape (num_tied,).
        handles: handle of it, shape (num_tied,).

    Returns:
        The reason in words.
    """
    if not np.ptp(low) and not np.ptp(high):
        return EQUAL_VALUES
    precisions = {kb.value(handle).precision for handle in handles.tolist()}
    return DATES_OVERLAP if len(precisions) > 1 else RANGES_OVERLAP


def _known(kb: KnowledgeBase, handle: int) -> dict[str, str | None]:
    return {
        "value": kb.number_text(handle),
        "lexical": kb.value(handle).lexical,
        "held_at": kb.held_at(handle),
    }


def _had_choice(row: dict[str, Any]) -> bool:
    """Whether the policy for several values chose the value of a row."""
    return any(other["counts"] or other["reason"] == SUPERSEDED for other in row["other_values"])


def _why_excluded(what: str, literals: list[SetAside]) -> dict[str, Any]:
    """Why an entity has no value: in words, and its first literal with place and cause on their own."""
    if not literals:
        return _reason(f"has no {what}")
    texts = [f'"{row.lexical}": {row.reason}' if row.lexical else row.reason for row in literals]
    separator = " " if literals[0].lexical else ": "
    first = literals[0]
    return {
        "reason": f"{what}{separator}{'; '.join(texts[:MAX_LITERALS])}",
        "lexical": first.lexical,
        "cause": first.reason,
        "source": first.source,
        "line": first.line,
    }


def _reason(text: str) -> dict[str, Any]:
    """A reason that lies in no literal."""
    return {"reason": text, **dict.fromkeys(("lexical", "cause", "source", "line"))}


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
