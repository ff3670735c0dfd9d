"""TriG, RDF/XML and JSON-LD: formats that are read as a whole."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final
from xml.parsers import expat

from pyoxigraph import Quad, RdfFormat, parse

from numkbqa.errors import UserError
from numkbqa.kb.readers.rdf_oddities import fault, term_oddities
from numkbqa.kb.readers.rdf_records import BlankNames, NumberNames, statement_records
from numkbqa.kb.readers.record import Record, Skipped
from numkbqa.kb.readers.source import Source

_UTF8: Final = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})
_XML_DECLARATION: Final = re.compile(r"<\?xml[^>]*\bencoding=[\"']([\w.-]+)[\"'][^>]*\?>")
_REMOTE_CONTEXT: Final = "remote contexts"
_SCHEMA_ORG: Final = re.compile(r"https?://schema\.org/?")


def trig_records(source: Source) -> Iterator[Record]:
    """Yield the records of a TriG file; after a fault the parser goes on behind the next dot.

    Args:
        source: the file.

    Yields:
        Its records, and what was skipped or kept though odd.
    """
    names = NumberNames(source.tag)
    with source.open() as stream:
        quads = parse(stream, RdfFormat.TRIG, lenient=True)
        last: tuple[int | None, int | None] | None = None
        while True:
            try:
                yield from _noted_records(quads, names)
            except SyntaxError as error:
                if last == (error.lineno, error.offset):  # the parser does not get on
                    return
                last = error.lineno, error.offset
                yield Skipped(error.lineno, fault(error.msg), error.msg)
            else:
                return


def xml_records(source: Source) -> Iterator[Record]:
    """Yield the records of an RDF/XML file.

    Args:
        source: the file.

    Yields:
        Its records, and what was kept though odd.

    Raises:
        UserError: the file is no RDF/XML.
    """
    try:
        with source.open() as stream:
            text = _xml_text(source, stream)
            yield from _noted_records(parse(text, RdfFormat.RDF_XML, lenient=True), NumberNames(source.tag))
    except SyntaxError as error:
        raise _no_valid(source, "RDF/XML", error.msg, _xml_fault_line(source)) from error


def json_ld_records(source: Source) -> Iterator[Record]:
    """Yield the records of a JSON-LD file.

    Args:
        source: the file.

    Yields:
        Its records, and what was kept though odd.

    Raises:
        UserError: the file is no JSON, has a context on the web, or no property that is an IRI.
    """
    empty = True
    try:
        for record in _json_ld_records(source):
            empty = False
            yield record
    except json.JSONDecodeError as error:
        raise _no_valid(source, "JSON-LD", error.msg, error.lineno) from error
    except SyntaxError as error:
        if _REMOTE_CONTEXT in error.msg:
            raise UserError(
                "its @context is an address on the web, which numkbqa does not fetch",
                where=source.path,
                remedy='Put the context itself in the place of its address, as "@context": {...}.',
            ) from error
        raise _no_valid(source, "JSON-LD", error.msg, error.lineno) from error
    if empty:
        raise _no_valid(source, "JSON-LD", "no key in it stands for an IRI", None)


def _noted_records(quads: Iterable[Quad], names: BlankNames) -> Iterator[Record]:
    """The records of statements, and each kind of oddity once with its first statement."""
    noted = set[str]()
    for quad in quads:
        for oddity in term_oddities(quad):
            if oddity not in noted:
                noted.add(oddity)
                yield Skipped(None, oddity, str(quad), kept=True)
        yield from statement_records(quad.subject, quad.predicate.value, quad.object, names)


def _no_valid(source: Source, form: str, fault_: str, line: int | None) -> UserError:
    return UserError(
        f"this is no valid {form}: {fault_}",
        where=source.path,
        line=line,
        remedy="Correct this place; a file of another format needs the suffix of its own format.",
    )


def _xml_text(source: Source, stream: IO[bytes]) -> IO[bytes] | str:
    """What the parser can read, which is UTF-8 alone: other encodings are undone."""
    declared = _XML_DECLARATION.match(source.head().decode("latin-1"))
    if declared is None or declared[1].lower() in _UTF8:
        return stream
    try:
        text = stream.read().decode(declared[1])
    except (LookupError, UnicodeDecodeError) as error:
        raise _no_valid(source, "RDF/XML", str(error), 1) from error
    return text[declared.end() :]


def _xml_fault_line(source: Source) -> int | None:
    """Line where the file is no well-formed XML, which the RDF parser does not tell; None where it is."""
    checker = expat.ParserCreate()
    with source.open() as stream:
        try:
            checker.ParseFile(stream)
        except expat.ExpatError as error:
            return error.lineno
    return None


def _json_ld_records(source: Source) -> Iterator[Record]:
    with source.open() as stream:
        try:
            yield from _property_records(stream, NumberNames(source.tag))
        except SyntaxError as error:
            if _REMOTE_CONTEXT not in error.msg:
                raise
        else:
            return
    with source.open() as stream:
        document = _with_known_contexts(json.load(stream))
    yield from _property_records(json.dumps(document).encode(), NumberNames(source.tag))


def _property_records(document: IO[bytes] | bytes, names: BlankNames) -> Iterator[Record]:
    # a key that stands for no IRI is no property; the lenient parser yields it all the same
    quads = (quad for quad in parse(document, RdfFormat.JSON_LD, lenient=True) if ":" in quad.predicate.value)
    return _noted_records(quads, names)


def _with_known_contexts(node: Any) -> Any:
    """A document in which schema.org, the one context that most pages name, is spelled out."""
    if isinstance(node, list):
        return [_with_known_contexts(child) for child in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _known_context(child) if key == "@context" else _with_known_contexts(child)
        for key, child in node.items()
    }


def _known_context(context: Any) -> Any:
    if isinstance(context, list):
        return [_known_context(one) for one in context]
    known = isinstance(context, str) and _SCHEMA_ORG.fullmatch(context)
    return {"@vocab": "http://schema.org/"} if known else context
