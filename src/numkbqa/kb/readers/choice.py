"""The choice of the right reader for each file."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from numkbqa.errors import UserError
from numkbqa.kb.readers.kqapro import KqaProReader
from numkbqa.kb.readers.nsm_folder import NsmFolderReader
from numkbqa.kb.readers.ntriples import NTriplesReader
from numkbqa.kb.readers.rdf import RdfReader
from numkbqa.kb.readers.record import Reader
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables import TableReader
from numkbqa.kb.readers.tsv import TsvReader
from numkbqa.kb.readers.wikidata import WikidataReader

NTRIPLES, TABLES, NSM_FOLDER = NTriplesReader(), TableReader(), NsmFolderReader()
READERS: tuple[Reader, ...] = (KqaProReader(), WikidataReader(), RdfReader(), TsvReader())
"""Readers of one file at a time, the most particular first."""

_HEAD: Final = 1 << 14


@dataclass(slots=True)
class Plan:
    """Which reader reads which files.

    Args:
        singles: files that are read record by record.
        ntriples: N-Triples files, which are read in bulk.
        tables: tables, those of one folder together: they may refer to each other.
        nsm_folders: files of folders that were preprocessed for NSM or GRAFT-Net.
        skipped: files of folders that no reader knows.
    """

    singles: list[tuple[Source, Reader]] = field(default_factory=list)
    ntriples: list[Source] = field(default_factory=list)
    tables: list[list[Source]] = field(default_factory=list)
    nsm_folders: list[list[Source]] = field(default_factory=list)
    skipped: list[Path] = field(default_factory=list)


def choose_readers(sources: list[Source]) -> Plan:
    """Choose a reader for each source, by name, and by content where the user named the file itself.

    Args:
        sources: files; those from a folder may be of any kind.

    Returns:
        The plan.

    Raises:
        UserError: a file that the user named is of no known format, or nothing at all is readable.
    """
    plan = Plan()
    tables: defaultdict[Path, list[Source]] = defaultdict(list)
    for source in _without_nsm_folders(sources, plan):
        reader = None if _holds_questions(source) else _reader(source)
        if isinstance(reader, TableReader):
            tables[source.path.parent].append(source)
        elif isinstance(reader, NTriplesReader):
            plan.ntriples.append(source)
        elif reader is not None:
            plan.singles.append((source, reader))
        elif source.named:
            raise UserError("the format of the file is not known", where=source.path, remedy=_remedy())
        else:
            plan.skipped.append(source.path)
    plan.tables = list(tables.values())
    if not (plan.singles or plan.ntriples or plan.tables or plan.nsm_folders):
        where = plan.skipped[0].parent if plan.skipped else None
        raise UserError("no file of the sources is of a known format", where=where, remedy=_remedy())
    return plan


def _without_nsm_folders(sources: list[Source], plan: Plan) -> list[Source]:
    folders: defaultdict[Path, list[Source]] = defaultdict(list)
    for source in sources:
        folders[source.path.parent].append(source)
    plan.nsm_folders = [group for group in folders.values() if NSM_FOLDER.accepts_group(group)]
    taken = {source.path for group in plan.nsm_folders for source in group}
    return [source for source in sources if source.path not in taken]


def _reader(source: Source) -> Reader | NTriplesReader | TableReader | None:
    candidates: tuple[Reader | NTriplesReader | TableReader, ...] = (NTRIPLES, *READERS, TABLES)
    for reader in candidates:
        if reader.accepts_name(source):
            return reader
    if not source.named:
        return None
    return next((reader for reader in candidates if reader.accepts_content(source)), None)


def _holds_questions(source: Source) -> bool:
    """Whether a file beside the graph holds questions with answers, as they are trained on."""
    if source.named or not source.name.endswith((".jsonl", ".json", ".ndjson")):
        return False
    head = source.head(_HEAD)
    return b'"question"' in head and b'"answers"' in head


def _remedy() -> str:
    formats = [NTRIPLES.formats, *(reader.formats for reader in READERS), TABLES.formats, NSM_FOLDER.formats]
    return f"Known formats: {'; '.join(formats)}; each also as .gz, .zst or .bz2."
