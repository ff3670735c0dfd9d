"""All settings of a training run in one model: `numkbqa train --config F --set section.key=value`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from numkbqa.config import Section
from numkbqa.errors import UserError
from numkbqa.reasoning.basic import (
    NSM,
    BAMnetSettings,
    EmbedKGQASettings,
    GraftNetSettings,
    KVMemSettings,
    NSMSettings,
    ReaRevSettings,
    basic_reasoner,
    is_own,
    settings_of_reasoner,
)
from numkbqa.reasoning.comprehensive import ClassifierSettings, ComprehensiveSettings
from numkbqa.reasoning.numerical import NumericalTransformerSettings, NumSettings
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.training.fit import FitSettings
from numkbqa.training.graph_embedding import EmbeddingTrainingSettings
from numkbqa.training.losses import AnswerLoss
from numkbqa.training.pretraining_settings import PretrainingSettings
from numkbqa.training.relation_scorer import RelationTrainingSettings
from numkbqa.training.teacher_losses import TeacherTrainingSettings

MACHINERY = {"cache", "processes", "device"}
"""Settings that change no result."""


class AugmentationSettings(Section):
    """Pseudo questions made out of the graph (paper, "Data Augmentation")."""

    share: float = Field(0.1, ge=0.0)
    """theta: ordinal pseudo questions as a share of the real training questions; the paper's is 0.1."""

    at_least: int = Field(2000, ge=0)
    """Ordinal pseudo questions at least; 0 reproduces the paper."""

    templates: Literal["paper", "wide"] = "wide"
    """The paper's one template, or the wider set of paraphrases."""

    max_k: int = Field(3, ge=1, le=5)
    """Largest k of "the k-th largest"; the paper's is 1."""

    max_candidates: int = Field(2000, ge=2)
    """Largest group that a pseudo question asks about."""

    plain_share: float = Field(0.2, ge=0.0, lt=1.0)
    """Share of plain questions among the pseudo ones; the paper makes none."""


class QindSettings(Section):
    """The generated number data that the NumericalTransformer is pre-trained on (QIND and QGND)."""

    train: int = Field(24_000, ge=1)
    """Instances for training; the paper's number."""

    adapting: int = Field(2_000, ge=1)
    """Instances of QIND, pseudo questions and varied instances of QGND where it starts from pre-trained
    weights, if they are fewer."""

    dev: int = Field(2_000, ge=1)
    """Instances for early stopping, and as many for the final test [8,000 each]."""

    guided: int = Field(4_000, ge=0)
    """Pseudo questions that give question-guided instances (QGND) besides the training questions."""

    varied: int = Field(4_000, ge=0)
    """Question-guided instances with another determiner put into a question; the paper has none."""

    loose: float = Field(0.25, ge=0.0, le=1.0)
    """Share of those whose question is cut short, and as large a share that end as another question."""

    guided_test: float = Field(0.05, ge=0.0, lt=0.9)
    """Share of the questions that QGND is tested by and not made of; a tenth more stops its training. The
    paper's 500, 60 and 85 questions are a share of 0.13."""

    max_numbers: int = Field(50, ge=2)
    """Largest number set; the paper's N."""

    max_k: int = Field(5, ge=1, le=10)
    """Largest k of "the k-th largest"; the paper's is 1."""

    determiners: Literal["paper", "wide", "all"] = "wide"
    """The paper's nine determiners, the wider set, or half of the time any of the lexicon."""

    max_values: int = Field(1500, ge=10)
    """Distinct values of a relation that training instances draw from; held-out ones, from a fifth of it."""

    held_out_values: float = Field(0.2, gt=0.0, lt=1.0)
    """Share of the distinct values of each relation that no training instance holds."""


class Settings(Section):
    """All settings of a training run."""

    seed: int = Field(0, ge=0, lt=2**32)
    """Seed of everything that is drawn."""

    encoder: str = "minilm"
    """Text encoder: `minilm`, `roberta:FOLDER`, `words:FILE` (word vectors such as GloVe's, or a folder of
    NSM: its paper's question) or, for tests, `tiny`."""

    cache: Path | None = None
    """Folder for embeddings, examples and finished stages; by default the user's cache folder."""

    basic: str = "nsm"
    """The basic reasoner: `nsm`, `graftnet`, `rearev`, `kvmem`, `embedkgqa` or `bamnet`, of which only the
    section of its name is read; or one that an installed package brings, which reads `own`."""

    nsm: NSMSettings = Field(default_factory=NSMSettings)
    graftnet: GraftNetSettings = Field(default_factory=GraftNetSettings)
    rearev: ReaRevSettings = Field(default_factory=ReaRevSettings)
    kvmem: KVMemSettings = Field(default_factory=KVMemSettings)
    bamnet: BAMnetSettings = Field(default_factory=BAMnetSettings)
    embedkgqa: EmbedKGQASettings = Field(default_factory=EmbedKGQASettings)
    own: dict[str, Any] = Field(default_factory=dict)
    """Settings of a basic reasoner that another package brings."""

    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    relation_training: RelationTrainingSettings = Field(default_factory=RelationTrainingSettings)
    plug_in: Literal["nt", "num", "none"] = "nt"
    """What injects numbers: `nt` (the NumericalTransformer of the paper, section `numbers`), `num` (its
    predecessor's NumGNN and NumTransformer, section `num`), or nothing."""

    numbers: NumericalTransformerSettings = Field(default_factory=NumericalTransformerSettings)
    num: NumSettings = Field(default_factory=NumSettings)
    number_data: QindSettings = Field(default_factory=QindSettings)
    number_training: PretrainingSettings = Field(default_factory=PretrainingSettings)
    comprehensive: ComprehensiveSettings = Field(default_factory=ComprehensiveSettings)
    classifier: ClassifierSettings = Field(default_factory=ClassifierSettings)
    augmentation: AugmentationSettings = Field(default_factory=AugmentationSettings)
    embedding_training: EmbeddingTrainingSettings = Field(default_factory=EmbeddingTrainingSettings)
    teacher_training: TeacherTrainingSettings = Field(
        default_factory=lambda: TeacherTrainingSettings(epochs=20, patience=4)
    )
    basic_training: FitSettings = Field(default_factory=lambda: FitSettings(epochs=20, patience=4))
    fine_tuning: FitSettings = Field(
        default_factory=lambda: FitSettings(epochs=12, learning_rate=3e-4, patience=4)
    )

    loss: AnswerLoss = "kl"
    """Softmax with KL, or sigmoid with binary cross-entropy, where each entity has a probability of its own
    (open point A4)."""

    basic_weight: float = Field(0.3, ge=0.0)
    """Weight of basic reasoning's own loss in fine-tuning: it keeps choosing candidates for the numbers."""

    dev_share: float = Field(0.1, gt=0.0, lt=1.0)
    """Share of the training questions held out for selection when no dev file is given."""

    train_basic_on_pseudo: bool = True
    """Whether basic reasoning is pre-trained on pseudo questions too; the paper uses real questions alone."""

    processes: int = Field(1, ge=1)
    """Processes that build examples."""

    device: str = "cpu"
    """Where to train: `cpu`, `cuda`."""

    @property
    def reasoner(self) -> Section:
        """Settings of the chosen basic reasoner.

        Raises:
            UserError: there is no such reasoner, its key is the name of a setting, or `own` is not what it
                expects.
        """
        chosen = basic_reasoner(self.basic)
        if is_own(chosen):
            if self.own:
                what = f"these are for reasoners of other packages, and {chosen.key} is one of numkbqa"
                raise UserError(
                    what, where="settings own", remedy=f"set {chosen.key}.NAME in place of own.NAME"
                )
            section: Section = getattr(self, chosen.key)
            return section
        if chosen.key in Settings.model_fields:
            what = f"the basic reasoner {chosen.__name__} has the key {chosen.key!r}, the name of a setting"
            raise UserError(what, where=chosen.__module__, remedy="give it another key")
        try:
            own = settings_of_reasoner(chosen, self.own)
        except ValidationError as error:
            first = error.errors()[0]
            what = f'setting "{".".join(map(str, ("own", *first["loc"])))}": {first["msg"]}'
            where = f"settings of the basic reasoner {chosen.key}"
            raise UserError(what, where=where, remedy=f"see {chosen.settings_class.__name__}") from None
        return own

    def check_reasoner(self) -> None:
        """Refuse settings of the basic reasoner that it does not know.

        Raises:
            UserError: as of `reasoner`.
        """
        _ = self.reasoner

    def decisive(self, *, unused: Iterable[str] = ()) -> dict[str, Any]:
        """The settings that may decide a result: where they agree, so do two runs on the same data.

        Args:
            unused: names of others, besides `MACHINERY`, that decide nothing of it.

        Returns:
            Settings by name, as JSON has them.
        """
        return self.model_dump(mode="json", exclude=MACHINERY | set(unused))

    def told(self) -> dict[str, Any]:
        """The settings that a result tells, as JSON has them: all but where this machine has its cache."""
        return self.model_dump(mode="json", exclude={"cache"})

    @property
    def numerical(self) -> Section | None:
        """Settings of the numerical reasoner of the chosen plug-in; None without one."""
        return {"nt": self.numbers, "num": self.num, "none": None}[self.plug_in]

    @property
    def taught(self) -> bool:
        """Whether basic reasoning is an NSM that learns from a teacher."""
        return self.basic == NSM.key and self.nsm.teacher != "none"

    @property
    def untaught(self) -> "Settings":
        """The same settings without a teacher."""
        return self.model_copy(update={"nsm": self.nsm.model_copy(update={"teacher": "none"})})
