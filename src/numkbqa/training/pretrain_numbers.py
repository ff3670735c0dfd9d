"""Pre-training of numerical reasoning: QIND, then QGND, by NTL and NPL together (paper, section 4)."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from numkbqa.progress import say
from numkbqa.reasoning.lanes import lane_generator
from numkbqa.reasoning.numerical import NumericalReasoner
from numkbqa.reasoning.numerical.losses import prediction_loss, sample_triples, triplet_loss
from numkbqa.training.best_keeper import BestKeeper
from numkbqa.training.divergence import check_learned
from numkbqa.training.number_data import NumberData, bucketed, in_order, join
from numkbqa.training.pretraining_settings import PretrainingSettings
from numkbqa.training.schedules import warmup_times_cosine
from numkbqa.training.side_by_side import SideBySide, parts_on

CPU = torch.device("cpu")
EVALUATION_BATCH = 400
SAME = 1e-5
"""Scores that differ by no more are equal: what is apart by rounding alone must decide nothing."""
EVALUATION_NUMBERS = 20_000  # attention's mask has a place for every two numbers of a set


@dataclass(frozen=True, slots=True)
class NumberSplit:
    """Instances of one dataset, QIND or QGND.

    Args:
        train: instances to train on.
        dev: others to stop by.
    """

    train: NumberData
    dev: NumberData


@dataclass(slots=True)
class PretrainingHistory:
    """What pre-training did.

    Args:
        steps: steps taken in each stage.
        checks: stage, step, means of NTL and NPL by their weights since the last check, and dev Hits@1.
    """

    steps: dict[str, int] = field(default_factory=dict)
    checks: list[tuple[str, int, float, float, float]] = field(default_factory=list)


def pretrain_numbers(
    model: NumericalReasoner,
    qind: NumberSplit,
    qgnd: NumberSplit | None,
    settings: PretrainingSettings,
    *,
    warm: bool = False,
    seed: int = 0,
    progress: Callable[[str], None] = say,
) -> PretrainingHistory:
    """Pre-train a numerical reasoner in place, and leave it with the parameters of its best evaluation.

    The same seed gives the same parameters on the same machine; the caller's random state is not touched.

    Args:
        model: the model, on the device to train on.
        qind: question-irrelevant instances.
        qgnd: question-guided instances, or None when there is no ordinal training question.
        settings: see `PretrainingSettings`.
        warm: the model was pre-trained before; a stage whose skill it has is left out.
        seed: seed of dropout, batches and triples.
        progress: takes one line of text for each check.

    Returns:
        The history.

    Raises:
        UserError: the loss is not a number.
    """
    history = PretrainingHistory()
    generator = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=_cuda_devices(model)):
        torch.manual_seed(seed)
        trained_on = [qind, *([qgnd] if qgnd is not None and settings.qgnd_epochs else [])]
        model.meet(torch.cat([split.train.vectors for split in trained_on]))
        if settings.qind_epochs:
            stage = _Stage("QIND", qind.train, len(qind.train), qind.dev, settings.qind_epochs)
            _run(stage, model, settings, generator, history, progress, warm=warm)
        if qgnd is not None and settings.qgnd_epochs:
            mixed = join(qgnd.train, qind.train) if settings.qind_epochs else qgnd.train
            stage = _Stage("QGND", mixed, len(qgnd.train), qgnd.dev, settings.qgnd_epochs)
            _run(stage, model, settings, generator, history, progress, warm=warm)
    model.eval()
    return history


def direct_hits(model: NumericalReasoner, data: NumberData) -> dict[str, float]:
    """Hits@1 of the numbers themselves (paper, "Direct Pre-training Performance"), each between 0 and 1.

    Numbers with equal scores share a hit.

    Args:
        model: the model; left in evaluation mode.
        data: instances.

    Returns:
        "all"; "top" and "bottom" by the end that is asked for; "k1", "k2" and so on by the rank asked for.
    """
    model.eval()
    device = next(model.parameters()).device
    hit = torch.zeros(len(data))
    with torch.inference_mode():
        for part in in_order(data, EVALUATION_BATCH, EVALUATION_NUMBERS):
            batch, answer = data.batch(part, device)
            scores = model.score(model(batch), batch.number_mask)
            best = scores >= scores.max(dim=1, keepdim=True).values - SAME
            hit[part] = (best[torch.arange(len(best)), answer] / best.sum(dim=1)).cpu()
    cells = {"all": data.k > 0, "top": data.maximum, "bottom": ~data.maximum}
    cells |= {f"k{k}": data.k == k for k in sorted(set(data.k.tolist()))}
    return {name: float(hit[cell].mean()) for name, cell in cells.items() if cell.any()}


@dataclass(frozen=True, slots=True)
class _Stage:
    """One dataset's turn; of `train`, the first `num_own` instances are its own, the rest only mixed in."""

    name: str
    train: NumberData
    num_own: int
    dev: NumberData
    epochs: int

    def num_mixed(self, share: float) -> int:
        """Instances of the rest in an epoch, when they shall be this share of it."""
        others = len(self.train) - self.num_own
        return min(others, round(self.num_own * share / (1 - share)))

    def batches(self, settings: PretrainingSettings, generator: torch.Generator) -> Iterator[Tensor]:
        """Places of the instances of each batch, epoch by epoch."""
        for _ in range(self.epochs):
            others = torch.randperm(len(self.train) - self.num_own, generator=generator) + self.num_own
            chosen = torch.cat((torch.arange(self.num_own), others[: self.num_mixed(settings.qind_share)]))
            for batch in bucketed(self.train.sizes[chosen], settings.batch_size, generator):
                yield chosen[batch]

    def num_steps(self, settings: PretrainingSettings) -> int:
        """Batches of all epochs."""
        size = self.num_own + self.num_mixed(settings.qind_share)
        return self.epochs * math.ceil(size / settings.batch_size)


def _run(
    stage: _Stage,
    model: NumericalReasoner,
    settings: PretrainingSettings,
    generator: torch.Generator,
    history: PretrainingHistory,
    progress: Callable[[str], None],
    *,
    warm: bool,
) -> None:
    total = stage.num_steps(settings)
    rate = settings.adapting_rate if warm else settings.learning_rate
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=settings.weight_decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, warmup_times_cosine(settings.warmup_share, total))
    keeper = BestKeeper(model, settings)
    if warm:
        hits = direct_hits(model, stage.dev)["all"]
        if keeper.is_good(hits):
            history.steps[stage.name] = 0
            progress(f"{stage.name}: known from the start")
            return
        keeper.take(hits)
    learner = _Learner(model, stage.train, settings, optimizer)
    with learner.gradients:
        for step, instances in enumerate(stage.batches(settings, generator), start=1):
            learner.step(instances)
            schedule.step()
            if step % settings.check_every == 0 or step == total:
                hits = direct_hits(model, stage.dev)["all"]
                triplet, prediction = learner.mean_losses()
                history.steps[stage.name] = step
                history.checks.append((stage.name, step, triplet, prediction, hits))
                progress(
                    f"{stage.name}: step {step} of {total}, NTL {triplet:.3f}, NPL {prediction:.3f}, "
                    f"dev Hits@1 {100 * hits:.2f}"
                )
                keeper.take(hits)
                if keeper.is_done:
                    break
    keeper.restore()


class _Learner:
    """Takes the steps of a stage, and sums up their losses.

    Args:
        model: what learns.
        data: the instances.
        settings: weights of the losses, parts of a batch.
        optimizer: holds the model's parameters.
    """

    def __init__(
        self,
        model: NumericalReasoner,
        data: NumberData,
        settings: PretrainingSettings,
        optimizer: torch.optim.Optimizer,
    ) -> None:
        self.model, self.data, self.settings, self.optimizer = model, data, settings, optimizer
        self.device = next(model.parameters()).device
        self.gradients = SideBySide(list(model.parameters()), self._losses)
        self._sum, self._steps = torch.zeros(2), 0

    def mean_losses(self) -> tuple[float, float]:
        """NTL and NPL by their weights, as means over the steps since the last call."""
        triplet, prediction = (self._sum / self._steps).tolist()
        self._sum, self._steps = torch.zeros(2), 0
        return triplet, prediction

    def step(self, instances: Tensor) -> None:
        """Take one step.

        Args:
            instances: places of the batch's instances in the data, shape (batch_size,).

        Raises:
            UserError: the loss is not a number.
        """
        self.model.train()
        parts = parts_on(self.device, self.settings.parts)
        dealt = [own for start in range(parts) if len(own := instances[start::parts])]
        losses = self.gradients([(own, len(own) / len(instances)) for own in dealt])
        check_learned(losses, (), "`number_training.learning_rate`")
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self._sum += losses.cpu()
        self._steps += 1

    def _losses(self, part: tuple[Tensor, float]) -> Tensor:
        """NTL and NPL of some instances by their weights and their share of the batch, shape (2,)."""
        settings, (instances, share) = self.settings, part
        batch, answer = self.data.batch(instances, self.device)
        ordered, embeddings = self.model.objectives(batch)
        nodes, valid = sample_triples(batch.low, batch.high, batch.number_mask, lane_generator(CPU))
        triplet = triplet_loss(
            ordered, nodes, valid, margin=settings.margin, literal_sign=settings.literal_sign
        )
        scores = self.model.score(embeddings, batch.number_mask)
        prediction = prediction_loss(scores, answer, literal_sigma=settings.literal_sigma)
        return share * torch.stack(
            (settings.triplet_weight * triplet, settings.prediction_weight * prediction)
        )


def _cuda_devices(model: nn.Module) -> list[torch.device]:
    device = next(model.parameters()).device
    return [device] if device.type == "cuda" else []
