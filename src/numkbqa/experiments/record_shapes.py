"""What others read of the record of a run: a document that lacks any of it is no record."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from numkbqa.experiments.figures import HITS

Seconds = Annotated[float, Field(strict=True, ge=0.0, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0.0, le=1.0)]
Percent = Annotated[float, Field(strict=True, ge=0.0, le=100.0)]


class _Part(BaseModel):
    seconds: Seconds = 0.0


class _Stage(_Part):
    embedding: _Part = _Part()


class _Stages(BaseModel):
    stages: dict[str, _Stage]
    seconds: dict[str, Seconds]
    questions: dict[str, int]


class _Config(BaseModel):
    basic: str
    plug_in: Literal["nt", "num", "none"] = "nt"


class _Seconds(BaseModel):
    all: Seconds
    training: Seconds


class _Graded(BaseModel):
    """A `figures.Graded`, and nothing else."""

    model_config = ConfigDict(extra="forbid")

    id: str
    ordinal: bool
    cell: str | None
    hits: dict[str, Share]
    f1: Share
    plain_f1: Share = 0.0


class _Trained(BaseModel):
    """What others read of a training run."""

    training: _Stages
    config: _Config
    seconds: _Seconds
    evaluation: dict[str, dict[str, Any]]


class _Hits(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Percent]

    all: Percent


class _Instances(BaseModel):
    test: int


class _Pretrained(BaseModel):
    """What others read of a run of number pre-training."""

    max_k: int
    instances: _Instances
    hits1: _Hits
    hits1_by_size: dict[str, _Hits] = {}
    steps: dict[str, int]
    seconds: Seconds


class _Measured(BaseModel):
    """What others read of any other run."""

    config: dict[str, Any]


class _Settings(BaseModel):
    seed: int = Field(0, ge=0, lt=2**32, strict=True)


class _Machine(BaseModel):
    cores: int | None
    memory_gib: float
    threads: int
    torch: str
    python: str
    system: str


class RecordShape(BaseModel):
    """What others read of every record, whatever else it holds."""

    experiments: list[str]
    source: str
    settings: _Settings
    data: dict[str, str]
    numkbqa: str
    commit: str | None
    machine: _Machine
    seconds: Seconds
    peak_memory_bytes: int = Field(ge=0)


class MeasuredShape(RecordShape):
    """What others read of the record of any other run."""

    run: _Measured


class PretrainingShape(RecordShape):
    """What others read of the record of a run of number pre-training."""

    run: _Pretrained


class TrainingShape(RecordShape):
    """What others read of the record of a training run."""

    run: _Trained
    graded: dict[str, list[_Graded]]
    members: dict[str, dict[str, list[str]]]

    @model_validator(mode="after")
    def _whole(self) -> "TrainingShape":
        if self.graded.keys() - self.run.evaluation.keys():
            raise ValueError("a set was graded and has no evaluation")
        if any(HITS - one.hits.keys() for graded in self.graded.values() for one in graded):
            raise ValueError("a question was not graded for every system")
        return self


SHAPES: Mapping[str, type[RecordShape]] = {"train": TrainingShape, "pretraining": PretrainingShape}
"""By kind of measurement; records of all others are `MeasuredShape`."""


def shape_of(kind: str) -> type[RecordShape]:
    """The shape of the records of a kind of measurement, which `model_validate` holds a document to.

    Args:
        kind: the kind, with which the name of a record begins.

    Returns:
        The shape.
    """
    return SHAPES.get(kind, MeasuredShape)
