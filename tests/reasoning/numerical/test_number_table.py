import numpy as np
import torch

from numkbqa.reasoning.numerical.number_table import NumberTable, number_names


def names(*texts: str) -> torch.Tensor:
    return torch.from_numpy(number_names(texts))


def test_names_survive_half_precision_and_tell_numbers_apart() -> None:
    many = number_names([str(number) for number in range(5000)])
    assert len(np.unique(many, axis=0)) == 5000
    np.testing.assert_array_equal(many.astype(np.float16).astype(np.float32), many)
    np.testing.assert_array_equal(number_names(["17"]), many[17:18])


def test_a_number_that_training_never_saw_has_zeros() -> None:
    table = NumberTable(4)
    table.meet(names("3", "1999-06", "3", "20"))
    assert len(table.vectors) == 3
    vectors = table(names("20", "21", "3", "3").view(2, 2, -1))
    assert vectors.shape == (2, 2, 4)
    assert (vectors[0, 1] == 0).all()
    assert (vectors[0, 0] != 0).all()
    assert torch.equal(vectors[1, 0], vectors[1, 1])
    assert table.knows(names("20", "21", "3")).tolist() == [True, False, True]


def test_an_empty_table_knows_nothing() -> None:
    table = NumberTable(4)
    assert not table.knows(names("1", "2")).any()
    assert (table(names("1", "2")) == 0).all()


def test_each_number_learns_its_own_vector() -> None:
    table = NumberTable(4)
    table.meet(names("1", "2", "3"))
    torch.autograd.backward(table(names("2", "4")).sum())
    assert table.vectors.grad is not None
    assert (table.vectors.grad.abs().sum(-1) > 0).sum() == 1


def test_room_for_the_numbers_of_another_table_keeps_it_frozen_or_not() -> None:
    trained, fresh = NumberTable(4), NumberTable(4).requires_grad_(False)
    trained.meet(names("1", "2", "3"))
    fresh.make_room(3)
    fresh.load_state_dict(trained.state_dict())
    assert torch.equal(fresh(names("2", "9")), trained(names("2", "9")))
    assert not any(parameter.requires_grad for parameter in fresh.parameters())
