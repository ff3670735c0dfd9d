"""The state of a model folder and its graph's folder: equal states, equal content."""

import os
from collections.abc import Iterator
from pathlib import Path

from numkbqa.training.manifest import read_manifest

State = frozenset[tuple[str, int, int, int]]
"""Path, inode, size and time of change of each file."""


def state_of(model: Path) -> State:
    """The files that a model is made of, those of its graph included.

    Args:
        model: the model folder.

    Returns:
        The state; a graph that is missing, or a file that is gone meanwhile, adds nothing to it.

    Raises:
        UserError: the folder is no model at the moment.
    """
    manifest = read_manifest(model)
    graph = Path(os.path.normpath(model.resolve() / str(manifest["kb"]["path"])))
    return frozenset(_files(model)) | frozenset(_files(graph))


def _files(folder: Path) -> Iterator[tuple[str, int, int, int]]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]  # unfinished builds
        for name in names:
            path = os.path.join(parent, name)
            try:
                found = os.stat(path)
            except OSError:
                continue  # gone since the folder was listed: the next look tells
            yield path, found.st_ino, found.st_size, found.st_mtime_ns
