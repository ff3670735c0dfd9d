"""Definitions of experiments: one YAML file a table row or figure, with what the paper reports in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field, model_validator

from numkbqa.config import Section, load_settings
from numkbqa.errors import UserError
from numkbqa.experiments.figures import GROUPS
from numkbqa.kb.derived import Derived
from numkbqa.training.settings import Settings
from numkbqa.world import SPLITS

HELD_OUT = "held_out"
"""Name of the evaluation set that `holdout` makes."""


class PaperFigure(Section):
    """One figure that the paper reports, as the paper prints it."""

    system: str
    """The system, by the paper's name."""

    data: str
    """The data it was measured on."""

    measure: str = "Hits@1, %"
    """What the figure is."""

    all: float | None = None
    """Over all questions, or the only figure there is."""

    ordinal: float | None = None
    """Over the ordinal questions."""

    at: float | None = None
    """Value of the swept setting, in a sweep."""


class Paper(Section):
    """What the paper reports for this experiment."""

    source: str
    """Where it stands in the paper, and what its conditions were."""

    figures: tuple[PaperFigure, ...] = ()

    says: str = ""
    """What it says without a figure, of a curve that it prints as a picture."""


class Sweep(Section):
    """One setting that takes several values; each is a variant, and the variants are a curve."""

    setting: str
    """The dotted setting."""

    label: str
    """What the paper calls it."""

    values: tuple[Annotated[float, Field(allow_inf_nan=False)] | int, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _told_apart(self) -> "Sweep":
        if len(self.variants()) < len(self.values):
            raise ValueError("two values of the sweep are written the same")
        return self

    def variants(self) -> dict[str, dict[str, Any]]:
        """The variants, by name."""
        return {f"{self.label} = {value:g}": {self.setting: value} for value in self.values}


class Holdout(Section):
    """A share of a training file that is held out and reported: never trained on, never selected on."""

    file: str
    """The training file."""

    share: float = Field(0.2, gt=0.0, lt=1.0)
    """Share of its questions."""

    seed: int = 0
    """Decides which ones."""


class Pretraining(Section):
    """What an experiment of kind `pretraining` varies besides its variants."""

    max_k: tuple[int, ...] = (1, 5)
    """Largest k of "the k-th largest" in training; one run each."""

    sizes: tuple[int, ...] = ()
    """Sizes of number sets that are measured apart, larger ones than in training too."""

    tested_k: int = Field(5, ge=1, le=10)
    """Largest k in these."""


class Profile(Section):
    """How an experiment of kind `profile` measures."""

    epochs: int = Field(4, ge=1)
    """Epochs whose median is reported."""

    warm_up: int = Field(1, ge=0)
    """Epochs before them that are thrown away."""

    retrieval_questions: int = Field(200, ge=1)
    """Questions whose retrieval is timed."""

    operators: int = Field(12, ge=1)
    """Operators listed."""


class Speed(Section):
    """How an experiment of kind `speed` measures."""

    model: str = ""
    """Run of a `train` experiment whose model is asked ("freebase/default-0"); without, one is trained."""


Kind = Literal["train", "table", "pretraining", "profile", "linking", "coverage", "relations", "speed"]

ON_QUESTIONS = frozenset({"train", "linking", "coverage", "relations", "speed"})
"""Kinds that report question files."""

WITH_CURVE = frozenset({"table", "pretraining"})
"""Kinds whose sweeps are drawn (`curves.py`)."""

INPUTS = {"kb", "derive", "world", "train", "dev", "holdout", "evaluate", "breakdown"}
"""What a definition says of the graph and the questions."""

Seed = Annotated[int, Field(ge=0, lt=2**32, strict=True)]

SetName = Annotated[str, Field(pattern=r"^[\w-]+$")]


class Definition(Section):
    """One experiment."""

    name: str = Field(pattern=r"^[\w-]+$")
    """Its name on the command line; also the name of its file, and of the folder of its runs."""

    title: str
    """What it shows, in one sentence."""

    kind: Kind

    about: str = ""
    """What a reader must know to read the figures rightly."""

    paper: Paper | None = None

    data: tuple[str, ...] = ()
    """Kind `table`: the training experiments upon whose graphs and questions all variants are run."""

    kb: tuple[str, ...] = ()
    """Sources of the graph, relative to the data folder."""

    derive: tuple[Derived, ...] = ()
    """Numbers to derive out of the facts of the graph, as `kb build --derive` does."""

    world: bool = False
    """Use the packaged world graph; question files are then the names of its splits."""

    train: tuple[str, ...] = ()
    """Question files to train on."""

    dev: tuple[str, ...] = ()
    """Question files that select; without any, a share of the training questions does."""

    holdout: Holdout | None = None

    evaluate: dict[SetName, str] = Field(default_factory=dict)
    """Question files that are reported, by the name of the set, which is also that of its predictions."""

    breakdown: dict[str, dict[str, str | bool]] = Field(default_factory=dict)
    """Groups of questions that are reported too: name, and the keys that a question's line must hold."""

    headline: str = ""
    """The group of `breakdown` that matters most."""

    settings: dict[str, Any] = Field(default_factory=dict)
    """Dotted settings that differ from the defaults."""

    variants: dict[str, dict[str, Any]] = Field(
        default_factory=lambda: dict[str, dict[str, Any]](default={}), min_length=1
    )
    """Runs side by side: name, and the dotted settings it differs in."""

    sweep: Sweep | None = None
    """Variants of one setting, in place of `variants`."""

    plain: dict[str, str] = Field(default_factory=dict)
    """Kind `table`: by variant, the name of the row of its reasoner before anything of numbers is added;
    variants of one reasoner share that row."""

    full: str = ""
    """Kind `table`: the variant that all others leave something out of."""

    seeds: tuple[Seed, ...] = Field((0,), min_length=1)

    stage_seconds: dict[str, float] = Field(default_factory=dict)
    """Seconds of each stage of a run, and of the `rest`, as last measured on two cores: what it will take."""

    pretraining: Pretraining = Field(default_factory=Pretraining)

    profile: Profile = Field(default_factory=Profile)

    speed: Speed = Field(default_factory=Speed)

    @model_validator(mode="before")
    @classmethod
    def _swept(cls, values: Any) -> Any:
        if not isinstance(values, dict) or not values.get("sweep"):
            return values
        own = Sweep.model_validate(values["sweep"]).variants()
        if values.get("variants", own) != own:  # what was written out has both
            raise ValueError("give either `sweep` or `variants`: each value of a sweep is a variant")
        return {**values, "variants": own}

    @model_validator(mode="after")
    def _consistent(self) -> "Definition":
        if (self.kind == "table") != bool(self.data):
            raise ValueError("an experiment of kind `table`, and no other, needs `data`")
        if not self.data and self.world == bool(self.kb):
            raise ValueError("give either `kb` or `world: true`")
        if unknown := sorted({*self.plain, *filter(None, [self.full])} - set(self.variants)):
            raise ValueError(f"{unknown[0]} is no variant")
        if self.holdout and self.holdout.file not in self.train:
            raise ValueError(f"holdout: {self.holdout.file} is no file of `train`")
        if self.kind in ON_QUESTIONS and not (self.evaluate or self.holdout):
            raise ValueError(f"an experiment of kind `{self.kind}` needs `evaluate` or `holdout`")
        if self.headline and self.headline not in self.breakdown:
            raise ValueError(f"headline: {self.headline} is no group of `breakdown`")
        if unknown := [name for name in self.question_files if self.world and name not in SPLITS]:
            raise ValueError(f"the world graph has no split {unknown[0]!r}, only {', '.join(SPLITS)}")
        return self

    @model_validator(mode="after")
    def _nothing_in_vain(self) -> "Definition":
        if self.sweep and self.kind not in WITH_CURVE:
            raise ValueError(f"sweep: an experiment of kind `{self.kind}` has no curve; write `variants`")
        if self.data and (own := sorted(name for name in INPUTS if getattr(self, name))):
            raise ValueError(f"{own[0]}: the graph and the questions of a table are those of its `data`")
        if any("seed" in own for own in (self.settings, *self.variants.values())):
            raise ValueError("seed: the runs of an experiment are told apart by their seeds; write `seeds`")
        for name in ("seeds", "data"):
            if len(set(getattr(self, name))) < len(getattr(self, name)):
                raise ValueError(f"{name}: one is given twice")
        if taken := [name for name in self.breakdown if name in GROUPS]:
            raise ValueError(f"breakdown: every table has a group {taken[0]!r} already")
        if self.holdout and HELD_OUT in self.evaluate:
            raise ValueError(f"evaluate: {HELD_OUT!r} is the set that `holdout` makes")
        return self

    @property
    def question_files(self) -> list[str]:
        """Every question file that it names, once."""
        return list(dict.fromkeys([*self.train, *self.dev, *self.evaluate.values()]))

    def settings_of(
        self,
        variant: str,
        seed: int,
        cache_folder: Path | None,
        extra: tuple[str, ...] = (),
        base: Mapping[str, Any] | None = None,
    ) -> Settings:
        """The settings of one run.

        Args:
            variant: name of the variant.
            seed: the seed.
            cache_folder: folder for embeddings, examples and finished stages.
            extra: further overrides, `section.key=value`; they win.
            base: dotted settings of the experiment whose data is used; everything else wins over them.

        Returns:
            The validated settings.

        Raises:
            UserError: a setting is unknown or wrong, or overrides the seed.
        """
        if any(override.partition("=")[0].strip() == "seed" for override in extra):
            what = "the runs of an experiment are told apart by their seeds"
            raise UserError(what, where="--set seed", remedy="choose seeds with `--seed`")
        own = {**(base or {}), **self.settings, **self.variants[variant], "seed": seed}
        texts = [f"{key}={_yaml(value)}" for key, value in own.items()]
        settings = load_settings(Settings, None, [*texts, *extra])
        return settings.model_copy(update={"cache": settings.cache or cache_folder})


def _yaml(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=10_000)
    return text.removesuffix("...\n").strip()
