import math

import pytest
import torch

from numkbqa.reasoning.numerical.losses import prediction_loss, sample_triples, triplet_loss


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def unit(degrees: float) -> list[float]:
    return [math.cos(math.radians(degrees)), math.sin(math.radians(degrees))]


def one_triple(small: float, median: float, big: float, *, literal_sign: bool = False) -> float:
    embeddings = torch.tensor([[unit(small), unit(median), unit(big)]])
    return float(
        triplet_loss(
            embeddings, torch.tensor([[[0, 1, 2]]]), torch.tensor([[True]]), literal_sign=literal_sign
        )
    )


def test_triples_are_in_value_order_and_never_hold_pads() -> None:
    low = torch.rand(40, 9, dtype=torch.float64, generator=seeded())
    mask = torch.arange(9) < torch.arange(40).unsqueeze(1) % 10
    nodes, valid = sample_triples(low, low, mask, seeded())
    assert nodes.shape == (40, 4, 3)
    ordered = low[torch.arange(40)[:, None, None], nodes]
    assert (ordered[..., :2] < ordered[..., 1:])[valid].all()
    assert mask[torch.arange(40)[:, None, None], nodes][valid].all()
    assert torch.equal(valid.all(1), mask.sum(1) >= 3)


def test_overlapping_numbers_make_no_triple() -> None:
    low = torch.tensor([[0.0, 3.0, 10.0]], dtype=torch.float64)
    high = torch.tensor([[5.0, 6.0, 11.0]], dtype=torch.float64)
    assert not sample_triples(low, high, torch.ones(1, 3, dtype=torch.bool), seeded())[1].any()


def test_sets_of_two_numbers_have_no_triples_and_no_loss() -> None:
    low = torch.tensor([[0.0, 1.0]], dtype=torch.float64)
    triples = sample_triples(low, low, torch.ones(1, 2, dtype=torch.bool), seeded())
    assert float(triplet_loss(torch.ones(1, 2, 4), *triples)) == 0.0


def test_triplet_loss_is_zero_once_the_median_is_closer_by_the_margin() -> None:
    assert one_triple(0, 10, 120) == 0.0


def test_triplet_loss_has_its_hand_computed_value() -> None:
    expected = 0.5 - math.cos(math.radians(60)) + math.cos(math.radians(30))
    assert one_triple(0, 60, 30) == pytest.approx(expected, abs=1e-6)


def test_the_printed_sign_pulls_the_big_number_closer() -> None:
    assert one_triple(0, 10, 120, literal_sign=True) > one_triple(0, 120, 10, literal_sign=True)


def test_triplet_loss_averages_over_valid_triples_only() -> None:
    embeddings = torch.tensor([[unit(0), unit(60), unit(30)]])
    nodes = torch.tensor([[[0, 1, 2], [0, 0, 0]]])
    both = triplet_loss(embeddings, nodes, torch.tensor([[True, False]]))
    assert float(both) == pytest.approx(one_triple(0, 60, 30), abs=1e-6)


def test_prediction_loss_ignores_pads() -> None:
    scores = torch.tensor([[2.0, 0.0, -torch.inf]])
    expected = math.log(1 + math.exp(-2.0))
    assert float(prediction_loss(scores, torch.tensor([0]))) == pytest.approx(expected, abs=1e-6)


def test_the_printed_sigma_keeps_the_loss_at_its_floor() -> None:
    scores = torch.full((1, 50), -100.0)
    scores[0, 7] = 100.0
    assert float(prediction_loss(scores, torch.tensor([7]))) < 1e-6
    floor = math.log((math.e + 49) / math.e)
    literal = prediction_loss(scores, torch.tensor([7]), literal_sigma=True)
    assert float(literal) == pytest.approx(floor, abs=1e-4)


def test_the_printed_sigma_gives_finite_gradients_beside_pads() -> None:
    scores = torch.zeros(1, 2, requires_grad=True)
    padded = torch.cat((scores, torch.full((1, 1), -torch.inf)), dim=1)
    torch.autograd.backward(prediction_loss(padded, torch.tensor([0]), literal_sigma=True))
    assert scores.grad is not None
    assert scores.grad.isfinite().all()
