"""RDF statements as records: which relations name things, which state units, how blank nodes are called."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, Protocol, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from numkbqa.kb.readers.record import ALIAS_RANK, EntityFact, LiteralFact, Name, Record, RelationUnit
from numkbqa.values.datatype import XSD

RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS_LABEL: Final = "http://www.w3.org/2000/01/rdf-schema#label"
RDF_SUBJECT, RDF_PREDICATE, RDF_OBJECT = f"{RDF}subject", f"{RDF}predicate", f"{RDF}object"
RDF_REIFIES: Final = f"{RDF}reifies"

PLAIN_TEXT: Final = f"{XSD}string"
TAGGED_TEXT: Final = f"{RDF}langString"

# how official a name is, 0 first
NAME_RANKS: Final = {
    RDFS_LABEL: 0,
    "http://rdf.freebase.com/ns/type.object.name": 0,
    "http://www.w3.org/2004/02/skos/core#prefLabel": 1,
    "http://schema.org/name": 2,
    "https://schema.org/name": 2,
    "http://xmlns.com/foaf/0.1/name": 3,
    "http://www.w3.org/2004/02/skos/core#altLabel": ALIAS_RANK,
    "http://schema.org/alternateName": ALIAS_RANK,
    "https://schema.org/alternateName": ALIAS_RANK,
    "http://rdf.freebase.com/ns/common.topic.alias": ALIAS_RANK,
}

# schema.org states a unit as a text or a code, QUDT as the IRI of a unit
UNIT_RELATIONS: Final = frozenset(
    {
        "http://schema.org/unitText",
        "https://schema.org/unitText",
        "http://schema.org/unitCode",
        "https://schema.org/unitCode",
        "http://qudt.org/schema/qudt/unit",
        "http://qudt.org/schema/qudt/hasUnit",
    }
)

Node: TypeAlias = NamedNode | BlankNode


class BlankNames(Protocol):
    """Names of the blank nodes of a file by label: stable across builds, and different in every file."""

    def __getitem__(self, label: str) -> str:
        """The name of a blank node."""
        ...


class LabelNames:
    """Names for a format in which every blank node has a label.

    Args:
        tag: the file's tag.
    """

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def __getitem__(self, label: str) -> str:
        return f"_:{self._tag}-{label}"


class NumberNames:
    """Names by order of appearance, for a format in which the parser makes up labels.

    Args:
        tag: the file's tag.
    """

    def __init__(self, tag: str) -> None:
        self._tag, self._names = tag, dict[str, str]()

    def __getitem__(self, label: str) -> str:
        return self._names.setdefault(label, f"_:{self._tag}-{len(self._names)}")


def triple_name(triple: Triple, names: BlankNames) -> str:
    """Name of a triple that is talked about: the same for equal triples.

    Args:
        triple: the triple.
        names: names of blank nodes.

    Returns:
        The name of a blank node.
    """
    return names[sha256(_text(triple, names).encode()).hexdigest()[:16]]


def _text(term: Node | Literal | Triple, names: BlankNames) -> str:
    if isinstance(term, Triple):
        return f"{_text(term.subject, names)} {term.predicate} {_text(term.object, names)}"
    return names[term.value] if isinstance(term, BlankNode) else str(term)


def statement_records(
    subject: Node | Triple,
    relation: str,
    tail: Node | Literal | Triple,
    names: BlankNames,
    line: int | None = None,
) -> Iterator[Record]:
    """Yield the records of a statement.

    What is said about a statement (RDF 1.2, RDF-star) becomes classic reification: facts `rdf:subject`,
    `rdf:predicate` and `rdf:object` of the node that stands for it.

    Args:
        subject: its subject.
        relation: IRI of its predicate.
        tail: its object.
        names: names of blank nodes.
        line: line of the source.

    Yields:
        One record, more for a statement about a statement.
    """
    head = _entity(subject, names)
    if isinstance(subject, Triple):
        yield from _reification(head, subject, names, line)
    if not isinstance(tail, Triple):
        yield _record(head, relation, tail, names, line)
    elif relation == RDF_REIFIES:
        yield from _reification(head, tail, names, line)
    else:
        entity = _entity(tail, names)
        yield from _reification(entity, tail, names, line)
        yield EntityFact(head, relation, entity)


def entity_record(head: str, relation: str, tail: str) -> Record:
    """The fact that a statement between entities is, or what it says as the unit of a relation."""
    return _or_unit(EntityFact(head, relation, tail), tail)


def literal_record(
    head: str, relation: str, lexical: str, language: str | None, datatype: str, line: int | None
) -> Record:
    """The name, the unit of a relation or the literal fact that a statement with a literal is."""
    rank = NAME_RANKS.get(relation)
    if rank is not None:
        return Name(head, lexical, language or "", rank)
    return _or_unit(LiteralFact(head, relation, lexical, datatype, line=line), lexical)


def _record(head: str, relation: str, tail: Node | Literal, names: BlankNames, line: int | None) -> Record:
    if isinstance(tail, Literal):
        return literal_record(head, relation, tail.value, tail.language, tail.datatype.value, line)
    return entity_record(head, relation, _entity(tail, names))


def _entity(node: Node | Triple, names: BlankNames) -> str:
    if isinstance(node, NamedNode):
        return node.value
    return names[node.value] if isinstance(node, BlankNode) else triple_name(node, names)


def _reification(reifier: str, triple: Triple, names: BlankNames, line: int | None) -> Iterator[Record]:
    parts = {RDF_SUBJECT: triple.subject, RDF_PREDICATE: triple.predicate, RDF_OBJECT: triple.object}
    for relation, part in parts.items():
        if isinstance(part, Triple):
            yield from _reification(triple_name(part, names), part, names, line)
            yield EntityFact(reifier, relation, triple_name(part, names))
        else:
            yield _record(reifier, relation, part, names, line)


def _or_unit(fact: EntityFact | LiteralFact, unit: str) -> Record:
    """The fact, or what it says as the unit of a relation."""
    return RelationUnit(fact[0], unit, fact) if fact.relation in UNIT_RELATIONS else fact
