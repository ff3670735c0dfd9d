"""What others read of the record of a run: a document that lacks any of it is no record."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, model_validator

from numkbqa.experiments.figures import HITS, Graded

Figure = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class _Part(BaseModel):
    seconds: Figure = 0.0


class _Stage(_Part):
    embedding: _Part = _Part()


class _Stages(BaseModel):
    stages: dict[str, _Stage]
    seconds: dict[str, Figure]
    questions: dict[str, int]


class _Config(BaseModel):
    basic: str


class _Seconds(BaseModel):
    all: Figure
    training: Figure


class _Trained(BaseModel):
    """What others read of a training run."""

    training: _Stages
    config: _Config
    seconds: _Seconds
    evaluation: dict[str, Any]


class _Hits(BaseModel):
    all: Figure


class _Pretrained(BaseModel):
    """What others read of a run of number pre-training."""

    max_k: int
    hits1: _Hits
    steps: dict[str, int]
    seconds: Figure


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
    seconds: Figure
    peak_memory_bytes: int


class MeasuredShape(RecordShape):
    """What others read of the record of any other run."""

    run: dict[str, Any]


class PretrainingShape(RecordShape):
    """What others read of the record of a run of number pre-training."""

    run: _Pretrained


class TrainingShape(RecordShape):
    """What others read of the record of a training run."""

    run: _Trained
    graded: dict[str, list[Graded]]
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
