from dataclasses import dataclass

import pytest

from numkbqa.evaluation.groups import CELLS, ENDS, KINDS, cell_of, in_cells, score_of, scores_by_group, shown
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.values import Kind


@dataclass(frozen=True)
class Row:
    ordinal: bool
    cell: str | None
    hit: float
    f1: float = 0.0
    in_subgraph: bool | None = True
    order_by: bool | None = None


ROWS = [
    Row(True, "size_max", 1.0, 1.0),
    Row(True, "size_max", 0.0),
    Row(True, "size_min", 0.0, in_subgraph=False),
    Row(True, "time_latest", 1.0, 0.5),
    Row(True, None, 0.0, in_subgraph=None),
    Row(False, None, 1.0, 1.0),
]


def test_every_group_by_hand() -> None:
    found = scores_by_group(ROWS)

    def n_and_hits(group: str, name: str) -> tuple[int, float | None]:
        part = found[group]
        assert isinstance(part, dict)
        return part[name]["n"], part[name]["hits1"]

    whole = {name: found[name] for name in ("all", "ordinal", "plain")}
    assert {name: (one["n"], one["hits1"]) for name, one in whole.items() if isinstance(one, dict)} == {
        "all": (6, 50.0),
        "ordinal": (5, 40.0),
        "plain": (1, 100.0),
    }
    assert n_and_hits("cells", "size_max") == (2, 50.0)
    assert n_and_hits("cells", "time_earliest") == (0, None)
    assert n_and_hits("ends", "top") == (3, 66.67)
    assert n_and_hits("ends", "bottom") == (1, 0.0)
    assert n_and_hits("kinds", "quantity") == (3, 33.33)
    assert n_and_hits("kinds", "date") == (1, 100.0)
    # one is out of the subgraph, and of one that is not known
    assert n_and_hits("answer_in_graph", "all") == (4, 75.0)
    assert n_and_hits("answer_in_graph", "ordinal") == (3, 66.67)


def test_questions_whose_query_sorts_are_a_group_of_their_own() -> None:
    rows = [
        Row(True, None, 1.0, order_by=True),
        Row(False, None, 0.0, order_by=True),  # the last of a series need not be called a superlative
        Row(True, None, 1.0, order_by=False),
        Row(True, None, 1.0),
    ]
    found = scores_by_group(rows)["order_by"]
    assert isinstance(found, dict)
    assert (found["n"], found["hits1"]) == (2, 50.0)
    assert [name for name in shown(rows) if name not in shown(rows[2:])] == ["ORDER BY in the query"]


def test_ends_and_kinds_part_the_cells() -> None:
    for parts in (ENDS, KINDS):
        assert sorted(cell for cells in parts.values() for cell in cells) == sorted(CELLS)


def test_questions_are_kept_by_cell() -> None:
    assert score_of(row for row in ROWS if in_cells("size_max", "time_latest")(row)).n == 3


@pytest.mark.parametrize(
    ("text", "kind", "cell"),
    [
        ("which is the largest city?", None, "size_max"),
        ("which is the smallest city?", Kind.NUMBER, "size_min"),
        ("who was born first?", Kind.DATE, "time_earliest"),
        ("which is the latest film?", None, "time_latest"),
        ("who is the oldest?", Kind.DATE, "time_earliest"),
        ("who is the oldest?", Kind.NUMBER, "size_max"),
        ("where is it?", Kind.DATE, None),
    ],
)
def test_the_cell_goes_by_the_kind_and_the_word(text: str, kind: Kind | None, cell: str | None) -> None:
    assert cell_of(parse_ordinal(text), kind) == cell
