"""Algorithm 1 of the paper: pre-train basic and numerical reasoning, then fine-tune through the fusion."""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise

import torch
from torch import Tensor

from numkbqa.evaluation import Calibration, Prediction, fit_calibration, summarise
from numkbqa.kb import KnowledgeBase
from numkbqa.progress import say, stage
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.reasoning.comprehensive import ModelOutput, NumberInjectedReasoner, QuestionClassifier
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.checkpoint import parameters_of
from numkbqa.training.classifier import train_classifier
from numkbqa.training.embedding_stage import embed_graph
from numkbqa.training.fit import FitHistory, FitSettings, Selection, fit
from numkbqa.training.losses import bce_loss, kl_loss
from numkbqa.training.number_stage import pretrain_numerical
from numkbqa.training.questions import TrainingQuestions
from numkbqa.training.relation_stage import train_relations
from numkbqa.training.stage_keys import BASIC, CLASSIFIER, FINE_TUNING, NUMBERS, own_settings
from numkbqa.training.stages import run_stage
from numkbqa.training.workbench import Workbench, fingerprint


@dataclass(slots=True)
class Trained:
    """The outcome of Algorithm 1.

    Args:
        model: the model.
        classifier: the question classifier.
        facts: what each stage reports, by its name.
        seconds: how long each stage took; near zero when it was reused.
        plain: parameters of basic reasoning before fine-tuning: the plain reasoner of the tables.
        calibration: how confidence follows from the model's mass; None without a question to fit it on.
    """

    model: NumberInjectedReasoner
    classifier: QuestionClassifier
    facts: dict[str, object] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    plain: dict[str, Tensor] = field(default_factory=dict)
    calibration: Calibration | None = None


def run_algorithm1(workbench: Workbench, questions: TrainingQuestions) -> Trained:
    """Train all parts of the model (paper, Algorithm 1).

    Args:
        workbench: graph, encoder, retrieval and settings.
        questions: real and pseudo questions, and those that select.

    Returns:
        The trained model with its classifier.
    """
    run = _Run(workbench, questions)
    for name, step in (
        ("relations", run.relation_stage),
        ("classifier", run.classifier_stage),
        ("numbers", run.number_stage),
        ("basic", run.basic_stage),
        ("fine-tuning", run.fine_tuning_stage),
        ("calibration", run.calibration_stage),
    ):
        start = time.monotonic()
        run.trained.facts[name] = step()
        run.trained.seconds[name] = round(time.monotonic() - start, 2)
    return run.trained


class _Run:
    """One run of Algorithm 1; each stage is kept on disk by a key of all it depends on."""

    def __init__(self, workbench: Workbench, questions: TrainingQuestions) -> None:
        self.workbench, self.questions, self.settings = workbench, questions, workbench.settings
        torch.manual_seed(self.settings.seed)
        self.folder = workbench.stages
        self.key, self.depends_on = workbench.key, own_settings(self.settings)
        basic = workbench.new_basic()
        plug_in = workbench.new_plug_in(basic)
        self.trained = Trained(
            workbench.new_model(basic, plug_in).to(workbench.device),
            QuestionClassifier(self.settings.classifier, workbench.encoder.width),
        )

    @property
    def _basic(self) -> BasicReasoner:
        return self.trained.model.basic

    def relation_stage(self) -> dict[str, object]:
        """Train the scorer of numerical relations, which all examples are then retrieved with."""
        facts = train_relations(self.workbench, self.questions)
        self.key = fingerprint(self.key, self.workbench.builder.relations.key)
        return facts

    def classifier_stage(self) -> dict[str, object]:
        """Train p(t = O) on all training questions."""
        key = fingerprint(self.key, *self.depends_on[CLASSIFIER], self.questions.key)
        with stage("training the question classifier"):
            return run_stage(
                self.folder,
                key,
                "classifier",
                self.trained.classifier,
                lambda: train_classifier(
                    self.workbench,
                    self.trained.classifier,
                    self.questions.real,
                    self.questions.pseudo_questions,
                    seed=self.settings.seed,
                ),
            )

    def number_stage(self) -> dict[str, object]:
        """Pre-train the numerical reasoner on QIND, then on QGND; without a plug-in there is none."""
        plug_in = self.trained.model.plug_in
        if plug_in is None:
            return {}
        key = fingerprint(self.key, *self.depends_on[NUMBERS], self.questions.key)
        numerical = plug_in.numerical

        def pretrain() -> dict[str, object]:
            numerical.requires_grad_(True)  # the plug-in around it froze it
            facts = pretrain_numerical(self.workbench, numerical, self.questions.real, self.questions.guided)
            plug_in.freeze()
            return facts

        return run_stage(self.folder, key, "numbers", numerical, pretrain)

    def basic_stage(self) -> dict[str, object]:
        """Pre-train basic reasoning, after the entity vectors that it may be made of."""
        embedded = embed_graph(self.workbench, self._basic)
        self.basic_key = fingerprint(self.key, *self.depends_on[BASIC], self.questions.key)
        name = self.settings.basic
        facts = run_stage(self.folder, self.basic_key, name, self._basic, self._pretrain_basic)
        self.trained.plain = {name: p.clone() for name, p in parameters_of(self._basic).items()}
        return facts | ({"embedding": embedded} if embedded else {})

    def fine_tuning_stage(self) -> dict[str, object]:
        """Fine-tune basic reasoning and train comprehensive reasoning, numerical reasoning frozen."""
        self.trained.model.start_fusion()
        key = fingerprint(self.basic_key, *self.depends_on[FINE_TUNING])
        return run_stage(self.folder, key, "model", self.trained.model, self._fine_tune)

    def calibration_stage(self) -> dict[str, object]:
        """Fit confidence on the questions that selected the parameters."""
        dev = self.questions.dev_dataset(self.workbench)
        with stage(f"calibrating on {len(dev)} held-out questions"):
            fitted = fit_calibration(self._predictions(dev, self._ordinal_probability(dev)))
        self.trained.calibration = fitted
        return {} if fitted is None else asdict(fitted)

    def _ordinal_probability(self, dataset: Dataset) -> Tensor:
        return self.workbench.ordinal_probability(self.trained.classifier, dataset)

    def _predictions(self, dataset: Dataset, probability: Tensor) -> list[Prediction]:
        """What the model says of a dataset, as asked."""
        return list(self.workbench.predict(self.trained.model, dataset, probability))

    def _pretrain_basic(self) -> dict[str, object]:
        settings, device = self.settings.basic_training, self.workbench.device
        train, dev = self.questions.basic_dataset(self.workbench), self.questions.dev_dataset(self.workbench)
        torch.manual_seed(self.settings.seed)

        def loss(batch: Batch) -> Tensor:
            output = self._basic(batch)
            if self.settings.loss == "bce":
                return bce_loss(output.scores, output.allowed, batch)
            return kl_loss(output.probabilities, batch)

        def select() -> Selection:
            hits = loss_sum = 0.0
            for _, batch in dev.in_order(settings.batch_size, device):
                output = self._basic(batch)
                hits += _hits(output.probabilities, batch)
                loss_sum += float(kl_loss(output.probabilities, batch)) * batch.num_questions
            # Basic reasoning cannot tell an ordinal answer from its rivals, so Hits@1 on those is chance.
            # What it must do well is to spread its mass over the right candidates; the loss measures that.
            return (-round(loss_sum / max(len(dev), 1), 4), round(100 * hits / max(len(dev), 1), 2))

        history = fit(
            self._basic,
            [{"params": list(self._basic.parameters()), "lr": settings.new_learning_rate}],
            lambda epoch: (b for _, b in train.epoch(settings.batch_size, self._seed(epoch), device)),
            _num_batches(train, settings),
            loss,
            select,
            settings,
            _report(f"pre-training {self.settings.basic}"),
        )
        return _facts(history, train)

    def _fine_tune(self) -> dict[str, object]:
        settings, device, model = self.settings.fine_tuning, self.workbench.device, self.trained.model
        train, dev = self.questions.full_dataset(self.workbench), self.questions.dev_dataset(self.workbench)
        torch.manual_seed(self.settings.seed)
        probability, dev_probability = self._ordinal_probability(train), self._ordinal_probability(dev)

        def batches(epoch: int) -> Iterator[Batch]:
            for indices, batch in train.epoch(settings.batch_size, self._seed(1000 + epoch), device):
                current[0] = probability[indices].to(device)
                yield batch

        current = [probability[:0]]

        def loss(batch: Batch) -> Tensor:
            output: ModelOutput = model(batch, current[0])
            if self.settings.loss == "bce":
                own = bce_loss(output.scores, output.basic.allowed, batch)
                basic = bce_loss(output.basic.scores, output.basic.allowed, batch)
            else:
                own = kl_loss(output.probabilities, batch)
                basic = kl_loss(output.basic.probabilities, batch)
            return own + self.settings.basic_weight * basic + output.penalty

        def select() -> Selection:
            return _selection(self._predictions(dev, dev_probability), dev, self.workbench.kb)

        history = fit(
            model,
            [
                {"params": model.pretrained_parameters(), "lr": settings.learning_rate},
                {"params": model.fresh_parameters(), "lr": settings.new_learning_rate},
            ],
            batches,
            _num_batches(train, settings),
            loss,
            select,
            settings,
            _report("fine-tuning"),
        )
        return _facts(history, train)

    def _seed(self, epoch: int) -> int:
        return 100_000 * self.settings.seed + epoch


def _hits(probabilities: Tensor, batch: Batch) -> float:
    """Number of questions whose likeliest entity is a gold answer, ties shared."""
    offsets = batch.entity_offsets.tolist()
    hits = 0.0
    for start, end in pairwise(offsets):
        p = probabilities[start:end]
        hits += float(batch.answers[start:end][p.argmax()] > 0 and p.max() > 0)
    return hits


def _selection(predictions: list[Prediction], dev: Dataset, kb: KnowledgeBase) -> Selection:
    """Ordinal Hits@1, all-Hits@1 as the tie-break (A38)."""
    report = summarise(predictions, dev.dropped, kb, 0.0)
    return (report.score(lambda row: row.ordinal).hits1 or 0.0, report.score().hits1 or 0.0)


def _num_batches(train: Dataset, settings: FitSettings) -> int:
    return -(-len(train) // settings.batch_size)


def _report(name: str) -> Callable[[int, int, float, Selection | None], None]:
    def report(epoch: int, epochs: int, loss: float, selection: Selection | None) -> None:
        chosen = "" if selection is None else f", dev {' / '.join(f'{s:.1f}' for s in selection)}"
        say(f"{name}: epoch {epoch} of {epochs}, loss {loss:.3f}{chosen}")

    return report


def _facts(history: FitHistory, train: Dataset) -> dict[str, object]:
    return {
        "questions": len(train),
        "dropped": len(train.dropped),
        "epochs": len(history.losses),
        "best_epoch": history.best_epoch,
        "losses": [round(loss, 4) for loss in history.losses],
        "selections": [[epoch, *selection] for epoch, selection in history.selections],
    }
