import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.reasoning.segments import (
    Padding,
    block_softmax,
    ranked_in_segments,
    segment_max,
    segment_softmax,
    segment_sum,
)


def test_sum_and_max_by_segment() -> None:
    values, segment = torch.tensor([1.0, 5.0, -2.0]), torch.tensor([0, 0, 2])
    assert segment_sum(values, segment, 3).tolist() == [6.0, 0.0, -2.0]
    assert segment_max(values, segment, 3).tolist() == [5.0, -torch.inf, -2.0]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(0, 3)), max_size=30))
def test_segments_are_ranked_apart_and_equal_values_keep_their_order(items: list[tuple[int, int]]) -> None:
    values, segment = (torch.tensor([item[i] for item in items], dtype=torch.long) for i in (0, 1))
    expected = sorted(range(len(items)), key=lambda place: (items[place][1], -items[place][0], place))
    assert ranked_in_segments(values.double(), segment).tolist() == expected


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-50, 50), st.integers(0, 3), st.booleans()), min_size=1, max_size=30))
def test_softmax_equals_the_one_of_each_segment_alone(items: list[tuple[float, int, bool]]) -> None:
    scores = torch.tensor([item[0] for item in items], dtype=torch.float64)
    segment = torch.tensor([item[1] for item in items])
    allowed = torch.tensor([item[2] for item in items])
    result = segment_softmax(scores, segment, 4, allowed)
    for s in range(4):
        mine = (segment == s) & allowed
        torch.testing.assert_close(result[mine], scores[mine].softmax(0))
    assert float(result[~allowed].sum()) == 0.0


def test_columns_are_taken_one_by_one() -> None:
    torch.manual_seed(0)
    scores, segment = torch.randn(6, 3), torch.tensor([0, 2, 0, 2, 2, 0])
    allowed = torch.tensor([True, True, False, True, True, True])
    for column in range(3):
        one = scores[:, column]
        torch.testing.assert_close(segment_max(scores, segment, 3)[:, column], segment_max(one, segment, 3))
        torch.testing.assert_close(
            segment_softmax(scores, segment, 3, allowed)[:, column], segment_softmax(one, segment, 3, allowed)
        )


def test_softmax_of_nothing_is_zero_with_finite_gradient() -> None:
    scores = torch.zeros(2, requires_grad=True)
    result = segment_softmax(scores, torch.tensor([0, 0]), 1, torch.zeros(2, dtype=torch.bool))
    torch.autograd.backward(result.sum())
    assert result.tolist() == [0.0, 0.0]
    assert scores.grad is not None
    assert torch.isfinite(scores.grad).all()


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-50, 50), st.integers(0, 3), st.booleans()), min_size=1, max_size=30))
def test_the_softmax_of_blocks_equals_that_of_segments(items: list[tuple[float, int, bool]]) -> None:
    items.sort(key=lambda item: item[1])
    scores = torch.tensor([item[0] for item in items], dtype=torch.float64, requires_grad=True)
    segment = torch.tensor([item[1] for item in items])
    allowed = torch.tensor([item[2] for item in items])
    offsets = torch.searchsorted(segment, torch.arange(5))
    ours = block_softmax(scores, allowed, segment, offsets)
    plain = segment_softmax(scores, segment, 4, allowed)
    torch.testing.assert_close(ours, plain, atol=1e-9, rtol=0)
    target = torch.linspace(-1, 2, len(items), dtype=torch.float64)
    own, expected = (torch.autograd.grad((p * target).sum(), scores)[0] for p in (ours, plain))
    torch.testing.assert_close(own, expected, atol=1e-9, rtol=0)


@pytest.mark.parametrize("sizes", [[2, 0, 3], [2, 2], [0]])
def test_padded_segments_are_zero_at_pads_and_the_items_come_back(sizes: list[int]) -> None:
    offsets = torch.tensor([0, *sizes]).cumsum(0)
    segment = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes))
    values = torch.rand(len(segment), 4) + 1.0
    padding = Padding.of(segment, offsets)
    padded = padding.pad(values)
    assert padded.shape == (len(sizes), max(sizes), 4)
    assert (padded > 0).all(dim=-1).sum(dim=1).tolist() == sizes
    assert torch.equal(padding.strip(padded), values)
