import numpy as np
import pytest
import torch

from numkbqa.reasoning.numerical.end_ranks import (
    FURTHEST,
    SIDES,
    asked_ranks,
    rank_width,
    ranks_from_top,
    seen_ranks,
)
from numkbqa.reasoning.numerical.mask import Sam
from numkbqa.values.ranks import Direction, dense_ranks


def random_sets(seed: int, num_pairs: int, num_nodes: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Overlapping intervals around zero, some nodes pads."""
    generator = torch.Generator().manual_seed(seed)
    low = torch.randint(-40, 40, (num_pairs, num_nodes), generator=generator).double()
    high = low + torch.randint(0, 4, low.shape, generator=generator)
    sizes = torch.randint(1, num_nodes + 1, (num_pairs, 1), generator=generator)
    return low, high, torch.arange(num_nodes) < sizes


@pytest.mark.parametrize("seed", range(5))
def test_ranks_are_those_of_the_exact_sort(seed: int) -> None:
    low, high, real = random_sets(seed, 20, 30)
    found = ranks_from_top(low, high, real)
    for pair in range(20):
        mine = real[pair]
        expected = dense_ranks(low[pair][mine].numpy(), high[pair][mine].numpy(), Direction.MAX)
        np.testing.assert_array_equal(found[pair][mine].numpy(), np.where(expected <= FURTHEST, expected, 0))
        assert not found[pair][~mine].any()


def test_dates_of_other_precision_share_a_rank() -> None:
    # 1999, 1999-06, 2000-01-01 and 1998, as days
    low = torch.tensor([[365.0, 516.0, 730.0, 0.0]], dtype=torch.float64)
    high = torch.tensor([[729.0, 545.0, 730.0, 364.0]], dtype=torch.float64)
    assert ranks_from_top(low, high, torch.ones(1, 4, dtype=torch.bool)).tolist() == [[2, 2, 1, 3]]


@pytest.mark.parametrize(("sam", "width"), [("none", 0), ("paper", FURTHEST), ("two_way", 2 * FURTHEST)])
def test_a_mask_tells_no_more_than_it_shows(sam: Sam, width: int) -> None:
    assert rank_width("seen", sam) == width
    assert rank_width("none", sam) == 0
    assert rank_width("smaller", sam) == 1
    if width:
        told = seen_ranks(*random_sets(0, 2, 15), sam)
        assert told.shape == (2, 15, width)
        assert set(told.flatten().tolist()) <= {0, 1}


def test_numbers_far_from_both_ends_are_told_alike() -> None:
    low = torch.arange(500, dtype=torch.float64).unsqueeze(0)
    told = seen_ranks(low, low, torch.ones(1, 500, dtype=torch.bool), "two_way")[0]
    assert not told[FURTHEST : 500 - FURTHEST].any()
    assert told[3].nonzero().flatten().tolist() == [3]  # fourth from the smallest
    assert told[498].nonzero().flatten().tolist() == [FURTHEST + 1]  # second from the largest


@pytest.mark.parametrize("asked", [1, 3, 14, 25, 99])
def test_the_side_of_the_asked_rank_is_that_of_the_exact_sort(asked: int) -> None:
    low, high, real = random_sets(asked, 20, 30)
    k = torch.where(torch.arange(20) % 2 == 0, asked, 2)
    told = asked_ranks(low, high, real, "two_way", k)
    assert told.shape == (20, 30, rank_width("asked", "two_way"))
    assert not told[~real].any()
    for pair in range(20):
        mine, own = real[pair], int(k[pair])
        keys = low[pair][mine].numpy(), high[pair][mine].numpy()
        ends = [dense_ranks(*keys, Direction.MIN), dense_ranks(*keys, Direction.MAX)]
        sides = [side for ranks in ends for side in (ranks < own, ranks == own, ranks > own)]
        np.testing.assert_array_equal(told[pair][mine].numpy(), np.stack(sides, axis=1).astype(int))


def test_the_asked_rank_from_a_hidden_end_is_not_told() -> None:
    sets, asked = random_sets(0, 4, 15), torch.tensor([1, 2, 3, 20])
    both = asked_ranks(*sets, "two_way", asked)
    assert torch.equal(asked_ranks(*sets, "paper", asked), both[..., : len(SIDES)])
    assert rank_width("asked", "none") == 0
