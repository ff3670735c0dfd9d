import torch
from torch import Tensor

from numkbqa.reasoning.numerical.layer import Layer
from numkbqa.reasoning.numerical.num_transformer import NumTransformer
from tests.support.plain_transformer import plain_layer

WIDTH, HEADS = 8, 2


def make() -> NumTransformer:
    torch.manual_seed(0)
    layers = [Layer(WIDTH, HEADS, 0.1, 0.0, feed_forward=12) for _ in range(2)]
    return NumTransformer(layers, WIDTH).double().eval()


def make_input() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    torch.manual_seed(1)
    words, numbers = torch.randn(3, 4, WIDTH).double(), torch.randn(3, 5, WIDTH).double()
    word_mask = torch.arange(4) < torch.tensor([[4], [1], [3]])
    return words, word_mask, numbers, torch.arange(5) < torch.tensor([[5], [2], [0]])


def test_equals_the_formulas_row_by_row() -> None:
    model, (words, word_mask, numbers, number_mask) = make(), make_input()
    embedded = model(words, word_mask, numbers, number_mask)
    for pair in range(3):
        own_words = list(words[pair][word_mask[pair]])
        own_numbers = list(numbers[pair][number_mask[pair]])
        rows = [*own_words, model.separator, *own_numbers]
        for layer in model.layers:
            rows = plain_layer(layer, rows, lambda *_: True)
        expected = rows[len(own_words) + 1 :]
        found = embedded[pair][number_mask[pair]]
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            torch.testing.assert_close(one, other, rtol=0, atol=1e-9)
        assert (embedded[pair][~number_mask[pair]] == 0).all()


def test_gradients_are_those_of_finite_differences() -> None:
    model, (words, word_mask, numbers, number_mask) = make(), make_input()
    start = (words.requires_grad_(), numbers.requires_grad_())
    assert torch.autograd.gradcheck(lambda w, n: model(w, word_mask, n, number_mask), start)


def test_numbers_are_a_set_and_see_each_other() -> None:
    model, (words, word_mask, numbers, number_mask) = make(), make_input()
    order = torch.tensor([4, 2, 0, 1, 3])
    before = model(words, word_mask, numbers, number_mask)
    after = model(words, word_mask, numbers[:, order], number_mask[:, order])
    torch.testing.assert_close(after, before[:, order])
    other = numbers.clone()
    other[0, 4] += 1
    assert ((model(words, word_mask, other, number_mask) - before)[0].abs().sum(-1) > 1e-9).all()


def test_pads_do_not_matter() -> None:
    model, (words, word_mask, numbers, number_mask) = make(), make_input()
    noisy_words = torch.where(word_mask.unsqueeze(-1), words, 99.0)
    noisy_numbers = torch.where(number_mask.unsqueeze(-1), numbers, 99.0)
    torch.testing.assert_close(
        model(noisy_words, word_mask, noisy_numbers, number_mask),
        model(words, word_mask, numbers, number_mask),
    )
