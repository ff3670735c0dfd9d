"""What the tools are given: typed arguments, closed to unknown ones, and errors that say what to change."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.values import Direction

MAX_QUESTION: Final = 2_000
"""Characters of a question or text at most."""

MAX_NAME: Final = 500
"""Characters of an id or a name at most."""

MAX_LISTED: Final = 1_000
"""Entities of a list at most."""


def _read_list(given: object) -> object:
    """Read a list that is written as JSON text, as some hosts send it."""
    if isinstance(given, str) and given.lstrip().startswith("["):
        try:
            return json.loads(given)
        except (ValueError, RecursionError):
            return given
    return given


Text = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Ids = Annotated[tuple[Name, ...], BeforeValidator(_read_list)]


class Arguments(BaseModel):
    """Arguments of a tool."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    model: str | None = None
    """Which of the served models answers; the first one by default."""


class AskArguments(Arguments):
    """Arguments of `ask`."""

    question: Text
    """The question in natural language ("the second longest river in Italy"); at most 2000 characters."""
    k: int = Field(5, ge=1, le=50)
    """How many answers at most; all that tie with the first and lists that are asked for are given whole."""
    topics: Ids = Field((), max_length=20)
    """Ids of the entities that the question is about, to settle which namesake is meant; by default those
    that it names."""
    rows: int = Field(10, ge=1, le=50)
    """How many rows of evidence at most."""


class RankArguments(Arguments):
    """Arguments of `rank`."""

    relation: Name
    """Id or text of a numerical relation ("population"); the resource schema://numerical-relations and the
    tool doctor list them."""
    of: Name | None = None
    """A class whose members are ranked: its id or its name ("river"); leave it out to rank `entities`, or all
    that have a value."""
    entities: Ids = Field((), max_length=MAX_LISTED)
    """Ids of the entities to rank, in place of a class."""
    direction: Direction = Direction.MAX
    """max for the largest or latest first, min for the smallest or earliest."""
    k: int = Field(1, ge=1, le=1_000_000)
    """The rank to start at; ranks count distinct values, and equal values share one."""
    count: int = Field(10, ge=1, le=100)
    """How many ranks."""


class LinkArguments(Arguments):
    """Arguments of `link`."""

    text: Text
    """A question or any other text that names things; at most 2000 characters."""


class ExplainArguments(Arguments):
    """Arguments of `explain`."""

    question: Text
    """The question, as it was asked."""
    entity: Name
    """Id or name of the entity to explain: an answer, or one that was expected and is none."""
    topics: Ids = Field((), max_length=20)
    """Ids of what the question is about, as they were given to `ask`."""


class DoctorArguments(Arguments):
    """Arguments of `doctor`."""

    relation: Name | None = None
    """Id or text of a numerical relation to look at closely; the whole graph by default."""
    rows: int = Field(10, ge=1, le=50)
    """How many findings and how many relations at most."""


Given = TypeVar("Given", bound=Arguments)


def read_arguments(kind: type[Given], given: Mapping[str, Any], tool: str) -> Given:
    """Read what a tool was given.

    Args:
        kind: the arguments of the tool.
        given: what came over the wire.
        tool: its name, for messages.

    Returns:
        The arguments.

    Raises:
        UserError: one is missing, unknown or not what it should be.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first, more = error.errors()[0], len(error.errors()) - 1
        raise _wrong(kind, first, tool, f" (and {more} more)" if more else "") from None


def _wrong(kind: type[Arguments], error: ErrorDetails, tool: str, more: str) -> UserError:
    name, fields = str(error["loc"][0]), kind.model_fields
    if error["type"] == "extra_forbidden":
        close = get_close_matches(name, list(fields), n=1)
        remedy = did_you_mean(close) or f"the arguments are {', '.join(fields)}"
        return UserError(f'there is no argument "{shown(name)}"{more}', where=tool, remedy=remedy)
    place = ".".join(map(str, error["loc"]))
    said = error["msg"][0].lower() + error["msg"][1:]
    about = " ".join((fields[name].description or "").split())
    return UserError(f"{said}{more}", where=f"{tool}, argument {place}", remedy=f"{name}: {about}")
