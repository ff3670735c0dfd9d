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
    assert report.unreadable_literals == {X + "age": 1}
    assert report.minority_literals == {X + "age": 1}
    assert kb.numbers_of_relation(0).low.tolist() == [30, 41.5, 50]
    assert len(report.warnings) == 2


@pytest.mark.parametrize(
    ("values", "numerical"),
    [
        ([*"123456789", "ten"], True),
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
    kept_out = sum(report.text_literals.values())
    assert report.numeric_facts + kept_out == len(values)


def test_one_typed_value_makes_a_relation_numerical_but_not_among_many_texts(build: Builder) -> None:
    typed = literals("p", ("5", "integer")) + literals("q", ("5", "integer"), *[("x", "string")] * 5)
    report, kb = build({"g.nt": TRIPLES_NT + typed})
    assert [relation.name for relation in kb.numerical_relations] == [X + "p"]
    assert report.text_literals == {X + "q": 6}


def test_a_declared_unit_is_part_of_the_relation(build: Builder) -> None:
    numbers = "a\theight\t1.8\t\tm\nb\theight\t1.7\t\tmetre\nc\theight\t170\t\tcm\nd\theight\t3\t\tparrots\n"
    report, kb = build({"numbers.tsv": numbers})
    relation = kb.numerical_relations[0]
    assert (relation.kind, relation.unit) == (Kind.QUANTITY, "meter")
    assert report.minority_literals == report.unreadable_literals == {"height": 1}
    assert kb.value(0).unit == "meter"
