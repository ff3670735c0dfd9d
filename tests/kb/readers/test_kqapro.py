import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.readers.kqapro import INSTANCE_OF, TEXT, KqaProReader
from numkbqa.kb.readers.record import EntityFact, LiteralFact, Name, Qualifier, Record, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.values.datatype import XSD, is_measuring, is_untyped
from numkbqa.values.literal import WIKIDATA_TIME
from tests.support.broken_json import broken_somewhere

CITY = {"Q515": {"name": "city", "instanceOf": ["Q486"]}, "Q486": {"name": "settlement", "instanceOf": []}}


def value(kind: str, content: Any, unit: str | None = None) -> dict[str, Any]:
    return {"type": kind, "value": content, **({} if unit is None else {"unit": unit})}


def attribute(key: str, content: Any, qualifiers: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"key": key, "value": content, "qualifiers": qualifiers or {}}


def relation(
    predicate: str, target: str, direction: str = "forward", qualifiers: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {"predicate": predicate, "object": target, "direction": direction, "qualifiers": qualifiers or {}}


def entity(name: str, attributes: Any = (), relations: Any = (), classes: Any = ()) -> dict[str, Any]:
    return {
        "name": name,
        "instanceOf": list(classes),
        "attributes": list(attributes),
        "relations": list(relations),
    }


def read(folder: Path, entities: Any, concepts: Any = None) -> list[Record]:
    path = folder / "kb.json"
    path.write_text(json.dumps({"concepts": concepts or {}, "entities": entities}), encoding="utf-8")
    return list(KqaProReader().read(Source(path, path.name)))


def literals(folder: Path, *attributes: Any) -> list[LiteralFact]:
    records = read(folder, {"Q1": entity("A", attributes)})
    return [record for record in records if isinstance(record, LiteralFact)]


def test_concepts_and_entities_have_names_and_classes(tmp_path: Path) -> None:
    assert INSTANCE_OF in TYPE_RELATIONS
    assert read(tmp_path, {"Q64": entity("Berlin", classes=["Q515"])}, CITY) == [
        Name("Q515", "city"),
        EntityFact("Q515", "instanceOf", "Q486"),
        Name("Q486", "settlement"),
        Name("Q64", "Berlin"),
        EntityFact("Q64", "instanceOf", "Q515"),
    ]


@pytest.mark.parametrize(
    ("content", "literal"),
    [
        (value("quantity", 6490, "square mile"), ("6490", f"{XSD}decimal", "square mile")),
        (value("quantity", -0.5, "1"), ("-0.5", f"{XSD}decimal", None)),
        (value("quantity", 3), ("3", f"{XSD}decimal", None)),
        (value("quantity", 10**30, "1"), ("1" + "0" * 30, f"{XSD}decimal", None)),
        (value("year", 1953), ("1953", f"{XSD}gYear", None)),
        (value("year", -44), ("-0044-00-00T00:00:00Z/9/gregorian", WIKIDATA_TIME, None)),
        (value("date", "1952/03/11"), ("1952-03-11", f"{XSD}date", None)),
        (value("date", "952/3/1"), ("0952-03-01", f"{XSD}date", None)),
        (value("date", "1952-03-11"), ("1952-03-11", f"{XSD}date", None)),
        (value("date", "some day"), ("some day", f"{XSD}date", None)),
        (value("string", "10115"), ("10115", TEXT, None)),
    ],
)
def test_values_keep_their_type_and_unit(
    tmp_path: Path, content: Any, literal: tuple[str, str, str | None]
) -> None:
    assert literals(tmp_path, attribute("key", content)) == [LiteralFact("Q1", "key", *literal)]


def test_texts_are_never_taken_for_numbers() -> None:
    assert not is_untyped(TEXT)
    assert not is_measuring(TEXT)


@pytest.mark.parametrize(
    ("qualifiers", "at"),
    [
        ({}, None),
        ({"point in time": [value("year", 2011)]}, "2011"),
        ({"start time": [value("date", "2009/5/1")], "point in time": [value("year", 2011)]}, "2011"),
        ({"start time": [value("date", "2009/5/1")]}, "2009-05-01"),
        ({"point in time": [value("year", -44)]}, "-0044-00-00T00:00:00Z/9/gregorian"),
        ({"end time": [value("year", 2011)]}, None),
        ({"point in time": [value("string", "once")], "start time": [None, value("year", 2009)]}, "2009"),
    ],
)
def test_an_attribute_says_when_it_held(tmp_path: Path, qualifiers: dict[str, Any], at: str | None) -> None:
    (fact,) = literals(tmp_path, attribute("population", value("quantity", 5, "1"), qualifiers))
    assert fact.at == at


def test_a_relation_at_both_of_its_ends_is_one_fact_with_its_qualifiers(tmp_path: Path) -> None:
    term = {"start time": [value("year", 1964)], "end time": [value("date", "1974/6/1")]}
    records = read(
        tmp_path,
        {
            "Q1": entity("A", relations=[relation("spouse", "Q2", qualifiers=term)]),
            "Q2": entity("B", relations=[relation("spouse", "Q1", "backward", term)]),
        },
    )
    assert records[2:] == [
        EntityFact("Q1", "spouse", "Q2"),
        Qualifier("Q1", "spouse", "Q2", "start time", "1964", f"{XSD}gYear"),
        Qualifier("Q1", "spouse", "Q2", "end time", "1974-06-01", f"{XSD}date"),
    ]


def test_a_relation_that_stands_at_its_tail_alone_is_read_there(tmp_path: Path) -> None:
    term = {"for work": [value("string", "The Thing")], "series ordinal": [value("string", "3")]}
    records = read(
        tmp_path, {"Q2": entity("B", relations=[relation("part of", "Q515", "backward", term)])}, CITY
    )
    assert records[-3:] == [
        EntityFact("Q515", "part of", "Q2"),
        Qualifier("Q515", "part of", "Q2", "for work", "The Thing", f"{XSD}string"),
        Qualifier("Q515", "part of", "Q2", "series ordinal", "3", f"{XSD}string"),
    ]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("Berlin", "the entity is no JSON object"),
        (None, "the entity is no JSON object"),
        (entity("A", [{"key": "height"}]), "the attribute is malformed"),
        (entity("A", [attribute("height", value("length", 5))]), "the attribute is malformed"),
        (entity("A", [attribute("height", value("quantity", True))]), "the attribute is malformed"),
        (entity("A", [attribute("height", value("quantity", [5]))]), "the attribute is malformed"),
        (entity("A", ["height"]), "the attribute is malformed"),
        (entity("A", relations=[{"predicate": "spouse"}]), "the relation is malformed"),
        (entity("A", relations=[relation("spouse", "Q2", "sideways")]), "the relation is malformed"),
        (entity("A", relations=[{"direction": "backward"}]), "the relation is malformed"),
        (
            entity("A", relations=[relation("spouse", "Q2", qualifiers={"since": ["1964"]})]),
            "the qualifier is malformed",
        ),
        (entity("A", classes=[5]), "the class is no id"),
    ],
)
def test_malformed_pieces_are_skipped_with_their_entity(tmp_path: Path, broken: Any, reason: str) -> None:
    whole = entity("W", [attribute("height", value("quantity", 5, "metre"))])
    records = read(tmp_path, {"Q1": broken, "Q9": whole})
    assert [record for record in records if isinstance(record, Skipped)] == [Skipped(None, reason, "Q1")]
    assert LiteralFact("Q9", "height", "5", f"{XSD}decimal", "metre") in records


def test_missing_parts_are_no_fault(tmp_path: Path) -> None:
    bare = {"name": "A", "attributes": [{"key": "height", "value": value("quantity", 5)}]}
    assert read(tmp_path, {"Q1": bare, "Q2": {}}) == [
        Name("Q1", "A"),
        LiteralFact("Q1", "height", "5", f"{XSD}decimal"),
    ]


@pytest.mark.parametrize("text", ["{}", "[]", '{"concepts": {}, "entities": {}}', '{"entities": ["Q1"]}'])
def test_a_file_without_any_entity_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "kb.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"kb\.json: there is neither a concept nor an entity"):
        list(KqaProReader().read(Source(tmp_path / "kb.json", "kb.json")))


def test_a_file_cut_off_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "kb.json").write_text('{"concepts": {"Q1": {"name": ', encoding="utf-8")
    with pytest.raises(UserError, match=r"kb\.json: the file is no valid JSON"):
        list(KqaProReader().read(Source(tmp_path / "kb.json", "kb.json")))


@pytest.mark.parametrize(
    ("name", "content", "accepted"),
    [
        ("kb.json", {"concepts": CITY, "entities": {}}, True),
        ("kqa.json", {"entities": {"Q1": entity("A")}, "concepts": {}}, True),
        ("kb.json", {"concepts": {}, "entities": {}}, True),
        ("kqa.json", {"concepts": {}, "entities": {}}, False),
        ("answer.json", {"entities": {"Q64": {"type": "item", "id": "Q64", "labels": {}}}}, False),
        ("rows.json", [{"instanceOf": 1}], False),
    ],
)
def test_files_are_known_by_their_beginning(tmp_path: Path, name: str, content: Any, accepted: bool) -> None:
    for path, data in ((tmp_path / name, bytes), (tmp_path / f"{name}.gz", gzip.compress)):
        path.write_bytes(data(json.dumps(content).encode()))
        assert KqaProReader().accepts_name(Source(path, path.name)) is accepted
    (tmp_path / "other.txt").write_text(json.dumps(content), encoding="utf-8")
    assert not KqaProReader().accepts_name(Source(tmp_path / "other.txt", "other.txt"))


VALUES = st.one_of(
    st.builds(
        value,
        st.just("quantity"),
        st.integers() | st.floats(allow_nan=False),
        st.sampled_from(["1", "metre"]),
    ),
    st.builds(value, st.just("year"), st.integers(-3000, 3000)),
    st.builds(value, st.just("date"), st.dates().map("{:%Y/%m/%d}".format)),
    st.builds(value, st.just("string"), st.text()),
)
IDS = st.integers(1, 5).map("Q{}".format)
FACTS = st.lists(st.tuples(IDS, st.sampled_from(["spouse", "part of"]), IDS))


@given(FACTS, st.lists(st.tuples(IDS, VALUES)))
@settings(deadline=None, max_examples=60)
def test_every_relation_and_attribute_is_read_once(
    tmp_path_factory: pytest.TempPathFactory,
    facts: list[tuple[str, str, str]],
    attributes: list[tuple[str, dict[str, Any]]],
) -> None:
    entities = {f"Q{i}": entity(str(i)) for i in range(1, 6)}
    for head, predicate, tail in facts:
        entities[head]["relations"].append(relation(predicate, tail))
        entities[tail]["relations"].append(relation(predicate, head, "backward"))
    for name, content in attributes:
        entities[name]["attributes"].append(attribute("key", content))
    records = read(tmp_path_factory.mktemp("kqa"), entities)
    assert sorted(record for record in records if isinstance(record, EntityFact)) == sorted(facts)
    assert sum(isinstance(record, LiteralFact) for record in records) == len(attributes)
    assert not any(isinstance(record, Skipped) for record in records)


SAMPLE = {
    "Q1": entity(
        "A",
        [attribute("height", value("quantity", 5, "metre"), {"point in time": [value("year", 2011)]})],
        [
            relation("spouse", "Q2", qualifiers={"start time": [value("year", 1964)]}),
            relation("part of", "Q2", "backward"),
        ],
        ["Q515"],
    )
}


@given(st.data())
@settings(deadline=None, max_examples=100)
def test_rubbish_anywhere_never_breaks_a_build(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    broken = broken_somewhere(data, SAMPLE)
    for record in read(tmp_path_factory.mktemp("kqa"), {**broken, "Q2": entity("B")}):
        assert isinstance(record[0], str) or isinstance(record, Skipped)
