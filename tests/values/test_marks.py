import pytest

from numkbqa.values import Note
from numkbqa.values.marks import UNDECIDED, Mark, Marks, MarkUse, Plain, shown_marks, understood

D, T = Mark.DECIMAL, Mark.THOUSANDS


@pytest.mark.parametrize(
    ("digits", "marks"),
    [
        ("1234", Marks(None, None)), ("1,234", Marks(None, None, ",")), ("1.234", Marks(None, None, ".")),
        ("1,234,567", Marks(T, None)), ("12,34,567", Marks(T, None)), ("1.234.567", Marks(None, T)),
        ("1,234.5", Marks(T, D)), ("12,34,567.8", Marks(T, D)), ("1.234,5", Marks(D, T)),
        ("12,5", Marks(D, None)), ("0,123", Marks(D, None)), ("1234,567", Marks(D, None)),
        ("12.5", Marks(None, D)), (".5", Marks(None, D)), ("1 234,5", Marks(D, None)),
        ("1'234.5", Marks(None, D)),
    ],
)  # fmt: skip
def test_what_marks_can_only_mean(digits: str, marks: Marks) -> None:
    assert shown_marks(digits) == marks


@pytest.mark.parametrize(
    "digits", ["1.2.3", "1,2,3", "1,23,45", "12 34", "1,234 567", ",5", "5,", "1.234,567.8", "1 234'567"]
)
def test_what_is_grouped_like_no_number(digits: str) -> None:
    assert shown_marks(digits) is None
    assert understood(digits, UNDECIDED) is None


def test_single_marks_follow_the_column() -> None:
    assert understood("1,234", UNDECIDED) == Plain(None, Note.AMBIGUOUS_SEPARATORS)
    assert understood("1.234", UNDECIDED) == Plain("1.234")
    assert understood("1,234", MarkUse(T, D)) == Plain("1234", Note.SEPARATORS)
    assert understood("1,234", MarkUse(D, T)) == Plain("1.234", Note.SEPARATORS)
    assert understood("1.234", MarkUse(D, T)) == Plain("1234", Note.SEPARATORS)
    for digits in ("1,234", "1.234"):
        assert understood(digits, MarkUse(mixed=True)) == Plain(None, Note.AMBIGUOUS_SEPARATORS)


def test_cents_have_two_digits() -> None:
    assert understood("1,234", UNDECIDED, money=True) == Plain("1234", Note.SEPARATORS)
    assert understood("1.234", UNDECIDED, money=True) == Plain(None, Note.AMBIGUOUS_SEPARATORS)
    assert understood("1.234", MarkUse(T, D), money=True) == Plain("1.234")
    assert understood("1,234", MarkUse(mixed=True), money=True) == Plain(None, Note.AMBIGUOUS_SEPARATORS)
