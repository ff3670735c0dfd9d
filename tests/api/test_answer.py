import sys

import pytest

from numkbqa.api import Model
from numkbqa.api.answer import Evidence
from numkbqa.errors import UserError
from numkbqa.evidence import NO_EVIDENCE
from tests.support.small_world import QUESTIONS

COLUMNS = ["rank", "id", "label", "value", "number", "lexical", "held_at"]


def test_the_evidence_is_a_table_of_numbers(opened: Model) -> None:
    table = opened.ask(QUESTIONS[0][0]).evidence.to_pandas()
    assert list(table.columns) == COLUMNS
    assert table["rank"].tolist() == sorted(table["rank"])
    assert table["label"].tolist()[0] == "Paris"
    assert table["value"].tolist()[0] == "2102650"
    assert table["number"].max() == 2102650.0
    assert table.attrs == {"relation": "population", "kind": "number", "unit": None}


def test_dates_stay_as_precise_as_they_are(opened: Model) -> None:
    table = opened.ask(QUESTIONS[6][0]).evidence.to_pandas()
    assert table["value"].tolist()[:3] == ["2010-10", "2003-05-12", "1999"]
    assert table["number"].isna().all()


def test_a_range_is_no_number() -> None:
    rows: list[dict[str, object]] = [
        {
            "id": key,
            "label": key,
            "value": value,
            "lexical": "",
            "held_at": None,
            "other_values": [],
            "rank": 1,
        }
        for key, value in (("a", "28 to 31"), ("b", "30"), ("c", None))
    ]
    evidence = Evidence.model_validate({**NO_EVIDENCE, "kind": "quantity", "rows": rows, "path": []})
    numbers = evidence.to_pandas()["number"]
    assert (numbers.isna().tolist(), numbers[1]) == ([True, False, True], 30.0)


def test_without_a_comparison_the_table_is_empty(opened: Model) -> None:
    table = opened.ask("what is the capital of Norway?").evidence.to_pandas()
    assert (len(table), list(table.columns)) == (0, COLUMNS)


def test_without_pandas_the_error_names_the_extra(opened: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pandas is missing") as refused:
        opened.ask(QUESTIONS[0][0]).evidence.to_pandas()
    assert refused.value.remedy == 'pip install "numkbqa[pandas]"'


def test_there_is_no_best_of_nothing(opened: Model) -> None:
    assert opened.ask("what is the largest moon of Xqzt?").best is None
