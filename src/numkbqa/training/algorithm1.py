"""Algorithm 1 of the paper: pre-train basic and numerical reasoning, then fine-tune through the fusion."""

import time
from dataclasses import asdict, dataclass, field

from torch import Tensor

from numkbqa.evaluation import Calibration, Prediction, fit_calibration, summarise
from numkbqa.kb import KnowledgeBase
from numkbqa.progress import stage
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.reasoning.comprehensive import ModelOutput, NumberInjectedReasoner, QuestionClassifier
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.basic_stage import train_basic
from numkbqa.training.checkpoint import weights_of
from numkbqa.training.classifier import train_classifier
from numkbqa.training.draws import draws_of
from numkbqa.training.embedding_stage import embed_graph
from numkbqa.training.fit import Selection
from numkbqa.training.fit_stage import fit_to
from numkbqa.training.losses import answer_loss, mixture_loss
from numkbqa.training.number_stage import pretrain_numerical
from numkbqa.training.pretrained_numbers import find_start
from numkbqa.training.questions import TrainingQuestions
from numkbqa.training.relation_stage import train_relations
from numkbqa.training.stage_keys import BASIC, CLASSIFIER, FINE_TUNING, NUMBERS, RELATIONS, own_settings
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
        (RELATIONS, run.relation_stage),
        (CLASSIFIER, run.classifier_stage),
        (NUMBERS, run.number_stage),
        (BASIC, run.basic_stage),
        (FINE_TUNING, run.fine_tuning_stage),
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
        self.folder = workbench.stages
        self.key, self.depends_on = workbench.key, own_settings(self.settings)
        basic = workbench.new_basic()
        plug_in = workbench.new_plug_in(basic)
        self.trained = Trained(
            workbench.new_model(basic, plug_in).to(workbench.device),
            workbench.new_classifier(),
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
                CLASSIFIER,
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
        start = find_start(self.settings, self.workbench.encoder.name)
        started = () if start is None else (start.key,)
        self.number_key = fingerprint(self.key, *self.depends_on[NUMBERS], *started, self.questions.key)
        plug_in = self.trained.model.plug_in
        if plug_in is None:
            return {}
        numerical = plug_in.numerical

        def pretrain() -> dict[str, object]:
            numerical.requires_grad_(True)  # the plug-in around it froze it
            facts = pretrain_numerical(self.workbench, numerical, self.questions.real, self.questions.guided)
            plug_in.freeze()
            return facts

        return run_stage(self.folder, self.number_key, NUMBERS, numerical, pretrain)

    def basic_stage(self) -> dict[str, object]:
        """Pre-train basic reasoning, after the entity vectors that it may be made of."""
        embedded = embed_graph(self.workbench, self._basic)
        facts, self.basic_key = train_basic(self.workbench, self.questions, self._basic, self.key)
        self.trained.plain = {name: p.clone() for name, p in weights_of(self._basic).items()}
        return facts | ({"embedding": embedded} if embedded else {})

    def fine_tuning_stage(self) -> dict[str, object]:
        """Fine-tune basic reasoning and train comprehensive reasoning, numerical reasoning as it is set."""
        self.trained.model.start_fusion()
        key = fingerprint(self.basic_key, self.number_key, *self.depends_on[FINE_TUNING])
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

    def _fine_tune(self) -> dict[str, object]:
        settings, device, model = self.settings.fine_tuning, self.workbench.device, self.trained.model
        train, dev = self.questions.full_dataset(self.workbench), self.questions.dev_dataset(self.workbench)
        probability, dev_probability = self._ordinal_probability(train), self._ordinal_probability(dev)

        def loss(indices: list[int], batch: Batch) -> Tensor:
            output: ModelOutput = model(batch, probability[indices].to(device))
            kind, one, allowed = self.settings.loss, output.basic, output.basic.allowed
            basic = answer_loss(kind, one.scores, one.probabilities, allowed, batch)
            own = mixture_loss(kind, output.probabilities, allowed, batch)
            return own + self.settings.basic_weight * basic + output.penalty

        def select() -> Selection:
            return _selection(self._predictions(dev, dev_probability), dev, self.workbench.kb)

        with draws_of("fine-tuning", self.settings.seed):
            return fit_to(
                train,
                model,
                [
                    {"params": model.pretrained_parameters(), "lr": settings.learning_rate},
                    {"params": model.fresh_parameters(), "lr": settings.new_learning_rate},
                ],
                loss,
                select,
                settings,
                name="fine-tuning",
                seed=100_000 * self.settings.seed + 1000,
                device=device,
            )


def _selection(predictions: list[Prediction], dev: Dataset, kb: KnowledgeBase) -> Selection:
    """Ordinal Hits@1, all-Hits@1 as the tie-break (A38)."""
    report = summarise(predictions, dev.dropped, kb, 0.0)
    return (report.score(lambda row: row.ordinal).hits1 or 0.0, report.score().hits1 or 0.0)
