"""RDF through pyoxigraph: Turtle, N3, RDF/XML, TriG, N-Quads and JSON-LD, read leniently.

N-Triples have a faster reader of their own.
"""

from collections.abc import Iterator
from typing import Final

from pyoxigraph import RdfFormat

from numkbqa.errors import UserError
from numkbqa.kb.readers.rdf_documents import json_ld_records, trig_records, xml_records
from numkbqa.kb.readers.rdf_lines import line_records, text_lines
from numkbqa.kb.readers.rdf_records import LabelNames
from numkbqa.kb.readers.rdf_turtle import turtle_records
from numkbqa.kb.readers.record import Record, Skipped
from numkbqa.kb.readers.source import Source

_FORMATS: Final = {
    ".ttl": RdfFormat.TURTLE,
    ".n3": RdfFormat.N3,
    ".rdf": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
    ".trig": RdfFormat.TRIG,
    ".nq": RdfFormat.N_QUADS,
    ".jsonld": RdfFormat.JSON_LD,
}
_JSON_LD_KEYWORDS: Final = ('"@context"', '"@graph"', '"@id"', '"@type"')
_GIVE_UP: Final = 100_000


class RdfReader:
    """Reads every RDF serialisation that pyoxigraph knows but N-Triples; named graphs are merged."""

    formats = f"RDF ({', '.join(_FORMATS)})"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format."""
        return source.name.endswith(tuple(_FORMATS))

    def accepts_content(self, source: Source) -> bool:
        """Whether the file begins like RDF/XML, Turtle or JSON-LD."""
        return _sniff(source.head()) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Entity facts, literal facts, units of relations, names, and what was skipped or kept though odd.

        Raises:
            UserError: nothing of the file can be read as its format, or its format does not let the parser
                go on after a fault (RDF/XML, JSON-LD).
        """
        form = _format(source)
        return readable(_records(source, form), source, form.name)


def readable(records: Iterator[Record], source: Source, form: str) -> Iterator[Record]:
    """Pass the records of a file on, unless nothing of it can be read.

    Args:
        records: the records.
        source: the file.
        form: name of its format.

    Yields:
        The records.

    Raises:
        UserError: there is nothing but what was skipped.
    """
    skipped = list[Skipped]()
    for record in records:
        yield record
        if not isinstance(record, Skipped) or record.kept:
            yield from records
            return
        skipped.append(record)
        if len(skipped) == _GIVE_UP:
            break
    if skipped:
        raise UserError(
            f"this is no valid {form}: {skipped[0].reason}",
            where=source.path,
            line=skipped[0].line,
            remedy="Correct this place; a file of another format needs the suffix of its own format.",
        )


def _records(source: Source, form: RdfFormat) -> Iterator[Record]:
    if form is RdfFormat.N_QUADS:
        with source.open() as stream:
            yield from line_records(text_lines(stream), LabelNames(source.tag))
    elif form in {RdfFormat.TURTLE, RdfFormat.N3}:
        yield from turtle_records(source, form)
    elif form is RdfFormat.TRIG:
        yield from trig_records(source)
    elif form is RdfFormat.RDF_XML:
        yield from xml_records(source)
    else:
        yield from json_ld_records(source)


def _format(source: Source) -> RdfFormat:
    for suffix, form in _FORMATS.items():
        if source.name.endswith(suffix):
            return form
    found = _sniff(source.head())
    if found is None:  # not reached by way of the registry, which asks accepts_content first
        raise UserError("the file does not look like RDF", where=source.path)
    return found


def _sniff(head: bytes) -> RdfFormat | None:
    text = head.decode("utf-8", errors="replace").lstrip()
    if text.startswith(("<?xml", "<rdf:RDF", "<!DOCTYPE rdf:RDF")):
        return RdfFormat.RDF_XML if "rdf:RDF" in text else None
    if text.startswith(("{", "[")):
        return RdfFormat.JSON_LD if any(keyword in text for keyword in _JSON_LD_KEYWORDS) else None
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    return RdfFormat.TURTLE if first.lower().startswith(("@prefix", "@base", "prefix ", "base ")) else None
