from pathlib import Path

import pytest

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.kb.derived import Derived
from tests.support.derived import derive, derived_values, lexical, texts
from tests.support.statements import PREFIXES

WARS = {
    "long": ("1939-09-01", "1945-09-02"),
    "short": ("1982-04-02", "1982-06-14"),
    "day": ("1896-08-27", "1896-08-27"),
    "odd": ("1950-01-01", "1949-01-01"),
}


def numbers(rows: dict[str, tuple[str, str]], start: str, end: str, datatype: str = "xsd:date") -> str:
    pairs = [(e, start, s) for e, (s, _) in rows.items()] + [(e, end, t) for e, (_, t) in rows.items()]
    return "".join(f"{entity}\t{relation}\t{text}\t{datatype}\n" for entity, relation, text in pairs)


def durations(folder: Path, table: str) -> EmbeddedKnowledgeBase:
    return derive(folder, {"numbers.tsv": table}, [Derived.DURATIONS])


def test_days_from_start_to_end(tmp_path: Path) -> None:
    kb = durations(tmp_path, numbers(WARS, "start date", "end date"))
    name = "duration>start date..end date"
    assert derived_values(kb) == {name: {"long": "2193", "short": "73", "day": "0"}}
    assert texts(kb) == {name: "duration"}
    (relation,) = [one for one in kb.numerical_relations if one.derived]
    assert (relation.kind, relation.unit) == ("quantity", "day")
    assert lexical(kb, name, "long") == "1939-09-01 to 1945-09-02"


def test_years_that_are_known_give_an_interval(tmp_path: Path) -> None:
    rows = {"a": ("1939", "1945"), "b": ("1900", "1990"), "c": ("1800", "1800")}
    kb = durations(tmp_path, numbers(rows, "founded", "dissolved", "xsd:gYear"))
    (found,) = derived_values(kb).values()
    # from the last day of 1939 to the first of 1945, and from the first to the last
    assert found["a"] == f"{round(1828 / 365.25, 4)} to {round(2556 / 365.25, 4)}"
    assert found["c"] == f"0 to {round(364 / 365.25, 4)}"
    assert {one.unit for one in kb.numerical_relations if one.derived} == {"year"}


def test_age_is_from_birth_to_death_and_never_to_today(tmp_path: Path) -> None:
    rows = {"ann": ("1900-01-01", "2000-01-01"), "bob": ("1950-05-05", "1960-05-05")}
    alive = "eve\tbirth date\t1970-01-01\txsd:date\n"
    kb = durations(tmp_path, numbers(rows, "birth date", "date of death") + alive)
    assert derived_values(kb) == {"duration>birth date..date of death": {"ann": "99.9973", "bob": "10.0014"}}
    assert list(texts(kb).values()) == ["age"]


def test_several_starts_give_no_duration(tmp_path: Path) -> None:
    table = numbers(WARS, "from", "to") + "long\tfrom\t1941-12-07\txsd:date\n"
    (found,) = derived_values(durations(tmp_path, table)).values()
    assert set(found) == {"short", "day"}


@pytest.mark.parametrize(("start", "end"), [("start date", "date of death"), ("height", "end date")])
def test_what_does_not_belong_together_is_no_duration(tmp_path: Path, start: str, end: str) -> None:
    assert derived_values(durations(tmp_path, numbers(WARS, start, end))) == {}


def test_events_hand_their_span_to_those_who_took_part(tmp_path: Path) -> None:
    graph = PREFIXES + "".join(
        f"x:p{i} x:tenure [ x:office x:mayor ; x:start '{1900 + 10 * i}-01-01'^^xsd:date ;"
        f" x:end '{1901 + 11 * i}-01-01'^^xsd:date ] .\n"
        for i in range(4)
    )
    kb = derive(tmp_path, {"g.ttl": graph}, [Derived.DURATIONS])
    (found,) = derived_values(kb).values()
    assert set(found) == {f"http://x.org/p{i}" for i in range(4)}
    assert list(texts(kb).values()) == ["tenure duration"]
