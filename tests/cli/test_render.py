from typing import Any

import pytest

from numkbqa.cli.output import print_rich
from numkbqa.cli.render import BAR_WIDTH, MAX_ROWS, bars, render_answer, render_build, render_diagnosis
from numkbqa.kb.doctor import examine
from tests.support.toy_kb import toy_world


def answer(**changes: Any) -> dict[str, Any]:
    rows = [
        {
            "id": f"e{i}",
            "label": f"River {i} [deep]",
            "value": 1000.0 - i,
            "lexical": f"{1000 - i}",
            "rank": i + 1,
        }
        for i in range(MAX_ROWS + 5)
    ]
    document = {
        "question": "what is the second longest river?",
        "answers": [
            {"id": "e1", "label": "River 1 [deep]", "score": 0.91},
            {"id": "e0", "label": "x", "score": 0.09},
        ],
        "ordinal": {"probability": 0.99, "determiner": "longest", "direction": "max", "k": 2},
        "topic_entities": [{"id": "fr", "label": "France", "mention": "france", "score": 1.0}],
        "evidence": {
            "relation": "http://x/length",
            "relation_text": "length",
            "compared": MAX_ROWS + 9,
            "unit": "kilometer",
            "rows": rows,
            "ties": ["e1"],
            "excluded": [{"id": "e9z", "reason": "no value"}],
            "path": [{"head": "France", "relation": "river", "tail": "River 1 [deep]"}],
            "exact_sort_agrees": False,
        },
        "abstained": None,
        "timing_ms": {"total": 12.4},
    }
    return document | changes


def shown(document: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> str:
    print_rich(*render_answer(document))
    return capsys.readouterr().out


def test_an_answer_shows_everything_a_reader_needs(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(), capsys)
    for text in (
        "River 1 [deep]",
        "0.910",
        "about: France (fr)",
        "order: longest = maximum, number 2 (probability 0.99)",
        "length [kilometer]",
        "and 9 more rows",
        "tied: River 1 [deep]",
        "path: France - river -> River 1 [deep]",
        "left out: e9z: no value",
        "An exact sort of the candidates gives another answer.",
        "total 12 ms",
    ):
        assert text in out
    assert f"River {MAX_ROWS} [deep]" not in out


def test_an_abstention_gives_its_reason_and_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(answers=[], abstained="no topic entity was found", evidence=None), capsys)
    assert out.startswith("No answer: no topic entity was found\n")
    assert "Evidence" not in out


def test_a_plain_question_has_no_order_line(capsys: pytest.CaptureFixture[str]) -> None:
    plain = {"probability": 0.01, "determiner": None, "direction": None, "k": None}
    assert "order:" not in shown(answer(ordinal=plain, evidence={}), capsys)


def test_many_exclusions_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    excluded = [{"id": f"x{i}", "reason": "no value"} for i in range(MAX_ROWS + 3)]
    out = shown(answer(evidence={"rows": [], "excluded": excluded}), capsys)
    assert out.count("no value") == MAX_ROWS
    assert "left out: 3 more" in out


@pytest.mark.parametrize(
    ("values", "lengths"),
    [
        ([100.0, 50.0, 0.0], [BAR_WIDTH, BAR_WIDTH // 2, 1]),
        ([-10.0, 10.0, 0.0], [1, BAR_WIDTH, BAR_WIDTH // 2]),
        ([1000.0, 990.0, None], [BAR_WIDTH, 1, 0]),
        ([5.0, 5.0], [1, 1]),
        ([None], [0]),
        ([], []),
    ],
)
def test_bars_tell_values_apart(values: list[float | None], lengths: list[int]) -> None:
    assert [len(bar) for bar in bars(values)] == lengths


def test_dates_and_numbers_as_texts_get_bars(capsys: pytest.CaptureFixture[str]) -> None:
    texts = ["2000-01-01", "1950-07", "1900", "n/a"]
    rows = [{"id": text, "label": text, "value": text, "lexical": text, "rank": 1} for text in texts]
    out = shown(answer(evidence={"relation": "born", "rows": rows}), capsys)
    lengths = [line.count("█") for line in out.partition("Evidence")[2].splitlines() if "│" in line]
    assert lengths == [BAR_WIDTH, BAR_WIDTH // 2, 1, 0]


def test_a_build_hides_zeros_and_shows_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_build("kb", {"entities": 3, "classes": 0, "warnings": ["odd literals"]}))
    out = capsys.readouterr().out
    assert "entities" in out
    assert "classes" not in out
    assert out.endswith("warning: odd literals\n")


def test_a_diagnosis_lists_relations_by_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_diagnosis(examine(toy_world())))
    out = capsys.readouterr().out
    assert "date of birth" in out
    assert "kilometer ** 2" in out
    assert "warning: " in out
