"""Making and calling reasoners: what goes wrong in one that another package brings is told as its own."""

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from numkbqa.config import Section
from numkbqa.errors import UserError
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary
from numkbqa.reasoning.basic.registry import is_own
from numkbqa.retrieval.batch import Batch

REMEDY = "see docs/your-reasoner.md for what a reasoner must give; NUMKBQA_DEBUG=1 shows the traceback"


def make_reasoner(
    chosen: type[BasicReasoner], settings: Section, vocabulary: GraphVocabulary
) -> BasicReasoner:
    """Make a reasoner with fresh parameters.

    Args:
        chosen: its class.
        settings: its settings.
        vocabulary: what it must know of the graph.

    Returns:
        The reasoner.

    Raises:
        UserError: the code of another package failed, or made a reasoner without width or scorer.
    """
    with _blaming(chosen):
        made = chosen(settings, vocabulary)
    for name, kind in (("width", int), ("scorer", torch.nn.Module)):
        if not isinstance(getattr(made, name, None), kind):
            raise _gives(chosen, f"no `{name}`")
    return made


def reason(basic: BasicReasoner, batch: Batch) -> BasicOutput:
    """Reason over a batch.

    Args:
        basic: the reasoner.
        batch: the batch.

    Returns:
        What it gives; of another package's reasoner it is known to have the shapes of `BasicOutput`.

    Raises:
        UserError: the code of another package failed, or gave something else.
    """
    with _blaming(type(basic)):
        output: BasicOutput = basic(batch)
    if not is_own(type(basic)) and (difference := _difference(output, basic, batch)):
        raise _gives(type(basic), difference)
    return output


def _difference(output: object, basic: BasicReasoner, batch: Batch) -> str | None:
    """What an output has that a `BasicOutput` must not have, or None."""
    if not isinstance(output, BasicOutput):
        return f"a {type(output).__name__}, no BasicOutput"
    num_entities, real = batch.num_entities, batch.seed.dtype
    expected = {
        "entities": ((num_entities, basic.width), real),
        "scores": ((num_entities,), real),
        "allowed": ((num_entities,), torch.bool),
        "probabilities": ((num_entities,), real),
        "steps": ((len(output.steps), num_entities), real),
    }
    for name, (shape, dtype) in expected.items():
        value = getattr(output, name)
        if tuple(value.shape) != shape or value.dtype != dtype:
            return f"{name} of shape {tuple(value.shape)} and {value.dtype}, not {shape} and {dtype}"
    return None


@contextmanager
def _blaming(reasoner: type[BasicReasoner]) -> Iterator[None]:
    """Tell an error in the code of another package with its place there."""
    try:
        yield
    except Exception as error:
        if is_own(reasoner) or isinstance(error, UserError):
            raise
        file = _place(reasoner)
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        what = f"the basic reasoner {reasoner.key!r} failed: {type(error).__name__}: {error}"
        raise UserError(what, where=file, line=lines[-1] if lines else None, remedy=REMEDY) from error


def _gives(reasoner: type[BasicReasoner], what: str) -> UserError:
    what = f"the basic reasoner {reasoner.key!r} gives {what}"
    return UserError(what, where=_place(reasoner), remedy=REMEDY)


def _place(reasoner: type[BasicReasoner]) -> str:
    """The file of a reasoner; its module where that has none."""
    file: str | None = getattr(sys.modules.get(reasoner.__module__), "__file__", None)
    return file or reasoner.__module__
