"""What a whole relation decides about its literals."""

import pytest

from numkbqa.values import PLAIN, Convention, Kind, Literal, Note, Reading, Survey, number_text, read_literal
from numkbqa.values.marks import Mark, MarkUse


def surveyed(*texts: str, words: str = "measure", datatype: str | None = None) -> Convention:
    survey = Survey()
    for text in texts:
        survey.see(Literal(text, datatype))
    return survey.decide(words)


def column(*texts: str, words: str = "measure", datatype: str | None = None) -> dict[str, Reading]:
    convention = surveyed(*texts, words=words, datatype=datatype)
    return {text: read_literal(Literal(text, datatype), convention) for text in texts}


def shown(reading: Reading) -> str | Note | None:
    return reading.note if reading.value is None else number_text(reading.value)


def test_one_number_that_can_mean_only_one_thing_decides_for_all() -> None:
    english = column("1,234,567", "1,234", "856")
    assert [shown(reading) for reading in english.values()] == ["1234567", "1234", "856"]
    german = column("2,5", "1,234", "1.234", "1.234.567")
    assert [shown(reading) for reading in german.values()] == ["2.5", "1.234", "1234", "1234567"]


@pytest.mark.parametrize(
    ("evidence", "comma", "dot"),
    [
        ("1,234,567", "1234", "1.234"), ("1,234.5", "1234", "1.234"), ("2.5", "1234", "1.234"),
        ("2,5", "1.234", "1234"), ("1.234,5", "1.234", "1234"), ("1.234.567", "1.234", "1234"),
        ("0,123", "1.234", "1234"), ("12345,678", "1.234", "1234"), ("1.2 million", "1234", "1.234"),
        ("12,5 km", "1.234", "1234"), ("$1,234.50", "1234", "1.234"),
    ],
)  # fmt: skip
def test_evidence_for_one_mark_tells_about_the_other(evidence: str, comma: str, dot: str) -> None:
    readings = column(evidence, "1,234", "1.234")
    assert [shown(readings[text]) for text in ("1,234", "1.234")] == [comma, dot]


def test_a_column_of_both_conventions_reads_what_is_plain_and_refuses_the_rest() -> None:
    readings = column("1,234,567", "1.234.567", "1 234 567", "1234567", "1.2 million", "1.234", "9,876")
    assert [shown(reading) for reading in readings.values()] == [
        "1234567", "1234567", "1234567", "1234567", "1200000",
        Note.AMBIGUOUS_SEPARATORS, Note.AMBIGUOUS_SEPARATORS,
    ]  # fmt: skip


def test_nothing_decides_about_single_commas_alone() -> None:
    assert [shown(reading) for reading in column("1,234", "5,678").values()] == [
        Note.AMBIGUOUS_SEPARATORS
    ] * 2


def test_many_single_commas_beside_small_whole_numbers_group_thousands() -> None:
    many = [f"{number},{number * 37 % 900 + 100}" for number in range(1, 12)]
    assert surveyed(*many, "856").marks == MarkUse(Mark.THOUSANDS, Mark.DECIMAL)
    assert surveyed(*many).marks == MarkUse()
    assert surveyed(*many, "856", "12345").marks == MarkUse()


def test_typed_numbers_have_marks_only_where_their_column_shows_them() -> None:
    assert shown(column("1,234", "12", datatype="xsd:decimal")["1,234"]) == Note.AMBIGUOUS_SEPARATORS
    readings = column("1,234", "1,234,567", "-1,000", datatype="xsd:integer")
    assert [shown(reading) for reading in readings.values()] == ["1234", "1234567", "-1000"]
    assert shown(column("1.234", "1.234.567", datatype="xsd:decimal")["1.234"]) == "1.234"


def test_one_order_of_day_and_month_holds_for_the_whole_column() -> None:
    readings = column("15/4/2019", "16/4/2019", "2/5/2019")
    assert shown(readings["2/5/2019"]) == "2019-05-02"
    readings = column("4/15/2019", "2/5/2019 10:00")
    assert shown(readings["2/5/2019 10:00"]) == "2019-02-05T10:00"


def test_dates_of_both_orders_leave_the_ambiguous_ones_out() -> None:
    readings = column("15/4/2019", "4/16/2019", "2/5/2019", "3/3/2019")
    assert [shown(reading) for reading in readings.values()] == [
        "2019-04-15", "2019-04-16", Note.AMBIGUOUS_DATE, "2019-03-03",
    ]  # fmt: skip


def test_without_evidence_all_ambiguous_dates_are_left_out() -> None:
    readings = column("5/4/2019", "6/4/2019", "3/3/2019")
    assert [shown(reading) for reading in readings.values()] == [
        Note.AMBIGUOUS_DATE, Note.AMBIGUOUS_DATE, "2019-03-03",
    ]  # fmt: skip


def test_years_of_a_relation_that_names_a_point_in_time_are_dates() -> None:
    readings = column("1999", "0999", "1066-1087", "c. 1850", "unknown", words="release year")
    assert [shown(reading) for reading in readings.values()] == [
        "1999", "0999", "1066/1087", "1850", Note.UNKNOWN_VALUE,
    ]  # fmt: skip
    assert readings["1999"].note == Note.BARE_YEAR
    assert all(r.value is None or r.value.kind == Kind.DATE for r in readings.values())


def test_clock_readings_are_durations_where_all_texts_are() -> None:
    value = column("1:23:45", "0:59:01")["1:23:45"].value
    assert value is not None
    assert (value.kind, value.low, value.unit) == (Kind.QUANTITY, 5025.0, "second")
    assert column("1:23:45", "noon")["1:23:45"].value is None


def test_a_column_without_oddities_has_the_plain_convention() -> None:
    assert surveyed() is PLAIN
    assert surveyed("12", "1999", "text") is PLAIN
    assert surveyed("1999", "2000-06-01", datatype="xsd:date", words="birth date") is PLAIN


def test_how_often_a_literal_occurs_decides_nothing() -> None:
    survey = Survey()
    survey.see(Literal("1,234,567"), 1)
    survey.see(Literal("2,5"), 1000)
    assert survey.decide("measure").marks == MarkUse(mixed=True)
