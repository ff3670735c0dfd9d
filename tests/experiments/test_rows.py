import pytest

from numkbqa.experiments.figures import SYSTEMS, Graded, gain
from numkbqa.experiments.rows import Cell, rows_of


def question(name: str, hit: float, *, plain: float = 0.0, cell: str | None = None) -> Graded:
    hits = dict.fromkeys(SYSTEMS, 0.0) | {"nt_nsm": hit, "nsm": plain, "subgraph": 1.0, "pruned": 1.0}
    return Graded(name, cell is not None, cell, hits, 0.5 * hit, 0.25)


FULL = Cell(
    "small",
    "full",
    "dev",
    {
        0: [question("a", 1, cell="size_max"), question("b", 1)],
        1: [question("a", 1, cell="size_min"), question("b", 0)],
    },
)
LESS = Cell("small", "less", "dev", {1: [question("a", 0, cell="size_max"), question("b", 0, plain=1)]})


def test_a_row_has_a_figure_for_each_seed() -> None:
    full, _ = rows_of([FULL, LESS], {}, "")
    assert full["seeds"] == [0, 1]
    assert full["groups"]["all"]["hits1"] == {
        "nsm": [0.0, 0.0],
        "nsm_exact_sort": [0.0, 0.0],
        "nt_nsm": [100.0, 50.0],
    }
    assert full["groups"]["all"]["f1"] == {"nsm": [25.0, 25.0], "nt_nsm": [50.0, 25.0]}
    assert full["groups"]["ordinal"]["n"] == 1
    assert "left_out" not in full["groups"]["all"]


def test_the_first_seed_decides_the_cell_of_a_question() -> None:
    (full,) = rows_of([FULL], {}, "")
    assert full["groups"]["size_max"]["hits1"]["nt_nsm"] == [100.0, 100.0]
    assert "size_min" not in full["groups"]


def test_what_is_lost_is_counted_on_the_seeds_that_both_have() -> None:
    full, less = rows_of([FULL, LESS], {}, "full")
    assert "left_out" not in full["groups"]["all"]
    assert less["groups"]["all"]["left_out"]["gain"] == -50.0
    assert less["groups"]["ordinal"]["left_out"] == {"gain": -100.0, "interval": [-100.0, -100.0]}
    other = Cell("small", "less", "dev", {7: LESS.seeds[1]})
    assert rows_of([FULL, other], {}, "full")[1]["groups"]["all"]["left_out"] is None


def test_another_data_set_is_not_compared_with() -> None:
    elsewhere = Cell("large", "less", "dev", LESS.seeds)
    assert "left_out" not in rows_of([FULL, elsewhere], {}, "full")[1]["groups"]["all"]


def test_numbers_gain_over_the_plain_reasoner() -> None:
    (less,) = rows_of([LESS], {}, "")
    assert less["groups"]["all"]["numbers"]["gain"] == -50.0


def test_further_groups_are_those_of_the_data() -> None:
    (full,) = rows_of([FULL], {("small", "dev"): {"only b": lambda one: one.id == "b"}}, "")
    assert full["groups"]["only b"]["hits1"]["nt_nsm"] == [100.0, 0.0]


def test_the_interval_of_a_gain_is_a_paired_one() -> None:
    found = gain([1.0] * 200, [float(i % 2) for i in range(200)])
    assert found is not None
    # the standard error of the mean of 200 coins, in points
    half, error = (found["interval"][1] - found["interval"][0]) / 2, 100 * 0.5 / 200**0.5
    assert half == pytest.approx(1.96 * error, rel=0.1)
