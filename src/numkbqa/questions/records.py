"""Question records: the question file of docs/architecture.md, "Contracts"."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from numkbqa.errors import UserError
from numkbqa.files import write_aside
from numkbqa.questions.ordinal import has_ordinal_word

REMEDY = (
    'One JSON object a line: {"id": "q1", "question": "...", "topic_entities": ["id"], '
    '"answers": [{"id": "..."} or {"value": "..."}]}'
)


class Answer(BaseModel):
    """One gold answer: an entity id, or a literal value."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str | None = None
    value: str | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> "Answer":
        if bool(self.id) == bool(self.value):
            raise ValueError('an answer holds either "id" or "value", and it is not empty')
        return self


ORDER_BY = re.compile(r"\bORDER\s+BY\b", re.IGNORECASE)


class Question(BaseModel):
    """One question with its gold answers; unknown extra keys of a file are kept out.

    `order_by` is whether its query sorts, the second definition of "ordinal" in use; it is read out of
    `sparql` where a file has the query.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    question: str
    topic_entities: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    ordinal: bool | None = None
    order_by: bool | None = Field(None, validation_alias=AliasChoices("order_by", "sparql"))

    @field_validator("order_by", mode="before")
    @classmethod
    def _told_by_its_query(cls, told: object) -> object:
        return ORDER_BY.search(told) is not None if isinstance(told, str) else told

    @field_validator("id", "question")
    @classmethod
    def _not_empty(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("it is empty")
        return text

    @property
    def is_ordinal(self) -> bool:
        """Whether it counts as ordinal: by its record, else by the lexicon."""
        return has_ordinal_word(self.question) if self.ordinal is None else self.ordinal


def read_questions(path: Path, *, require_answers: bool = True) -> list[Question]:
    """Read a question file: JSON Lines, one question a line, blank lines skipped.

    Args:
        path: the file, UTF-8; of a folder preprocessed for NSM or GRAFT-Net too (`*_simple.json`).
        require_answers: whether a question without answers is an error.

    Returns:
        The questions in the order of the file.

    Raises:
        UserError: the file cannot be read, holds no question, or a line is wrong (named with its number).
    """
    questions: list[Question] = []
    lines_of_ids: dict[str, int] = {}
    for number, question in _numbered(path):
        _check(path, number, question, lines_of_ids, require_answers)
        lines_of_ids[question.id] = number
        questions.append(question)
    if not questions:
        raise UserError("this question file holds no question.", where=path, remedy=REMEDY)
    return questions


def write_questions(path: Path, questions: Iterable[Question]) -> None:
    """Write a question file aside and rename it, so that half a file never stays behind.

    Args:
        path: the file to write; an existing one is replaced.
        questions: the questions, written in this order.
    """
    with write_aside(path) as aside, aside.open("w", encoding="utf-8") as file:
        file.writelines(f"{question.model_dump_json(exclude_none=True)}\n" for question in questions)


def _numbered(path: Path) -> Iterator[tuple[int, Question]]:
    """The questions of a file with their lines."""
    # that reader makes the questions of this module
    from numkbqa.questions.nsm_folder import is_folder_question_file, read_folder_questions  # noqa: PLC0415

    if is_folder_question_file(path):
        yield from ((found.line, found.question) for found in read_folder_questions(path))
        return
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            yield number, _parse(path, number, line)


def _lines(path: Path) -> list[str]:
    try:
        # Not splitlines: it also breaks at characters that JSON allows inside a string.
        return path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise UserError(
            f"this file is not UTF-8 text (byte {error.start}).", where=path, remedy="Save it as UTF-8."
        ) from error
    except OSError as error:
        raise UserError(
            f"the question file cannot be read: {error.strerror}.", where=path, remedy="Check the path."
        ) from error


def _parse(path: Path, number: int, line: str) -> Question:
    try:
        return Question.model_validate_json(line, strict=True)
    except ValidationError as error:
        raise UserError(_explain(error), where=path, line=number, remedy=REMEDY) from error


def _explain(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    reason = first["msg"].removeprefix("Value error, ")
    if first["type"] == "missing":
        return f'the key "{place}" is missing.'
    return f'"{place}": {reason}.' if place else f"{reason}."


def _check(path: Path, number: int, question: Question, seen: dict[str, int], require_answers: bool) -> None:
    if question.id in seen:
        raise UserError(
            f"the id {question.id!r} was used in line {seen[question.id]} already.",
            where=path,
            line=number,
            remedy="Give every question its own id.",
        )
    if require_answers and not question.answers:
        raise UserError(
            f"the question {question.id!r} has no answers.",
            where=path,
            line=number,
            remedy='Add "answers": [{"id": "..."} or {"value": "..."}], or leave the question out.',
        )
