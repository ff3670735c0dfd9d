"""Basic reasoners by their keys: numkbqa's own, and those that other installed packages bring."""

import inspect
import sys
import uuid
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from numkbqa.errors import UserError
from numkbqa.reasoning.basic.base import BasicReasoner

ENTRY_POINTS: Final = "numkbqa.basic_reasoners"
"""Group of entry points under which a package names its reasoners, each by its key."""


def basic_reasoner(key: str) -> type[BasicReasoner]:
    """The reasoner class registered under `key`, or brought by a package under that name.

    Args:
        key: key of the reasoner.

    Returns:
        Its class.

    Raises:
        UserError: there is no such reasoner, and the message lists all; or the package that brings it cannot
            be imported, brings something else, or uses a key that is taken.
    """
    if key in BasicReasoner.registry and is_own(BasicReasoner.registry[key]):
        _refuse_another(key)
    if key not in BasicReasoner.registry:
        for entry in entry_points(group=ENTRY_POINTS, name=key):
            _load(entry)
    if key not in BasicReasoner.registry:
        brought = (entry.name for entry in entry_points(group=ENTRY_POINTS))
        known = ", ".join(sorted({*BasicReasoner.registry, *brought}))
        raise UserError(f"there is no basic reasoner {key!r}", remedy=f"choose one of: {known}")
    return BasicReasoner.registry[key]


def is_own(reasoner: type[BasicReasoner]) -> bool:
    """Whether a reasoner is one of numkbqa's own.

    Args:
        reasoner: the class.

    Returns:
        False for one that another package brings.
    """
    return reasoner.__module__.partition(".")[0] == "numkbqa"


@cache
def code_of(reasoner: type[BasicReasoner]) -> tuple[str, ...]:
    """The code of a reasoner that another package brings: what other code has trained is not taken up.

    Args:
        reasoner: the class.

    Returns:
        Parts of a key: the text of its module; of a class without a file, typed at a prompt, something that
        is new in each process; nothing of numkbqa's own, whose version stands for their code.
    """
    if is_own(reasoner):
        return ()
    try:
        return (inspect.getsource(sys.modules[reasoner.__module__]),)
    except (KeyError, OSError, TypeError):
        return (uuid.uuid4().hex,)


def _load(entry: EntryPoint) -> None:
    """Import what an entry point names, which registers it."""
    where, remedy = f"entry point {entry.name} = {entry.value}", "mend or remove the package that brings it"
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:  # a stranger's module may fail in any way
        raise UserError(
            f"the basic reasoner cannot be imported: {error}", where=where, remedy=remedy
        ) from error
    if getattr(found, "key", None) != entry.name or BasicReasoner.registry.get(entry.name) is not found:
        what = f"this is no subclass of BasicReasoner with the key {entry.name!r}"
        raise UserError(what, where=where, remedy=remedy)


@cache
def _refuse_another(key: str) -> None:
    """Refuse a package that brings a reasoner under the key of one of numkbqa's own."""
    for entry in entry_points(group=ENTRY_POINTS, name=key):
        raise UserError(
            f"the key {key!r} is that of a reasoner of numkbqa",
            where=f"entry point {entry.name} = {entry.value}",
            remedy="give the reasoner another key, or remove the package that brings it",
        )
