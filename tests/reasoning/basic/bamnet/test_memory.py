import torch

from numkbqa.reasoning.basic.bamnet.memory import AdditiveAttention, Memory, Slots

SLOTS = Slots(
    question=torch.tensor([0, 0, 0, 2]),
    offsets=torch.tensor([0, 3, 3, 4]),
    allowed=torch.tensor([True, False, True, True]),
)
"""Three candidates of the first question, one of which is a topic; none of the second, one of the third."""


def test_sums_and_attention_are_over_the_candidates_of_a_question() -> None:
    torch.manual_seed(0)
    attention = AdditiveAttention(4)
    weight = attention(torch.randn(3, 4), torch.randn(4, 4), SLOTS)
    torch.testing.assert_close(SLOTS.total(weight, torch.ones(4, 2))[:, 0], torch.tensor([1.0, 0.0, 1.0]))
    assert float(weight[1].detach()) == 0.0


def test_what_is_not_in_the_memory_is_not_read() -> None:
    torch.manual_seed(0)
    memory, words, mask = Memory(4), torch.randn(3, 5, 4), torch.ones(3, 5, dtype=torch.bool)
    features, query = torch.randn(3, 4, 4), torch.randn(3, 4)
    changed = features.clone()
    changed[:, 1] += 1.0
    before, after = (memory(f.unbind(), words, mask, query, SLOTS) for f in (features, changed))
    torch.testing.assert_close(before[2], after[2])
    torch.testing.assert_close(before[0][[0, 2, 3]], after[0][[0, 2, 3]])
    assert not torch.allclose(before[0][1], after[0][1])


def test_pads_are_not_read() -> None:
    torch.manual_seed(0)
    memory, words, mask = Memory(4), torch.randn(3, 5, 4), torch.ones(3, 5, dtype=torch.bool)
    mask[:, 3:] = False
    features, query = torch.randn(3, 4, 4), torch.randn(3, 4)
    padded = memory(features.unbind(), words, mask, query, SLOTS)
    cut = memory(features.unbind(), words[:, :3], mask[:, :3], query, SLOTS)
    for one, other in zip(padded, cut, strict=True):
        torch.testing.assert_close(one, other)
