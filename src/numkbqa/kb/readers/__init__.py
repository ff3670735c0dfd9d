"""Readers of graph files, and the choice of the right one for a file."""

from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.kb.readers.rdf import RdfReader
from numkbqa.kb.readers.record import (
    EntityFact,
    LiteralFact,
    Name,
    Reader,
    Record,
    RelationUnit,
    UntypedFact,
)
from numkbqa.kb.readers.source import Source, expand_sources
from numkbqa.kb.readers.tsv import TsvReader

READERS: tuple[Reader, ...] = (RdfReader(), TsvReader())

__all__ = [
    "READERS",
    "EntityFact",
    "LiteralFact",
    "Name",
    "Reader",
    "Record",
    "RelationUnit",
    "Source",
    "UntypedFact",
    "choose_readers",
    "expand_sources",
]


def choose_readers(sources: list[Source]) -> tuple[list[tuple[Source, Reader]], list[Path]]:
    """Choose a reader for each source, by name, and by content where the user named the file itself.

    Args:
        sources: files; those from a folder may be of any kind.

    Returns:
        The readable sources with their readers, and the files of folders that no reader knows.

    Raises:
        UserError: a file that the user named is of no known format, or nothing at all is readable.
    """
    readable: list[tuple[Source, Reader]] = []
    skipped: list[Path] = []
    for source in sources:
        reader = _reader(source)
        if reader is not None:
            readable.append((source, reader))
        elif source.named:
            raise UserError("the format of the file is not known", where=source.path, remedy=_remedy())
        else:
            skipped.append(source.path)
    if not readable:
        where = skipped[0].parent if skipped else None
        raise UserError("no file of the sources is of a known format", where=where, remedy=_remedy())
    return readable, skipped


def _reader(source: Source) -> Reader | None:
    for reader in READERS:
        if reader.accepts_name(source):
            return reader
    if not source.named:
        return None
    return next((reader for reader in READERS if reader.accepts_content(source)), None)


def _remedy() -> str:
    return f"Known formats: {'; '.join(reader.formats for reader in READERS)}; each also as .gz or .zst."
