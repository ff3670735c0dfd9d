import torch
from torch import Tensor

from numkbqa.reasoning.numerical import NumericalInput
from numkbqa.reasoning.numerical.numgnn import LargerNumbers, NumGNN
from tests.support.number_batches import NUMBERS, SIZES, number_batch, one_pair, reordered


def make(steps: int = 2) -> NumGNN:
    torch.manual_seed(0)
    return NumGNN(NUMBERS, steps).double()


def run(model: NumGNN, batch: NumericalInput) -> Tensor:
    vectors: Tensor = model(batch.numbers, LargerNumbers.of(batch.low, batch.high, batch.number_mask))
    return vectors


def by_loops(model: NumGNN, batch: NumericalInput, pair: int) -> Tensor:
    """Number by number: edges come from the numbers that are larger."""
    vectors = list(batch.numbers[pair, : SIZES[pair]])
    a, b = model.weight.weight[0], model.weight.bias[0]
    own, bias, larger = model.own.weight, model.own.bias, model.larger.weight
    for _ in range(model.steps):
        updated = []
        for i, vector in enumerate(vectors):
            gathered, count = torch.zeros(NUMBERS, dtype=torch.float64), 0
            for j, other in enumerate(vectors):
                if batch.low[pair, j] > batch.high[pair, i]:
                    gathered = gathered + torch.sigmoid(a @ other + b) * (larger @ other)
                    count += 1
            updated.append(torch.relu(own @ vector + bias + gathered / max(count, 1)))
        vectors = updated
    return torch.stack(vectors)


def test_equals_the_formulas_number_by_number() -> None:
    model, batch = make(), number_batch()
    vectors = run(model, batch)
    for pair, size in enumerate(SIZES):
        if size:
            expected = by_loops(model, batch, pair)
            torch.testing.assert_close(vectors[pair, :size], expected, rtol=0, atol=1e-9)
        assert (vectors[pair, size:] == 0).all()


def test_many_numbers_equal_the_formula_over_all_pairs_of_them() -> None:
    model = make(steps=1).float()
    low = torch.randint(0, 300, (2, 500)).double()
    numbers, real = torch.randn(2, 500, NUMBERS), torch.ones(2, 500, dtype=torch.bool)
    vectors = model(numbers, LargerNumbers.of(low, low, real))
    is_larger = (low.unsqueeze(1) > low.unsqueeze(2)).float()
    messages = model.weight(numbers).sigmoid() * model.larger(numbers)
    mean = is_larger @ messages / is_larger.sum(-1, keepdim=True).clamp_min(1)
    torch.testing.assert_close(vectors, torch.relu(model.own(numbers) + mean), rtol=1e-4, atol=1e-5)


def test_gradients_are_those_of_finite_differences() -> None:
    model, batch = make(), number_batch()
    larger = LargerNumbers.of(batch.low, batch.high, batch.number_mask)
    start = batch.numbers.requires_grad_()
    assert torch.autograd.gradcheck(lambda numbers: model(numbers, larger), (start,))


def test_order_of_the_nodes_and_other_sets_do_not_matter() -> None:
    model, batch = make(), number_batch()
    order = torch.tensor([3, 0, 6, 1, 5, 2, 4])
    torch.testing.assert_close(run(model, reordered(batch, order)), run(model, batch)[:, order])
    for pair, size in enumerate(SIZES):
        if size:
            torch.testing.assert_close(run(model, one_pair(batch, pair))[0], run(model, batch)[pair, :size])


def test_only_the_order_of_the_keys_matters() -> None:
    model, batch = make(), number_batch()
    moved = LargerNumbers.of(1000 * batch.low - 7, 1000 * batch.high - 7, batch.number_mask)
    torch.testing.assert_close(model(batch.numbers, moved), run(model, batch))
    turned = LargerNumbers.of(-batch.high, -batch.low, batch.number_mask)
    assert not torch.allclose(model(batch.numbers, turned), run(model, batch))


def test_a_number_hears_of_larger_ones_alone() -> None:
    model = make()
    low = torch.tensor([[1.0, 2.0, 3.0, 3.0]]).double()
    larger = LargerNumbers.of(low, low, torch.ones(1, 4, dtype=torch.bool))
    numbers = torch.randn(1, 4, NUMBERS, dtype=torch.float64)
    before = model(numbers, larger)
    for changed, heard in ((0, [0]), (1, [0, 1]), (2, [0, 1, 2])):
        other = numbers.clone()
        other[0, changed] += 1
        moved = (model(other, larger) - before).abs().sum(-1)[0] > 1e-12
        assert moved.nonzero().squeeze(-1).tolist() == heard


def test_equal_numbers_with_equal_vectors_stay_equal() -> None:
    model = make()
    low = torch.tensor([[1.0, 2.0, 2.0, 5.0]]).double()
    numbers = torch.randn(1, 4, NUMBERS, dtype=torch.float64)
    numbers[0, 2] = numbers[0, 1]
    vectors = model(numbers, LargerNumbers.of(low, low, torch.ones(1, 4, dtype=torch.bool)))
    torch.testing.assert_close(vectors[0, 2], vectors[0, 1])
