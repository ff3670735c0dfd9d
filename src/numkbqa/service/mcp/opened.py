"""The models of a server by name, each opened when it is first asked for."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from numkbqa.progress import stage
from numkbqa.training.manifest import read_manifest

if TYPE_CHECKING:
    from numkbqa.api import Model


class OpenedOnDemand(Mapping[str, "Model"]):
    """Models that are opened at the first look, so that a host need not wait for them to start.

    What opens them (torch, the text encoder) is imported only then.

    Args:
        folders: model folders by name; the first one answers where none is named.

    Raises:
        UserError: one of them is no model folder.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders, self._opened = dict(folders), dict[str, "Model"]()
        for folder in folders.values():
            read_manifest(folder)

    def __getitem__(self, name: str) -> "Model":
        """The model of a name, opened now if it is not yet; not for two threads at once."""
        if name not in self._opened:
            with stage(f"opening {name}"):
                from numkbqa.api import open_model  # noqa: PLC0415 - the protocol is answered before

                self._opened[name] = open_model(self._folders[name])
        return self._opened[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)
