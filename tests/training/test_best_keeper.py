import torch
from torch import nn

from numkbqa.training.best_keeper import BestKeeper
from numkbqa.training.pretraining_settings import PretrainingSettings

SETTINGS = PretrainingSettings(good_enough=0.9)


def kept_after(settings: PretrainingSettings, *hits: float) -> float:
    """Number of the evaluation, from 1, whose parameters a keeper gives back."""
    model = nn.Linear(1, 1)
    keeper = BestKeeper(model, settings)
    for number, one in enumerate(hits, start=1):
        nn.init.constant_(model.weight, number)
        keeper.take(one)
    nn.init.zeros_(model.weight)
    keeper.restore()
    return model.weight.item()


def done_after(settings: PretrainingSettings, *hits: float) -> bool:
    keeper = BestKeeper(nn.Linear(1, 1), settings)
    for one in hits:
        keeper.take(one)
    return keeper.is_done


def test_the_best_evaluation_is_kept_and_of_equal_ones_the_later() -> None:
    assert kept_after(SETTINGS, 0.2, 0.5, 0.4) == 2
    assert kept_after(SETTINGS, 0.5, 0.5, 0.4) == 2


def test_without_npl_the_last_one_is_kept_and_none_is_good() -> None:
    without = SETTINGS.model_copy(update={"prediction_weight": 0.0})
    assert kept_after(without, 0.9, 0.5, 0.4) == 3
    assert not done_after(without, 1.0, 1.0, 1.0)
    assert not BestKeeper(nn.Linear(1, 1), without).is_good(1.0)


def test_two_good_evaluations_in_a_row_are_enough() -> None:
    assert not done_after(SETTINGS, 0.95)
    assert not done_after(SETTINGS, 0.95, 0.5, 0.95)
    assert done_after(SETTINGS, 0.5, 0.95, 0.9)


def test_asking_whether_an_evaluation_is_good_changes_nothing() -> None:
    model = nn.Linear(1, 1)
    keeper = BestKeeper(model, SETTINGS)
    keeper.take(0.1)
    before = model.weight.clone()
    nn.init.zeros_(model.weight)
    assert [keeper.is_good(hits) for hits in (0.9, 0.95, 0.89)] == [True, True, False]
    assert not keeper.is_done
    keeper.restore()
    assert torch.equal(model.weight, before)
