from numkbqa.doctor import examine
from numkbqa.doctor.phrases import (
    coverage_text,
    measure,
    names_text,
    notes_on,
    questions_text,
    value_range,
    verdict,
)
from numkbqa.doctor.questions import QuestionCount
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, number, toy_world


def test_the_verdict_counts_questions_and_relations() -> None:
    assert verdict(examine(cities(), {})).startswith("This graph can give ")
    assert verdict(examine(cities(), {})).endswith("ordinal questions, from 1 of its 1 numerical relation.")
    nothing = verdict(examine(ToyKB([("a", "knows", "b")]), {}))
    assert nothing == "This graph has no numerical relation: no ordinal question can be answered."


def test_a_relation_in_words() -> None:
    found = {relation.name: relation for relation in examine(toy_world(), {}).relations}
    assert measure(found["area"]) == "quantity in km²"
    assert measure(found["release_date"]) == "date; year 4, month 2, day 7"
    assert measure(found["population"]) == "number"
    assert value_range(found["population"]) == "67,622 to 84,482,267"
    assert coverage_text(found["length"]) == "100% of river"


def test_what_looks_wrong_is_noted() -> None:
    (population,) = examine(cities(), {}).relations
    assert notes_on(population) == [
        "outlier: City 00, 12,000,000",
        '9,999 in 6 values (10%), often written for "unknown"',
    ]


def test_constants_several_values_and_dirt_are_noted() -> None:
    numbers = [(f"e{i}", "rank", number(7)) for i in range(3)]
    numbers += [("a", "size", number(1)), ("a", "size", number(2))]
    aside = [dirt("a", "size", "?", "not a number or date")]
    found = {r.name: notes_on(r) for r in examine(ToyKB([], numbers, set_aside=aside), {}).relations}
    assert found["rank"] == ["all values are equal: it orders nothing"]
    assert found["size"] == [
        "1 set aside: not a number or date",
        "1 entity has several values (policy: default)",
    ]


def test_estimates_are_marked() -> None:
    assert questions_text(QuestionCount("r", 1, 1200, {}, estimate=True)) == "≈ 1,200"
    assert questions_text(QuestionCount("r", 1, 3, {}, estimate=False)) == "3"


def test_names_in_a_sentence() -> None:
    labels = examine(
        ToyKB([("a", "knows", "b"), ("b", "knows", "c")], labels={"a": "A", "b": "A"}), {}
    ).labels
    assert (
        names_text(labels) == "1 of 3 entities without a label (33%); 1 label for several entities, 2 in all"
    )
