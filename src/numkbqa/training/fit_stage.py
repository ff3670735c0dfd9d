"""What the stages that train on questions share: batches of a dataset, progress, and the facts of a run."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from numkbqa.progress import say
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.fit import FitSettings, Report, Selection, fit
from numkbqa.training.side_by_side import parts_on


def fit_to(
    train: Dataset,
    module: nn.Module,
    groups: Sequence[dict[str, object]],
    loss: Callable[[list[int], Batch], Tensor],
    select: Callable[[], Selection],
    settings: FitSettings,
    *,
    name: str,
    seed: int,
    device: torch.device,
) -> dict[str, object]:
    """Train a module on a dataset; see `fit`.

    Args:
        train: the questions.
        module: the module.
        groups: parameter groups for AdamW.
        loss: scalar loss of a batch, the mean over its questions, given their places in the dataset.
        select: selection score on held-out questions.
        settings: epochs, batch size, rates.
        name: what is trained, for progress.
        seed: decides the batches of the first epoch; each later one adds 1.
        device: where the batches shall live.

    Returns:
        Facts: questions, epochs, losses and selection scores.
    """
    history = fit(
        module,
        groups,
        train.epochs(
            settings.batch_size,
            seed,
            device,
            keep_batches=settings.keep_batches,
            parts=parts_on(device, settings.parts),
        ),
        -(-len(train) // settings.batch_size),
        lambda part: part.share * loss(part.indices, part.batch),
        select,
        settings,
        _report(name),
    )
    return {
        "questions": len(train),
        "dropped": len(train.dropped),
        "epochs": len(history.losses),
        "best_epoch": history.best_epoch,
        "losses": [round(loss, 4) for loss in history.losses],
        "selections": [[epoch, *selection] for epoch, selection in history.selections],
    }


def _report(name: str) -> Report:
    def report(epoch: int, epochs: int, loss: float, selection: Selection | None) -> None:
        chosen = "" if selection is None else f", dev {' / '.join(f'{s:.1f}' for s in selection)}"
        say(f"{name}: epoch {epoch} of {epochs}, loss {loss:.3f}{chosen}")

    return report
