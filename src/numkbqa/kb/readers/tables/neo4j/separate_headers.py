"""Headers that stand in a file of their own, as Neo4j's import allows: `films_header.csv` beside `films.csv`.

Such a file holds one line. It is the header of the files whose names begin like its own without the word
"header" (`films.csv`, `films-part2.csv`) and that do not begin with a header themselves.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.layout import find_layout
from numkbqa.kb.readers.tables.neo4j.header import is_neo4j
from numkbqa.kb.readers.tables.text_file import sniff_text

_HEAD: Final = 1 << 16
_DELIMITED: Final = (".csv", ".psv", ".tsv", ".tab")
_WORD = re.compile(r"[-_.]*headers?(?![a-z])")


@dataclass(frozen=True, slots=True)
class SeparateHeader:
    """A header in a file of its own.

    Args:
        path: the file.
        names: the names of the columns.
        delimiter: what stands between them.
    """

    path: Path
    names: list[str]
    delimiter: str


def find_headers(sources: Sequence[Source]) -> dict[Path, SeparateHeader]:
    """Find the headers that stand in files of their own.

    Args:
        sources: the files of one group.

    Returns:
        The header of each file that has one elsewhere, by the path of the file.
    """
    delimited = [source for source in sources if source.name.endswith(_DELIMITED)]
    headers = {source.path: _separate(source) for source in delimited if _WORD.search(source.name)}
    by_stem = {
        _WORD.sub("", source.name.rpartition(".")[0]).lstrip("-_."): header
        for source in delimited
        if (header := headers.get(source.path)) is not None
    }
    found = {}
    for source in delimited:
        stem = _best_stem(source, by_stem)
        if headers.get(source.path) is None and stem is not None and not _has_own(source):
            found[source.path] = by_stem[stem]
    return found


def _separate(source: Source) -> SeparateHeader | None:
    """The header that a file holds and nothing else."""
    text = sniff_text(source.head(_HEAD)) or ""
    layout = find_layout(text, source.name, header=True)
    if layout is None or len(text.strip().splitlines()) > 1 or not is_neo4j(layout.names):
        return None
    return SeparateHeader(source.path, layout.names, layout.dialect.delimiter)


def _best_stem(source: Source, by_stem: Mapping[str, SeparateHeader]) -> str | None:
    """The longest stem that a file's name begins with, up to the end of a word."""
    name = source.name.rpartition(".")[0]
    stems = [stem for stem in by_stem if re.match(rf"{re.escape(stem)}(?![a-z])", name)]
    return max(stems, key=len, default=None)


def _has_own(source: Source) -> bool:
    layout = find_layout(sniff_text(source.head(_HEAD)) or "", source.name, header=True)
    return layout is None or is_neo4j(layout.names)
