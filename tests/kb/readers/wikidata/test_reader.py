import bz2
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.readers.record import ALIAS_RANK, EntityFact, LiteralFact, Name, Record, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.wikidata import WikidataReader
from numkbqa.values.datatype import XSD
from numkbqa.values.literal import WIKIDATA_TIME
from tests.support.broken_json import broken_somewhere
from tests.support.wikidata import at_time, dump, item, named_property, of_amount, to_item, without_value

WD, WDT = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
CITY = item("Q64", "Berlin", to_item("P31", "Q515"), of_amount("P1082", "+3755251", year=2022))
CITY_RECORDS = [
    Name(f"{WD}Q64", "Berlin", "en"),
    EntityFact(f"{WD}Q64", f"{WDT}P31", f"{WD}Q515"),
    LiteralFact(
        f"{WD}Q64", f"{WDT}P1082", "+3755251", f"{XSD}decimal", at="+2022-00-00T00:00:00Z/9/gregorian", line=2
    ),
]


def source(path: Path, text: str | bytes) -> Source:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Source(path, path.name)


def read(path: Path, text: str | bytes) -> list[Record]:
    return list(WikidataReader().read(source(path, text)))


def test_a_dump_is_read_whatever_compresses_it(tmp_path: Path) -> None:
    text = dump(CITY).encode()
    assert read(tmp_path / "all.json", text) == CITY_RECORDS
    assert read(tmp_path / "all.json.gz", gzip.compress(text)) == CITY_RECORDS
    assert read(tmp_path / "all.json.bz2", bz2.compress(text)) == CITY_RECORDS


def test_json_lines_one_array_and_answers_of_the_web_api_hold_entities_too(tmp_path: Path) -> None:
    answer = {"entities": {"Q64": CITY}}
    for text in (json.dumps(CITY), json.dumps([CITY]), json.dumps(answer)):
        expected = [r._replace(line=1) if isinstance(r, LiteralFact) else r for r in CITY_RECORDS]
        assert read(tmp_path / "one.jsonl", text) == expected


def test_instance_of_is_a_relation_that_gives_types() -> None:
    assert f"{WDT}P31" in TYPE_RELATIONS


def test_all_languages_and_aliases_become_names(tmp_path: Path) -> None:
    names = {
        "labels": {
            "en": {"language": "en", "value": "Berlin"},
            "sr": {"language": "sr-el", "value": "Berlin"},
        },
        "aliases": {"de": [{"language": "de", "value": "Spree-Athen"}, {"language": "de", "value": "BER"}]},
    }
    assert read(tmp_path / "a.json", json.dumps({"type": "item", "id": "Q64", **names})) == [
        Name(f"{WD}Q64", "Berlin", "en"),
        Name(f"{WD}Q64", "Berlin", "sr-el"),
        Name(f"{WD}Q64", "Spree-Athen", "de", ALIAS_RANK),
        Name(f"{WD}Q64", "BER", "de", ALIAS_RANK),
    ]


def test_a_property_names_its_relation_and_claims_nothing(tmp_path: Path) -> None:
    described = {**named_property("P1082", "population", "quantity"), "claims": CITY["claims"]}
    assert read(tmp_path / "a.json", json.dumps(described)) == [Name(f"{WDT}P1082", "population", "en")]


def test_coordinates_give_two_relations(tmp_path: Path) -> None:
    value = {"latitude": 52.5, "longitude": 13.4, "precision": None, "globe": f"{WD}Q2"}
    snak = {"snaktype": "value", "property": "P625", "datavalue": {"type": "globecoordinate", "value": value}}
    records = read(tmp_path / "a.json", json.dumps(item("Q64", "Berlin", {"mainsnak": snak})))
    assert records[1:] == [
        LiteralFact(f"{WD}Q64", f"{WDT}P625#latitude", "52.5", f"{XSD}decimal", "degree", line=1),
        LiteralFact(f"{WD}Q64", f"{WDT}P625#longitude", "13.4", f"{XSD}decimal", "degree", line=1),
    ]


@pytest.mark.parametrize("empty", [{}, [], None])
def test_an_entity_may_have_no_label_and_no_claim(tmp_path: Path, empty: Any) -> None:
    """Maps without entries are written as arrays in old dumps."""
    bare = {"type": "item", "id": "Q1", "labels": empty, "aliases": empty, "claims": empty}
    assert read(tmp_path / "a.json", dump(bare, CITY)) == [
        record._replace(line=3) if isinstance(record, LiteralFact) else record for record in CITY_RECORDS
    ]
    assert read(tmp_path / "a.json", dump({"id": "Q1"})) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"type": "item", "id": "Q1", "labels": {},', "the line is no valid JSON"),
        ("null", "there is no entity id"),
        ("{}", "there is no entity id"),
        ('{"id": 5}', "there is no entity id"),
        ('{"id": "statement"}', "there is no entity id"),
        ('{"id": "Q1", "labels": {"en": "Berlin"}}', "the names are malformed"),
        ('{"id": "Q1", "labels": {"en": {"language": "en", "value": 5}}}', "the names are malformed"),
        ('{"id": "Q1", "claims": {"P1": [{"rank": "normal"}]}}', "the claim is malformed"),
        ('{"id": "Q1", "claims": {"P1": [null]}}', "the claim is malformed"),
        ('{"id": "Q1", "claims": {"P1": 5}}', "the claim is malformed"),
    ],
)
def test_what_is_broken_is_skipped_with_its_line_and_the_rest_is_read(
    tmp_path: Path, line: str, reason: str
) -> None:
    skipped, *records = read(tmp_path / "a.json", f"[\n{line}\n{json.dumps(CITY)}\n]")
    assert isinstance(skipped, Skipped)
    assert (skipped.line, skipped.reason, skipped.kept) == (2, reason, False)
    assert len(records) == len(CITY_RECORDS)


def test_a_broken_claim_leaves_the_other_claims(tmp_path: Path) -> None:
    entity = item("Q1", "A", to_item("P31", "Q5"), at_time("P569", "+1952-03-11T00:00:00Z", 11))
    entity["claims"]["P31"][0]["mainsnak"]["datavalue"]["value"] = {}
    assert read(tmp_path / "a.json", json.dumps(entity)) == [
        Name(f"{WD}Q1", "A", "en"),
        Skipped(1, "the claim is malformed", "Q1: KeyError('entity-type')"),
        LiteralFact(f"{WD}Q1", f"{WDT}P569", "+1952-03-11T00:00:00Z/11/gregorian", WIKIDATA_TIME, line=1),
    ]


def test_a_dump_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    *records, skipped = read(tmp_path / "a.json", dump(CITY, CITY)[:-40])
    assert records == CITY_RECORDS
    assert isinstance(skipped, Skipped)
    assert skipped.line == 3


@pytest.mark.parametrize("text", ["", "[\n]\n", "{}", '{"entities": {}}', json.dumps(CITY, indent=1)])
def test_a_file_without_any_entity_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match=r"a\.json: there is no Wikidata entity in the file"):
        read(tmp_path / "a.json", text)


@pytest.mark.parametrize(
    ("name", "text", "accepted"),
    [
        ("all.json", dump(CITY), True),
        ("all.jsonl", json.dumps(named_property("P31", "instance of", "wikibase-item")), True),
        ("all.json", json.dumps({"claims": CITY["claims"], "id": "Q64"}), True),
        ("all.json", json.dumps({"entities": {"Q64": CITY}}), True),
        ("all.txt", dump(CITY), False),
        ("questions.jsonl", '{"id": "q1", "question": "which?", "answers": [{"id": "Q64"}]}', False),
        ("kb.json", '{"concepts": {}, "entities": {"Q64": {"name": "Berlin", "instanceOf": []}}}', False),
        ("rows.json", '[{"type": "item", "id": 7}]', False),
        ("empty.json", "", False),
    ],
)
def test_files_are_known_by_their_beginning(tmp_path: Path, name: str, text: str, accepted: bool) -> None:
    reader, file = WikidataReader(), source(tmp_path / name, text)
    assert reader.accepts_name(file) is accepted
    assert reader.accepts_content(file) is (accepted or name == "all.txt")


ITEMS = st.integers(1, 10**8).map("Q{}".format)
PROPERTIES = st.integers(1, 10**4).map("P{}".format)
RANKS = st.sampled_from(["normal", "preferred", "deprecated"])
AMOUNTS = st.decimals(allow_nan=False, allow_infinity=False).map("{:+f}".format)
TIMES = st.builds(
    "{:+05d}-{:02d}-{:02d}T00:00:00Z".format, st.integers(-9999, 9999), st.integers(0, 12), st.integers(0, 28)
)
CLAIMS = st.one_of(
    st.builds(to_item, PROPERTIES, ITEMS),
    st.builds(of_amount, PROPERTIES, AMOUNTS, st.just("1") | ITEMS, RANKS, st.none() | st.integers(1, 9999)),
    st.builds(at_time, PROPERTIES, TIMES, st.integers(6, 11), rank=RANKS),
    st.builds(without_value, PROPERTIES, st.sampled_from(["somevalue", "novalue"])),
)
ENTITIES = st.builds(
    lambda name, label, claims: item(name, label, *claims), ITEMS, st.text(), st.lists(CLAIMS)
)


@given(st.lists(ENTITIES, min_size=1, max_size=4))
@settings(deadline=None, max_examples=60)
def test_every_claim_that_stands_gives_one_fact(
    tmp_path_factory: pytest.TempPathFactory, entities: list[dict[str, Any]]
) -> None:
    records = read(tmp_path_factory.mktemp("dump") / "a.json", dump(*entities))
    claims = [
        (line, f"{WD}{entity['id']}", claim)
        for line, entity in enumerate(entities, start=2)
        for group in entity["claims"].values()
        for claim in group
        if claim["rank"] != "deprecated"
    ]
    facts = [record for record in records if isinstance(record, EntityFact | LiteralFact)]
    assert [(fact[0], fact.relation) for fact in facts] == [
        (head, f"{WDT}{claim['mainsnak']['property']}") for _, head, claim in claims
    ]
    lines = {id(claim): line for line, _, claim in claims}
    for fact, (_, _, claim) in zip(facts, claims, strict=True):
        value = claim["mainsnak"].get("datavalue", {}).get("value", {})
        if isinstance(fact, EntityFact):
            assert fact.tail == f"{WD}{value['id']}"
        else:
            assert fact.line == lines[id(claim)]
            assert fact.lexical.startswith(value.get("amount", value.get("time", "")))
            assert (fact.rank == 1) == (claim["rank"] == "preferred")
    assert [record.text for record in records if isinstance(record, Name)] == [
        entity["labels"]["en"]["value"] for entity in entities
    ]


@given(st.data(), ENTITIES)
@settings(deadline=None, max_examples=150)
def test_rubbish_anywhere_in_an_entity_never_breaks_a_build(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, entity: dict[str, Any]
) -> None:
    text = dump(broken_somewhere(data, entity), CITY)
    for record in read(tmp_path_factory.mktemp("dump") / "a.json", text):
        assert all(isinstance(field, str | int | None) for field in record)
        assert isinstance(record[0], str) or isinstance(record, Skipped)
