"""Every way of writing a value, read by itself: the text, and what must come of it."""

import pytest

from numkbqa.values import Kind, Literal, Note, Precision, number_text, read_literal

NUMBERS = [
    ("12", "12", None), ("-0.5", "-0.5", None), ("1e6", "1000000", None), (" 1000000 ", "1000000", None),
    ("1,234,567", "1234567", Note.SEPARATORS), ("1.234.567", "1234567", Note.SEPARATORS),
    ("1 234 567", "1234567", Note.SEPARATORS), ("1\u00a0234\u00a0567", "1234567", Note.SEPARATORS),
    ("1\u202f234\u202f567", "1234567", Note.SEPARATORS), ("1'234'567", "1234567", Note.SEPARATORS),
    ("12,34,567", "1234567", Note.SEPARATORS), ("1.234,56", "1234.56", Note.SEPARATORS),
    ("1,234.56", "1234.56", Note.SEPARATORS), ("1 000,5", "1000.5", Note.SEPARATORS),
    ("2,5", "2.5", Note.SEPARATORS), ("0,123", "0.123", Note.SEPARATORS), ("1.234", "1.234", None),
    ("-1,234,567.89", "-1234567.89", Note.SEPARATORS), ("(1,234,567)", "-1234567", Note.SEPARATORS),
    ("\u22125", "-5", None), ("\u20135", "-5", None), ("+5", "5", None),
    ("1.2 million", "1200000", Note.IN_WORDS), ("3.8 billion", "3800000000", Note.IN_WORDS),
    ("2,5 Mio", "2500000", Note.IN_WORDS), ("3 Mrd.", "3000000000", Note.IN_WORDS),
    ("12k", "12000", Note.IN_WORDS), ("1.2M", "1200000", Note.IN_WORDS), ("4 lakh", "400000", Note.IN_WORDS),
    ("1.7×10^3", "1700", None), ("6.02 x 10²³", "6.02e+23", None),
    ("5 1/2", "5.5", None), ("½", "0.5", None), ("5½", "5.5", None),
    ("1st", "1", Note.IN_WORDS), ("22nd", "22", Note.IN_WORDS), ("111th", "111", Note.IN_WORDS),
    ("500 people", "500", None),
]  # fmt: skip

QUANTITIES = [
    ("180 cm", "180", "centimeter"), ("1.81m", "1.81", "meter"), ("1.7e3 mm", "1700", "millimeter"),
    ("12 km²", "12", "kilometer ** 2"), ("12 km2", "12", "kilometer ** 2"),
    ("30 mi^2", "30", "mile ** 2"), ("30 sq mi", "30", "mile ** 2"), ("30 sq. mi", "30", "mile ** 2"),
    ("7 square kilometres", "7", "kilometer ** 2"), ("5 million km²", "5000000", "kilometer ** 2"),
    ("1200 people/km²", "1200", "1 / kilometer ** 2"), ("3 metres per second", "3", "meter / second"),
    ("120 km/h", "120", "kilometer / hour"), ("70 mph", "70", "mile / hour"),
    ("5 ft 11 in", "71", "inch"), ("5'11\"", "71", "inch"), ("6' 2 1/2\"", "74.5", "inch"),
    ("5 1/2 in", "5.5", "inch"), ("5 feet, 11 inches", "71", "inch"), ("5 lb 3 oz", "83", "ounce"),
    ("2 h 30 min", "150", "minute"), ("2h30m", "150", "minute"), ("2 hours and 30 minutes", "150", "minute"),
    ("-40 °C", "-40", "degree_Celsius"), ("-40 degC", "-40", "degree_Celsius"),
    ("\u221240 degF", "-40", "degree_Fahrenheit"), ("300 K", "300", "kelvin"),
    ("45 %", "45", "percent"), ("45%", "45", "percent"), ("1850%", "1850", "percent"),
    ("8.9 g/cm³", "8.9", "gram / centimeter ** 3"), ("2 t", "2", "metric_ton"),
    ("3 MWh", "3", "hour * megawatt"),
    ("$1,200", "1200", "USD"), ("US$ 5", "5", "USD"), ("€ 5 million", "5000000", "EUR"),
    ("USD 300", "300", "USD"), ("300 EUR", "300", "EUR"), ("£3.5m", "3500000", "GBP"),
    ("$1.2T", "1.2e+12", "USD"),
    ("€1.200,50", "1200.5", "EUR"), ("-$5", "-5", "USD"), ("($1,200)", "-1200", "USD"),
    ("5 euros", "5", "EUR"),
    ("3.5 m USD", "3500000", "USD"), ("12 k€", "12000", "EUR"),
]  # fmt: skip

DATES = [
    ("1999-06-01", "1999-06-01", None), ("1999-06", "1999-06", None),
    ("1999-00-00", "1999", Note.ZERO_PARTS), ("1999-06-01 10:30", "1999-06-01T10:30", None),
    ("15/4/2019", "2019-04-15", None), ("4/15/2019", "2019-04-15", None), ("15.4.2019", "2019-04-15", None),
    ("15-04-2019", "2019-04-15", None), ("2/2/2019", "2019-02-02", None), ("2019/4/15", "2019-04-15", None),
    ("15/4/2019 10:30 PM", "2019-04-15T22:30", None), ("4/2019", "2019-04", None),
    ("15 April 2019", "2019-04-15", None), ("15th of April 2019", "2019-04-15", None),
    ("April 15, 2019", "2019-04-15", None), ("Apr. 15, 2019", "2019-04-15", None),
    ("15-Apr-2019", "2019-04-15", None), ("Monday, 15 April 2019", "2019-04-15", None),
    ("Apr 2019", "2019-04", None), ("15 March 44 BC", "-0043-03-15", None),
    ("44 BC", "-0043", None), ("44 BCE", "-0043", None), ("44 B.C.", "-0043", None), ("1 BC", "0000", None),
    ("AD 79", "0079", None), ("79 CE", "0079", None), ("10,000 BC", "-9999", None),
    ("19th century", "19th century", None), ("the 19th century", "19th century", None),
    ("nineteenth century", "19th century", None), ("20th century BC", "20th century BCE", None),
    ("late 19th century", "19th century", Note.UNCERTAIN), ("mid-1990s", "1990s", Note.UNCERTAIN),
    ("1850s", "1850s", None), ("the 1990s", "1990s", None), ("1990's", "1990s", None),
    ("1800s", "1800s", None), ("180X", "180X", None), ("40s BC", "40s BCE", None),
    ("2nd millennium BCE", "2nd millennium BCE", None),
    ("120000 ± 5000 years BCE", "120000 ± 5000 years BCE", None),
    ("c. 1850", "1850", Note.UNCERTAIN), ("ca 1850", "1850", Note.UNCERTAIN),
    ("circa 1850", "1850", Note.UNCERTAIN), ("c1850", "1850", Note.UNCERTAIN),
    ("c. April 1850", "1850-04", Note.UNCERTAIN), ("ca. 1850s", "1850s", Note.UNCERTAIN),
    ("1850~", "1850", Note.UNCERTAIN), ("1850?", "1850", Note.UNCERTAIN), ("18XX", "1800s", None),
    ("185X", "1850s", None), ("1999-XX", "1999", None), ("1984/2004", "1984/2004", None),
    ("1984-05/2004", "1984-05/2004-12", None), ("Y170000002", "170000002", None),
]  # fmt: skip

NOTHING = [
    ("", Note.NO_VALUE), ("twelve", Note.NO_VALUE), ("May", Note.NO_VALUE), ("hello 12 world", Note.NO_VALUE),
    ("01234", Note.NO_VALUE), ("007", Note.NO_VALUE), ("1/2", Note.NO_VALUE), ("1 2", Note.NO_VALUE),
    ("555 1234", Note.NO_VALUE), ("1.2.3", Note.NO_VALUE), ("192.168.1.1", Note.NO_VALUE),
    ("1,2,3", Note.NO_VALUE), ("12 Main Street", Note.NO_VALUE), ("C1850", Note.NO_VALUE),
    ("1999-13", Note.NO_VALUE), ("2012-13", Note.NO_VALUE), ("2001-21", Note.NO_VALUE),
    ("1914-1918", Note.NO_VALUE), ("1:23:45", Note.NO_VALUE), ("0x10", Note.NO_VALUE),
    ("1_000", Note.NO_VALUE),
    ("(5", Note.NO_VALUE), ("5)", Note.NO_VALUE), ("5 -", Note.NO_VALUE), ("ABC 5", Note.NO_VALUE),
    ("5 m 3 s", Note.NO_VALUE), ("11 in 5 ft", Note.NO_VALUE), ("x" * 70 + " 5", Note.NO_VALUE),
    ("1,234", Note.AMBIGUOUS_SEPARATORS), ("1,234 km", Note.AMBIGUOUS_SEPARATORS),
    ("€ 1.200", Note.AMBIGUOUS_SEPARATORS), ("2/5/2019", Note.AMBIGUOUS_DATE),
    ("31/31/2019", Note.OUTSIDE_CALENDAR), ("30 February 2019", Note.OUTSIDE_CALENDAR),
    ("15/4/19", Note.TWO_DIGIT_YEAR), ("15-Apr-19", Note.TWO_DIGIT_YEAR),
    ("20 C", Note.UNKNOWN_UNIT), ("4 pm", Note.UNKNOWN_UNIT), ("5 parrots", Note.UNKNOWN_UNIT),
    ("INF", Note.INFINITE), ("-inf", Note.INFINITE), ("1e400", Note.INFINITE), ("NaN", Note.NAN),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "note"), NUMBERS)
def test_numbers(text: str, shown: str, note: Note | None) -> None:
    reading = read_literal(Literal(text))
    assert reading.value is not None
    assert (reading.value.kind, reading.value.unit, reading.note) == (Kind.NUMBER, None, note)
    assert number_text(reading.value) == shown
    assert reading.value.lexical == text


@pytest.mark.parametrize(("text", "shown", "unit"), QUANTITIES)
def test_quantities(text: str, shown: str, unit: str) -> None:
    value = read_literal(Literal(text)).value
    assert value is not None
    assert (value.kind, value.unit) == (Kind.QUANTITY, unit)
    assert value.low == value.high == float(shown)


@pytest.mark.parametrize(("text", "shown", "note"), DATES)
def test_dates(text: str, shown: str, note: Note | None) -> None:
    reading = read_literal(Literal(text))
    assert reading.value is not None
    assert (reading.value.kind, reading.note) == (Kind.DATE, note)
    assert number_text(reading.value) == shown


@pytest.mark.parametrize(("text", "note"), NOTHING)
def test_what_is_no_value_has_a_reason(text: str, note: Note) -> None:
    assert read_literal(Literal(text)) == (None, note, None)


def test_a_comma_before_two_digits_is_decimal() -> None:
    value = read_literal(Literal("12,34")).value
    assert value is not None
    assert value.low == 12.34


def test_precision_of_dates_in_words() -> None:
    wanted = {
        "2nd millennium": Precision.MILLENNIUM, "19th century": Precision.CENTURY, "1800s": Precision.CENTURY,
        "1850s": Precision.DECADE, "c. 1850": Precision.YEAR, "April 1850": Precision.MONTH,
        "15 April 1850": Precision.DAY, "1850-04-15T12": Precision.HOUR, "1850-04-15 12:30": Precision.MINUTE,
        "1850-04-15 12:30:10": Precision.SECOND, "13 ± 0.5 billion years BCE": Precision.BILLION_YEARS,
    }  # fmt: skip
    values = {text: read_literal(Literal(text)).value for text in wanted}
    assert {text: value and value.precision for text, value in values.items()} == wanted
