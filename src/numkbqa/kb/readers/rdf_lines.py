"""N-Triples and N-Quads, line by line: a bad line is skipped, an odd one kept, and both are reported."""

import re
from collections.abc import Iterable, Iterator
from typing import IO, Final, NamedTuple

from pyoxigraph import BlankNode, Quad, RdfFormat, Triple, parse

from numkbqa.kb.readers.rdf_oddities import (
    AFTER_OBJECT,
    IRI,
    LANGUAGE,
    NO_DOT,
    NO_SUBJECT,
    NOT_UTF8,
    TURTLE_LINE,
    fault,
    term_oddities,
)
from numkbqa.kb.readers.rdf_records import (
    PLAIN_TEXT,
    TAGGED_TEXT,
    BlankNames,
    entity_record,
    literal_record,
    statement_records,
    triple_name,
)
from numkbqa.kb.readers.record import Record, Skipped

LABEL: Final = "[A-Za-z0-9_][A-Za-z0-9_-]*"
"""Pattern of the label of a blank node, for Python and for RE2; the rarer ones are left to the parser."""
LEXICAL: Final = r'[^"\\\x00]*'
"""Pattern of a literal without escapes, for Python and for RE2."""

_CLEAN: Final = re.compile(
    rf"(?:<({IRI})>|_:({LABEL}))[ \t]<({IRI})>[ \t]"
    rf'(?:<({IRI})>|_:({LABEL})|"({LEXICAL})"(?:@({LANGUAGE})|\^\^<({IRI})>)?)'
    rf"(?:[ \t]<{IRI}>)?[ \t]\."
)


class Line(NamedTuple):
    """A line of a file.

    Args:
        number: its number, from 1.
        text: the line without its end.
        oddity: what is odd about how it is encoded; None when nothing is.
    """

    number: int
    text: str
    oddity: str | None = None


def text_lines(stream: IO[bytes]) -> Iterator[Line]:
    """The lines of a file, whatever ends them.

    Args:
        stream: the file.

    Yields:
        Its lines; one that is not UTF-8 is taken for Latin-1, which is what most such files are.
    """
    number = 0
    for raw in stream:
        # on old Macintoshes a carriage return ends a line
        for part in re.split(rb"\r(?!$)", raw.removesuffix(b"\n")):
            number += 1
            bare = part.removesuffix(b"\r")
            try:
                yield Line(number, bare.decode("utf-8"))
            except UnicodeDecodeError:
                yield Line(number, bare.decode("latin-1"), NOT_UTF8)


def line_records(lines: Iterable[Line], names: BlankNames) -> Iterator[Record]:
    """Yield the records of lines of N-Triples or N-Quads; the names of graphs are dropped.

    Args:
        lines: the lines.
        names: names of blank nodes by label.

    Yields:
        Their records, and what was skipped, or kept though odd.
    """
    for line in lines:
        clean = _CLEAN.fullmatch(line.text) if line.oddity is None else None
        if clean is not None:
            yield _clean_record(clean.groups(), names, line.number)
        elif line.text.strip() and not line.text.lstrip().startswith("#"):
            yield from _other_records(line, names)


def _clean_record(groups: tuple[str | None, ...], names: BlankNames, line: int) -> Record:
    iri, label, relation, tail_iri, tail_label, lexical, language, datatype = groups
    head = iri or names[str(label)]
    if lexical is None:
        return entity_record(head, str(relation), tail_iri or names[str(tail_label)])
    if language is None:
        return literal_record(head, str(relation), lexical, None, datatype or PLAIN_TEXT, line)
    return literal_record(head, str(relation), lexical, language.lower(), TAGGED_TEXT, line)


def _other_records(line: Line, names: BlankNames) -> Iterator[Record]:
    """The records of a line that is not of the plainest kind, as the first way takes it that can."""
    text = line.text
    quads, wrong = _parsed(text, RdfFormat.N_QUADS)
    repair = None
    if wrong is not None:
        repaired, still_wrong = _parsed(f"{text} .", RdfFormat.N_QUADS)
        if still_wrong is None:
            quads, repair = repaired, NO_DOT
        else:
            yield from _turtle_records(line, names, wrong)
            return
    yield from _noted(line, quads, repair)
    for quad in quads:
        yield from statement_records(quad.subject, quad.predicate.value, quad.object, names, line.number)


def _turtle_records(line: Line, names: BlankNames, wrong: str) -> Iterator[Record]:
    """The records of a line that may be Turtle: with a number without quotes, two statements, RDF-star."""
    quads, still_wrong = _parsed(line.text, RdfFormat.TURTLE)
    if still_wrong is not None:
        yield Skipped(line.number, wrong, line.text)
        return
    if quads:
        yield from _noted(line, quads, None if line.text.lstrip().startswith("<<") else TURTLE_LINE)
    known = _LineNames(line, quads, names)
    for quad in quads:
        yield from statement_records(quad.subject, quad.predicate.value, quad.object, known, line.number)


def _parsed(text: str, form: RdfFormat) -> tuple[list[Quad], str | None]:
    """The statements of a text, or what is wrong with it; what the parser makes of the rest is not used."""
    try:
        return list(parse(text, form, lenient=True)), None
    except SyntaxError as error:
        reason = fault(error.msg)
        # behind an object the parser looks for the next statement
        return [], AFTER_OBJECT if reason == NO_SUBJECT and (error.offset or 1) > 1 else reason


def _noted(line: Line, quads: list[Quad], repair: str | None) -> Iterator[Skipped]:
    terms = {oddity: None for quad in quads for oddity in term_oddities(quad)}
    for oddity in (line.oddity, repair, *terms):
        if oddity is not None:
            yield Skipped(line.number, oddity, line.text, kept=True)


class _LineNames:
    """Names of the blank nodes in a line of Turtle: by label, by the triple that they reify, else by line."""

    def __init__(self, line: Line, quads: list[Quad], names: BlankNames) -> None:
        self._by_label, self._made_up = names, dict[str, str]()
        for quad in quads:
            for node in (quad.subject, quad.object):
                if isinstance(node, BlankNode) and f"_:{node.value}" not in line.text:
                    self._made_up.setdefault(node.value, names[f"{line.number}.{len(self._made_up)}"])
        for quad in quads:
            reifier = quad.subject.value if isinstance(quad.subject, BlankNode) else None
            if reifier in self._made_up and isinstance(quad.object, Triple):
                self._made_up[reifier] = triple_name(quad.object, self)

    def __getitem__(self, label: str) -> str:
        return self._made_up.get(label) or self._by_label[label]
