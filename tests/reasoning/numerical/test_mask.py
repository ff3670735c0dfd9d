import pytest
import torch

from numkbqa.reasoning.numerical.mask import Sam, joint_visibility, number_visibility

# 1999 (a whole year), 1999-06 (a month of it), 2000-01-01 (a day), and a pad.
LOW = torch.tensor([[0.0, 151.0, 365.0, 0.0]], dtype=torch.float64)
HIGH = torch.tensor([[364.0, 180.0, 365.0, 0.0]], dtype=torch.float64)
REAL = torch.tensor([[True, True, True, False]])


def visible(sam: Sam) -> list[list[list[int]]]:
    rows: list[list[list[int]]] = number_visibility(LOW, HIGH, REAL, sam).int()[0].tolist()
    return rows


def test_paper_mask_shows_strictly_smaller_numbers_and_no_overlapping_ones() -> None:
    smaller = visible("paper")[0]
    assert smaller[:3] == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]]


def test_two_way_mask_adds_the_larger_numbers_as_a_second_group() -> None:
    smaller, larger = visible("two_way")
    assert smaller[:3] == [[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]]
    assert larger[:3] == [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 0]]


def test_no_mask_shows_every_number_but_pads() -> None:
    assert visible("none") == [[[1, 1, 1, 0]] * 4]


def test_exact_numbers_see_what_the_paper_figure_shows() -> None:
    dates = torch.tensor([[2.0, 3.0, 1.0]], dtype=torch.float64)  # 2019.08.23, 2020.07.23, 2017.11.10
    mask = number_visibility(dates, dates, torch.ones(1, 3, dtype=torch.bool), "paper")
    assert mask[0, 0].int().tolist() == [[0, 0, 1], [1, 0, 1], [0, 0, 0]]


def test_equal_numbers_do_not_see_each_other() -> None:
    equal = torch.full((1, 2), 7.0, dtype=torch.float64)
    real = torch.ones(1, 2, dtype=torch.bool)
    assert not number_visibility(equal, equal, real, "paper").any()
    assert not number_visibility(equal, equal, real, "two_way").any()


def test_close_large_numbers_are_told_apart() -> None:
    close = torch.tensor([[1e15, 1e15 + 1]], dtype=torch.float64)
    mask = number_visibility(close, close, torch.ones(1, 2, dtype=torch.bool), "paper")
    assert mask[0, 0].int().tolist() == [[0, 0], [1, 0]]


def test_negating_all_numbers_swaps_the_two_groups() -> None:
    mirrored = number_visibility(-HIGH, -LOW, REAL, "two_way")
    assert torch.equal(mirrored.flip(1), number_visibility(LOW, HIGH, REAL, "two_way"))


@pytest.mark.parametrize("open_rows", [True, False])
def test_joint_mask_opens_number_columns_to_words_only_in_open_mode(open_rows: bool) -> None:
    words = torch.tensor([[True, False, True]])  # a word, a pad, SEP
    mask = joint_visibility(number_visibility(LOW, HIGH, REAL, "paper"), words, REAL, open_rows=open_rows)
    number_part = [1, 1, 1, 0] if open_rows else [0, 0, 0, 0]
    rows = mask.int()[0, 0].tolist()
    assert rows[0] == [1, 0, 1, *number_part]
    assert rows[2] == [1, 0, 1, *number_part]
    assert rows[5] == [1, 0, 1, 1, 1, 0, 0]


def test_every_row_sees_something_so_that_no_softmax_is_empty() -> None:
    words = torch.tensor([[False, True]])
    mask = joint_visibility(number_visibility(LOW, HIGH, REAL, "two_way"), words, REAL, open_rows=False)
    assert mask.any(-1).all()
