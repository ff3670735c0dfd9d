from dataclasses import replace

import pytest
import torch
from pydantic import ValidationError
from torch import Tensor

from numkbqa.errors import UserError
from numkbqa.reasoning.numerical import NumericalReasoner, NumReasoner, NumSettings, numerical_reasoner
from numkbqa.reasoning.numerical.losses import prediction_loss, sample_triples, triplet_loss
from numkbqa.reasoning.numerical.number_table import NAME_DIGITS, number_names
from tests.support.number_batches import NUMBERS, SIZES, WORDS, number_batch, one_pair, reordered


def make(number_width: int = NUMBERS, **settings: object) -> NumReasoner:
    torch.manual_seed(0)
    chosen = NumSettings.model_validate({"width": 8, "heads": 2, "feed_forward": 12} | settings)
    return NumReasoner(chosen, WORDS, number_width).double().eval()


def test_it_is_known_by_its_key() -> None:
    assert numerical_reasoner("num") is NumReasoner
    assert all(reasoner.paper for reasoner in NumericalReasoner.registry.values())
    with pytest.raises(UserError, match="none"):
        numerical_reasoner("none")


def test_embeds_each_set_as_if_it_were_alone_and_in_any_order() -> None:
    model, batch = make(), number_batch()
    embedded = model(batch)
    for pair, size in enumerate(SIZES):
        assert (embedded[pair, size:] == 0).all()
        if size:
            torch.testing.assert_close(model(one_pair(batch, pair))[0], embedded[pair, :size])
    order = torch.tensor([6, 2, 4, 0, 5, 1, 3])
    torch.testing.assert_close(model(reordered(batch, order)), embedded[:, order])


def test_order_alone_matters_and_its_direction_does() -> None:
    model, batch = make(), number_batch()
    moved = replace(batch, low=batch.low * 3 + 1, high=batch.high * 3 + 1)
    torch.testing.assert_close(model(moved), model(batch))
    turned = replace(batch, low=-batch.high, high=-batch.low)
    assert not torch.allclose(model(turned), model(batch))


def test_each_loss_trains_its_own_module() -> None:
    model, batch = make(), number_batch()
    ordered, embedded = model.objectives(batch)
    torch.testing.assert_close(embedded, model(batch))
    triples = sample_triples(batch.low, batch.high, batch.number_mask, torch.Generator().manual_seed(0))
    assert moved_by(model, triplet_loss(ordered, *triples)) == {"start", "gnn"}
    real = batch.number_mask.any(1)
    scores = model.score(embedded, batch.number_mask)[real]
    answers = torch.zeros(len(scores), dtype=torch.long)
    assert moved_by(model, prediction_loss(scores, answers)) == {"words", "transformer", "scorer"}


def moved_by(model: NumReasoner, loss: Tensor) -> set[str]:
    """The modules of which every parameter has a gradient; of the others none has."""
    model.zero_grad()
    torch.autograd.backward(loss)
    parts: dict[str, set[bool]] = {}
    for name, parameter in model.named_parameters():
        has = parameter.grad is not None and bool(parameter.grad.abs().sum() > 0)
        parts.setdefault(name.partition(".")[0], set()).add(has)
    assert all(len(found) == 1 for found in parts.values()), parts
    return {part for part, found in parts.items() if found == {True}}


def test_a_table_starts_known_numbers_apart_and_unknown_ones_alike() -> None:
    batch = number_batch()
    names = torch.from_numpy(number_names([str(n) for n in range(42)])).double().view(6, 7, NAME_DIGITS)
    batch = replace(batch, numbers=names, low=torch.zeros_like(batch.low), high=torch.zeros_like(batch.high))
    model = make(NAME_DIGITS, start="table")
    model.meet(names[0])
    assert model.knows(names).sum() == 7
    embedded = model(batch)
    assert len(torch.unique(embedded[0], dim=0)) == 7
    torch.testing.assert_close(embedded[4], embedded[4, :1].expand(7, -1))
    assert make().knows(number_batch().numbers).all()  # of its text, every number has a vector


def test_of_numbers_without_a_vector_the_largest_alone_can_be_told() -> None:
    batch = number_batch()
    names = torch.from_numpy(number_names([str(n) for n in range(42)])).double().view(6, 7, NAME_DIGITS)
    low = torch.tensor([4.0, 2.0, 9.0, 1.0, 7.0, 3.0, 5.0]).double().expand(6, 7)
    model = make(NAME_DIGITS, start="table")
    embedded = model(replace(batch, numbers=names, low=low, high=low))[0]
    others = embedded[[0, 1, 3, 4, 5, 6]]
    torch.testing.assert_close(others, others[:1].expand(6, -1))
    assert not torch.allclose(embedded[2], embedded[0])


@pytest.mark.parametrize("settings", [{"width": 9}, {"start": "other"}, {"steps": 0}, {"ffn": 3}])
def test_settings_that_cannot_work_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        NumSettings.model_validate(settings)
