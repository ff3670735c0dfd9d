"""RDF through pyoxigraph: N-Triples, Turtle, RDF/XML, TriG, N-Quads and JSON-LD, read leniently."""

from collections.abc import Iterator
from typing import Final

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, parse

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import ALIAS_RANK, EntityFact, LiteralFact, Name, Record, RelationUnit
from numkbqa.kb.readers.source import Source

RDFS_LABEL: Final = "http://www.w3.org/2000/01/rdf-schema#label"

# how official a name is, 0 first
NAME_RANKS: Final = {
    RDFS_LABEL: 0,
    "http://www.w3.org/2004/02/skos/core#prefLabel": 1,
    "http://schema.org/name": 2,
    "https://schema.org/name": 2,
    "http://xmlns.com/foaf/0.1/name": 3,
    "http://www.w3.org/2004/02/skos/core#altLabel": ALIAS_RANK,
    "http://schema.org/alternateName": ALIAS_RANK,
    "https://schema.org/alternateName": ALIAS_RANK,
}

# schema.org states a unit as a text, QUDT as the IRI of a unit
UNIT_RELATIONS: Final = frozenset(
    {
        "http://schema.org/unitText",
        "https://schema.org/unitText",
        "http://qudt.org/schema/qudt/unit",
        "http://qudt.org/schema/qudt/hasUnit",
    }
)

_FORMATS: Final = {
    ".nt": RdfFormat.N_TRIPLES,
    ".ttl": RdfFormat.TURTLE,
    ".rdf": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
    ".trig": RdfFormat.TRIG,
    ".nq": RdfFormat.N_QUADS,
    ".jsonld": RdfFormat.JSON_LD,
}


class RdfReader:
    """Reads every RDF serialisation that pyoxigraph knows; named graphs are merged."""

    formats = f"RDF ({', '.join(_FORMATS)})"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file's name says that it is of this format."""
        return source.name.endswith(tuple(_FORMATS))

    def accepts_content(self, source: Source) -> bool:
        """Whether the file begins like RDF/XML, Turtle or N-Triples."""
        return _sniff(source.head()) is not None

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Entity facts, literal facts, units of relations and names.

        Raises:
            UserError: the file is not of its format.
        """
        form = _format(source)
        blanks = _BlankNames(source.tag)
        with source.open() as stream:
            try:
                for subject, predicate, tail, _ in parse(stream, form, lenient=True):
                    record = _record(_id(subject, blanks), predicate.value, tail, blanks)
                    if record is not None:
                        yield record
            except SyntaxError as error:
                raise UserError(
                    f"this is no valid {form.name}: {error.msg}",
                    where=source.path,
                    line=error.lineno,
                    remedy="Correct this place; a file of another format needs the suffix of its own format.",
                ) from error


class _BlankNames:
    """Names blank nodes by order of appearance: the parser's own are random, and repeat across files."""

    def __init__(self, tag: str) -> None:
        self._tag, self._names = tag, dict[str, str]()

    def __getitem__(self, node: str) -> str:
        return self._names.setdefault(node, f"_:{self._tag}-{len(self._names)}")


def _id(node: object, blanks: _BlankNames) -> str | None:
    if isinstance(node, NamedNode):
        return node.value
    return blanks[node.value] if isinstance(node, BlankNode) else None


def _record(head: str | None, relation: str, tail: object, blanks: _BlankNames) -> Record | None:
    """The record of one statement; None for statements about statements, which numkbqa does not read."""
    if head is None:
        return None
    if isinstance(tail, Literal):
        rank = NAME_RANKS.get(relation)
        if rank is not None:
            return Name(head, tail.value, tail.language or "", rank)
        return _or_unit(LiteralFact(head, relation, tail.value, tail.datatype.value), tail.value)
    entity = _id(tail, blanks)
    return None if entity is None else _or_unit(EntityFact(head, relation, entity), entity)


def _or_unit(fact: EntityFact | LiteralFact, unit: str) -> Record:
    """The fact, or what it says as the unit of a relation."""
    return RelationUnit(fact[0], unit, fact) if fact.relation in UNIT_RELATIONS else fact


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
    if text.startswith(("<?xml", "<rdf:RDF")):
        return RdfFormat.RDF_XML if "rdf:RDF" in text else None
    if text.lower().startswith(("@prefix", "@base", "prefix ", "base ")):
        return RdfFormat.TURTLE
    first = text.partition("\n")[0].rstrip()
    return RdfFormat.N_TRIPLES if first.startswith(("<", "_:")) and first.endswith(".") else None
