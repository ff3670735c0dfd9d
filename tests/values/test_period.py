import pytest

from numkbqa.values import Note
from numkbqa.values.period import parse_period, without_circa
from numkbqa.values.span import (
    DateReading,
    DateSpan,
    century_span,
    date_span,
    decade_span,
    hundreds_span,
    millennium_span,
)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("44 BC", date_span(-43)), ("44BC", date_span(-43)), ("A.D. 79", date_span(79)),
        ("79 ce", date_span(79)),
        ("1990s", decade_span(1990)), ("the 1990s AD", decade_span(1990)),
        ("50s BC", decade_span(50, bce=True)),
        ("1800s", hundreds_span(1800)), ("1st century BCE", century_span(1, bce=True)),
        ("19. century", century_span(19)), ("19th c.", century_span(19)),
        ("Twenty-first Century", century_span(21)),
        ("3rd millennium", millennium_span(3)),
    ],
)  # fmt: skip
def test_periods(text: str, span: DateSpan) -> None:
    assert parse_period(text) == DateReading(span)


@pytest.mark.parametrize(
    "text", ["early 1850s", "mid-19th century", "the end of the 1850s", "second half of the 19th century"]
)
def test_a_part_of_a_period_is_the_period(text: str) -> None:
    read = parse_period(text)
    assert read is not None
    assert read.note == Note.UNCERTAIN
    assert read.span in {decade_span(1850), century_span(19)}


@pytest.mark.parametrize(
    "text",
    [
        "the 90s",
        "1855s",
        "0 BC",
        "nth century",
        "0th century",
        "century",
        "44",
        "12 ± 3 years BCE",
        "1.2.3 ± 5000 years CE",
    ],
)
def test_what_is_no_period(text: str) -> None:
    assert parse_period(text) is None


def test_circa() -> None:
    for text in ("c. 1850", "c.1850", "ca. 1850", "Ca 1850", "circa 1850", "c1850", "approx. 1850"):
        assert without_circa(text) == "1850"
    for text in ("C1850", "c185", "cat 1850", "1850", "circa"):
        assert without_circa(text) is None
