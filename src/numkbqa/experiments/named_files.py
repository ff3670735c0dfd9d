"""Files that settings name: a run depends on what is in them, and its settings say where they are alone."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from numkbqa.files import sha256_of
from numkbqa.training.pretrained_numbers import SHIPPED, WEIGHTS
from numkbqa.training.settings import Settings

ABSENT = "absent"
"""In place of the hash of a file that cannot be read."""


def named_content(settings: Settings, *, numbers: bool = True) -> list[str]:
    """Hashes of the files that settings name.

    Args:
        settings: settings of a run.
        numbers: whether it learns of numbers, and so depends on where that starts.

    Returns:
        One text a file, the pre-trained numbers of the package among them; none for what else comes with a
        package or is known by its name (a model of the hub). A file that cannot be read has no hash: the run
        will say so.
    """
    named = _named(settings, numbers)
    return [f"{setting}:{file.name}:{_digest(file)}" for setting, file in named]


def _named(settings: Settings, numbers: bool) -> Iterator[tuple[str, Path]]:
    """Each file with the setting that names it, or the folder that it is in."""
    if numbers and (start := settings.number_training.start) != "random":
        yield "start", SHIPPED / WEIGHTS if start == "shipped" else Path(start, WEIGHTS)
    kind, _, encoder = settings.encoder.partition(":")
    if encoder and (kind == "words" or Path(encoder).is_dir()):
        yield from (("encoder", file) for file in _files_of(Path(encoder)))
    if mentions := settings.retrieval.linking.mentions.partition(":")[2]:
        yield from (("mentions", file) for file in _files_of(Path(mentions)))


def _files_of(place: Path) -> list[Path]:
    """A file, or all files that lie in a folder."""
    return sorted(file for file in place.iterdir() if file.is_file()) if place.is_dir() else [place]


def _digest(file: Path) -> str:
    try:
        facts = file.stat()
        return _hashed(file, facts.st_size, facts.st_mtime_ns)
    except OSError:
        return ABSENT


@cache
def _hashed(file: Path, size: int, written: int) -> str:
    """The hash of a file, made once while it stays as it is: a table asks for it with each of its runs."""
    return sha256_of(file)
