"""Finished runs on disk, so that a table can be made in pieces and no run is made twice.

A record is found by all that its run depends on, not by the experiment: the full model of an ablation table
is the same run as its row of the overall table. The records of a folder are all that its results and their
page are made of, and folders are put together by copying them into one.
"""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from numkbqa.experiments.definition import INPUTS
from numkbqa.experiments.named_files import named_content
from numkbqa.experiments.plan import Planned
from numkbqa.experiments.record_shapes import shape_of
from numkbqa.files import locked, make_folder, write_aside
from numkbqa.reasoning.basic import BasicReasoner, basic_reasoner, code_of, is_own
from numkbqa.training.settings import MACHINERY, Settings
from numkbqa.training.workbench import fingerprint

FOLDER = "records"
SUFFIX = ".json.gz"

MEASURES = {"pretraining", "profile", "speed"}
"""What a definition says of how its kind measures."""

WITHOUT_NUMBERS = {"linking", "coverage", "relations", "profile"}
"""Kinds of measurement in which no numerical reasoner takes part."""

TIMED = {"profile", "speed"}
"""Kinds whose results are times, so that the device decides them."""

OF_NUMBERS = {"numbers", "num", "number_training"}
"""Settings that change no result of theirs."""

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """What a run depends on, but for the content of its graph and question files.

    Args:
        name: name of its record: the kind of measurement, and a hash of the inputs, of those settings that
            differ from their defaults, and of the files that they name.
        settings: all settings that decide its result. A record with other values, of when a default was
            another one, is not this run's; settings that came later may be missing in it, since they are part
            of the hash once they differ from their defaults.
        unused: names of settings that decide nothing of it, whatever a record has for them.
    """

    name: str
    settings: Mapping[str, Any]
    unused: frozenset[str] = frozenset()

    def agrees_with(self, record: Mapping[str, Any]) -> bool:
        """Whether the settings of a record are the same as now.

        Args:
            record: a record.

        Returns:
            Whether all of them that it has are, but for `unused` ones.
        """
        kept = {name: value for name, value in record["settings"].items() if name not in self.unused}
        return _agree(kept, self.settings)


class Records:
    """The records of all runs below one folder of results.

    Args:
        output: folder of all results.
    """

    def __init__(self, output: Path) -> None:
        self.folder = output / FOLDER

    def find(self, key: Key, data: dict[str, str] | None = None) -> Record | None:
        """The record of a run.

        Args:
            key: see `key_of`.
            data: hashes that the input files must have had, or None when any will do.

        Returns:
            The record, or None.
        """
        record = _read(self._file(key))
        if record is None or not key.agrees_with(record):
            return None
        return record if data in (None, record["data"]) else None

    def keep(self, key: Key, record: Record) -> None:
        """Write the record of a run; of an older one the experiments that it was made for are kept.

        Args:
            key: see `key_of`.
            record: the record.
        """
        with self._alone():
            earlier = self.find(key) or {"experiments": []}
            self._write(key, {**record, "experiments": _united(record, earlier)})

    def note(self, key: Key, experiment: str) -> None:
        """Note that a finished run is of one more experiment.

        Args:
            key: see `key_of`.
            experiment: name of the experiment.
        """
        with self._alone():
            if (record := self.find(key)) and experiment not in record["experiments"]:
                self._write(key, {**record, "experiments": _united(record, {"experiments": [experiment]})})

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two sessions may finish the same run, each for an experiment of its own."""
        make_folder(self.folder)
        with locked(self.folder):
            yield

    def _write(self, key: Key, record: Record) -> None:
        text = json.dumps({**record, "settings": key.settings}, ensure_ascii=False) + "\n"
        with write_aside(self._file(key)) as aside:
            aside.write_bytes(gzip.compress(text.encode(), mtime=0))

    def _file(self, key: Key) -> Path:
        return self.folder / f"{key.name}{SUFFIX}"

    def all(self) -> Iterator[Record]:
        """Every record that can be read."""
        for file in sorted(self.folder.glob(f"*{SUFFIX}")):
            if record := _read(file):
                yield record

    def seeds(self) -> dict[str, list[int]]:
        """Seeds that runs were made with, by the experiment that they were made for."""
        found: dict[str, set[int]] = {}
        for record in self.all():
            for name in record["experiments"]:
                found.setdefault(name, set()).add(record["settings"].get("seed", 0))
        return {name: sorted(seeds) for name, seeds in found.items()}


def key_of(run: Planned, settings: Settings) -> Key:
    """All that a run depends on but the content of its graph and question files.

    Args:
        run: the run.
        settings: its settings.

    Returns:
        The key of its record. Tables and training experiments measure the same.
    """
    kind = "train" if run.experiment.kind == "table" else run.experiment.kind
    numbers = kind not in WITHOUT_NUMBERS
    machinery = MACHINERY - {"device"} if kind in TIMED else MACHINERY
    others = {name for name, one in BasicReasoner.registry.items() if is_own(one)} - {settings.basic}
    unused = machinery | others | (set() if numbers else OF_NUMBERS)
    in_order = settings.model_copy(update={"own": dict(sorted(settings.own.items()))})
    own = in_order.model_dump_json(exclude=unused, exclude_defaults=True)
    inputs = run.source.model_dump_json(include=INPUTS)
    measures = run.experiment.model_dump_json(include=MEASURES)
    content = (*code_of(basic_reasoner(settings.basic)), *named_content(settings, numbers=numbers))
    return Key(
        f"{kind}-{fingerprint(version('numkbqa'), own, inputs, measures, run.max_k, *content)}",
        settings.decisive(unused=unused),
        frozenset(unused),
    )


def _united(one: Record, other: Record) -> list[str]:
    return sorted({*one["experiments"], *other["experiments"]})


def _agree(kept: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether all settings that were kept are the same now, in each of their sections."""
    return all(name in now and _same(value, now[name]) for name, value in kept.items())


def _same(kept: Any, now: Any) -> bool:
    if isinstance(kept, dict) and isinstance(now, dict):
        return _agree(kept, now)
    return bool(kept == now)


def _no_number(constant: str) -> float:
    raise ValueError(f"{constant} in a record")


def _read(file: Path) -> Record | None:
    """A record, or None: a damaged one is as good as none, for its run can be made again."""
    kind = file.name.partition("-")[0]
    try:
        document: Record = json.loads(gzip.decompress(file.read_bytes()), parse_constant=_no_number)
        shape_of(kind).model_validate(document)
    except (OSError, EOFError, zlib.error, RecursionError, ValueError):
        return None
    return document
