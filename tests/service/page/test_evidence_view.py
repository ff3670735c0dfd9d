from typing import Any

import pytest

from numkbqa.answering.shown import winners
from numkbqa.service.page.evidence_view import EvidenceView, evidence_view
from numkbqa.values.several import SeveralValues
from tests.support.canned_answers import LATEST, NOTHING, PLAIN, SECOND, THREE, VALUE, VALUES


def view(document: dict[str, Any], **changes: Any) -> EvidenceView:
    document = {**document, "evidence": {**document["evidence"], **changes}}
    made = evidence_view(document, winners(document))
    assert made is not None
    return made


def test_rows_around_the_answer_are_shown_and_all_unfold() -> None:
    shown = view(SECOND)
    assert (len(shown.rows), len(shown.further), shown.compared) == (12, 20, 222)
    won = [row for row in shown.rows if row.won]
    assert [(row.rank, row.label, row.value, row.as_written) for row in won] == [
        ("2", "Rio de Janeiro", "6,747,815", "6.747.815 hab.")
    ]
    assert (shown.has_written, shown.has_dates) == (True, True)
    assert shown.left_out[0].total == 3


def test_a_unit_stands_in_the_heading() -> None:
    shown = view(THREE)
    assert shown.heading == "length [km]"
    assert [row.rank for row in shown.rows] == ["1", "2", "3", "4"]
    assert shown.further == []
    assert [(other.label, other.values) for other in shown.others] == [("Po", ["1200 (2001, superseded)"])]


def test_ties_have_a_mark_names_and_a_reason() -> None:
    shown = view(LATEST)
    assert [row.rank for row in shown.rows] == ["=1", "=1", "2", "3"]
    assert shown.tied == ["Quiet Rooms", "Iron Road"]
    assert shown.tie_reason == "dates known to different precision overlap"
    assert shown.is_timeline


def test_the_cross_check_is_told_in_words() -> None:
    agreeing, other = view(SECOND).cross_check, view(LATEST).cross_check
    assert agreeing is not None
    assert agreeing.agrees
    assert other is not None
    assert other.text == "disagrees, it would answer Far Shore"


def test_values_of_several_things_are_a_chart_too() -> None:
    shown = view(VALUES)
    assert not shown.ranked
    assert [row.label for row in shown.rows] == ["Po", "Adige", "Tiber", "Adda"]
    assert {row.rank for row in shown.rows} == {""}
    assert shown.chart is not None
    assert (shown.heading, shown.cross_check) == ("length [km]", None)


def test_small_numbers_are_no_dates() -> None:
    small = [{**item, "value": "1e-05"} for item in VALUES["answers"]]
    assert not view({**VALUES, "answers": small}).is_timeline


def test_the_rows_of_the_value_of_one_thing_have_no_ranks() -> None:
    rows = THREE["evidence"]["rows"][:1]
    shown = view(VALUE, rows=rows, relation_text="length", kind="quantity", unit="kilometer")
    assert not shown.ranked
    assert shown.chart is None


@pytest.mark.parametrize("document", [NOTHING, PLAIN, VALUE], ids=lambda document: document["question"])
def test_nothing_is_shown_where_nothing_was_compared(document: dict[str, Any]) -> None:
    assert evidence_view(document, winners(document)) is None


def test_what_could_not_be_compared_is_told_without_rows() -> None:
    excluded = SECOND["evidence"]["excluded"]
    shown = view({**NOTHING, "evidence": {**NOTHING["evidence"], "excluded": excluded}}, not_compared=1)
    assert (shown.rows, [one.names for one in shown.left_out]) == ([], [["Lost City"]])


@pytest.mark.parametrize("policy", SeveralValues)
def test_every_policy_has_words(policy: SeveralValues) -> None:
    assert view(SECOND, several=policy.value).several
