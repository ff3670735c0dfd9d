"""The folder of a store on disk: a manifest and one `.npy` file per array, written aside first."""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.kb.strings import Arrays

FORMAT: Final = "numkbqa-kb"
VERSION: Final = 1
MANIFEST = "manifest.json"
_REBUILD = "Build it again with `numkbqa kb build`."


def write_manifest(folder: Path, manifest: dict[str, Any], arrays: Arrays) -> None:
    """Write all arrays of a store, and last its manifest, which also says what each array must look like."""
    shapes = {}
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
        shapes[name] = {"dtype": array.dtype.str, "shape": list(array.shape)}
    content = {"format": FORMAT, "version": VERSION, **manifest, "arrays": shapes}
    write_json(folder / MANIFEST, content)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write one JSON document."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read and check the manifest of a store.

    Args:
        folder: the store.

    Returns:
        The manifest.

    Raises:
        UserError: there is none, or it is damaged, foreign or of another version.
    """
    path = folder / MANIFEST
    if not path.is_file():
        reason = "there is no knowledge base here" if folder.is_dir() else "there is no such folder"
        raise UserError(reason, where=folder, remedy="Build one with `numkbqa kb build SOURCE... -o KB`.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError("the manifest is damaged", where=path, remedy=_REBUILD) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError("the folder is not a numkbqa knowledge base", where=folder)
    if manifest.get("version") != VERSION:
        what = f"the format version is {manifest.get('version')}, this program reads {VERSION}"
        raise UserError(what, where=folder, remedy=_REBUILD)
    return manifest


def map_arrays(folder: Path, shapes: dict[str, dict[str, Any]]) -> dict[str, NDArray[Any]]:
    """Map the arrays of a store into memory.

    Args:
        folder: the store.
        shapes: dtype and shape of each array, as the manifest says.

    Returns:
        The arrays by name, read-only.

    Raises:
        UserError: an array is missing, cut short or of another shape.
    """
    return {name: _map_array(folder / f"{name}.npy", shape) for name, shape in shapes.items()}


def _map_array(path: Path, expected: dict[str, Any]) -> NDArray[Any]:
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError as error:
        raise UserError("a file of the knowledge base is missing", where=path, remedy=_REBUILD) from error
    except (OSError, EOFError, ValueError) as error:
        raise UserError(
            f"a file of the knowledge base is damaged: {error}", where=path, remedy=_REBUILD
        ) from error
    if array.dtype.str != expected["dtype"] or list(array.shape) != expected["shape"]:
        raise UserError("a file of the knowledge base belongs to another one", where=path, remedy=_REBUILD)
    return np.asarray(array)  # the plain view of the same pages indexes faster than a memmap


def check_replaceable(output: Path) -> None:
    """Check that a store may be written to a path.

    Args:
        output: the folder to write.

    Raises:
        UserError: something else than a knowledge base or an empty folder is there.
    """
    if not output.exists() or (output.is_dir() and not any(output.iterdir())):
        return
    if not _is_store(output):
        raise UserError(
            "something that is not a numkbqa knowledge base is already there",
            where=output,
            remedy="Choose another output folder, or remove it yourself.",
        )


def _is_store(folder: Path) -> bool:
    """Whether a folder is a knowledge base of any version."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("format") == FORMAT
