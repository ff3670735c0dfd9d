"""N-Triples in bulk: DuckDB takes the plain lines straight into the staging tables.

The other lines, with escapes or against the format, go one by one through the lenient way of `rdf_lines`. For
plain lines both ways give the same.
"""

import re
from collections.abc import Iterator
from typing import Final

import duckdb

from numkbqa.kb.readers.rdf import readable
from numkbqa.kb.readers.rdf_lines import LABEL, LEXICAL, Line, line_records, text_lines
from numkbqa.kb.readers.rdf_oddities import IRI, LANGUAGE
from numkbqa.kb.readers.rdf_records import (
    NAME_RANKS,
    PLAIN_TEXT,
    TAGGED_TEXT,
    UNIT_RELATIONS,
    LabelNames,
)
from numkbqa.kb.readers.record import NORMAL, Record
from numkbqa.kb.readers.source import Source
from numkbqa.kb.staging import Staging

_SUFFIXES: Final = (".nt", ".ntx")
_FIRST_LINE: Final = re.compile(r"\s*(?:<[^<>]+:[^<>]*>|_:\S+)\s*<[^<>]+:[^<>]*>.*\.\s*(?:#.*)?")
_COMPRESSIONS: Final = {b"\x1f\x8b": "gzip", b"\x28\xb5": "zstd"}
_FETCHED: Final = 10_000
_NODE: Final = f"(?:<{IRI}>|_:{LABEL})"
_LITERAL: Final = rf'"{LEXICAL}"(?:@{LANGUAGE}|\^\^<{IRI}>)?'


class NTriplesReader:
    """Reads N-Triples; quads and RDF-star among them too."""

    formats = f"N-Triples ({', '.join(_SUFFIXES)})"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format."""
        return source.name.endswith(_SUFFIXES)

    def accepts_content(self, source: Source) -> bool:
        """Whether the first line that is no comment is a statement."""
        lines = source.head().decode("utf-8", errors="replace").splitlines()
        first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
        return _FIRST_LINE.fullmatch(first) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file, one line at a time.

        Args:
            source: the file.

        Yields:
            Entity facts, literal facts, units of relations, names, and what was skipped or kept though odd.

        Raises:
            UserError: nothing of the file can be read as N-Triples.
        """
        with source.open() as stream:
            records = line_records(text_lines(stream), LabelNames(source.tag))
            yield from readable(records, source, "N-Triples")

    def load(self, source: Source, staging: Staging, number: int) -> None:
        """Bring a file into the staging tables, which then hold what `read` yields.

        Args:
            source: the file.
            staging: the tables.
            number: number of the file in them.

        Raises:
            UserError: nothing of the file can be read as N-Triples.
        """
        bulk = _Bulk(source, staging, number)
        try:
            loaded = bulk.load_plain_lines()
        except (duckdb.InvalidInputException, duckdb.IOException):
            # not UTF-8, bzip2, line ends of two kinds, a line of megabytes: all that DuckDB refuses
            records = self.read(source)
        else:
            records = line_records(bulk.other_lines(loaded), LabelNames(source.tag))
            if not loaded:
                records = readable(records, source, "N-Triples")
        for record in records:
            staging.add(record, number)


class _Bulk:
    """Loads the plain lines of a file, and finds the others."""

    def __init__(self, source: Source, staging: Staging, number: int) -> None:
        self._staging, self._number = staging, number
        # Freebase separates with tabs, everybody else with spaces
        self._gap = "\t" if b">\t<" in source.head() else " "
        self._blank = _quoted(LabelNames(source.tag)[""])
        self._lines = _scan(source)
        self._numbered_lines = f"(SELECT row_number() OVER () AS number, line FROM {self._lines})"

    def load_plain_lines(self) -> int:
        """Bring the plain lines into the tables, all of them or none.

        Returns:
            How many there are.

        Raises:
            duckdb.Error: DuckDB cannot read the file.
        """
        self._staging.execute("BEGIN TRANSACTION")
        try:
            loaded = self._load_facts() + self._load_literals()
        except duckdb.Error:
            self._staging.execute("ROLLBACK")
            raise
        self._staging.execute("COMMIT")
        return loaded

    def other_lines(self, loaded: int) -> Iterator[Line]:
        """Yield the lines that are not plain.

        Args:
            loaded: how many lines are plain.

        Yields:
            The lines, without the empty ones.
        """
        if loaded == self._staging.scalar(f"SELECT count(line) FROM {self._lines}"):
            return
        # a cursor of its own, since the tables are written while the lines come in
        cursor = self._staging.connection.cursor()
        cursor.execute(
            f"SELECT number, line FROM {self._numbered_lines}"
            f" WHERE line IS NOT NULL AND NOT {self._matches(f'(?:{_NODE}|{_LITERAL})')}"
        )
        while rows := cursor.fetchmany(_FETCHED):
            yield from (Line(number, text) for number, text in rows)

    def _load_facts(self) -> int:
        last = self._count("SELECT coalesce(max(rowid), -1) FROM fact")
        loaded = self._count(
            f"INSERT INTO fact SELECT {self._node('piece[1]')}, piece[2][2:-2], {self._node('piece[3]')} FROM"
            f" (SELECT string_split(line, '{self._gap}') AS piece FROM {self._lines}"
            f" WHERE {self._matches(_NODE)})"
        )
        units = f"FROM fact WHERE rowid > {last} AND relation IN ({_UNIT_RELATIONS})"
        self._staging.execute(
            f"INSERT INTO relation_unit SELECT head, tail, true, relation, NULL, {self._number} {units}"
        )
        self._staging.execute(f"DELETE {units}")
        return loaded

    def _load_literals(self) -> int:
        """Load literals by way of a table of their pieces, since they go to several tables."""
        # CASE, since DuckDB may try the conditions of an AND in any order, and the pattern is the slow one
        literal = f"CASE WHEN contains(line, '\"') THEN {self._matches(_LITERAL)} ELSE false END"
        loaded = self._count(
            f"CREATE TABLE plain_literal AS SELECT {self._node(self._part('piece[1]', 1))} AS entity,"
            f" {self._part('piece[1]', 2)}[2:-2] AS relation, piece[2] AS lexical,"
            f" CASE piece[3][1] WHEN '@' THEN '{TAGGED_TEXT}' WHEN '^' THEN piece[3][4:-4]"
            f" ELSE '{PLAIN_TEXT}' END AS datatype,"
            " CASE WHEN piece[3][1] = '@' THEN lower(piece[3][2:-3]) ELSE '' END AS language, number"
            f" FROM (SELECT string_split(line, '\"') AS piece, number FROM {self._numbered_lines}"
            f" WHERE {literal})"
        )
        names = f"(VALUES {_NAME_RANKS}) AS names(relation, rank)"
        self._staging.execute(
            f"INSERT INTO name SELECT entity, lexical, language, rank FROM plain_literal JOIN {names}"
            " USING (relation)"
        )
        self._staging.execute(
            f"INSERT INTO relation_unit SELECT entity, lexical, false, relation, datatype, {self._number}"
            f" FROM plain_literal WHERE relation IN ({_UNIT_RELATIONS})"
        )
        self._staging.execute(
            f"INSERT INTO literal SELECT entity, relation, lexical, datatype, NULL, {NORMAL}, NULL,"
            f" {self._number}, number FROM plain_literal ANTI JOIN {names} USING (relation)"
            f" WHERE relation NOT IN ({_UNIT_RELATIONS})"
        )
        self._staging.execute("DROP TABLE plain_literal")
        return loaded

    def _matches(self, tail: str) -> str:
        """Whether a line is plain, with a tail of a pattern."""
        pattern = f"{_NODE}{self._gap}<{IRI}>{self._gap}{tail}{self._gap}\\."
        return f"regexp_full_match(line, {_quoted(pattern)})"

    def _part(self, text: str, number: int) -> str:
        return f"split_part({text}, '{self._gap}', {number})"

    def _node(self, term: str) -> str:
        """The name of an IRI or a blank node as the line writes it."""
        return f"CASE WHEN {term}[1] = '<' THEN {term}[2:-2] ELSE {self._blank} || {term}[3:] END"

    def _count(self, sql: str) -> int:
        count: int = self._staging.scalar(sql)
        return count


def _scan(source: Source) -> str:
    """SQL that reads a file as rows of one line; an empty line is NULL, and the line ends are dropped."""
    with source.path.open("rb") as stream:
        compression = _COMPRESSIONS.get(stream.read(2), "none")
    path = re.sub(r"([*?\[])", r"[\1]", str(source.path))  # the path is no pattern
    return (
        f"read_csv({_quoted(path)}, delim='\\0', quote='', escape='', header=false, auto_detect=false,"
        f" compression='{compression}', columns={{'line': 'VARCHAR'}})"
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_NAME_RANKS: Final = ", ".join(f"({_quoted(iri)}, {rank})" for iri, rank in NAME_RANKS.items())
_UNIT_RELATIONS: Final = ", ".join(map(_quoted, sorted(UNIT_RELATIONS)))
