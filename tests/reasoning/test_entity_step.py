from collections.abc import Sequence

import pytest
import torch
from torch import Tensor, nn

from numkbqa.reasoning import entity_step as module
from numkbqa.reasoning.dropout import PooledDropout
from numkbqa.reasoning.entity_step import entity_step
from numkbqa.reasoning.message_passing import Arrived

WIDTH = 4


def layers() -> tuple[nn.Linear, nn.Linear]:
    torch.manual_seed(0)
    return nn.Linear(2 * WIDTH, WIDTH).double(), nn.Linear(WIDTH, 1).double()


def inputs(count: int = 7) -> tuple[Tensor, Tensor]:
    torch.manual_seed(1)
    entities, messages = torch.randn(2, count, WIDTH, dtype=torch.float64)
    return entities.requires_grad_(), messages.requires_grad_()


def plain(
    update: nn.Linear, scorer: nn.Linear, entities: Tensor, messages: Tensor, masks: list[Tensor]
) -> tuple[Tensor, Tensor]:
    """The formulas as they stand, with given masks."""
    joined = torch.cat([entities * masks[0], messages * masks[1]], dim=-1)
    updated = torch.relu(update(joined))
    return updated, scorer(updated * masks[2]).squeeze(-1)


def assert_equal_with_gradients(
    ours: tuple[Tensor, Tensor], expected: tuple[Tensor, Tensor], to: list[Tensor]
) -> None:
    gradients = []
    for updated, scores in (ours, expected):
        loss = (updated * torch.linspace(-1, 1, updated.numel()).view_as(updated)).sum()
        loss = loss + (scores * torch.linspace(2, 3, len(scores))).sum()
        gradients.append(torch.autograd.grad(loss, to))
    for one, other in zip([*ours, *gradients[0]], [*expected, *gradients[1]], strict=True):
        torch.testing.assert_close(one, other, atol=1e-9, rtol=0)


@pytest.mark.parametrize("block", [2, 100])
def test_equals_the_plain_formulas_with_equal_gradients(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", block)
    (update, scorer), (entities, messages) = layers(), inputs()
    everything = [entities, messages, *update.parameters(), *scorer.parameters()]
    ours = entity_step(update, scorer, entities, Arrived(messages, None), PooledDropout(0.4).eval())
    nothing_dropped = [torch.ones_like(entities)] * 3
    assert_equal_with_gradients(ours, plain(update, scorer, entities, messages, nothing_dropped), everything)


class Recorded(PooledDropout):
    """Dropout that remembers its masks."""

    def __init__(self, p: float) -> None:
        super().__init__(p)
        self.drawn: list[Tensor] = []

    def mask(self, like: Tensor, shape: Sequence[int]) -> Tensor:
        mask = super().mask(like, shape)
        assert mask is not None
        self.drawn.append(mask)
        return mask


@pytest.mark.parametrize("reached", [None, [0, 1, 5]])
def test_drops_entities_messages_and_what_is_scored_by_masks_of_their_own(
    reached: list[int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BLOCK", 3)
    (update, scorer), (entities, messages) = layers(), inputs()
    everything = [entities, messages, *update.parameters(), *scorer.parameters()]
    entity = None if reached is None else torch.tensor(reached)
    chosen = torch.arange(len(entities)) if entity is None else entity
    dropout = Recorded(0.5)
    ours = entity_step(update, scorer, entities, Arrived(messages[chosen], entity), dropout)
    # Entities three apart are in different blocks, which share the masks.
    own = torch.arange(len(entities)) % 3
    among = torch.tensor([sum(c // 3 == e // 3 for c in chosen[:i]) for i, e in enumerate(chosen)])
    of_entities, of_messages, of_updated = dropout.drawn
    nothing = torch.zeros_like(messages)
    masks = [of_entities[own], nothing.index_add(0, chosen, of_messages[among]), of_updated[own]]
    assert not torch.equal(of_entities, of_updated)
    spread = nothing.index_add(0, chosen, messages[chosen])
    assert_equal_with_gradients(ours, plain(update, scorer, entities, spread, masks), everything)


def test_gradients_are_those_of_finite_differences() -> None:
    (update, scorer), (entities, messages) = layers(), inputs(3)
    dropout = PooledDropout(0.0)
    assert torch.autograd.gradcheck(
        lambda e, n: entity_step(update, scorer, e, Arrived(n, None), dropout), (entities, messages)
    )


def test_no_entities_have_no_scores() -> None:
    update, scorer = layers()
    entities, messages = inputs(0)
    updated, scores = entity_step(update, scorer, entities, Arrived(messages, None), PooledDropout(0.5))
    assert updated.shape == (0, WIDTH)
    assert scores.shape == (0,)


@pytest.mark.parametrize("block", [2, 100])
@pytest.mark.parametrize("reached", [[], [0, 1, 5], [3, 4, 6]])
def test_entities_that_no_message_reaches_have_messages_of_zero(
    reached: list[int], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BLOCK", block)
    (update, scorer), (entities, messages) = layers(), inputs()
    everything = [entities, messages, *update.parameters(), *scorer.parameters()]
    entity = torch.tensor(reached, dtype=torch.long)
    ours = entity_step(update, scorer, entities, Arrived(messages[entity], entity), PooledDropout(0.0))
    spread = torch.zeros_like(messages).index_add(0, entity, messages[entity])
    ones = [torch.ones_like(entities)] * 3
    assert_equal_with_gradients(ours, plain(update, scorer, entities, spread, ones), everything)


@pytest.mark.parametrize("used", [0, 1])
def test_either_result_may_be_used_alone(used: int) -> None:
    (update, scorer), (entities, messages) = layers(), inputs()
    everything = [entities, messages, *update.parameters()]
    ours = entity_step(update, scorer, entities, Arrived(messages, None), PooledDropout(0.0))
    expected = plain(update, scorer, entities, messages, [torch.ones_like(entities)] * 3)
    for one, other in zip(
        torch.autograd.grad(ours[used].sum(), everything),
        torch.autograd.grad(expected[used].sum(), everything),
        strict=True,
    ):
        torch.testing.assert_close(one, other, atol=1e-9, rtol=0)
