"""Examples on disk: flat memory-mapped arrays, so that a second run reads what the first one built."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.files import write_folder_aside
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.code_key import code_key
from numkbqa.retrieval.examples.example import Example
from numkbqa.retrieval.linking.weights import read_weights
from numkbqa.retrieval.settings import RetrievalSettings

VERSION = 3
"""Raised with every change of the files; what retrieval decides is told apart by `code_key`."""

MANIFEST = "examples.json"
QUESTIONS = "questions.jsonl"
COUNTS = "num_answers.npy"

FIELDS = {
    "entities": ("entity", "<i8"),
    "topics": ("entity", "|b1"),
    "answers": ("entity", "|b1"),
    "head": ("fact", "<i4"),
    "relation": ("fact", "<i4"),
    "tail": ("fact", "<i4"),
    "distinct_relations": ("distinct", "<i8"),
    "numerical_relations": ("numerical", "<i8"),
    "relevance": ("numerical", "<f8"),
    "number_entity": ("number", "<i8"),
    "number_relation": ("number", "<i8"),
    "low": ("number", "<f8"),
    "high": ("number", "<f8"),
    "value": ("number", "<i8"),
    "of_asked_class": ("entity", "|b1"),
    "asked_classes": ("asked", "<i8"),
}
"""Arrays of an example: which offsets cut them, and their type on disk."""

LEADING = {group: name for name, (group, _) in reversed(FIELDS.items())}
"""One array of each group, whose length tells the group's size."""

Dropped = list[tuple[Question, str]]
"""Questions without an example, each with the reason."""


class Retrieved(NamedTuple):
    """What was retrieved for some questions.

    Args:
        examples: one a question that has a topic entity, in the order of the questions.
        dropped: the other questions, each with the reason; evaluation counts them as wrong.
    """

    examples: list[Example]
    dropped: Dropped


def examples_key(
    kb_hash: str,
    encoder_name: str,
    settings: RetrievalSettings,
    questions: Sequence[Question],
    scorer_key: str = "",
) -> str:
    """Hash everything that examples depend on.

    Args:
        kb_hash: content hash of the knowledge base.
        encoder_name: identity of the encoder's weights.
        settings: settings of retrieval.
        questions: the questions, gold answers included.
        scorer_key: hash of the trained scorer of numerical relations; empty without one.

    Returns:
        64 hexadecimal digits.
    """
    digest = hashlib.sha256()
    weights = str(read_weights().tolist())
    made_by = str(VERSION), code_key(), weights
    for part in (*made_by, kb_hash, encoder_name, settings.model_dump_json(), scorer_key):
        digest.update(part.encode() + b"\x1f")
    for question in questions:
        digest.update(question.model_dump_json().encode() + b"\n")
    return digest.hexdigest()


def write_examples(path: Path, retrieved: Retrieved, key: str = "") -> None:
    """Write examples into a folder, whole or not at all.

    Args:
        path: the folder; older examples there are replaced.
        retrieved: what to write.
        key: what the examples depend on, as given by `examples_key`.

    Raises:
        UserError: something else stands there, or nothing can be written.
    """
    examples, dropped = retrieved
    with write_folder_aside(path, MANIFEST) as folder:
        for name, (_, kind) in FIELDS.items():
            np.save(array_file(folder, name), _flat([getattr(e, name) for e in examples], kind))
        for group, name in LEADING.items():
            sizes = [len(getattr(example, name)) for example in examples]
            np.save(offsets_file(folder, group), np.cumsum([0, *sizes], dtype=np.int64))
        np.save(folder / COUNTS, np.array([e.num_answers for e in examples], dtype=np.int64))
        questions = [example.question for example in examples] + [question for question, _ in dropped]
        lines = "".join(question.model_dump_json() + "\n" for question in questions)
        (folder / QUESTIONS).write_text(lines, encoding="utf-8")
        write_manifest(folder, key, [reason for _, reason in dropped])


def write_manifest(folder: Path, key: str, reasons: Sequence[str]) -> None:
    """Write the manifest, last of all files of a store.

    Args:
        folder: the store.
        key: what the examples depend on.
        reasons: why each of the last questions has no example.
    """
    manifest = {"version": VERSION, "key": key, "reasons": list(reasons)}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def array_file(folder: Path, name: str) -> Path:
    """File of one of the `FIELDS` in a store."""
    return folder / f"{name}.npy"


def offsets_file(folder: Path, group: str) -> Path:
    """File of the offsets that cut the arrays of a group in a store."""
    return folder / f"{group}.offsets.npy"


def read_examples(path: Path, key: str | None = None) -> Retrieved:
    """Open examples; their arrays are read from the disk when they are used.

    Args:
        path: a folder that `write_examples` wrote.
        key: what the examples must depend on; None for anything.

    Returns:
        The examples and the dropped questions.

    Raises:
        UserError: the folder is missing or damaged, or holds examples of another version or key.
    """
    remedy = "remove the folder; it is made again when it is needed"
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        if manifest["version"] != VERSION or key not in (None, manifest["key"]):
            raise UserError("these examples were made from something else", where=path, remedy=remedy)
        return _open(path, manifest["reasons"])
    except (OSError, EOFError, KeyError, TypeError, ValueError) as error:
        raise UserError(f"the examples cannot be read: {error}", where=path, remedy=remedy) from error


def _open(path: Path, reasons: list[str]) -> Retrieved:
    # Lines end with "\n" alone: a question may hold other line separators of Unicode.
    with (path / QUESTIONS).open(encoding="utf-8", newline="\n") as lines:
        questions = [Question.model_validate_json(line) for line in lines]
    arrays = {name: _map(array_file(path, name)) for name in FIELDS}
    offsets = {group: np.load(offsets_file(path, group)).tolist() for group in LEADING}
    num_answers = np.load(path / COUNTS).tolist()
    examples = [
        Example(
            question=questions[i],
            num_answers=count,
            **{
                name: arrays[name][offsets[group][i] : offsets[group][i + 1]]
                for name, (group, _) in FIELDS.items()
            },
        )
        for i, count in enumerate(num_answers)
    ]
    return Retrieved(examples, list(zip(questions[len(examples) :], reasons, strict=True)))


def _map(path: Path) -> NDArray[Any]:
    # A plain array over the mapped file: slicing a `memmap` object itself is slow.
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))


def _flat(arrays: Sequence[NDArray[Any]], kind: str) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype=kind), *arrays]).astype(kind, copy=False)
