"""The open models of a service by name; one that changed on disk is opened aside, tried, and swapped in."""

import gc
import logging
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from numkbqa.api import Model, open_model
from numkbqa.errors import UserError, shown
from numkbqa.service.discretion import be_discreet
from numkbqa.service.folder_state import State, state_of
from numkbqa.service.logs import log, log_fault
from numkbqa.service.refusals import UnknownModel

NO_STATE: State = frozenset()
"""Of a folder that is gone, or no model at the moment."""

ATTEMPTS = 3
"""So often a model is opened whose files change while it is read."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Served:
    """An open model. Requests hold it until they are done; once it is replaced, the last one closes it.

    Args:
        name: what requests call it.
        model: the model.
        state: of its files when it was opened.
        opened_at: when.
    """

    name: str
    model: Model
    state: State
    opened_at: datetime

    @property
    def kb_hash(self) -> str:
        """Content hash of its graph."""
        return self.model.kb.content_hash


class Shelf:
    """Open models by name.

    Args:
        folders: a model folder by name; the first one is the default.

    Raises:
        UserError: a folder is no model, or its graph is not there.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = dict(folders)
        self._served = {name: opened(name, folder) for name, folder in folders.items()}
        self._tried = {name: served.state for name, served in self._served.items()}
        self._seen = dict(self._tried)
        self._failures: dict[str, UserError] = {}
        self._retired: dict[weakref.ref[Served], str] = {}

    def names(self) -> list[str]:
        """The names, in the order in which they were given."""
        return list(self._folders)

    def get(self, name: str | None = None) -> Served:
        """The open model of a name.

        Args:
            name: its name; None means the first one.

        Returns:
            The model as it is now; whoever keeps it keeps that very model.

        Raises:
            UnknownModel: there is none of that name.
        """
        names = self.names()
        if name is not None and name not in self._served:
            raise UnknownModel(
                f'there is no model "{shown(name)}"', remedy=f"known models: {', '.join(names)}"
            )
        return self._served[names[0] if name is None else name]

    def failure(self, name: str) -> UserError | None:
        """Why the last reload of a model failed; None when it did not."""
        return self._failures.get(name)

    def changed(self) -> list[str]:
        """Names of the models whose files changed and are at rest: the same in two looks, one after another.

        Whatever the outcome of opening them, each change is told once.
        """
        return [name for name in self._folders if self._is_changed(name)]

    def _is_changed(self, name: str) -> bool:
        state = _state_now(self._folders[name])
        at_rest, self._seen[name] = state == self._seen[name], state
        return at_rest and state != self._tried[name]

    def reload(self, name: str) -> bool:
        """Open a model again and swap it in; when that fails, the old one stays.

        Args:
            name: its name.

        Returns:
            Whether it was swapped in.
        """
        self._tried[name] = _state_now(self._folders[name])
        try:
            served = opened(name, self._folders[name])
        except UserError as error:
            self._failures[name] = error
            log("reload failed, the old model stays", logging.ERROR, model=name, reason=str(error))
            return False
        except Exception as error:
            # whatever is wrong with the new one, the old one answers
            self._failures[name] = UserError("the new model does not answer", remedy="the log says why")
            log_fault("reload failed, the old model stays", error, model=name)
            return False
        self._swap(served)
        return True

    def _swap(self, served: Served) -> None:
        old = self._served[served.name]
        self._retired[weakref.ref(old)] = f"{old.name} of {old.opened_at:%F %T}"
        self._served[served.name] = served
        self._tried[served.name] = served.state
        self._failures.pop(served.name, None)
        log("reloaded", model=served.name, kb=served.kb_hash)

    def let_go(self) -> None:
        """Close the old models that no request holds any more."""
        gone = [old for old in self._retired if old() is None]
        if gone:
            gc.collect()  # a model holds itself in cycles, and its graph's maps with it
        for old in gone:
            log("closed an old model", model=self._retired.pop(old))


def opened(name: str, folder: Path) -> Served:
    """Open a model and let it answer a question, which also reads what is only read when it is needed.

    Args:
        name: what requests call it.
        folder: its folder.

    Returns:
        The open model; all of it comes from the same state of its files.

    Raises:
        UserError: it is no model, or its graph is not there, or its files keep changing.
    """
    for _ in range(ATTEMPTS):
        state = state_of(folder)
        model = open_model(folder)
        try_out(model)
        be_discreet(model)
        if state_of(folder) == state:
            return Served(name, model, state, datetime.now(UTC))
    raise UserError("the model's files change while they are read", where=folder, remedy="try again later")


def try_out(model: Model) -> None:
    """Use every part of a model once: ask a question about an entity that has a number, by its id."""
    entity = int(model.kb.numbers_of_relation(0, slice(0, 1)).entity[0])
    text = model.kb.numerical_relations[0].text
    model.ask(f"which is the one with the largest {text}?", topics=[model.kb.entity_id(entity)])
    model.lookup.prepare()


def _state_now(folder: Path) -> State:
    try:
        return state_of(folder)
    except (UserError, ValueError):  # the latter when the path of the graph is none
        return NO_STATE
