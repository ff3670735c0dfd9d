import pytest

from numkbqa.values import Note, Precision, number_text
from numkbqa.values.wikidata_time import read_wikidata_time


@pytest.mark.parametrize(
    ("lexical", "shown", "note"),
    [
        ("+1952-03-11T00:00:00Z/11/gregorian", "1952-03-11", None),
        ("+1952-03-00T00:00:00Z/10/gregorian", "1952-03", None), ("+1952-00-00T00:00:00Z/9", "1952", None),
        ("+1952-03-11T00:00:00Z/9", "1952", None), ("+1952-00-00T00:00:00Z/11", "1952", None),
        ("-0044-03-15T00:00:00Z/11/gregorian", "-0043-03-15", None),
        ("-0044-03-15T00:00:00Z/11/julian", "-0043-03-13", Note.JULIAN),
        ("+1582-10-05T00:00:00Z/11/http://www.wikidata.org/entity/Q1985786", "1582-10-15", Note.JULIAN),
        ("+1500-02-29T00:00:00Z/11/julian", "1500-03-10", Note.JULIAN),
        ("+1500-00-00T00:00:00Z/9/julian", "1500", None), ("-0001-00-00T00:00:00Z/9", "0000", None),
        ("+0000-00-00T00:00:00Z/9", "0000", None),
        ("+1982-01-01T00:00:00Z/8", "1980s", None), ("-1982-01-01T00:00:00Z/8", "1980s BCE", None),
        ("+1822-01-01T00:00:00Z/7", "19th century", None), ("+1801-01-01T00:00:00Z/7", "19th century", None),
        ("+1900-01-01T00:00:00Z/7", "19th century", None), ("+2000-00-00T00:00:00Z/7", "20th century", None),
        ("-1888-01-01T00:00:00Z/7", "19th century BCE", None),
        ("+1222-01-01T00:00:00Z/6", "2nd millennium", None),
        ("-120000-00-00T00:00:00Z/5", "120000 ± 5000 years BCE", None),
        ("-13798000000-00-00T00:00:00Z/3", "13798 ± 0.5 million years BCE", None),
        ("+1999-06-01T12:30:00Z/12", "1999-06-01T12", None),
        ("+1999-06-01T12:30:00Z/13", "1999-06-01T12:30", None),
        ("+1999-06-01T12:30:10Z/14", "1999-06-01T12:30:10Z", None),
        ("+1999-06-01T00:00:00Z", "1999-06-01", None),
        ("+1999-00-00T00:00:00Z", "1999", None),
    ],
)  # fmt: skip
def test_times(lexical: str, shown: str, note: Note | None) -> None:
    reading = read_wikidata_time(lexical)
    assert reading.value is not None
    assert (number_text(reading.value), reading.note) == (shown, note)
    assert reading.value.lexical == lexical


@pytest.mark.parametrize("lexical", ["1952", "", "garbage", "+1952-03-11", "+1952-03-11T00:00:00Z+x"])
def test_what_is_no_time(lexical: str) -> None:
    assert read_wikidata_time(lexical) == (None, Note.NO_VALUE, None)


@pytest.mark.parametrize(
    "lexical",
    [
        "+1999-13-01T00:00:00Z/11", "+1999-02-30T00:00:00Z/11", "+1999-02-29T00:00:00Z/11/julian",
        "+1999-06-01T00:00:00Z/15", "+9999999999999-00-00T00:00:00Z/9",
    ],
)  # fmt: skip
def test_dates_that_do_not_exist(lexical: str) -> None:
    assert read_wikidata_time(lexical) == (None, Note.OUTSIDE_CALENDAR, None)


def test_a_century_overlaps_the_dates_in_it() -> None:
    century, date = (
        read_wikidata_time(t).value for t in ("+1901-00-00T00:00:00Z/7", "+1950-05-01T00:00:00Z/11")
    )
    assert century is not None
    assert date is not None
    assert century.precision == Precision.CENTURY
    assert century.low < date.low < date.high < century.high
