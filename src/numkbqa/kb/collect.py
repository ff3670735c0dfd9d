"""First half of a build: records of all sources into columns, with strings numbered and literals parsed."""

import unicodedata
from array import array
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb.readers import EntityFact, LiteralFact, Name, Record, RelationUnit, UntypedFact
from numkbqa.values import Kind, Precision, Value, parse_value
from numkbqa.values.datatype import is_measuring

Ints = NDArray[np.int64]
NameKey = tuple[int, int, str, str]
NO_PRECISION = -1

_parse = lru_cache(maxsize=1 << 16)(parse_value)


class Numbering:
    """Numbers strings in the order in which they appear."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def find(self, text: str) -> int | None:
        """The number of a string that has one already."""
        return self._numbers.get(text)

    def strings(self) -> list[str]:
        """All strings, by number."""
        return list(self._numbers)


@dataclass(slots=True)
class FactColumns:
    """Entity facts, in parallel columns of numbers of things and relations."""

    head: "array[int]" = field(default_factory=lambda: array("q"))
    relation: "array[int]" = field(default_factory=lambda: array("q"))
    tail: "array[int]" = field(default_factory=lambda: array("q"))

    def add(self, head: int, relation: int, tail: int) -> None:
        """Append one fact."""
        self.head.append(head)
        self.relation.append(relation)
        self.tail.append(tail)

    def arrays(self) -> tuple[Ints, Ints, Ints]:
        """Head, relation and tail of each fact, each of shape (num_facts,)."""
        return np.array(self.head, np.int64), np.array(self.relation, np.int64), np.array(self.tail, np.int64)


@dataclass(slots=True)
class ValueColumns:
    """Literals that are values, in parallel columns; `measure` numbers the distinct (kind, unit) pairs."""

    entity: "array[int]" = field(default_factory=lambda: array("q"))
    relation: "array[int]" = field(default_factory=lambda: array("q"))
    measure: "array[int]" = field(default_factory=lambda: array("q"))
    typed: "array[int]" = field(default_factory=lambda: array("b"))
    precision: "array[int]" = field(default_factory=lambda: array("b"))
    low: "array[float]" = field(default_factory=lambda: array("d"))
    high: "array[float]" = field(default_factory=lambda: array("d"))
    lexical: list[str] = field(default_factory=list)


class Collector:
    """Takes records one by one; what it holds does not depend on their order but for the numbering."""

    def __init__(self) -> None:
        self.things = Numbering()
        self.relations = Numbering()
        self.measures: dict[tuple[Kind, str | None], int] = {}
        self.facts, self.untyped, self.values = FactColumns(), FactColumns(), ValueColumns()
        self.names: dict[str, set[NameKey]] = {}
        self.texts: Counter[int] = Counter()
        self.unreadable: Counter[int] = Counter()
        self.units: list[RelationUnit] = []
        self.unusable_units: dict[int, list[str]] = {}

    def add(self, record: Record) -> None:
        """Take in one record."""
        if isinstance(record, EntityFact):
            self._add_fact(self.facts, *record)
        elif isinstance(record, UntypedFact):
            self._add_fact(self.untyped, *record)
        elif isinstance(record, LiteralFact):
            self._add_literal(record)
        elif isinstance(record, RelationUnit):
            self.units.append(record)
        else:
            self._add_name(record)

    def _add_fact(self, columns: FactColumns, head: str, relation: str, tail: str) -> None:
        columns.add(self.things[head], self.relations[relation], self.things[tail])

    def _add_literal(self, record: LiteralFact) -> None:
        relation = self.relations[record.relation]
        typed = record.unit is not None or is_measuring(record.datatype)
        value = _parse(record.lexical, record.datatype, record.unit)
        if value is not None:
            self.add_value(self.things[record.entity], relation, value, typed=typed)
        elif typed:
            self.unreadable[relation] += 1
        else:
            self.texts[relation] += 1

    def add_value(self, entity: int, relation: int, value: Value, *, typed: bool) -> None:
        """Take in one numeric fact whose entity and relation have their numbers already."""
        columns = self.values
        columns.entity.append(entity)
        columns.relation.append(relation)
        columns.measure.append(self.measure(value.kind, value.unit))
        columns.typed.append(typed)
        columns.precision.append(NO_PRECISION if value.precision is None else value.precision)
        columns.low.append(value.low)
        columns.high.append(value.high)
        columns.lexical.append(value.lexical)

    def measure(self, kind: Kind, unit: str | None) -> int:
        """The number of a kind with a unit."""
        return self.measures.setdefault((kind, unit), len(self.measures))

    def _add_name(self, record: Name) -> None:
        text = " ".join(unicodedata.normalize("NFC", record.text).split())
        if text:
            key = (record.rank, _language_rank(record.language), record.language, text)
            self.names.setdefault(record.thing, set()).add(key)


def ordered_names(keys: set[NameKey] | None) -> list[str]:
    """Names of one thing, the preferred one first: by rank, then English, untagged, other languages."""
    return list(dict.fromkeys(text for *_, text in sorted(keys or ())))


def _language_rank(language: str) -> int:
    tag = language.lower()
    if tag == "en":
        return 0
    return 1 if not tag else 2 if tag.startswith("en-") else 3


def precision_of(code: int) -> Precision | None:
    """The precision behind its stored number."""
    return None if code == NO_PRECISION else Precision(code)
