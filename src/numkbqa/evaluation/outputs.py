"""What systems wrote of their answers: the files of NSM, ReaRev and GRAFT-Net, and our own.

| file | its key | what it holds of a question | F1 is over |
|---|---|---|---|
| `_test.info` of NSM, NumKBQA, UniKGQA | `cand` | entities retrieved, as lines in a list | all of them |
| `_test.info` of ReaRev, NuTrea, GNN-RAG | `cand`, `answers` | entities retrieved, by name | all of them |
| `pred` of GRAFT-Net | `dist` | all entities of the subgraph, each with a probability | those above 0.2 |
| ours, of `evaluate --predictions` | `retrieved` | entities or values retrieved, by id | all of them |
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from numkbqa.errors import UserError
from numkbqa.evaluation.metrics import tied
from numkbqa.evaluation.modes import Given, Grade
from numkbqa.kb.readers.json_lines import json_lines
from numkbqa.kb.readers.nsm_subgraphs import Numbering, id_of
from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source

GRAFT_NET_THRESHOLD: Final = 0.2
"""Probability above which GRAFT-Net's own script counts an entity as retrieved."""

FORMATS_REMEDY: Final = (
    "Name a `_test.info` of NSM or ReaRev, a `pred` of GRAFT-Net, or a file of `evaluate --predictions`."
)


class Format(StrEnum):
    """Who wrote a file of predictions."""

    NSM = "nsm"
    REAREV = "rearev"
    GRAFT_NET = "graft-net"
    OWN = "numkbqa"


@dataclass(frozen=True, slots=True)
class Output:
    """What a system answered to one question.

    Args:
        line: its line, from 1.
        given: the answers that count.
        candidates: every entity that is named; their order says nothing.
        tied: whether another entity has the probability of the first one.
        id: id of the question; empty when the file does not say.
        question: its text; empty when the file does not say.
        gold: its gold answers with repetitions; None when the file does not say.
        own: Hits@1 and F1 as the system itself counted them; None when the file does not say.
        ordinal: whether it counts as ordinal; None when the file does not say.
        cell: its ordinal cell; None without any, and when the file does not say.
    """

    line: int
    given: Given
    candidates: tuple[str, ...]
    tied: bool
    id: str = ""
    question: str = ""
    gold: tuple[str, ...] | None = None
    own: Grade | None = None
    ordinal: bool | None = None
    cell: str | None = None


class _UnknownNumberError(Exception):
    """An entity is named by a number that no list explains."""


class _Line(BaseModel):
    """A line of a file; what it holds besides is not looked at."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    hit: FiniteFloat | None = None
    f1: FiniteFloat | None = None

    @property
    def own(self) -> Grade | None:
        return None if self.hit is None or self.f1 is None else Grade(self.hit, self.f1)


class _InfoLine(_Line):
    question: str = ""
    cand: list[tuple[int | str, FiniteFloat]]
    answers: list[str | int] | None = None

    def output(self, line: int, entities: Numbering | None) -> Output:
        names = [_name(entity, entities) for entity, _ in self.cand]
        return Output(
            line,
            Given(next(iter(names), None), names),
            tuple(names),
            tied([p for _, p in self.cand]),
            question=whole_words(self.question),
            gold=None if self.answers is None else tuple(_name(answer, entities) for answer in self.answers),
            own=self.own,
        )


class _DistLine(_Line):
    dist: dict[str, FiniteFloat]
    answers: list[str | int] | None = None

    def output(self, line: int, entities: Numbering | None) -> Output:
        ranked = sorted(self.dist, key=lambda entity: -self.dist[entity])
        # the script starts from a probability of zero, which is no answer
        first = next((entity for entity in ranked if self.dist[entity] > 0), None)
        return Output(
            line,
            Given(first, [entity for entity in ranked if self.dist[entity] > GRAFT_NET_THRESHOLD]),
            tuple(ranked),
            first is not None and tied([self.dist[entity] for entity in ranked]),
            # the script holds gold answers as a set
            gold=None if self.answers is None else tuple(dict.fromkeys(map(str, self.answers))),
        )


class _OwnAnswer(BaseModel):
    id: str
    score: FiniteFloat


class _OwnLine(_Line):
    id: str
    question: str
    ordinal: bool
    cell: str | None
    retrieved: list[str]
    gold: list[str]
    answers: list[_OwnAnswer] = Field(default_factory=list)

    def output(self, line: int, entities: Numbering | None) -> Output:
        return Output(
            line,
            Given(next(iter(self.retrieved), None), self.retrieved),
            (*self.retrieved, *(answer.id for answer in self.answers)),
            tied([answer.score for answer in self.answers]),
            self.id,
            self.question,
            tuple(self.gold),
            self.own,
            self.ordinal,
            self.cell,
        )


_LINES: Final[Mapping[Format, type[_InfoLine] | type[_DistLine] | type[_OwnLine]]] = {
    Format.NSM: _InfoLine,
    Format.REAREV: _InfoLine,
    Format.GRAFT_NET: _DistLine,
    Format.OWN: _OwnLine,
}


def read_outputs(file: Path, entities: Numbering | None = None) -> tuple[Format, list[Output]]:
    """Read a file of predictions.

    Args:
        file: JSON Lines, of a format that its first line tells.
        entities: ids by number, for files that name entities by number.

    Returns:
        Who wrote it, and what was answered, in the order of the file.

    Raises:
        UserError: it cannot be read, holds nothing, or a line is wrong.
    """
    rows = _rows(file)
    first = next(rows, None)
    if first is None:
        raise UserError("this file holds no predictions", where=file, remedy=FORMATS_REMEDY)
    form = _format(file, *first)
    return form, [_output(file, form, *row, entities) for row in (first, *rows)]


def whole_words(text: str) -> str:
    """A question without the marks of a tokenizer that takes words apart: "ni ##jm ##ege ##n" is one word."""
    return text.replace(" ##", "").strip()


def _rows(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, row in json_lines(Source(file, file.name)):
        if isinstance(row, Skipped) or not isinstance(row, dict):
            raise UserError("the line is no JSON object", where=file, line=line, remedy=FORMATS_REMEDY)
        yield line, row


def _format(file: Path, line: int, row: dict[str, Any]) -> Format:
    if "retrieved" in row:
        return Format.OWN
    if "dist" in row:
        return Format.GRAFT_NET
    if "cand" in row:
        return Format.REAREV if "answers" in row else Format.NSM
    raise UserError("these are no predictions that are known", where=file, line=line, remedy=FORMATS_REMEDY)


def _output(file: Path, form: Format, line: int, row: dict[str, Any], entities: Numbering | None) -> Output:
    try:
        return _LINES[form].model_validate(row).output(line, entities)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UserError(f'"{place}": {first["msg"]}', where=file, line=line, remedy=FORMATS_REMEDY) from error
    except _UnknownNumberError as error:
        raise UserError(
            str(error),
            where=file,
            line=line,
            remedy="Give their questions with `--questions`: `test_simple.json` beside `entities.txt`.",
        ) from error


def _name(entity: int | str, entities: Numbering | None) -> str:
    """The id of an entity that may be named by number."""
    if isinstance(entity, str):
        return id_of(entity)
    if entities is None:
        raise _UnknownNumberError("entities are named by number, and there is no list of their ids")
    if not 0 <= entity < len(entities):
        raise _UnknownNumberError(
            f"there is no entity number {entity}: entities.txt has {len(entities)} lines"
        )
    return entities.ids[entity]
