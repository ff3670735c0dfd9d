import pytest

from numkbqa.values import Note, Precision
from numkbqa.values.date_text import format_date
from numkbqa.values.edtf import parse_edtf, parse_plain_edtf
from numkbqa.values.span import DateReading

DATES = [
    ("1985", "1985", None), ("1985-04-12", "1985-04-12", None),
    ("1985-04-12T23:20:30Z", "1985-04-12T23:20:30Z", None),
    ("-0043", "-0043", None), ("Y170000002", "170000002", None), ("Y-17E7", "-170000000", None),
    ("1850?", "1850", Note.UNCERTAIN), ("1850~", "1850", Note.UNCERTAIN), ("1850%", "1850", Note.UNCERTAIN),
    ("?2004-06-~11", "2004-06-11", Note.UNCERTAIN), ("185X", "1850s", None), ("18XX", "1800s", None),
    ("1XXX", "1XXX", None), ("-18XX", "19th century BCE", None), ("185X~", "1850s", Note.UNCERTAIN),
    ("1999-XX", "1999", None), ("1999-XX-XX", "1999", None), ("1999-06-XX", "1999-06", None),
    ("156X-12-25", "1560-12-25/1569-12-25", None), ("1984/2004", "1984/2004", None),
    ("1984-05/2004", "1984-05/2004-12", None), ("1984~/2004", "1984/2004", Note.UNCERTAIN),
    ("[1667,1668,1670]", "1667/1670", Note.UNCERTAIN), ("[1667..1670]", "1667/1670", Note.UNCERTAIN),
    ("{1960,1961-12}", "1960-01/1961-12", Note.UNCERTAIN),
    ("2001-21", "2001", None), ("2001-25", "2001-03/2001-05", None), ("2001-34", "2001-04/2001-06", None),
    ("2001-41", "2001-07/2001-12", None), ("1950S2", "1900s", None),
    ("Y171010000S3", "171000000/171999999", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "note"), DATES)
def test_dates(text: str, shown: str, note: Note | None) -> None:
    read = parse_edtf(text)
    assert read is not None
    assert read.span is not None
    assert read.note == note
    assert format_date(read.span.low, read.span.precision, read.span.high) == shown


@pytest.mark.parametrize("text", ["1984/..", "../1984", "1984/", "/1984", "[..1984]", "[1984..]", ".."])
def test_an_open_end_bounds_nothing(text: str) -> None:
    assert parse_edtf(text) in (DateReading(None, Note.OPEN_INTERVAL), None)
    assert (parse_edtf(text) is None) == (text == "..")


def test_other_reasons() -> None:
    assert parse_edtf("XXXX") == parse_edtf("XXXX-12-25") == DateReading(None, Note.UNKNOWN_VALUE)
    assert parse_edtf("2004/1984") == DateReading(None, Note.OUTSIDE_CALENDAR)


@pytest.mark.parametrize(
    "text",
    ["garbage", "2004-13", "2004-42", "1984/garbage", "[1667,garbage]", "04-12", "1999-02-30", "1999-X1-99"],
)
def test_what_is_no_edtf(text: str) -> None:
    assert parse_edtf(text) is None


def test_precision_of_unspecified_digits() -> None:
    wanted = {
        "185X": Precision.DECADE,
        "18XX": Precision.CENTURY,
        "1XXX": Precision.MILLENNIUM,
        "1950S2": Precision.CENTURY,
    }
    reads = {text: parse_edtf(text) for text in wanted}
    assert {text: read and read.span and read.span.precision for text, read in reads.items()} == wanted


@pytest.mark.parametrize(
    "text", ["1985", "1985-04", "2001-21", "1850%", "12XX-99", "555X", "X", "[1667,1668]", "../1984"]
)
def test_an_untyped_text_must_be_written_like_nothing_else(text: str) -> None:
    read = parse_plain_edtf(text)
    assert read is None or text == "12XX-99"
