"""Making and calling reasoners: what goes wrong in one that another package brings is told as its own."""

import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import torch
from pydantic import ValidationError
from torch import Tensor
from torch.nn.parameter import is_lazy

from numkbqa.config import Section
from numkbqa.errors import UserError
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary
from numkbqa.reasoning.basic.registry import is_own
from numkbqa.retrieval.batch import Batch

FLOATS = ("entities", "scores", "probabilities", "steps")
"""Fields of a `BasicOutput` that are numbers."""

REMEDY = "see docs/your-reasoner.md for what a reasoner must give; NUMKBQA_DEBUG=1 shows the traceback"


def settings_of_reasoner(chosen: type[BasicReasoner], values: Mapping[str, Any]) -> Section:
    """The settings of a reasoner that another package brings.

    Args:
        chosen: its class.
        values: what was set of them (`Settings.own`).

    Returns:
        The validated settings.

    Raises:
        UserError: it has no class of settings, or that failed.
        ValidationError: a value is unknown or wrong.
    """
    own = getattr(chosen, "settings_class", None)
    if not (isinstance(own, type) and issubclass(own, Section)):
        raise _gives(chosen, "no `settings_class` that is a subclass of numkbqa.config.Section")
    with _blaming(chosen, ValidationError):
        settings: Section = own.model_validate(values)
    return settings


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
        UserError: the code of another package failed, or made a reasoner that cannot be trained or kept.
    """
    with _blaming(chosen):
        made = chosen(settings, vocabulary)
        fault = None if is_own(chosen) else _fault(made)
    if fault:
        raise _gives(chosen, fault)
    return made


def _fault(made: BasicReasoner) -> str | None:
    """What keeps a fresh reasoner from being trained and kept, or None."""
    width, scorer = getattr(made, "width", 0), getattr(made, "scorer", None)
    if not isinstance(width, int) or width < 1:
        return "no `width`, a whole number above 0"
    if not isinstance(scorer, torch.nn.Linear):
        return "no `scorer`, a linear layer"
    if (scorer.in_features, scorer.out_features) != (width, 1):
        shape = f"from {scorer.in_features} to {scorer.out_features} places"
        return f"a `scorer` {shape} for entity vectors of `width` {width}: it must give one score"
    return next(_lost_tensors(made), None)


def _lost_tensors(made: BasicReasoner) -> Iterator[str]:
    """What of its parameters and buffers cannot be learned or kept."""
    for name, parameter in made.named_parameters():
        if fault := _cannot_be_kept(parameter):
            yield f"the parameter {name!r} {fault}"
        elif not parameter.isfinite().all():
            yield f"the parameter {name!r} with values that are no finite numbers"
    kept = made.state_dict(keep_vars=True)
    for name, buffer in made.named_buffers():
        if name in kept and (fault := _cannot_be_kept(buffer)):
            yield f"the buffer {name!r} {fault}"
        elif buffer.layout == torch.strided and buffer.isnan().any():
            yield f"the buffer {name!r} with values that are not numbers (NaN)"
    if not any(parameter.requires_grad for parameter in made.parameters()):
        yield "no parameter that can learn"


def _cannot_be_kept(tensor: Tensor) -> str | None:
    """Why a parameter or a buffer cannot be trained, moved to a device and written to a file, or None."""
    if is_lazy(tensor):
        return "without a shape: lazy layers cannot be trained"
    if tensor.layout != torch.strided:
        return "that is sparse, which a model folder cannot hold: keep indices and values in two buffers"
    if tensor.is_meta:
        return "without values (on the device `meta`)"
    return None


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
    num_steps = output.steps.shape[:1] if isinstance(output.steps, Tensor) else ()
    expected = {
        "entities": ((num_entities, basic.width), real),
        "scores": ((num_entities,), real),
        "allowed": ((num_entities,), torch.bool),
        "probabilities": ((num_entities,), real),
        "steps": ((*num_steps, num_entities), real),
    }
    for name, (shape, dtype) in expected.items():
        value = getattr(output, name)
        if not isinstance(value, Tensor):
            return f"{name} as a {type(value).__name__}, no tensor"
        if tuple(value.shape) != shape or value.dtype != dtype:
            return f"{name} of shape {tuple(value.shape)} and {value.dtype}, not {shape} and {dtype}"
        if value.device != batch.seed.device:
            return f"{name} on the device {value.device}, not {batch.seed.device}"
    return _without_gradient(output, basic) or _no_number(output, basic)


def _without_gradient(output: BasicOutput, basic: BasicReasoner) -> str | None:
    """What nothing can be learned from, in training."""
    if not (torch.is_grad_enabled() and any(own.requires_grad for own in basic.parameters())):
        return None
    lost = [name for name in ("scores", "probabilities") if not getattr(output, name).requires_grad]
    return f"{lost[0]} without a gradient, so that nothing can be learned" if lost else None


def _no_number(output: BasicOutput, basic: BasicReasoner) -> str | None:
    """What is not a number or no probability, unless training ran away, which is told by the losses."""
    lost = [name for name in FLOATS if bool(getattr(output, name).isnan().any())]
    endless = not bool(output.entities.isfinite().all())
    outside = [name for name in ("probabilities", "steps") if bool((getattr(output, name) < 0).any())]
    if not (lost or endless or outside) or not all(bool(own.isfinite().all()) for own in basic.parameters()):
        return None
    if lost:
        return f"{lost[0]} that are not numbers (NaN)"
    return "entities that are infinite" if endless else f"{outside[0]} below 0"


@contextmanager
def _blaming(reasoner: type[BasicReasoner], *passed: type[Exception]) -> Iterator[None]:
    """Tell an error in the code of another package with its place there."""
    try:
        yield
    except (Exception, SystemExit) as error:
        if is_own(reasoner) or isinstance(error, (UserError, *passed)):
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
