"""KQA Pro's `kb.json`: concepts, and entities with typed attributes, relations and qualifiers.

The file (about 100 MB) is one JSON object and is read into memory as a whole. Entities and concepts keep
their ids, keys and predicates are the relations.

| in the file | here |
|---|---|
| `instanceOf` of an entity or a concept | a fact of the relation `instanceOf` |
| attribute | a literal fact; it held at its `point in time`, else from its `start time` on |
| relation, forward or backward | one fact, though most stand at both of its ends |
| qualifier of a relation | `Qualifier`; a text stays an untyped one: most are names, some are numbers |
| other qualifiers of an attribute | left out |
"""

import re
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import from_json

from numkbqa.errors import UserError
from numkbqa.kb.readers.record import NORMAL, EntityFact, LiteralFact, Name, Qualifier, Record, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.values import literal as values
from numkbqa.values.datatype import XSD

INSTANCE_OF: Final = "instanceOf"
TEXT: Final = "kqapro:string"
"""Datatype of attributes that are texts: what looks like a number among them is a code."""

_HELD_AT: Final = ("point in time", "start time")
_DATE = re.compile(r"(\d{1,4})[/-](\d{1,2})[/-](\d{1,2})")
_BEGINNING = re.compile(rb'\s*\{\s*"(?:concepts|entities)"\s*:\s*\{')

Fact = tuple[str, str, str]
Section = dict[str, Any]


class _Piece(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


class _Value(_Piece):
    type: Literal["string", "quantity", "date", "year"]
    value: str | int | float
    unit: str | None = None

    def literal(self) -> values.Literal:
        """The value as a literal; a unit of "1" is none."""
        text = str(self.value)
        if self.type == "quantity":
            return values.Literal(text, f"{XSD}decimal", None if self.unit == "1" else self.unit)
        if self.type == "date":
            return values.Literal(_padded(text), f"{XSD}date")
        return _year(text) if self.type == "year" else values.Literal(text, TEXT)


class _Attribute(_Piece):
    key: str
    value: _Value
    qualifiers: Any = None


class _Relation(_Piece):
    predicate: str
    object: str
    direction: Literal["forward", "backward"] = "forward"
    qualifiers: Any = None

    def fact(self, entity: str) -> Fact:
        """Head, relation and tail, at whichever end it stands."""
        ends = (entity, self.object) if self.direction == "forward" else (self.object, entity)
        return ends[0], self.predicate, ends[1]


P = TypeVar("P", bound=_Piece)


class KqaProReader:
    """Reads the knowledge base of KQA Pro."""

    formats = "KQA Pro (kb.json)"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file is JSON by its name and begins like a `kb.json`: many formats end in `.json`."""
        return source.name.endswith(".json") and self.accepts_content(source)

    def accepts_content(self, source: Source) -> bool:
        """Whether the file begins with concepts or entities in the manner of KQA Pro."""
        head = source.head()
        return bool(_BEGINNING.match(head)) and (b'"instanceOf"' in head or source.name == "kb.json")

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Names, facts, literal facts, qualifiers, and what was skipped, with its entity.

        Raises:
            UserError: the file is no JSON, or holds no entity.
        """
        content = _content(source)
        concepts, entities = (_section(content, name) for name in ("concepts", "entities"))
        if not concepts and not entities:
            raise UserError(
                "there is neither a concept nor an entity in the file",
                where=source.path,
                remedy="A kb.json of KQA Pro has both under these names.",
            )
        for section in (concepts, entities):
            for name, entity in section.items():
                yield from _description(name, entity)
        forward: set[Fact] = set()
        for record in _forward_relations(entities):
            if isinstance(record, EntityFact):
                forward.add(record)
            yield record
        yield from _backward_relations(entities, forward)


def _content(source: Source) -> Any:
    with source.open() as stream:
        try:
            return from_json(stream.read())
        except ValueError as error:
            raise UserError(
                f"the file is no valid JSON: {error}", where=source.path, remedy="Fetch the file again."
            ) from error


def _section(content: Any, name: str) -> Section:
    section = content.get(name, {}) if isinstance(content, dict) else {}
    return section if isinstance(section, dict) else {}


def _description(name: str, entity: Any) -> Iterator[Record]:
    """Name, classes and attributes."""
    if not isinstance(entity, dict):
        yield Skipped(None, "the entity is no JSON object", name)
        return
    if isinstance(entity.get("name"), str):
        yield Name(name, entity["name"])
    for concept in _list(entity, "instanceOf"):
        if isinstance(concept, str):
            yield EntityFact(name, INSTANCE_OF, concept)
        else:
            yield Skipped(None, "the class is no id", name)
    for piece in _list(entity, "attributes"):
        attribute = _validated(_Attribute, piece)
        if attribute is None:
            yield Skipped(None, "the attribute is malformed", name)
        else:
            literal, at = attribute.value.literal(), _held_at(attribute.qualifiers)
            yield LiteralFact(name, attribute.key, *literal, rank=NORMAL, at=at)


def _forward_relations(entities: Section) -> Iterator[Record]:
    for name, piece in _relations(entities):
        if not _is_backward(piece):
            relation = _validated(_Relation, piece)
            if relation is None:
                yield Skipped(None, "the relation is malformed", name)
            else:
                yield from _fact_records(relation.fact(name), relation.qualifiers)


def _backward_relations(entities: Section, forward: set[Fact]) -> Iterator[Record]:
    """Those that do not stand at their other end too, with the same qualifiers."""
    for name, piece in _relations(entities):
        if _is_backward(piece):
            relation = _validated(_Relation, piece)
            if relation is None:
                yield Skipped(None, "the relation is malformed", name)
            elif relation.fact(name) not in forward:
                yield from _fact_records(relation.fact(name), relation.qualifiers)


def _relations(entities: Section) -> Iterator[tuple[str, Any]]:
    for name, entity in entities.items():
        if isinstance(entity, dict):
            for piece in _list(entity, "relations"):
                yield name, piece


def _is_backward(piece: Any) -> bool:
    return isinstance(piece, dict) and piece.get("direction") == "backward"


def _fact_records(fact: Fact, qualifiers: Any) -> Iterator[Record]:
    yield EntityFact(*fact)
    for key in qualifiers if isinstance(qualifiers, dict) else ():
        for piece in _list(qualifiers, key):
            value = _validated(_Value, piece)
            if value is None:
                yield Skipped(None, "the qualifier is malformed", fact[0])
            else:
                literal = value.literal()
                untyped = literal._replace(datatype=f"{XSD}string")
                yield Qualifier(*fact, key, *(untyped if value.type == "string" else literal))


def _held_at(qualifiers: Any) -> str | None:
    for key in _HELD_AT:
        for piece in _list(qualifiers, key):
            value = _validated(_Value, piece)
            if value is not None and value.type in {"date", "year"}:
                return value.literal().lexical
    return None


def _list(mapping: Any, key: str) -> list[Any]:
    found = mapping.get(key, []) if isinstance(mapping, dict) else []
    return found if isinstance(found, list) else [found]


def _validated(kind: type[P], piece: Any) -> P | None:
    try:
        return kind.model_validate(piece)
    except ValidationError:
        return None


def _padded(date: str) -> str:
    """A date as XSD writes it; the file has "1952/3/11" too."""
    parts = _DATE.fullmatch(date)
    return date if parts is None else "{:0>4}-{:0>2}-{:0>2}".format(*parts.groups())


def _year(text: str) -> values.Literal:
    """A year; the years are those of Wikidata's JSON, where -44 is 44 BCE and there is no year 0."""
    if text.startswith("-"):
        return values.Literal(f"-{text[1:]:0>4}-00-00T00:00:00Z/9/gregorian", values.WIKIDATA_TIME)
    return values.Literal(text, f"{XSD}gYear")
