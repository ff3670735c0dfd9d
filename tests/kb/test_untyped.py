import pytest

from .conftest import Builder


def test_numbers_of_untyped_triples_are_found(build: Builder) -> None:
    _, kb = build({"graph.tsv": "a\tage\t30\nb\tage\t41\nc\tage\t9\na\tknows\tb\nb\tknows\tc\n"})
    assert list(kb.relations) == ["knows"]
    assert kb.numbers_of_relation(0).low.tolist() == [9, 30, 41]
    assert kb.num_entities == 3


@pytest.mark.parametrize(
    "rows",
    [
        "a\twrote\t1984\na\twrote\t2666\nb\tread\t1984\n1984\tis\tbook\n2666\tis\tbook\n",
        "1\tr\t20\n2\tr\t30\n3\tr\t40\n",
        "a\tr\t1984\na\tr\tEmma\nb\tr\t2666\n",
    ],
)
def test_entities_that_look_like_numbers_stay_entities(build: Builder, rows: str) -> None:
    report, kb = build({"graph.tsv": rows})
    assert report.numeric_facts == 0
    assert kb.num_facts == rows.count("\n")


@pytest.mark.parametrize(("ages", "literals"), [("4567", 5), ("456", 0)])
def test_one_stray_text_among_four_numbers_or_more_is_set_aside(
    build: Builder, ages: str, literals: int
) -> None:
    rows = "".join(f"p{age}\tage\t{age}\n" for age in ages) + "q\tage\tabout ten\nq\tr\tp4\n"
    report, kb = build({"graph.tsv": rows})
    aside = sum(count for reasons in report.set_aside.values() for count in reasons.values())
    assert report.numeric_facts + aside == literals
    assert kb.num_facts == 1 + (len(ages) + 1 if literals == 0 else 0)


def test_a_name_shows_that_a_number_is_an_entity(build: Builder) -> None:
    _, kb = build({"graph.tsv": "a\twrote\t1984\nb\twrote\t2666\n", "names.tsv": "1984\t1984\n"})
    assert list(kb.relations) == ["wrote"]


def test_a_column_with_thousands_separators_holds_literals(build: Builder) -> None:
    _, kb = build(
        {"graph.tsv": "a\tpopulation\t1,234,567\nb\tpopulation\t12,000\nc\tpopulation\t9\na\tr\tb\nb\tr\tc\n"}
    )
    assert list(kb.relations) == ["r"]
    assert kb.numbers_of_relation(0).low.tolist() == [9, 12_000, 1_234_567]


def test_the_line_of_an_untyped_literal_is_known(build: Builder) -> None:
    rows = "".join(f"e{i}\tage\t{i}\n" for i in range(1, 20)) + "a\tage\tNaN\n"
    _, kb = build({"graph.tsv": rows})
    (aside,) = kb.set_aside()
    assert (aside.lexical, aside.line, kb.entity_id(aside.entity)) == ("NaN", 20, "a")
