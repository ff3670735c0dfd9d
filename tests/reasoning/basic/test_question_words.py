import torch
from torch import nn

from numkbqa.reasoning.basic.question_words import attend, mean_state, read_words

MASK = torch.tensor([[True, True, False, False], [True, True, True, True], [False] * 4])


def test_the_question_is_the_state_at_its_last_word_whatever_pads_follow() -> None:
    torch.manual_seed(0)
    lstm, words = nn.LSTM(5, 3, batch_first=True), torch.randn(3, 4, 5)
    states, question = read_words(lstm, words, MASK)
    torch.testing.assert_close(question[0], lstm(words[:1, :2])[0][0, -1])
    torch.testing.assert_close(question[1], states[1, 3])
    assert torch.isfinite(question).all()


def test_attention_is_a_softmax_over_the_words_alone() -> None:
    torch.manual_seed(0)
    logits, states = torch.randn(3, 4, requires_grad=True), torch.randn(3, 4, 6)
    seen = attend(logits, states, MASK)
    torch.testing.assert_close(seen[0], logits[0, :2].softmax(0) @ states[0, :2])
    torch.testing.assert_close(seen[1], logits[1].softmax(0) @ states[1])
    torch.autograd.backward(seen.sum())
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()


def test_the_mean_is_that_of_the_words_alone() -> None:
    states = torch.tensor([[[1.0, 2.0], [3.0, 6.0], [9.0, 9.0]]])
    assert mean_state(states, torch.tensor([[True, True, False]])).tolist() == [[2.0, 4.0]]
