"""Turtle and N3: a sound file in one go, a damaged one statement by statement.

The parser's own way on after a fault is to look for the next dot; a quote that is not closed then turns the
rest of the file inside out. So a damaged file is cut where a line ends with a dot, and each piece is read
alone.
"""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final, NamedTuple

from pyoxigraph import BlankNode, Quad, RdfFormat, parse

from numkbqa.kb.readers.rdf_lines import Line, text_lines
from numkbqa.kb.readers.rdf_oddities import NO_DOT, fault, term_oddities
from numkbqa.kb.readers.rdf_records import BlankNames, NumberNames, statement_records
from numkbqa.kb.readers.record import Record, Skipped
from numkbqa.kb.readers.source import Source

_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_LONG_QUOTE: Final = re.compile(r'"""|\'\'\'')
_DIRECTIVE: Final = re.compile(r"^\s*@?(?:prefix\s+[^\s:]*:|base)\s*<[^>]*>", re.IGNORECASE)
_START: Final = re.compile(r"[^\s#;,.)\]}]")
_BATCH: Final = 500
_MOST_LINES: Final = 1000


class _Piece(NamedTuple):
    """What stands up to a line that ends with a dot: as a rule one statement."""

    line: int
    text: str
    oddities: frozenset[str]


def turtle_records(source: Source, form: RdfFormat) -> Iterator[Record]:
    """Yield the records of a file.

    Args:
        source: the file.
        form: Turtle or N3.

    Yields:
        Its records; of a damaged file also what was skipped, or kept though odd.
    """
    names = NumberNames(source.tag)
    if _is_sound(source, form):
        with source.open() as stream:
            yield from _quad_records(parse(stream, form, lenient=True), names)
    else:
        with source.open() as stream:
            yield from _Pieces(form, names).records(_cut(text_lines(stream)))


def _is_sound(source: Source, form: RdfFormat) -> bool:
    with source.open() as stream:
        try:
            for _ in parse(stream, form):
                pass
        except SyntaxError:
            return False
    return True


def _quad_records(
    quads: Iterator[Quad] | list[Quad], names: BlankNames, line: int | None = None
) -> Iterator[Record]:
    for quad in quads:
        if not isinstance(quad.graph_name, BlankNode):  # a formula of N3 is quoted, not stated
            yield from statement_records(quad.subject, quad.predicate.value, quad.object, names, line)


def _cut(lines: Iterator[Line]) -> Iterator[_Piece]:
    """Cut a file behind each line that ends with a dot outside of a long quote and a comment."""
    taken: list[Line] = []
    quotes = 0
    for line in lines:
        taken.append(line)
        quotes += len(_LONG_QUOTE.findall(line.text))
        closed = quotes % 2 == 0 and _COMMENT.sub("", line.text).rstrip().endswith(".")
        if closed or len(taken) == _MOST_LINES:
            yield _piece(taken)
            taken, quotes = [], 0
    if taken:
        yield _piece(taken)


def _piece(lines: list[Line]) -> _Piece:
    oddities = frozenset(line.oddity for line in lines if line.oddity is not None)
    return _Piece(lines[0].number, "\n".join(line.text for line in lines), oddities)


class _Pieces:
    """Reads pieces of a file, each with the prefixes that stand before it."""

    def __init__(self, form: RdfFormat, names: BlankNames) -> None:
        self._form, self._names = form, names
        self._directives: dict[str, None] = {}

    def records(self, pieces: Iterator[_Piece]) -> Iterator[Record]:
        """Yield the records of pieces: of many at a time, and one by one where that fails."""
        while batch := list(islice(pieces, _BATCH)):
            quads = None
            if not any(piece.oddities for piece in batch):
                quads = self._parsed("\n".join(piece.text for piece in batch), lenient=False)[0]
            if quads is not None:
                yield from _quad_records(quads, self._names)
            for piece in batch:
                if quads is None:
                    yield from self._piece_records(piece)
                self._note_directives(piece)

    def _piece_records(self, piece: _Piece) -> Iterator[Record]:
        quads, reason, line = self._parsed(piece.text)
        parts = [piece] if quads is not None else _statements(piece)
        if len(parts) > 1:
            for part in parts:
                yield from self._piece_records(part)
        elif quads is None:
            yield Skipped(piece.line + line, reason, piece.text.split("\n")[line])
        else:
            for oddity in sorted(piece.oddities.union(*map(term_oddities, quads))):
                yield Skipped(piece.line, oddity, piece.text, kept=True)
            yield from _quad_records(quads, self._names, piece.line)

    def _parsed(self, text: str, *, lenient: bool = True) -> tuple[list[Quad] | None, str, int]:
        """The statements of a text; None, the reason and the line of the text, from 0, where it is faulty."""
        header = "".join(self._directives)
        try:
            return list(parse(header + text, self._form, lenient=lenient)), "", 0
        except SyntaxError as error:
            line = (error.lineno or 1) - header.count("\n") - 1
            return None, fault(error.msg), min(max(line, 0), text.count("\n"))

    def _note_directives(self, piece: _Piece) -> None:
        for line in piece.text.split("\n"):
            found = _DIRECTIVE.match(line)
            if found:
                end = " ." if found[0].lstrip().startswith("@") else ""
                directive = f"{found[0].strip()}{end}\n"
                self._directives.pop(directive, None)  # the last one of a prefix counts
                self._directives[directive] = None


def _statements(piece: _Piece) -> list[_Piece]:
    """A piece cut before each line that is not indented: between statements where a dot is missing."""
    lines = piece.text.split("\n")
    starts = [0, *(number for number, line in enumerate(lines) if number and _START.match(line)), len(lines)]
    statements = []
    for start, end in pairwise(starts):
        text, oddities = "\n".join(lines[start:end]), piece.oddities
        bare = _COMMENT.sub("", text).rstrip()
        if bare and not bare.endswith(".") and not _DIRECTIVE.match(text):
            text, oddities = f"{text}\n.", oddities | {NO_DOT}
        statements.append(_Piece(piece.line + start, text, oddities))
    return statements
