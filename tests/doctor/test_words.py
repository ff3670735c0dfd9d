import pytest

from numkbqa.doctor.words import counted, percent, place, readable, shortened


def test_things_are_counted_in_words() -> None:
    assert [counted(n, "entity") for n in (0, 1, 2000)] == ["0 entities", "1 entity", "2,000 entities"]
    assert counted(3, "value") == "3 values"


def test_a_place_names_the_line_where_it_is_known() -> None:
    assert place("a.csv", 7) == "a.csv:7"
    assert place("a.csv", None) == "a.csv"
    assert place(None, None) is None


def test_some_is_never_shown_as_none_or_all() -> None:
    assert [percent(n, 1000) for n in (0, 1, 400, 999, 1000)] == ["0%", "<1%", "40%", ">99%", "100%"]
    assert percent(0, 0) == "0%"


def test_long_texts_are_cut_and_on_one_line() -> None:
    assert shortened("two\n  lines") == "two lines"
    assert shortened("x" * 90) == "x" * 79 + "…"


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("23670000", "number", "23,670,000"),
        ("-1234.50", "number", "-1,234.5"),
        ("945.8071144214717", "quantity", "945.807"),
        ("0.00012345678", "number", "0.000123457"),
        ("1234567.89", "number", "1,234,568"),
        ("1e+21", "number", "1e+21"),
        ("2419200 to 2678400", "quantity", "2419200 to 2678400"),
        ("1999", "date", "1999"),
        ("-0043", "date", "44 BCE"),
    ],
)
def test_values_are_readable(text: str, kind: str, shown: str) -> None:
    assert readable(text, kind) == shown
