import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.service.page.chart import Mark, draw


def marks(*values: str | None) -> list[Mark]:
    return [Mark(f"row {place}", str(value), value, place == 0) for place, value in enumerate(values)]


def drawn(kind: str | None, *values: str | None) -> dict[str, Any]:
    made = draw(marks(*values), "length [km]", kind)
    assert made is not None
    return made


def rows(made: dict[str, Any]) -> list[tuple[float, float]]:
    return [(row["start"], row["end"]) for row in made["data"]["values"]]


def types(made: dict[str, Any]) -> list[str]:
    return [layer["mark"]["type"] for layer in made["layer"]]


def test_bars_start_at_zero() -> None:
    made = drawn("quantity", "652", "313", "-4.5")
    assert rows(made) == [(0, 652), (0, 313), (0, -4.5)]
    assert types(made) == ["bar", "text", "text"]
    x = made["layer"][0]["encoding"]["x"]
    assert (x["scale"]["zero"], x["axis"]["title"]) == (True, "length [km]")


def test_values_that_bars_from_zero_would_not_tell_apart_are_dots_and_the_axis_says_so() -> None:
    made = drawn("number", "1774", "1772")
    assert types(made) == ["rule", "circle", "text", "text"]
    x = made["layer"][1]["encoding"]["x"]
    assert x["scale"]["zero"] is False
    assert "does not begin at zero" in x["axis"]["title"]


def test_negative_values_that_are_alike_are_dots_too() -> None:
    assert types(drawn("quantity", "-50", "-55"))[:2] == ["rule", "circle"]
    assert types(drawn("quantity", "-5", "-55"))[0] == "bar"
    assert types(drawn("quantity", "-55", "-55"))[0] == "bar"


def test_no_year_is_marked_twice() -> None:
    made = drawn("date", "1999", "2002")
    assert made["layer"][1]["encoding"]["x"]["axis"]["tickMinStep"] == 1


def test_months_before_our_era_are_marked_as_such() -> None:
    made = drawn("date", "-0043-03", "-0043-09")
    label = made["layer"][1]["encoding"]["x"]["axis"]["labelExpr"]
    assert label.startswith("format(abs(floor(datum.value))")
    assert "BCE" in label


def test_a_date_lies_anywhere_in_what_is_known_of_it() -> None:
    made = drawn("date", "1999", "1999-07", "2001-01-01", "-0043")
    (year, month, day, before) = rows(made)
    assert year == (1999.0, 2000.0)
    assert month[0] == 1999.5
    assert month[1] - month[0] == pytest.approx(1 / 12)
    assert day[1] - day[0] == pytest.approx(1 / 372)
    assert before == (-44.0, -43.0)
    assert "BCE" in made["layer"][1]["encoding"]["x"]["axis"]["labelExpr"]


def test_dates_of_a_few_months_are_marked_by_months() -> None:
    made = drawn("date", "1999-02", "1999-07-03")
    assert "'-'" in made["layer"][1]["encoding"]["x"]["axis"]["labelExpr"]


def test_the_answer_has_a_colour_of_its_own() -> None:
    made = drawn("number", "1", "2")
    assert [row["won"] for row in made["data"]["values"]] == [True, False]
    assert made["layer"][0]["encoding"]["color"]["scale"]["domain"] == [False, True]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("number", []),
        ("number", ["5"]),
        ("number", ["5", None]),
        ("number", ["5", "many"]),
        ("number", ["1e400", "5"]),
        ("number", ["-1.7e308", "1.7e308"]),
        ("date", ["1999", "20th century"]),
        ("date", ["1999", "1990s", "1984/2004", "120000 ± 5000 years BCE"]),
    ],
)
def test_nothing_is_drawn_that_compares_nothing(kind: str, values: list[str | None]) -> None:
    assert draw(marks(*values), "length", kind) is None


@given(
    st.lists(st.one_of(st.none(), st.text(), st.floats().map(str), st.dates().map(str)), max_size=9),
    st.sampled_from(["number", "date", None]),
)
def test_whatever_is_drawn_is_plain_json_with_finite_numbers(
    values: list[str | None], kind: str | None
) -> None:
    json.dumps(draw(marks(*values), "length", kind), allow_nan=False)
