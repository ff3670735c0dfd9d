import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.tables.neo4j.apoc_csv import NEITHER
from numkbqa.kb.readers.tables.neo4j.apoc_json import is_apoc_json
from tests.kb.readers.tables.conftest import Load, load_files
from tests.support.broken_json import broken_somewhere

BERLIN = {
    "type": "node", "id": "0", "labels": ["City", "Place"],
    "properties": {
        "name": "Berlin", "population": 3755251, "aka": ["Spree-Athen", "Athens on the Spree"],
        "place": {"crs": "wgs-84", "latitude": 52.52, "longitude": 13.4, "height": None},
    },
}  # fmt: skip
GERMANY = {"type": "node", "id": "2", "labels": ["Country"], "properties": {"name": "Germany"}}
NAMELESS = {"type": "node", "id": "3"}
WITHIN = {
    "type": "relationship", "id": "0", "label": "LOCATED_IN", "properties": {"since": 1871},
    "start": {"id": "0", "labels": ["City"], "properties": {"name": "Berlin"}},
    "end": {"id": "2", "labels": ["Country"]},
}  # fmt: skip
ELEMENTS: list[dict[str, Any]] = [BERLIN, GERMANY, NAMELESS, WITHIN]


def as_lines(elements: list[Any]) -> str:
    return "".join(f"{json.dumps(element)}\n" for element in elements)


def as_object(elements: list[Any], *, by_id: bool) -> str:
    sorts = {"nodes": "node", "rels": "relationship"}
    parts = {name: [e for e in elements if e["type"] == sort] for name, sort in sorts.items()}
    return json.dumps({name: {e["id"]: e for e in es} for name, es in parts.items()} if by_id else parts)


@pytest.mark.parametrize(
    "text",
    [
        as_lines(ELEMENTS),
        json.dumps(ELEMENTS),
        "[" + as_lines(ELEMENTS).strip().replace("\n", ",\n") + "]",
        as_object(ELEMENTS, by_id=False),
        as_object(ELEMENTS, by_id=True),
    ],
    ids=["lines", "array", "array by line", "object of lists", "object of objects"],
)
def test_all_forms_of_the_export_mean_the_same(load: Load, text: str) -> None:
    loaded = load({"all.json": text})
    assert loaded.names == {
        ("node/0", "Berlin"), ("node/2", "Germany"),
        ("City", "City"), ("Place", "Place"), ("Country", "Country"),
    }  # fmt: skip
    assert loaded.aliases == {("node/0", "Spree-Athen"), ("node/0", "Athens on the Spree")}
    assert loaded.facts == {
        ("node/0", "type", "City"), ("node/0", "type", "Place"), ("node/2", "type", "Country"),
        ("node/0", "LOCATED_IN", "node/2"),
    }  # fmt: skip
    assert loaded.literals == {
        ("node/0", "population", "3755251"),
        ("node/0", "place latitude", "52.52"),
        ("node/0", "place longitude", "13.4"),
    }
    assert [row[:6] for row in loaded.rows["qualifier"]] == [
        ("node/0", "LOCATED_IN", "node/2", "since", "1871", "xsd:integer")
    ]
    assert loaded.skipped == []


def test_numbers_keep_their_lines_and_types(load: Load) -> None:
    loaded = load({"all.json": as_lines([GERMANY, BERLIN])})
    assert loaded.literal("population") == [("3755251", "xsd:integer", None, None, 2)]


def test_what_is_neither_is_told_with_its_line(load: Load) -> None:
    headless = {**WITHIN, "start": {}}
    odd = {"type": "path", "id": "7"}
    text = as_lines([BERLIN, odd, headless, {"type": "node"}, {**WITHIN, "label": " "}, 5])
    loaded = load({"all.json": text + "broken\n"})
    assert [(line, reason) for line, reason, *_ in loaded.skipped] == [
        *((line, NEITHER) for line in range(2, 7)),
        (7, "the line is no valid JSON"),
    ]


def test_properties_whose_names_differ_in_case_only_are_told(load: Load) -> None:
    loaded = load({"all.json": as_lines([{**NAMELESS, "properties": {"size": 1, "Size": 2}}])})
    assert loaded.literals == {("node/3", "size", "1")}
    assert [text for *_, text, _ in loaded.skipped] == ["Size"]


def test_a_label_may_be_called_like_a_type(load: Load) -> None:
    node = {**NAMELESS, "labels": ["KNOWS"], "properties": {"name": "Anna"}}
    knows = {**WITHIN, "label": "KNOWS", "start": {"id": "3"}, "end": {"id": "3"}}
    loaded = load({"all.json": as_lines([node, knows])})
    assert loaded.facts == {("node/3", "type", "KNOWS"), ("node/3", "KNOWS", "node/3")}


def test_an_export_without_anything_is_refused(load: Load) -> None:
    with pytest.raises(UserError, match="neither a node nor a relationship"):
        load(
            {
                "all.json": as_lines(
                    [{"type": "node", "labels": ["A"]}, {"id": "1", "properties": {"type": "x"}}]
                )
            }
        )


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "node", "name": "Anna"}',
        '[{"id": 1, "labels": ["a"], "type": "city"}]',
        '{"type": "Feature", "id": "1", "properties": {}}',
    ],
)
def test_other_json_is_no_export(text: str) -> None:
    assert not is_apoc_json(text)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_broken_export_is_our_fault(data: st.DataObject) -> None:
    text = as_lines(broken_somewhere(data, ELEMENTS))
    with TemporaryDirectory() as folder:
        try:
            loaded = load_files(Path(folder), {"all.json": text})
        except UserError:
            return
    assert len(loaded.facts) + len(loaded.skipped) + len(loaded.literals) > 0
