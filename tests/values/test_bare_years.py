import pytest

from numkbqa.values import Literal, Survey
from numkbqa.values.bare_years import WholeNumbers


def are_years(words: str, *texts: str, datatype: str | None = None, unit: str | None = None) -> bool:
    survey = Survey()
    for text in texts:
        survey.see(Literal(text, datatype, unit))
    return survey.decide(words).bare_years


@pytest.mark.parametrize(
    "words", ["release year", "date of birth", "founded", "dateOfBirth", "since", "Year", "YEAR_BUILT"]
)
def test_words_of_time_make_years(words: str) -> None:
    assert are_years(words, "1999", "2003", "0800")


@pytest.mark.parametrize(
    "words", ["population", "number of years", "years active", "yearly count", "update", "", "age at death"]
)
def test_other_words_do_not(words: str) -> None:
    assert not are_years(words, "1999", "2003")


def test_integers_need_a_plainer_word() -> None:
    assert are_years("founded", "1999", datatype="xsd:integer")
    assert are_years("release year", "1999", datatype="xsd:gYear") is False
    assert not are_years("start", "1999", datatype="xsd:integer")
    assert are_years("start", "1999")


def test_one_number_that_is_no_year_decides_against_all() -> None:
    for odd in ("2201", "-5001", "1999.5", "1" * 30):
        assert not are_years("year", "1999", "2003", "2005", odd)
    assert not are_years("year", "1999", "2000", datatype="xsd:decimal")
    assert not are_years("year", "1999", unit="km")


def test_small_numbers_are_no_years() -> None:
    assert not are_years("year of study", "1", "2", "3")
    assert are_years("year built", "79", "1066", "1999", "-44")


def test_nothing_seen_is_no_year() -> None:
    assert not WholeNumbers().are_years("measure")
    assert not are_years("year")


@pytest.mark.parametrize(
    ("words", "texts", "years"),
    [
        ("album", ("1999", "1999-06", "1999-06-01"), True),
        ("album", ("1999", "2001-05"), True),
        ("album", ("1999", "2000", "2001-05"), False),
        ("album", ("1999", "5 May 2001"), False),
        ("album", ("7", "2001-05", "2001-06"), False),
        ("population count", ("1999", "2001-05"), False),
    ],
)
def test_whole_numbers_among_as_many_dates_are_years_whatever_the_relation_is_called(
    words: str, texts: tuple[str, ...], years: bool
) -> None:
    assert are_years(words, *texts) is years


def test_integers_by_their_type_are_no_years_for_the_dates_beside_them() -> None:
    survey = Survey()
    survey.see(Literal("1999", "http://www.w3.org/2001/XMLSchema#integer"))
    survey.see(Literal("2001-05"))
    assert not survey.decide("album").bare_years
