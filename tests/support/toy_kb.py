"""A small in-memory knowledge base for tests: the whole protocol over lists and arrays, and a tiny world."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from numkbqa.kb.protocol import ALL, Bools, Facts, Floats, Ints, NumericalRelation, NumericFacts, SetAside
from numkbqa.values import Kind, Precision, Value, number_text

TYPE = "type"
EPOCH = date(1970, 1, 1)


def number(value: float, unit: str | None = None) -> Value:
    """A plain number, or a quantity when `unit` is given."""
    kind = Kind.NUMBER if unit is None else Kind.QUANTITY
    return Value(kind, float(value), float(value), f"{value:g}", unit=unit)


def day(text: str) -> Value:
    """A date "1999", "1999-06" or "1999-06-01" as far as it is known."""
    parts = [int(part) for part in text.split("-")]
    precision = (Precision.YEAR, Precision.MONTH, Precision.DAY)[len(parts) - 1]
    year, month = parts[0], parts[1] if len(parts) > 1 else 1
    first = date(year, month, parts[2] if len(parts) > 2 else 1)
    if precision is Precision.DAY:
        last = first
    elif precision is Precision.MONTH:
        last = date.fromordinal(date(year + month // 12, month % 12 + 1, 1).toordinal() - 1)
    else:
        last = date(year, 12, 31)
    low, high = (first - EPOCH).days, (last - EPOCH).days
    return Value(Kind.DATE, float(low), float(high), text, precision=precision)


class ToyKB:
    """A `KnowledgeBase` over plain lists; types are facts of the relation "type" as well.

    Args:
        facts: `(head id, relation name, tail id)`; the relation "type" says that the tail is a class.
        numbers: `(entity id, numerical relation name, value)`.
        labels: preferred name of an entity id; entities without an entry have no name.
        aliases: further names of an entity id.
        relation_texts: words of a relation; default: its name with "_" read as a space.
        held: date at which each of `numbers` held, in their order; default: unknown.
        set_aside: literals without a value in force, with the entity id that each belongs to.
        several: policy for several values of one entity, by numerical relation; default: "default".
        events: ids of the entities that are n-ary nodes.
    """

    def __init__(
        self,
        facts: Iterable[tuple[str, str, str]],
        numbers: Iterable[tuple[str, str, Value]] = (),
        labels: Mapping[str, str] | None = None,
        aliases: Mapping[str, Sequence[str]] | None = None,
        relation_texts: Mapping[str, str] | None = None,
        *,
        held: Sequence[str | None] | None = None,
        set_aside: Iterable[tuple[str, SetAside]] = (),
        several: Mapping[str, str] | None = None,
        events: Collection[str] = (),
    ) -> None:
        facts, numbers = sorted(set(facts)), list(numbers)
        self._labels, self._aliases = dict(labels or {}), dict(aliases or {})
        known = {end for head, _, tail in facts for end in (head, tail)} | {
            entity for entity, _, _ in numbers
        }
        self._ids = sorted(known | set(self._labels))
        self._index = {entity: i for i, entity in enumerate(self._ids)}
        self._relations = sorted({relation for _, relation, _ in facts})
        texts = dict(relation_texts or {})
        self._texts = [texts.get(name, name.replace("_", " ")) for name in self._relations]
        rows = [(self._index[h], self._relations.index(r), self._index[t]) for h, r, t in facts]
        self._facts = np.array(rows, dtype=np.int64).reshape(-1, 3)
        self._set_numbers(numbers, texts, dict(several or {}))
        self._held = [None] * len(numbers) if held is None else list(held)
        self._set_aside = [row._replace(entity=self._index[entity]) for entity, row in set_aside]
        self._events = {self._index[entity] for entity in events}
        self._hash = hashlib.sha256(repr((facts, numbers, sorted(self._labels.items()))).encode()).hexdigest()

    def _set_numbers(
        self, numbers: list[tuple[str, str, Value]], texts: Mapping[str, str], several: Mapping[str, str]
    ) -> None:
        names = sorted({name for _, name, _ in numbers})
        sample = {name: value for _, name, value in numbers}
        self._numerical = [
            NumericalRelation(
                n,
                texts.get(n, n.replace("_", " ")),
                sample[n].kind,
                sample[n].unit,
                several.get(n, "default"),
            )
            for n in names
        ]
        self._values = [value for _, _, value in numbers]
        self._num_entity = np.array([self._index[e] for e, _, _ in numbers], dtype=np.int64)
        self._num_relation = np.array([names.index(n) for _, n, _ in numbers], dtype=np.int64)
        self._low: Floats = np.array([v.low for v in self._values], dtype=np.float64)
        self._high: Floats = np.array([v.high for v in self._values], dtype=np.float64)

    @property
    def num_entities(self) -> int:
        return len(self._ids)

    @property
    def relations(self) -> Sequence[str]:
        return self._relations

    @property
    def relation_texts(self) -> Sequence[str]:
        return self._texts

    @property
    def numerical_relations(self) -> Sequence[NumericalRelation]:
        return self._numerical

    @property
    def content_hash(self) -> str:
        return self._hash

    def entity_index(self, entity_id: str) -> int | None:
        return self._index.get(entity_id)

    def entity_id(self, entity: int) -> str:
        return self._ids[entity]

    def label(self, entity: int) -> str:
        return self._labels.get(self._ids[entity], self._ids[entity])

    def names(self, entity: int) -> list[str]:
        key = self._ids[entity]
        return [*([self._labels[key]] if key in self._labels else []), *self._aliases.get(key, ())]

    def all_names(self) -> Iterator[tuple[Ints, list[str]]]:
        for entity in range(self.num_entities):
            names = self.names(entity)
            yield np.full(len(names), entity, dtype=np.int64), names

    def types(self, entity: int) -> list[int]:
        if TYPE not in self._relations:
            return []
        head, relation, tail = self._facts.T
        return [int(t) for t in tail[(head == entity) & (relation == self._relations.index(TYPE))]]

    def types_of(self, entities: Ints) -> tuple[Ints, Ints]:
        pairs = [(entity, kind) for entity in entities.tolist() for kind in self.types(entity)]
        owner, kind = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return owner, kind

    def is_class(self, entity: int) -> bool:
        if TYPE not in self._relations:
            return False
        _, relation, tail = self._facts.T
        return bool(((tail == entity) & (relation == self._relations.index(TYPE))).any())

    def classes(self) -> Ints:
        return np.array([e for e in range(self.num_entities) if self.is_class(e)], dtype=np.int64)

    def degree(self, entities: Ints) -> Ints:
        ends = np.bincount(self._facts[:, [0, 2]].ravel(), minlength=self.num_entities)
        return ends[np.asarray(entities, dtype=np.int64)].astype(np.int64)

    def _rows_of(self, column: Ints, entities: Ints) -> Ints:
        found = [np.flatnonzero(column == entity) for entity in np.asarray(entities, dtype=np.int64)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def facts_from(self, entities: Ints) -> Facts:
        return Facts(*self._facts[self._rows_of(self._facts[:, 0], entities)].T)

    def facts_into(self, entities: Ints) -> Facts:
        return Facts(*self._facts[self._rows_of(self._facts[:, 2], entities)].T)

    def _numeric(self, rows: Ints) -> NumericFacts:
        columns = self._num_entity[rows], self._num_relation[rows], self._low[rows], self._high[rows]
        return NumericFacts(*columns, rows.astype(np.int64))

    def numbers_of(self, entities: Ints) -> NumericFacts:
        return self._numeric(self._rows_of(self._num_entity, entities))

    def numbers_of_relation(self, relation: int, part: slice = ALL) -> NumericFacts:
        rows = np.flatnonzero(self._num_relation == relation)
        return self._numeric(rows[np.argsort(self._low[rows], kind="stable")][part])

    def num_numbers(self, relation: int) -> int:
        return int((self._num_relation == relation).sum())

    def value(self, handle: int) -> Value:
        return self._values[handle]

    def number_text(self, handle: int) -> str:
        return number_text(self._values[handle])

    def held_at(self, handle: int) -> str | None:
        return self._held[handle]

    def set_aside(self, limit: int | None = None) -> list[SetAside]:
        return sorted(self._set_aside, key=lambda row: (row.relation, row.entity))[:limit]

    def set_aside_counts(self) -> dict[str, dict[str, int]]:
        counts: dict[str, dict[str, int]] = {}
        for row in self._set_aside:
            reasons = counts.setdefault(row.relation, {})
            reasons[row.reason] = reasons.get(row.reason, 0) + 1
        return counts

    def set_aside_of(self, entity: int, relation: int | None = None) -> list[SetAside]:
        names = [r.name for i, r in enumerate(self._numerical) if relation in (None, i)]
        return [row for row in self._set_aside if row.entity == entity and row.relation in names]

    def is_event(self, entity: int) -> bool:
        return entity in self._events

    def events(self, entities: Ints) -> Bools:
        return np.array([entity in self._events for entity in entities.tolist()], dtype=np.bool_)


# country | population | area in km2 | its cities with their populations | its rivers with their lengths in km
WORLD = """
France | 68373433 | 643801 |
    Paris 2102650, Marseille 873076, Lyon 522250, Toulouse 504078, Nice 348085
    | Loire 1006, Seine 775, Garonne 529
Germany | 84482267 | 357592 |
    Berlin 3677472, Hamburg 1853935, Munich 1487708, Cologne 1073096, Frankfurt 759224
    | Weser 452, Main 525, Neckar 362
Italy | 58968501 | 301340 |
    Rome 2761632, Milan 1354196, Naples 913462, Turin 841600, Palermo 630167
    | Po 652, Tiber 406, Arno 241
Spain | 48592909 | 505990 |
    Madrid 3280782, Barcelona 1636193, Valencia 792492, Seville 681998, Zaragoza 673010
    | Ebro 930, Duero 897, Guadalquivir 657
Poland | 37636508 | 312696 |
    Warsaw 1861975, Krakow 803282, Wroclaw 674312, Lodz 655279, Poznan 541316
    | Vistula 1047, Warta 808, Bug 774
Norway | 5550203 | 385207 |
    Oslo 709037, Bergen 289330, Trondheim 212660, Stavanger 148682, Tromso 77992
    | Glomma 621, Tana 361
Portugal | 10467366 | 92230 |
    Lisbon 545796, Porto 231800, Braga 193324, Coimbra 140796, Faro 67622
    | Mondego 234, Sado 180
Greece | 10413982 | 131957 |
    Athens 643452, Thessaloniki 319045, Patras 173600, Heraklion 156042, Larissa 148562
    | Haliacmon 297, Acheloos 220
"""

# artist | date of birth | height in metres | albums with their release dates
ARTISTS = """
Nina Falk | 1975-03-02 | 1.70 | First Light 1999, Harbour 2003-05-12, Quiet Rooms 2010-10
Otto Brandt | 1948-11-19 | 1.83 | Iron Road 1971, Rust 1974-02-01, Last Train 1980-09-30
Ines Prado | 1990 | 1.62 | Sol 2015-06-01, Luna 2018-06-01, Mar 2021-01-15
Jan Kowal | 1982-07 | 1.91 | Amber 2005, Salt 2008-03, Delta 2012-12-24, Vistula Songs 2019
"""


def _table(text: str) -> list[list[str]]:
    rows = text.strip().replace("\n    ", " ").splitlines()
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def _pairs(cell: str) -> dict[str, str]:
    found = (item.strip().rpartition(" ") for item in cell.split(","))
    return {name: value for name, _, value in found}


def _slug(name: str) -> str:
    return name.lower().replace(" ", "_")


def _country_rows() -> tuple[list[tuple[str, str, str]], list[tuple[str, str, Value]], list[str]]:
    facts, numbers, names = [], [], []
    for country, population, area, city_cell, river_cell in _table(WORLD):
        cities, rivers = _pairs(city_cell), _pairs(river_cell)
        facts += [(_slug(country), "in_continent", "europe"), (_slug(country), TYPE, "country")]
        facts += [(_slug(country), "capital", _slug(next(iter(cities))))]
        numbers += [(_slug(country), "population", number(float(population)))]
        numbers += [(_slug(country), "area", number(float(area), "kilometer ** 2"))]
        for city, people in cities.items():
            facts += [(_slug(city), "located_in", _slug(country)), (_slug(city), TYPE, "city")]
            numbers += [(_slug(city), "population", number(float(people)))]
        for river, length in rivers.items():
            facts += [(_slug(country), "river", _slug(river)), (_slug(river), TYPE, "river_class")]
            numbers += [(_slug(river), "length", number(float(length), "kilometer"))]
        names += [country, *cities, *rivers]
    return facts, numbers, names


def _artist_rows() -> tuple[list[tuple[str, str, str]], list[tuple[str, str, Value]], list[str]]:
    facts, numbers, names = [], [], []
    for artist, born, height, album_cell in _table(ARTISTS):
        albums = _pairs(album_cell)
        facts += [(_slug(artist), TYPE, "person"), (_slug(artist), "genre", "folk")]
        numbers += [(_slug(artist), "date_of_birth", day(born))]
        numbers += [(_slug(artist), "height", number(float(height), "meter"))]
        for album, released in albums.items():
            facts += [(_slug(artist), "album", _slug(album)), (_slug(album), TYPE, "album_class")]
            numbers += [(_slug(album), "release_date", day(released))]
        names += [artist, *albums]
    return facts, numbers, names


def toy_world() -> ToyKB:
    """Eight countries with 40 cities and 21 rivers, four artists with 13 albums; all of it in Europe or folk.

    Entity ids are the lower-case names ("otto_brandt"); cities point at their country (`located_in`),
    countries at their rivers (`river`), artists at their albums (`album`).
    """
    countries, people = _country_rows(), _artist_rows()
    names = [*countries[2], *people[2], "Europe", "Folk"]
    labels = {_slug(name): name for name in names}
    labels |= {"country": "country", "city": "city", "river_class": "river", "person": "person"}
    labels |= {"album_class": "album"}
    aliases = {"germany": ["Federal Republic of Germany", "Deutschland"], "lisbon": ["Lisboa"]}
    return ToyKB(countries[0] + people[0], countries[1] + people[1], labels, aliases)
