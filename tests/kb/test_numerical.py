import pytest

from numkbqa.values import Kind

from .conftest import TRIPLES_NT, Builder, X, literals


def test_texts_unreadable_and_minority_literals_are_counted_per_relation(build: Builder) -> None:
    rows = (
        literals("age", ("30", "integer"), ("41.5", "decimal"), ("NaN", "double"), ("2001-05-01", "date"))
        + literals("age", ("50", "string"))
        + literals("motto", ("Onward", "string"), ("1984", "string"))
        + literals("flag", ("true", "boolean"))
        + f"<{X}e0> <{X}age> <{X}e1> .\n"
    )  # fmt: skip
    report, kb = build({"g.nt": rows})
    assert [(r.name, r.kind) for r in kb.numerical_relations] == [(X + "age", Kind.NUMBER)]
    assert report.text_literals == {X + "motto": 2, X + "flag": 1}
    assert report.set_aside == {X + "age": {"another kind": 1, "not a number (NaN)": 1}}
    assert kb.numbers_of_relation(0).low.tolist() == [30, 41.5, 50]
    assert len(report.warnings) == 2


@pytest.mark.parametrize(
    ("values", "numerical"),
    [
        ([*"123456789", "ten"], True),
        ([*"123456", "seven"], True),
        ([*"123", "four"], False),
        ([*"12345678", "nine", "ten"], False),
        (["7"] * 10, False),
        (["1999-01-01", "1999-02"], True),
        (["1984"], False),
    ],
)
def test_untyped_literals_make_a_relation_numerical_when_nine_of_ten_are_values(
    build: Builder, values: list[str], numerical: bool
) -> None:
    report, kb = build({"g.nt": TRIPLES_NT + literals("p", *((value, "string") for value in values))})
    assert [relation.name for relation in kb.numerical_relations] == [X + "p"] * numerical
    aside = (count for reasons in report.set_aside.values() for count in reasons.values())
    kept_out = sum(report.text_literals.values()) + sum(aside)
    assert report.numeric_facts + kept_out == len(values)


def test_a_relation_taken_for_text_is_told_where_most_of_it_looks_like_numbers_or_dates(
    build: Builder,
) -> None:
    rows = TRIPLES_NT
    for relation, values in {
        "day": ("2/5/2019", "3/4/2018", "1/1/2000"),
        "size": ("1", "2", "none yet"),
        "alike": ("5", "5"),
        "street": ("12 Main Street", "7 Elm Road"),
        "motto": ("Onward", "1984", "Up"),
        "age": ("1", "2"),
    }.items():
        rows += literals(relation, *((value, "string") for value in values))
    report, kb = build({"g.nt": rows})
    assert [relation.name for relation in kb.numerical_relations] == [X + "age"]
    assert report.nearly_numerical == {
        X + "alike": {"read as values": 2},
        X + "day": {"ambiguous day and month": 2, "read as values": 1},
        X + "size": {"not a number or date": 1, "read as values": 2},
    }
    (warning,) = [one for one in report.warnings if "taken for text" in one]
    assert warning.startswith("3 relations were taken for text")
    assert all(X + name in warning for name in ("alike", "day", "size"))


def test_one_typed_value_makes_a_relation_numerical_but_not_among_many_texts(build: Builder) -> None:
    typed = literals("p", ("5", "integer")) + literals("q", ("5", "integer"), *[("x", "string")] * 5)
    report, kb = build({"g.nt": TRIPLES_NT + typed})
    assert [relation.name for relation in kb.numerical_relations] == [X + "p"]
    assert report.text_literals == {X + "q": 6}


def test_other_units_of_the_same_dimension_are_converted_and_the_raw_text_is_kept(build: Builder) -> None:
    numbers = "a\theight\t1.8\t\tm\nb\theight\t1.7\t\tmetre\nc\theight\t180\t\tcm\nd\theight\t3\t\tparrots\n"
    report, kb = build({"numbers.tsv": numbers + "e\theight\t3\t\tkg\n"})
    relation = kb.numerical_relations[0]
    assert (relation.kind, relation.unit) == (Kind.QUANTITY, "meter")
    assert report.set_aside == {"height": {"another unit": 1, "unknown unit": 1}}
    values = [kb.value(handle) for handle in range(3)]
    assert [(value.low, value.lexical) for value in values] == [(1.8, "1.8"), (1.7, "1.7"), (1.8, "180 cm")]
    assert {value.unit for value in values} == {"meter"}
    assert [aside.lexical for aside in kb.set_aside()] == ["3 parrots", "3 kg"]


def test_integers_that_floats_cannot_tell_apart_keep_their_order(build: Builder) -> None:
    large = 2**80
    rows = (
        "".join(f"e{i}\tn\t{large + i}\txsd:integer\n" for i in (2, 0, 1))
        + f"same\tn\t{large}\txsd:integer\n"
    )
    _, kb = build({"numbers.tsv": rows})
    ranked = kb.numbers_of_relation(0)
    assert [kb.entity_id(entity) for entity in ranked.entity] == ["e0", "same", "e1", "e2"]
    assert ranked.low[0] == ranked.low[1] < ranked.low[2] < ranked.low[3]
    assert [kb.number_text(handle) for handle in ranked.value] == [str(large + i) for i in (0, 0, 1, 2)]


def test_currencies_are_kept_apart(build: Builder) -> None:
    rows = "a\tprice\t$5\nb\tprice\t$7\nc\tprice\t6 EUR\na\tr\tb\nb\tr\tc\n"
    report, kb = build({"graph.tsv": rows})
    assert [relation.unit for relation in kb.numerical_relations] == ["USD"]
    assert report.set_aside == {"price": {"another currency": 1}}
