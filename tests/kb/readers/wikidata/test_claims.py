from typing import Any

import pytest

from numkbqa.kb.readers.record import NORMAL, PREFERRED, EntityFact, LiteralFact, Qualifier
from numkbqa.kb.readers.wikidata.claims import claim_records
from numkbqa.kb.readers.wikidata.snaks import DIRECT, ENTITY
from numkbqa.values.datatype import XSD
from numkbqa.values.literal import WIKIDATA_TIME, WIKIDATA_UNKNOWN
from tests.support.wikidata import at_time, of_amount, to_item, without_value

HEAD, LINE = f"{ENTITY}Q1", 7
MARRIED, POPULATION, BORN = (f"{DIRECT}{name}" for name in ("P26", "P1082", "P569"))


def time_snak(name: str, text: str, precision: int = 9) -> dict[str, Any]:
    snak: dict[str, Any] = at_time(name, text, precision)["mainsnak"]
    return snak


def string_snak(name: str, text: str, datatype: str) -> dict[str, Any]:
    content = {"type": "string", "value": text}
    return {"snaktype": "value", "property": name, "datatype": datatype, "datavalue": content}


def unknown(name: str) -> dict[str, Any]:
    snak: dict[str, Any] = without_value(name, "somevalue")["mainsnak"]
    return snak


def test_ranks() -> None:
    for rank, kept in (("normal", NORMAL), ("preferred", PREFERRED)):
        (record,) = claim_records(HEAD, of_amount("P1082", "+12", rank=rank), LINE)
        assert record == LiteralFact(HEAD, POPULATION, "+12", f"{XSD}decimal", None, kept, None, LINE)
    assert claim_records(HEAD, of_amount("P1082", "+12", rank="deprecated"), LINE) == []
    assert claim_records(HEAD, {**to_item("P26", "Q2"), "rank": "deprecated"}, LINE) == []


def test_a_claim_without_rank_is_a_normal_one() -> None:
    claim = at_time("P569", "+1952-03-11T00:00:00Z", 11)
    del claim["rank"]
    lexical = "+1952-03-11T00:00:00Z/11/gregorian"
    assert claim_records(HEAD, claim, LINE) == [
        LiteralFact(HEAD, BORN, lexical, WIKIDATA_TIME, None, NORMAL, None, LINE)
    ]


@pytest.mark.parametrize(
    ("qualifiers", "at"),
    [
        ({}, None),
        ([], None),
        ({"P585": [time_snak("P585", "+2011-00-00T00:00:00Z")]}, "+2011-00-00T00:00:00Z/9/gregorian"),
        ({"P580": [time_snak("P580", "+2009-05-00T00:00:00Z", 10)]}, "+2009-05-00T00:00:00Z/10/gregorian"),
        (
            {
                "P580": [time_snak("P580", "+2009-00-00T00:00:00Z")],
                "P585": [time_snak("P585", "+2011-00-00T00:00:00Z")],
            },
            "+2011-00-00T00:00:00Z/9/gregorian",
        ),
        (
            {"P585": [unknown("P585")], "P580": [time_snak("P580", "+2009-00-00T00:00:00Z")]},
            "+2009-00-00T00:00:00Z/9/gregorian",
        ),
        ({"P582": [time_snak("P582", "+2009-00-00T00:00:00Z")]}, None),
    ],
)
def test_a_literal_says_when_it_held(qualifiers: Any, at: str | None) -> None:
    (record,) = claim_records(HEAD, {**of_amount("P1082", "+12"), "qualifiers": qualifiers}, LINE)
    assert isinstance(record, LiteralFact)
    assert record.at == at


def test_a_fact_carries_those_qualifiers_that_may_be_values() -> None:
    qualifiers = {
        "P580": [time_snak("P580", "+1964-00-00T00:00:00Z"), time_snak("P580", "+1975-00-00T00:00:00Z")],
        "P582": [unknown("P582")],
        "P1545": [string_snak("P1545", "5", "string")],
        "P854": [string_snak("P854", "http://x.org", "url")],
        "P2842": [to_item("P2842", "Q9")["mainsnak"]],
        "P1106": [of_amount("P1106", "+3", "Q11573")["mainsnak"]],
    }
    fact, *carried = claim_records(HEAD, to_item("P26", "Q2", qualifiers), LINE)
    tail = f"{ENTITY}Q2"
    assert fact == EntityFact(HEAD, MARRIED, tail)

    def carries(name: str, *literal: str | None) -> Qualifier:
        lexical, datatype, unit = literal
        assert lexical is not None
        return Qualifier(HEAD, MARRIED, tail, f"{DIRECT}{name}", lexical, datatype, unit, LINE)

    assert carried == [
        carries("P580", "+1964-00-00T00:00:00Z/9/gregorian", WIKIDATA_TIME, None),
        carries("P580", "+1975-00-00T00:00:00Z/9/gregorian", WIKIDATA_TIME, None),
        carries("P1545", "5", f"{XSD}string", None),
        carries("P854", "http://x.org", "wikidata:url", None),
        carries("P1106", "+3", f"{XSD}decimal", f"{ENTITY}Q11573"),
    ]


def test_unknown_values_stay_visible_where_a_value_was_meant() -> None:
    (record,) = claim_records(HEAD, without_value("P569", "somevalue"), LINE)
    assert record == LiteralFact(HEAD, BORN, "", WIKIDATA_UNKNOWN, line=LINE)
    assert claim_records(HEAD, without_value("P26", "somevalue", "wikibase-item"), LINE) == []
