import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.cli.value_chart import NARROWEST, WIDEST, Mark, chart


@pytest.mark.parametrize(
    ("values", "lengths", "heading"),
    [
        (["100", "50", "0"], [WIDEST, WIDEST // 2, 1], ""),
        (["-10", "10", "0"], [1, WIDEST, WIDEST // 2], "from -10"),
        (["1000", "990", None], [WIDEST, 1, 0], "from 990"),
        (["-5", "-5"], [WIDEST, WIDEST], "from -5"),
        (["5", "5"], [WIDEST, WIDEST], ""),
        (["1.7e308", "-1.7e308"], [0, 0], ""),
        (["inf", "1", "nan"], [0, 0, 0], ""),
        ([None], [0], ""),
        ([], [], ""),
    ],
)
def test_bars_tell_values_apart(values: list[str | None], lengths: list[int], heading: str) -> None:
    made = chart([value or "" for value in values], values, "number")
    assert [len(mark.drawn(WIDEST)) for mark in made.marks] == lengths
    assert made.heading == heading


def test_dates_lie_on_a_timeline_from_the_earliest_to_the_latest() -> None:
    texts = ["2000", "1950", "1900-01", "20th century"]
    made = chart(texts, texts, "date")
    assert made.heading == "1900-01 … 2000"
    drawn = [mark.drawn(11) for mark in made.marks]
    assert drawn == ["──────────●", "─────●─────", "●──────────", ""]


def test_one_date_has_no_timeline_to_name() -> None:
    made = chart(["1999"], ["1999"], "date")
    assert (made.heading, made.marks[0].drawn(3)) == ("", "─●─")


@given(st.floats(0, 1), st.integers(NARROWEST, WIDEST), st.booleans())
def test_a_mark_fits_its_column(share: float, width: int, on_timeline: bool) -> None:
    drawn = Mark(share, on_timeline).drawn(width)
    assert 1 <= len(drawn) <= width
    assert not on_timeline or (len(drawn) == width and drawn.count("●") == 1)


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1), st.sampled_from(["number", "date"]))
def test_order_is_kept(numbers: list[int], kind: str) -> None:
    texts = list(map(str, numbers))
    shares = [mark.share for mark in chart(texts, texts, kind).marks]
    assert None not in shares
    ordered = [share for _, share in sorted(zip(numbers, shares, strict=True)) if share is not None]
    assert ordered == sorted(ordered)
