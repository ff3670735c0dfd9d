"""Finished runs on disk, so that a table can be made in pieces and no run is made twice.

A record is found by all that its run depends on, not by the experiment: the full model of an ablation table
is the same run as its row of the overall table. The records of a folder are all that its results and their
page are made of, and folders are put together by copying them into one.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from numkbqa.experiments.figures import Graded
from numkbqa.experiments.plan import Planned
from numkbqa.files import write_aside
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import fingerprint

FOLDER = "records"
SUFFIX = ".json.gz"
INPUTS = {"kb", "derive", "world", "train", "dev", "holdout", "evaluate", "breakdown"}
"""What a definition says of the graph and the questions."""

MEASURES = {"pretraining", "profile", "speed"}
"""What it says of how its kind measures."""

MACHINERY = {"cache", "processes", "device"}
"""Settings that change no result."""

Record = dict[str, Any]


class _Stages(BaseModel):
    stages: dict[str, dict[str, Any]]
    seconds: dict[str, float]


class _Config(BaseModel):
    basic: str


class _Seconds(BaseModel):
    all: float


class _Trained(BaseModel):
    """What others read of a training run."""

    training: _Stages
    config: _Config
    seconds: _Seconds


class _Measured(BaseModel):
    """Any other run."""

    training: None = None


class _Shape(BaseModel):
    """What others read of a record, whatever else it holds."""

    experiment: str
    source: str
    seconds: float
    data: dict[str, str]
    run: _Trained | _Measured
    graded: dict[str, list[Graded]] = {}


class Records:
    """The records of all runs below one folder of results.

    Args:
        output: folder of all results.
    """

    def __init__(self, output: Path) -> None:
        self.folder = output / FOLDER

    def find(self, key: str, data: dict[str, str] | None = None) -> Record | None:
        """The record of a key.

        Args:
            key: see `key_of`.
            data: hashes that the input files must have had, or None when any will do.

        Returns:
            The record, or None.
        """
        record = _read(self.folder / f"{key}{SUFFIX}")
        return record if record and data in (None, record["data"]) else None

    def keep(self, key: str, record: Record) -> None:
        """Write the record of a key; an older one is replaced."""
        text = json.dumps(record, ensure_ascii=False) + "\n"
        with write_aside(self.folder / f"{key}{SUFFIX}") as aside:
            aside.write_bytes(gzip.compress(text.encode(), mtime=0))

    def all(self) -> Iterator[Record]:
        """Every record that can be read."""
        for file in sorted(self.folder.glob(f"*{SUFFIX}")):
            if record := _read(file):
                yield record


def key_of(run: Planned, settings: Settings) -> str:
    """All that a run depends on but the content of its files, as the name of its record.

    Args:
        run: the run.
        settings: its settings.

    Returns:
        The kind of measurement and a hash. Tables and training experiments measure the same.
    """
    kind = "train" if run.experiment.kind == "table" else run.experiment.kind
    others = set(BasicReasoner.registry) - {settings.basic}
    config = settings.model_dump_json(exclude=MACHINERY | others)
    inputs = run.source.model_dump_json(include=INPUTS)
    measures = run.experiment.model_dump_json(include=MEASURES)
    return f"{kind}-{fingerprint(version('numkbqa'), config, inputs, measures, run.max_k)}"


def _read(file: Path) -> Record | None:
    """A record, or None: a damaged one is as good as none, for its run can be made again."""
    try:
        document: Record = json.loads(gzip.decompress(file.read_bytes()))
        _Shape.model_validate(document)
    except (OSError, EOFError, zlib.error, ValueError):
        return None
    return document
