"""Groups of questions that are reported apart, and their scores."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from numkbqa.evaluation.metrics import Score, score
from numkbqa.questions.ordinal import OrdinalCue
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

CELLS: Final = ("size_max", "size_min", "time_latest", "time_earliest")

ENDS: Final = {"top": ("size_max", "time_latest"), "bottom": ("size_min", "time_earliest")}
"""Cells by the end that is asked for."""

KINDS: Final = {"quantity": ("size_max", "size_min"), "date": ("time_latest", "time_earliest")}
"""Cells by what is compared."""


class Grouped(Protocol):
    """What decides the groups of a question."""

    @property
    def ordinal(self) -> bool:
        """Whether it counts as ordinal."""
        ...

    @property
    def cell(self) -> str | None:
        """Its ordinal cell, or None."""
        ...


class HasGroups(Grouped, Protocol):
    """What decides all groups of a question: beside its order, whether its query sorts, if that is known."""

    @property
    def order_by(self) -> bool | None:
        """Whether its query sorts; None where that is not known."""
        ...


class HasScores(HasGroups, Protocol):
    """What the figures of a group need to know of a question."""

    @property
    def hit(self) -> float:
        """Hits@1."""
        ...

    @property
    def f1(self) -> float:
        """F1."""
        ...

    @property
    def in_subgraph(self) -> bool | None:
        """Whether a gold answer is in G_q; None where that is not known."""
        ...


Keep = Callable[[Grouped], bool]

BY_ORDER: Final[dict[str, Keep]] = {
    "all": lambda row: True,
    "plain": lambda row: not row.ordinal,
    "ordinal": lambda row: row.ordinal,
}


def in_cells(*cells: str) -> Keep:
    """Whether a question is in one of some cells."""
    return lambda row: row.cell in cells


def sorts(row: HasGroups) -> bool:
    """Whether the query of a question is known to sort."""
    return bool(row.order_by)


def shown(rows: Iterable[HasGroups]) -> dict[str, Callable[[HasGroups], bool]]:
    """The groups of a table on the screen; the questions whose query sorts are one if there are any.

    Args:
        rows: the questions.

    Returns:
        By name, which questions a group keeps.
    """
    queries = {"ORDER BY in the query": sorts} if any(map(sorts, rows)) else {}
    return {**BY_ORDER, **queries, **{cell.replace("_", " "): in_cells(cell) for cell in CELLS}}


def score_of(rows: Iterable[HasScores]) -> Score:
    """Hits@1 and F1 over some questions."""
    kept = list(rows)
    return score([row.hit for row in kept], [row.f1 for row in kept])


def scores_by_group(rows: Sequence[HasScores]) -> dict[str, object]:
    """Hits@1 and F1 of every group, for `--json`.

    Args:
        rows: the questions graded.

    Returns:
        `all`, `ordinal`, `plain`, `order_by`, `cells`, `ends`, `kinds`; and `answer_in_graph`, the first
        three over the questions with a gold answer in G_q alone, which tells ranking from retrieval.
    """

    def of(keep: Callable[[HasGroups], bool], among: Iterable[HasScores] = rows) -> dict[str, object]:
        return score_of(row for row in among if keep(row)).to_json()

    reachable = [row for row in rows if row.in_subgraph]
    return {
        **{name: of(keep) for name, keep in BY_ORDER.items()},
        "order_by": of(sorts),
        "cells": {cell: of(in_cells(cell)) for cell in CELLS},
        "ends": {end: of(in_cells(*cells)) for end, cells in ENDS.items()},
        "kinds": {kind: of(in_cells(*cells)) for kind, cells in KINDS.items()},
        "answer_in_graph": {name: of(keep, reachable) for name, keep in BY_ORDER.items()},
    }


def cell_of(cue: OrdinalCue | None, kind: Kind | None = None) -> str | None:
    """The ordinal cell of a question.

    Args:
        cue: direction and k as the lexicon reads them; None without any.
        kind: kind of the numbers compared; None takes what the word hints at ("oldest"), else a size.

    Returns:
        One of `CELLS`, or None.
    """
    if cue is None:
        return None
    compared = kind or cue.kind_hint or Kind.NUMBER
    largest = cue.direction_for(compared) is Direction.MAX
    if compared is Kind.DATE:
        return "time_latest" if largest else "time_earliest"
    return "size_max" if largest else "size_min"
