"""The training loop: warm-up and cosine decay, clipping, selection on held-out questions, early stop."""

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import torch
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.training.divergence import check_learned
from numkbqa.training.schedules import warmup_then_cosine
from numkbqa.training.side_by_side import SideBySide

Selection = tuple[float, ...]
Item = TypeVar("Item")
"""What a step learns from, or one of its parts: a batch, alone or with what belongs to its questions."""

RATES = "the learning rates of the stage (sections `basic_training`, `fine_tuning`, `teacher_training`)"
"""The settings that decide how far a step goes."""

Report = Callable[[int, int, float, Selection | None], None]


class FitSettings(Section):
    """Settings of one training stage."""

    epochs: int = Field(30, ge=0)
    """Most epochs; of none the stage changes nothing."""

    batch_size: int = Field(40, ge=1)
    """Questions of a step."""

    keep_batches: bool = False
    """Whether batches are formed once and their order alone is shuffled from epoch to epoch: an epoch of
    large subgraphs then takes less time, and the batches stay in memory."""

    parts: int = Field(2, ge=1)
    """Parts in which a batch is reasoned upon, side by side where there are cores for it. How many there are
    decides the outcome a little, since dropout is drawn for each, and means over anything but questions
    (batch statistics, penalties) are those of a part."""

    learning_rate: float = Field(1e-3, ge=0.0)
    """Highest rate of the parameters that were trained before."""

    new_learning_rate: float = Field(2e-3, ge=0.0)
    """Highest rate of those that start afresh."""

    warmup_share: float = Field(0.05, ge=0.0, lt=1.0)
    """Share of the steps in which rates rise to their highest; from there they fall along a cosine."""

    clip: float = Field(1.0, gt=0.0)
    """Longest gradient; a longer one is cut to it."""

    weight_decay: float = Field(0.0, ge=0.0)
    """Weight decay of AdamW."""

    evaluate_every: int = Field(2, ge=1)
    """Epochs between two selections on held-out questions."""

    patience: int = Field(5, ge=1)
    """Selections in a row without a better score after which training stops early."""


@dataclass(slots=True)
class FitHistory:
    """What a training stage did.

    Args:
        losses: mean loss of each epoch.
        selections: of each evaluation, the epoch after which it was made, from 1, and its selection score.
        best_epoch: the epoch, from 1, whose parameters were kept; 0 when no evaluation was made.
    """

    losses: list[float] = field(default_factory=list)
    selections: list[tuple[int, Selection]] = field(default_factory=list)
    best_epoch: int = 0


def fit(
    module: nn.Module,
    groups: Sequence[dict[str, object]],
    batches: Callable[[int], Iterable[Sequence[Item]]],
    num_batches: int,
    loss: Callable[[Item], Tensor],
    evaluate: Callable[[], Selection],
    settings: FitSettings,
    report: Report,
) -> FitHistory:
    """Train a module and leave it with the parameters of its best evaluation.

    Args:
        module: the module; its training mode is managed here.
        groups: parameter groups for AdamW, each with its "params" and "lr".
        batches: batches of an epoch, each in parts, given its number from 0.
        num_batches: batches an epoch.
        loss: scalar loss of a part; those of a batch are summed up.
        evaluate: selection score, larger is better; compared as a tuple.
        settings: epochs, clipping, evaluation and early stop.
        report: called after each epoch with (epoch, epochs, mean loss, selection score or None).

    Returns:
        The history.

    Raises:
        UserError: the loss or a parameter is not a number.
    """
    optimizer = torch.optim.AdamW(groups, weight_decay=settings.weight_decay, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, warmup_then_cosine(settings.warmup_share, settings.epochs * num_batches)
    )
    history, best, waited = FitHistory(), None, 0
    state = copy.deepcopy(module.state_dict())
    with SideBySide(learned_by(optimizer), loss) as gradients:
        for epoch in range(settings.epochs):
            mean = train_epoch(module, batches(epoch), gradients, optimizer, schedule, settings.clip)
            history.losses.append(mean)
            selection = None
            if (epoch + 1) % settings.evaluate_every == 0 or epoch + 1 == settings.epochs:
                selection = _evaluate(module, evaluate)
                history.selections.append((epoch + 1, selection))
                if best is None or selection > best:
                    best, waited, history.best_epoch = selection, 0, epoch + 1
                    state = copy.deepcopy(module.state_dict())
                else:
                    waited += 1
            report(epoch + 1, settings.epochs, mean, selection)
            if waited >= settings.patience:
                break
    module.load_state_dict(state)
    module.eval()
    return history


def learned_by(optimizer: torch.optim.Optimizer) -> list[Tensor]:
    """All parameters of an optimizer, those too that are frozen."""
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def train_epoch(
    module: nn.Module,
    batches: Iterable[Sequence[Item]],
    gradients: SideBySide[Item],
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
    clip: float,
) -> float:
    """Train a module on batches, one step each.

    Args:
        module: the module.
        batches: the batches, each in parts.
        gradients: gives the parameters their gradients.
        optimizer: holds all parameters that are trained.
        schedule: its learning rates by step.
        clip: largest norm of a gradient.

    Returns:
        Mean loss.

    Raises:
        UserError: it or a parameter is not a number.
    """
    module.train()
    losses = []  # on the device: reading one waits for all that is under way
    parameters = learned_by(optimizer)
    for parts in batches:
        losses.append(gradients(parts))
        nn.utils.clip_grad_norm_(parameters, clip)
        optimizer.step()
        schedule.step()
    mean = float(torch.stack(losses).double().mean()) if losses else 0.0
    check_learned(mean, parameters, RATES)
    return mean


def _evaluate(module: nn.Module, evaluate: Callable[[], Selection]) -> Selection:
    module.eval()
    with torch.inference_mode():
        return evaluate()
