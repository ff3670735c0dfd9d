import io
from typing import Any

import pytest
from rich.console import Console

from numkbqa.answering.shown import MAX_ROWS
from numkbqa.cli.output import print_rich
from numkbqa.cli.render_answer import render_answer
from numkbqa.cli.render_evidence import path_text
from numkbqa.cli.value_chart import WIDEST
from numkbqa.values.several import SeveralValues

ROWS = 40


def row(i: int, value: str | None = None, rank: int | None = None) -> dict[str, Any]:
    value = value or str(12_000 - 100 * i)
    label = f"River {i:02d} [deep]"
    return {"id": f"e{i}", "label": label, "value": value, "lexical": value, "rank": rank or i + 1}


def answer(best: int = 1, **changes: Any) -> dict[str, Any]:
    document = {
        "question": "what is the second longest river?",
        "answers": [
            {"id": f"e{best}", "label": f"River {best:02d} [deep]", "value": "11900", "score": 0.91},
            {"id": "z", "label": "x", "score": 0.09},
        ],
        "ordinal": {"probability": 0.99, "determiner": "longest", "direction": "max", "k": 2},
        "topic_entities": [{"id": "fr", "label": "France", "mention": "france", "score": 1.0}],
        "evidence": {
            "relation": "http://x/length",
            "relation_text": "length",
            "kind": "quantity",
            "unit": "kilometer ** 2",
            "rows": [row(i) for i in range(ROWS)],
            "compared": 300,
            "ties": ["e1", "e2"],
            "excluded": [{"id": "e9z", "label": "Brook", "reason": "has no length"}],
            "not_compared": 1,
            "path": [{"head": "France", "relation": "river", "tail": "River 01 [deep]", "forward": True}],
            "exact_sort": [{"id": "e7", "label": "River 07 [deep]"}],
            "exact_sort_agrees": False,
        },
        "abstained": None,
        "notes": ["the question was cut"],
        "timing_ms": {"total": 12.4},
    }
    return document | changes


def evidence(**changes: Any) -> dict[str, Any]:
    return {"evidence": answer()["evidence"] | changes}


def shown(document: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> str:
    print_rich(*render_answer(document))
    return capsys.readouterr().out


def test_an_answer_shows_everything_a_reader_needs(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(), capsys)
    for text in (
        "River 01 [deep]",
        "0.910",
        "value [km²]",
        "11,900",
        "about: France (fr)",
        '\norder: 2nd largest by length ("longest", probability 0.99)\n',
        "length [km²]",
        "12 of 300 compared (--json shows up to 50)",
        "\ntied: River 01 [deep], River 02 [deep]\n",
        "\npath: France - river -> River 01 [deep]\n",
        "\nleft out (has no length): Brook\n",
        "\nexact sort: disagrees, it would answer River 07 [deep]\n",
        "\nnote: the question was cut\n",
        "total 12 ms",
    ):
        assert text in out


@pytest.mark.parametrize(("best", "first", "last"), [(1, 0, 11), (20, 14, 25), (39, 28, 39)])
def test_the_evidence_is_centred_on_the_answer(
    best: int, first: int, last: int, capsys: pytest.CaptureFixture[str]
) -> None:
    table = shown(answer(best), capsys).partition("Evidence")[2]
    seen = [i for i in range(ROWS) if f"│ River {i:02d} " in table]
    assert seen == list(range(first, last + 1))
    assert len(seen) == MAX_ROWS


@pytest.mark.parametrize(
    ("kind", "direction", "k", "words"),
    [
        ("date", "max", 1, "latest by"),
        ("date", "min", 3, "3rd earliest by"),
        ("number", "min", 1, "smallest by"),
        ("quantity", "max", 11, "11th largest by"),
    ],
)
def test_the_order_is_put_in_words(
    kind: str, direction: str, k: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ordinal = {"probability": 0.9, "determiner": "most", "direction": direction, "k": k}
    assert f"\norder: {words} length (" in shown(answer(ordinal=ordinal, **evidence(kind=kind)), capsys)


def test_an_order_that_was_not_understood_is_admitted(capsys: pytest.CaptureFixture[str]) -> None:
    unread = {"probability": 0.9, "determiner": None, "direction": None, "k": None}
    out = shown(answer(ordinal=unread, **evidence(exact_sort=[], exact_sort_agrees=None)), capsys)
    assert "\norder: not understood; " in out
    assert "\nexact sort: has no answer, for no order was understood\n" in out
    asked = {"relation": "l", "text": "length", "unit": None}
    assert "order:" not in shown(answer(ordinal=unread, asked_value=asked, **evidence()), capsys)


def test_the_value_of_one_thing_has_no_order_and_no_cross_check(capsys: pytest.CaptureFixture[str]) -> None:
    unread = {"probability": None, "determiner": None, "direction": None, "k": None}
    value = {"value": "775", "of": {"id": "e1", "label": "River 01"}, "score": 1.0}
    alone = evidence(rows=[row(1)], compared=1, exact_sort=[], exact_sort_agrees=None)
    asked = {"relation": "length", "text": "length", "unit": "kilometer"}
    out = shown(answer(ordinal=unread, answers=[value], asked_value=asked, **alone), capsys)
    assert "order" not in out
    assert "exact sort" not in out


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"exact_sort_agrees": True}, "exact sort: agrees"),
        (
            {"exact_sort": [], "exact_sort_agrees": None},
            "exact sort: has no answer, fewer than 2 different values were compared",
        ),
    ],
)
def test_the_cross_check_has_a_line(
    changes: dict[str, Any], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"\n{line}\n" in shown(answer(**evidence(**changes)), capsys)


def test_an_abstention_gives_its_reason_once_and_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(answers=[], abstained="nothing is mentioned", evidence=None), capsys)
    assert out.startswith("No answer: nothing is mentioned.\n")
    assert "Evidence" not in out
    assert "Answers" not in out


def test_a_plain_question_shows_answers_and_path_alone(capsys: pytest.CaptureFixture[str]) -> None:
    plain = {"probability": 0.01, "determiner": None, "direction": None, "k": None}
    answers = [{"id": "p", "label": "Paris", "score": 0.9}]
    path = {"path": answer()["evidence"]["path"], "rows": [], "exact_sort_agrees": None}
    out = shown(answer(ordinal=plain, answers=answers, evidence=path), capsys)
    assert "0.900" in out
    assert "path: France" in out
    for text in ("order:", "Evidence", "exact sort", "value"):
        assert text not in out


def test_many_exclusions_and_ties_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    excluded = [{"id": f"x{i}", "label": f"X{i}", "reason": "has no length"} for i in range(8)]
    ties = [f"e{i}" for i in range(7)]
    out = shown(answer(**evidence(excluded=excluded, not_compared=20, ties=ties)), capsys)
    assert "\nleft out (has no length): X0, X1, X2, X3, X4 and 15 more\n" in out
    assert "River 04 [deep] and 2 more\n" in out.partition("tied: ")[2]


def test_tied_ranks_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row(0, "9", 1), row(1, "8", 2), row(2, "8", 2), row(3, "7", 3)]
    table = shown(answer(**evidence(rows=rows, compared=4)), capsys).partition("Evidence")[2]
    ranks = [line.split("│")[1].strip() for line in table.splitlines() if line.startswith("│")]
    assert ranks == ["1", "✓ =2", "✓ =2", "3"]


def test_numbers_get_bars_and_dates_a_place_on_a_timeline(capsys: pytest.CaptureFixture[str]) -> None:
    texts = ["1000", "500", "0", "n/a"]
    out = shown(answer(**evidence(rows=[row(i, text) for i, text in enumerate(texts)])), capsys)
    lengths = [line.count("█") for line in out.partition("Evidence")[2].splitlines() if "│" in line]
    assert lengths == [WIDEST, WIDEST // 2, 1, 0]
    texts = ["2000-01-01", "1900", "n/a"]
    rows = [row(i, text) for i, text in enumerate(texts)]
    out = shown(answer(**evidence(rows=rows, kind="date", unit=None)), capsys)
    assert headings(out, "Evidence")[-1] == "1900 … 2000-01-01"
    line = "─" * (WIDEST - 1)
    assert f"│ {line}● │" in out
    assert f"│ ●{line} │" in out


def headings(out: str, table: str) -> list[str]:
    line = next(line for line in out.partition(table)[2].splitlines() if "┃" in line)
    return [cell.strip() for cell in line.strip("┃").split("┃")]


def test_the_text_of_the_source_stands_beside_a_converted_value(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row(0, "180.34") | {"lexical": "5 ft 11 in"}, row(1, "180") | {"lexical": "180 cm"}]
    out = shown(answer(**evidence(rows=rows, unit="centimeter", compared=2)), capsys)
    assert headings(out, "Evidence") == ["rank", "entity", "length [cm]", "as written", "from 180"]
    assert "5 ft 11 in" in out
    assert "180 cm" not in out


def test_the_date_at_which_a_value_held_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row(0) | {"held_at": "2021"}, row(1) | {"held_at": None}]
    answers = [{"id": "e0", "label": "River 00", "value": "12000", "held_at": "2021", "score": 0.9}]
    out = shown(answer(answers=answers, **evidence(rows=rows)), capsys)
    assert headings(out, "Answers") == ["", "answer", "value [km²]", "as of", "score", "id"]
    assert headings(out, "Evidence") == ["rank", "entity", "length [km²]", "as of", "from 11,900"]
    assert out.count("2021") == 2


def test_no_column_is_shown_for_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(), capsys)
    assert headings(out, "Answers") == ["", "answer", "value [km²]", "score", "id"]
    assert headings(out, "Evidence") == ["rank", "entity", "length [km²]", "from 10,900"]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("default", "the preferred ones count, of these the latest where dates tell"),
        ("all", "all of them count"),
    ],
)
def test_other_values_of_an_answer_are_named(
    policy: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    others = [
        {"lexical": "11000", "held_at": "2011", "counts": False, "reason": "superseded"},
        {"lexical": "10000", "held_at": None, "counts": True, "reason": None},
        {"lexical": "", "held_at": None, "counts": False, "reason": "unknown value"},
    ]
    rows = [row(0) | {"other_values": others}, row(1) | {"other_values": others}]
    out = shown(answer(**evidence(rows=rows, several=policy)), capsys)
    assert f"\nof several values: {words}\n" in out
    also = "11000 (2011, superseded), 10000 (counts too), (unknown value)"
    assert f"\nRiver 01 [deep] also has: {also}\n" in out
    assert "River 00 [deep] also has" not in out


def test_every_policy_has_words() -> None:
    for policy in SeveralValues:
        assert render_answer(answer(**evidence(several=policy.value)))


def test_a_tie_has_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(**evidence(tie_reason="equal values")), capsys)
    assert "\ntied: River 01 [deep], River 02 [deep] (equal values)\n" in out


def test_left_out_literals_are_grouped_by_cause(capsys: pytest.CaptureFixture[str]) -> None:
    def left_out(name: str, text: str, cause: str, line: int | None) -> dict[str, Any]:
        place = {"source": "/data/rivers.csv", "line": line}
        reason = f'length "{text}": {cause}'
        return {"id": name, "label": name, "reason": reason, "lexical": text, "cause": cause, **place}

    excluded = [
        left_out("Brook", "12 smoots", "unknown unit", 7),
        left_out("Creek", "3 zorks", "unknown unit", None),
        left_out("Ditch", "", "unknown value", 9),
        {"id": "x", "label": "Gully", "reason": "has no length", "cause": None, "lexical": None},
    ]
    out = shown(answer(**evidence(excluded=excluded, not_compared=9)), capsys)
    assert '\nleft out (unknown unit): Brook "12 smoots" (rivers.csv:7), Creek "3 zorks"\n' in out
    assert "\nleft out (unknown value): Ditch (rivers.csv:9)\n" in out
    assert "\nleft out (has no length): Gully and 5 more\n" in out


def test_a_path_reads_from_the_topic_to_the_answer() -> None:
    back = {"head": "Rio de Janeiro", "relation": "country", "tail": "Brazil", "forward": False}
    on = {"head": "Rio de Janeiro", "relation": "mayor", "tail": "Eduardo", "forward": True}
    assert path_text([back]) == "Brazil <- country - Rio de Janeiro"
    assert path_text([back, on]) == "Brazil <- country - Rio de Janeiro - mayor -> Eduardo"
    assert path_text([]) == ""


def narrow(document: dict[str, Any]) -> str:
    console = Console(width=60, file=io.StringIO(), no_color=True, force_terminal=False)
    for part in render_answer(document):
        console.print(part, highlight=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_narrow_terminal_without_colour_shows_it_all() -> None:
    out = narrow(answer())
    assert max(map(len, out.splitlines())) <= 60
    assert "\x1b" not in out
    for text in ("✓ 1", "0.910", "12 of 300 compared", "path: France", "exact sort: disagrees", "█" * 8):
        assert text in out, out


def test_long_names_leave_room_for_values_and_bars() -> None:
    long = "The Very Long and Winding River of the Far and Distant North" * 2
    rows = [row(0) | {"label": long, "id": "http://example.org/" + "x" * 90}, row(1)]
    out = narrow(answer(**evidence(rows=rows)))
    assert max(map(len, out.splitlines())) <= 60
    assert "12,000" in out
    assert "█" * 8 in out


def test_confidence_is_told_in_per_cent(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Answers (confidence 83 %)" in shown(answer(confidence=0.834), capsys)
    assert "Answers (confidence 99 %)" in shown(answer(confidence=0.9999), capsys)
    assert "confidence" not in shown(answer(confidence=None), capsys)


def test_answers_are_marked_with_all_that_tie(capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(answer(), capsys)
    marked = [line.split("│")[2].strip() for line in out.splitlines() if "✓" in line]
    assert marked == ["River 01 [deep]", "River 01 [deep]", "River 02 [deep]"]


def test_a_list_marks_as_many_as_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    ordinal = {"probability": 0.9, "determiner": "longest", "direction": "max", "k": 1, "count": 3}
    answers = [
        {"id": f"e{i}", "label": f"River {i:02d} [deep]", "value": "9", "score": 0.3} for i in range(5)
    ]
    out = shown(answer(ordinal=ordinal, answers=answers, **evidence(ties=[])), capsys)
    assert "\norder: 3 largest by length (" in out
    marked = [line.split("│")[2].strip() for line in out.splitlines() if "✓" in line]
    assert marked == [f"River {i:02d} [deep]" for i in (0, 1, 2)] * 2


def test_a_list_that_begins_later_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    ordinal = {"probability": 0.9, "determiner": "next", "direction": "min", "k": 2, "count": 3}
    assert "\norder: 2nd to 4th smallest by length (" in shown(answer(ordinal=ordinal), capsys)


def test_values_of_an_entity_are_answers_too(capsys: pytest.CaptureFixture[str]) -> None:
    plain = {"probability": 0.01, "determiner": None, "direction": None, "k": None, "count": 1}
    value = {"value": "643801", "unit": "kilometer ** 2", "lexical": "248,573 sq mi", "held_at": "2020"}
    document = answer(
        question="how big is France?",
        answers=[{**value, "of": {"id": "fr", "label": "France"}, "score": 0.8}],
        asked_value={"relation": "http://x/area", "text": "area", "unit": "kilometer ** 2"},
        ordinal=plain,
        evidence={"rows": [], "path": [], "ties": []},
    )
    out = shown(document, capsys)
    assert headings(out, "Answers") == ["", "area [km²]", "of", "as written", "as of", "score", "id"]
    cells = ["✓ 1", "643,801", "France", "248,573 sq mi", "2020", "0.800", "fr"]
    assert [cell.strip() for cell in out.splitlines()[4].strip("│").split("│")] == cells


def test_a_value_that_is_a_date_has_the_year_that_people_write(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"value": "-1499", "kind": "date", "unit": None, "lexical": "-1499", "held_at": None}
    document = answer(
        answers=[{**value, "of": {"id": "s", "label": "the stele"}, "score": 0.8}],
        asked_value={"relation": "made", "text": "date of making", "unit": None},
    )
    assert "1500 BCE" in shown(document, capsys)


def test_the_values_of_several_names_are_all_answers(capsys: pytest.CaptureFixture[str]) -> None:
    unread = {"probability": None, "determiner": None, "direction": None, "k": None}
    values = [
        {"value": str(n), "of": {"id": f"e{n}", "label": f"River 0{n} [deep]"}, "score": 1.0} for n in (1, 2)
    ]
    asked = {"relation": "length", "text": "length", "unit": "kilometer"}
    pair = evidence(rows=[row(1), row(2)], compared=2, ties=[])
    out = shown(answer(ordinal=unread, answers=values, asked_value=asked, **pair), capsys)
    assert sum("✓" in line for line in out.splitlines()) == 4


def test_the_value_of_an_ordinal_answer_shows_its_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"value": "11900", "unit": None, "lexical": "11900", "held_at": None, "score": 0.8}
    answers = [{**value, "of": {"id": "e1", "label": "River 01 [deep]"}}]
    out = shown(answer(answers=answers, asked_value={"relation": "l", "text": "depth", "unit": None}), capsys)
    assert headings(out, "Answers") == ["", "depth", "of", "score", "id"]
    assert "✓ =2" not in out
    assert sum("✓ 2" in line for line in out.splitlines()) == 1
