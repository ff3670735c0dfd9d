import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numkbqa.kb.readers import LiteralFact
from numkbqa.kb.readings import _PLAIN, read_forms
from numkbqa.kb.relation_names import settle_names
from numkbqa.kb.staging import Staging
from numkbqa.values import Literal, read_literal

INTEGER, DECIMAL = "xsd:integer", "xsd:decimal"


def readings(
    folder: Path, rows: list[LiteralFact], units: dict[str, str] | None = None
) -> list[tuple[object, ...]]:
    with Staging(folder) as staging:
        for row in rows:
            staging.add(row, 0)
        staging.flush()
        settle_names(staging)
        read_forms(staging, units or {}, lambda stage, count: None)
        return staging.rows(
            "SELECT relation, lexical, kind, measure_unit, low, note, typed, uses FROM form"
            " LEFT JOIN reading ON form.rowid = form ORDER BY relation, lexical, datatype"
        )


def test_equal_literals_are_read_once_and_counted(tmp_path: Path) -> None:
    rows = [LiteralFact(entity, "age", "30", INTEGER) for entity in "abc"] + [
        LiteralFact("a", "age", "7", None)
    ]
    assert readings(tmp_path, rows) == [
        ("age", "30", "number", None, 30.0, None, True, 3),
        ("age", "7", "number", None, 7.0, None, False, 1),
    ]


def test_numbers_of_a_relation_with_a_unit_are_quantities_and_measured(tmp_path: Path) -> None:
    rows = [LiteralFact("a", "area", text, None) for text in ("5", "1e3", "large")]
    assert readings(tmp_path, rows, {"area": "hectare"}) == [
        ("area", "1e3", "quantity", "hectare", 1000.0, None, True, 1),
        ("area", "5", "quantity", "hectare", 5.0, None, True, 1),
        ("area", "large", None, None, None, "not a number or date", False, 1),
    ]


def test_the_convention_of_a_relation_holds_for_all_of_its_literals(tmp_path: Path) -> None:
    rows = [LiteralFact("a", "population", text, None) for text in ("1.234.567", "12.000", "950")]
    rows += [LiteralFact("a", "height", text, None) for text in ("1.85", "12.000")]
    found = {(relation, lexical): low for relation, lexical, _, _, low, *_ in readings(tmp_path, rows)}
    assert found == {
        ("height", "1.85"): 1.85,
        ("height", "12.000"): 12.0,
        ("population", "1.234.567"): 1_234_567.0,
        ("population", "12.000"): 12_000.0,
        ("population", "950"): 950.0,
    }


def test_bare_years_are_dates_though_they_are_plain_numbers(tmp_path: Path) -> None:
    rows = [LiteralFact("a", "year founded", year, INTEGER) for year in ("1450", "1999", "2001")]
    assert [kind for _, _, kind, *_ in readings(tmp_path, rows)] == ["date"] * 3


def test_one_year_out_of_range_among_many_makes_all_of_them_numbers(tmp_path: Path) -> None:
    rows = [LiteralFact("a", "year", str(year), INTEGER) for year in (*range(1000, 2200), 123_456)]
    assert {kind for _, _, kind, *_ in readings(tmp_path, rows)} == {"number"}


def test_a_large_relation_of_texts_is_not_read_to_its_end(tmp_path: Path) -> None:
    rows = [LiteralFact("a", "motto", f"motto number {i}", None) for i in range(1000)]
    assert {(kind, note) for _, _, kind, _, _, note, *_ in readings(tmp_path, rows)} == {(None, None)}


@given(st.from_regex(_PLAIN, fullmatch=True))
@example("0")
@example("-0.00")
@example("123456789012345")
@pytest.mark.parametrize("datatype", [None, DECIMAL])
def test_sql_and_the_values_room_read_plain_numbers_alike(datatype: str | None, text: str) -> None:
    assert re.fullmatch(_PLAIN, text)
    reading = read_literal(Literal(text, datatype))
    assert (reading.note, reading.exact) == (None, None)
    assert reading.value is not None
    assert (reading.value.low, reading.value.high) == (float(text) + 0.0, float(text) + 0.0)
