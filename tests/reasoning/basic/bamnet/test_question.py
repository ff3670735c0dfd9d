import torch

from numkbqa.reasoning.basic.bamnet import BAMnetSettings
from numkbqa.reasoning.basic.bamnet.question import QuestionReader


def reader() -> QuestionReader:
    torch.manual_seed(0)
    return QuestionReader(BAMnetSettings(width=6), word_width=5).eval()


def test_pads_change_nothing_whatever_stands_in_them() -> None:
    read, words = reader(), torch.randn(2, 4, 5)
    mask = torch.tensor([[True, True, False, False], [True, True, True, True]])
    states, query = read(words, mask)
    alone, alone_query = read(words[:1, :2], mask[:1, :2])
    torch.testing.assert_close(states[:1, :2], alone)
    torch.testing.assert_close(query[:1], alone_query)
    assert not states[0, 2:].any()


def test_the_query_has_read_the_words_in_their_order() -> None:
    read, words, mask = reader(), torch.randn(1, 4, 5), torch.ones(1, 4, dtype=torch.bool)
    assert not torch.allclose(read(words, mask)[1], read(words.flip(1), mask)[1])


def test_a_question_without_words_gives_numbers_and_gradients() -> None:
    read, words = reader(), torch.zeros(1, 3, 5)
    states, query = read(words, torch.zeros(1, 3, dtype=torch.bool))
    torch.autograd.backward(states.sum() + query.sum())
    assert all(p.grad is not None and torch.isfinite(p.grad).all() for p in read.parameters())
