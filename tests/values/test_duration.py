import pytest

from numkbqa.values.duration import parse_clock, parse_duration

DAY = 86_400


@pytest.mark.parametrize(
    ("text", "least", "greatest"),
    [
        ("P1D", DAY, DAY), ("PT36H", 1.5 * DAY, 1.5 * DAY), ("P1W", 7 * DAY, 7 * DAY),
        ("P1M", 28 * DAY, 31 * DAY), ("P2M", 59 * DAY, 62 * DAY), ("P1Y", 365 * DAY, 366 * DAY),
        ("P12M", 365 * DAY, 366 * DAY), ("P4Y", 1460 * DAY, 1461 * DAY),
        ("P400Y", 146_097 * DAY, 146_097 * DAY),
        ("PT1.5S", 1.5, 1.5), ("-P1M", -31 * DAY, -28 * DAY), ("P0Y", 0, 0),
        ("P1DT2H3M4S", DAY + 7384, DAY + 7384),
    ],
)  # fmt: skip
def test_durations_span_what_their_months_may_be(text: str, least: float, greatest: float) -> None:
    assert parse_duration(text) == (least, greatest)


@pytest.mark.parametrize("text", ["", "P", "PT", "P1", "1D", "P1DT", "P-1D", "P1H", "PT1D", "p1d"])
def test_what_is_no_duration(text: str) -> None:
    assert parse_duration(text) is None


def test_clock_readings() -> None:
    assert parse_clock("1:23:45") == 5025
    assert parse_clock("-100:00:00.5") == -360_000.5
    assert [parse_clock(text) for text in ("1:23", "1:60:00", "1:2:3", "a:bb:cc")] == [None] * 4
