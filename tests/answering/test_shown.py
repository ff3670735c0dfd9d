from typing import Any

from numkbqa.answering.shown import (
    LeftOut,
    compares,
    cross_check,
    left_out,
    names,
    nth,
    order_text,
    tied,
    topics_with,
    values_of,
    winners,
)

ROWS = [{"id": name, "label": name.title(), "rank": rank} for name, rank in (("po", 1), ("arno", 1))]


def answer(**changes: Any) -> dict[str, Any]:
    document = {
        "answers": [
            {"id": "po", "label": "Po"},
            {"id": "arno", "label": "Arno"},
            {"id": "adda", "label": "Adda"},
        ],
        "ordinal": {"direction": "max", "k": 1, "count": 1},
        "evidence": {"rows": ROWS, "kind": "quantity", "relation_text": "length", "exact_sort": ROWS},
    }
    return document | changes


def test_ordinal_numbers() -> None:
    assert [nth(k) for k in (1, 2, 3, 4, 11, 12, 13, 21, 102)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd",
    ]  # fmt: skip


def test_winners_are_those_asked_for_and_what_ties_with_them() -> None:
    assert winners(answer()) == {"po"}
    assert winners(answer(evidence={"ties": ["po", "arno"]})) == {"po", "arno"}
    assert winners(answer(evidence={"ties": ["adda", "mincio"]})) == {"po"}
    assert winners(answer(ordinal={"count": 2})) == {"po", "arno"}
    ranks = {"po": 1, "arno": 1, "adda": 2}
    rows = [{"id": name, "rank": rank} for name, rank in ranks.items()]
    assert winners(answer(ordinal={"k": 1, "count": 2}, evidence={"rows": rows})) == set(ranks)
    values = answer(asked_value={"relation": "length", "text": "length", "unit": None}, ordinal={})
    assert winners(values) == {"po", "arno", "adda"}
    assert winners(answer(answers=[{"value": "652", "of": {"id": "po", "label": "Po"}}])) == {"po"}


def test_an_order_in_words() -> None:
    assert order_text(answer()) == "largest by length"
    assert order_text(answer(ordinal={"direction": "min", "k": 3, "count": 1})) == "3rd smallest by length"
    assert (
        order_text(answer(ordinal={"direction": "max", "k": 2, "count": 3})) == "2nd to 4th largest by length"
    )
    assert order_text(answer(evidence={"kind": "date"})) == "latest"
    assert order_text(answer(ordinal={"direction": None})) is None


def test_the_value_of_one_thing_is_not_compared() -> None:
    asked = {"relation": "length", "text": "length", "unit": None}
    assert compares(answer(asked_value=asked))
    assert not compares(answer(asked_value=asked, ordinal={"direction": None}))


def test_the_cross_check_says_what_sorting_gives() -> None:
    evidence = answer()["evidence"]
    agreeing = cross_check(answer(evidence={**evidence, "exact_sort_agrees": True}))
    assert agreeing is not None
    assert (agreeing.text, agreeing.agrees) == ("agrees", True)
    other = cross_check(answer(evidence={**evidence, "exact_sort_agrees": False}))
    assert other is not None
    assert (other.text, other.agrees) == ("disagrees, it would answer Po, Arno", False)
    none = cross_check(answer(evidence={**evidence, "exact_sort": []}))
    assert none is not None
    assert none.text == "has no answer, fewer than 1 different values were compared"
    assert cross_check(answer(evidence={"rows": []})) is None


def test_what_is_left_out_is_grouped_by_cause_and_counted() -> None:
    def excluded(name: str, cause: str | None) -> dict[str, Any]:
        return {"id": name, "label": name, "reason": "has no length", "cause": cause, "lexical": None}

    items = [excluded("Brook", "unknown unit"), excluded("Gully", None), excluded("Creek", "unknown unit")]
    assert left_out({"excluded": items, "not_compared": 9}) == [
        LeftOut("unknown unit", ["Brook", "Creek"], 2),
        LeftOut("has no length", ["Gully"], 7),
    ]
    assert left_out({}) == []


def test_ties_have_names() -> None:
    assert tied({"rows": ROWS, "ties": ["po", "arno"]}) == ["Po", "Arno"]
    assert tied({"rows": ROWS, "ties": []}) == []


def test_many_names_are_cut() -> None:
    assert names(["a", "b"], 2) == "a, b"
    assert names([str(n) for n in range(7)], 9) == "0, 1, 2, 3, 4 and 4 more"


def test_a_choice_keeps_the_other_topics() -> None:
    choices = [{"id": "Q1428", "label": "Georgia"}, {"id": "Q230", "label": "Georgia"}]
    topics = [{"id": "Q1428", "mention": "georgia"}, {"id": "Q99", "mention": "california"}]
    document = answer(clarification={"mention": "georgia", "choices": choices}, topic_entities=topics)
    assert topics_with(document, 1) == ("Q230", "Q99")
    assert topics_with({**document, "topic_entities": []}, 0) == ("Q1428",)


def test_each_value_is_read_by_its_own_kind() -> None:
    def of(value: str, kind: str) -> dict[str, Any]:
        return {"value": value, "kind": kind, "of": {"id": "a", "label": "A"}}

    values = [of("-1499", "date"), of("-1499", "number"), of("2102650", "quantity"), of("12024", "date")]
    assert values_of({"answers": values}) == ["1500 BCE", "-1499", "2,102,650", "12024"]


def test_the_values_of_entities_are_read_by_the_kind_of_the_evidence() -> None:
    entities = [{"id": "a", "label": "A", "value": "-1499"}, {"id": "b", "label": "B"}]
    assert values_of({"answers": entities, "evidence": {"kind": "date"}}) == ["1500 BCE", ""]
