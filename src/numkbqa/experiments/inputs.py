"""Inputs of an experiment: the data folder, the question files, and the share of them that is held out."""

import json
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.experiments.definition import HELD_OUT, Definition
from numkbqa.experiments.reuse import hashes, knowledge_base, world_graph
from numkbqa.files import make_folder, write_aside
from numkbqa.questions.records import read_questions
from numkbqa.world import question_file

DATA_VARIABLE = "NUMKBQA_DATA"
DEFAULT_DATA = Path("..") / "shared" / "data"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the runs of an experiment share.

    Args:
        kb: folder of the knowledge base.
        train: question files to train on, what is held out already taken away.
        dev: question files that select.
        evaluate: question files that are reported, by the name of the set.
        sha256: hash of every file of the user's that went in, by its name.
    """

    kb: Path
    train: list[Path]
    dev: list[Path]
    evaluate: dict[str, Path]
    sha256: dict[str, str] = field(default_factory=dict)

    @property
    def held_out_files(self) -> list[Path]:
        """Files whose topics no pseudo question may ask about."""
        return list(self.evaluate.values())


def data_folder(data: Path | None) -> Path:
    """The folder that `kb` and question files of a definition are relative to.

    Args:
        data: the user's choice; else the environment variable NUMKBQA_DATA, else ../shared/data.

    Returns:
        An existing folder.

    Raises:
        UserError: there is no such folder.
    """
    folder = data or Path(os.environ.get(DATA_VARIABLE) or DEFAULT_DATA)
    if not folder.is_dir():
        raise UserError(
            "there is no such data folder",
            where=folder,
            remedy=f"name the folder with `--data DIR` or in the environment variable {DATA_VARIABLE}",
        )
    return folder


def prepare(definition: Definition, folder: Path, data: Path | None) -> Inputs:
    """Build the graph and lay out the question files of an experiment.

    Args:
        definition: the experiment.
        folder: folder of the experiment; the graph and the split files are written into it.
        data: the data folder, or None for the default; not looked at for the world graph.

    Returns:
        The inputs.

    Raises:
        UserError: a file is missing or wrong.
    """
    make_folder(folder)
    if definition.world:
        files = {name: question_file(name) for name in definition.question_files}
        sources = [world_graph(folder.parent / "world.nt")]
    else:
        files, sources = existing_files(definition, data)
    kb = knowledge_base(sources, folder / "kb", definition.derive)
    train, held_out = _hold_out(definition, files, folder / "questions")
    evaluate = {name: files[file] for name, file in definition.evaluate.items()} | held_out
    used = [*sources, *files.values()]
    return Inputs(kb, train, [files[name] for name in definition.dev], evaluate, hashes(used))


def existing_files(definition: Definition, data: Path | None) -> tuple[dict[str, Path], list[Path]]:
    """The files of an experiment on a graph of the data folder.

    Args:
        definition: the experiment.
        data: the data folder, or None for the default.

    Returns:
        Question files by the name that the definition has for them, and the files of the graph.

    Raises:
        UserError: the folder or a file is not there.
    """
    root = data_folder(data)
    files = {name: _existing(root / name) for name in definition.question_files}
    return files, [_existing(root / name) for name in definition.kb]


def question_keys(file: Path) -> dict[str, dict[str, Any]]:
    """All keys of each line of a question file, also those that are no part of a record, by question id."""
    lines = file.read_text(encoding="utf-8-sig").split("\n")
    records = [json.loads(line) for line in lines if line.strip()]
    return {record["id"]: record for record in records}


def _existing(file: Path) -> Path:
    if not file.is_file():
        raise UserError(
            "the experiment needs this file, which is not there", where=file, remedy="see `--data`"
        )
    return file


def _hold_out(
    definition: Definition, files: dict[str, Path], folder: Path
) -> tuple[list[Path], dict[str, Path]]:
    """Split the file of `holdout`; return the files to train on, and the held-out set by its name."""
    rule = definition.holdout
    if rule is None:
        return [files[name] for name in definition.train], {}
    source = files[rule.file]
    ids = [question.id for question in read_questions(source)]
    order = list(ids)
    random.Random(rule.seed).shuffle(order)
    held = set(order[: round(rule.share * len(order))])
    lines = [line for line in source.read_text(encoding="utf-8-sig").split("\n") if line.strip()]
    by_id = dict(zip(ids, lines, strict=True))
    make_folder(folder)
    rest = _write(folder / f"rest.{source.name}", [by_id[i] for i in ids if i not in held])
    out = _write(folder / f"{HELD_OUT}.{source.name}", [by_id[i] for i in ids if i in held])
    train = [rest if name == rule.file else files[name] for name in definition.train]
    return train, {HELD_OUT: out}


def _write(file: Path, lines: Sequence[str]) -> Path:
    with write_aside(file) as aside:
        aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file
