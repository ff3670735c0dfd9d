import torch

from numkbqa.training.draws import draws_of


def drawn(part: str, seed: int) -> list[float]:
    with draws_of(part, seed):
        return torch.rand(4).tolist()


def test_what_is_drawn_is_decided_by_part_and_seed_alone() -> None:
    first = drawn("basic reasoning", 3)
    torch.rand(7)
    assert drawn("basic reasoning", 3) == first
    assert drawn("basic reasoning", 4) != first
    assert drawn("numerical reasoning", 3) != first


def test_the_caller_draws_on_as_if_nothing_had_been_drawn() -> None:
    torch.manual_seed(5)
    expected = torch.rand(3).tolist()
    torch.manual_seed(5)
    with draws_of("basic reasoning", 0):
        torch.rand(2)
    assert torch.rand(3).tolist() == expected
