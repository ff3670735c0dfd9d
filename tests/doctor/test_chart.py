from xml.etree.ElementTree import Element

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.doctor.chart import WIDTH, describe, draw_histogram, short_number
from numkbqa.doctor.histogram import Histogram, make_histogram
from numkbqa.doctor.scales import Scale
from numkbqa.values.calendar import days_from_civil


def histogram_of(keys: list[float], scale: Scale) -> Histogram | None:
    return make_histogram(np.array(keys, np.float64), scale, np.zeros(len(keys), np.bool_))


def drawn(keys: list[float], scale: Scale) -> Element:
    histogram = histogram_of(keys, scale)
    assert histogram is not None
    return draw_histogram(histogram, "h", "How sizes spread")


def labels(picture: Element) -> list[str | None]:
    return [text.text for text in picture.iter("text")]


def test_a_picture_has_one_bar_for_each_filled_bin_and_says_what_it_shows() -> None:
    picture = drawn([1, 2, 2, 2, 7], Scale.LINEAR)
    assert len(list(picture.iter("rect"))) == 3
    assert picture.get("role") == "img"
    named = [part.get("id") for part in picture if part.tag in {"title", "desc"}]
    assert (picture.get("aria-labelledby") or "").split() == named
    assert picture[0].text == "How sizes spread"
    assert "the fullest, 2 to 3, holds 3 of 5 values" in (picture[1].text or "")


def test_the_highest_bar_is_the_fullest_bin() -> None:
    heights = [float(bar.get("height") or 0) for bar in drawn([1, 2, 2, 2, 7, 7], Scale.LINEAR).iter("rect")]
    assert heights.index(max(heights)) == 1
    assert heights[0] < heights[2]


def test_ticks_of_a_time_axis_are_years_before_and_after_christ() -> None:
    days = [float(days_from_civil(year, 7, 1)) for year in range(-480, 2000, 20)]
    assert labels(drawn(days, Scale.TIME)) == ["1 BCE", "1000", "2000"]


def test_ticks_within_few_years_are_days() -> None:
    texts = labels(drawn([float(days_from_civil(1999, month, 1)) for month in range(1, 13)], Scale.TIME))
    assert all(text is not None and text.startswith(("1998-12", "1999", "2000-01")) for text in texts)


def test_ticks_of_a_logarithmic_axis_are_powers_of_ten() -> None:
    assert labels(drawn([10.0**n for n in range(1, 8)], Scale.LOG)) == ["10", "1k", "100k", "10M"]


def test_the_description_tells_what_lies_outside() -> None:
    histogram = Histogram(Scale.LOG, [1.0, 10.0, 100.0], [4, 2], below=3, above=0)
    assert describe(histogram) == (
        "2 bins from 1 to 100 on a log scale; the fullest, 1 to 10, holds 4 of 6 values; 3 lie outside."
    )


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20),
    st.sampled_from(list(Scale)),
)
def test_everything_is_drawn_within_the_picture(keys: list[float], scale: Scale) -> None:
    histogram = histogram_of(keys, scale)
    if histogram is None:
        return
    picture = draw_histogram(histogram, "h", "t")
    for bar in picture.iter("rect"):
        left, width = float(bar.get("x") or -1), float(bar.get("width") or -1)
        assert left >= 0
        assert width > 0
        assert left + width <= WIDTH


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (0.25, "0.25"), (-1500, "-1.5k"), (3e6, "3M"), (2e9, "2bn"), (1e15, "1e+15"), (999, "999")],
)
def test_numbers_are_short(number: float, text: str) -> None:
    assert short_number(number) == text
