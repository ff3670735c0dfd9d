import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.kb.readers.tables.records import Dialect, lines_alike, read_records, text_lines

COMMA = Dialect(",")
# more lines in one cell may look like records that two stray quotes swallowed
CELLS = st.text(st.sampled_from('ab,"\n\r; ß'), max_size=6).filter(lambda cell: cell.count("\n") < 3)
ROWS = st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=6)


def fields(text: str, dialect: Dialect = COMMA, width: int | None = None) -> list[list[str]]:
    return [record.fields for record in read_records(text_lines(text), dialect, width)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b", ["a", "b"]),
        ('"a,b",c', ["a,b", "c"]),
        ('"say ""hi""",c', ['say "hi"', "c"]),
        ('"",""', ["", ""]),
        (' "a" ,b', ["a", "b"]),
        ("5\" disk,O'Neill", ['5" disk', "O'Neill"]),
        ("a,", ["a", ""]),
        (",", ["", ""]),
    ],
)
def test_quotes_count_only_around_a_whole_field(text: str, expected: list[str]) -> None:
    assert COMMA.split(text) == (expected, False, False)


@pytest.mark.parametrize(
    ("text", "expected", "may_go_on"),
    [
        ('"a,b', ['"a', "b"], True),
        ('a, "b', ["a", ' "b'], True),
        ('"a ""b"",c', ['"a ""b""', "c"], True),
        ('"a" b,c', ['"a" b', "c"], False),
    ],
)
def test_a_quote_that_is_not_closed_is_a_character(text: str, expected: list[str], may_go_on: bool) -> None:
    assert COMMA.split(text) == (expected, True, may_go_on)


def test_quotes_may_be_escaped_by_a_backslash() -> None:
    dialect = Dialect(",", backslash=True)
    assert dialect.split(r'"a\"b\\",c') == (['a"b\\', "c"], False, False)
    assert fields('"a\\"\nb",c\n', dialect, 2) == [['a"\nb', "c"]]


def test_a_quoted_field_goes_on_in_further_lines() -> None:
    text = 'x,"one\n\ntwo, three",y\r\nnext,,z\n'
    records = list(read_records(text_lines(text), COMMA, 3))
    assert [record.fields for record in records] == [["x", "one\n\ntwo, three", "y"], ["next", "", "z"]]
    assert [(record.line, record.size) for record in records] == [(1, 3), (4, 1)]


def test_quotes_inside_other_fields_do_not_disturb_a_field_that_goes_on() -> None:
    text = 'a,b\n"x\ny",5" disk\n"stray,z\n'
    assert fields(text) == [["a", "b"], ["x\ny", '5" disk'], ['"stray', "z"]]


def test_a_stray_quote_does_not_swallow_the_lines_after_it() -> None:
    records = list(read_records(text_lines('1,"a,x\n2,b,y\n3,c,z\n'), COMMA, 3))
    assert [record.fields for record in records] == [["1", '"a', "x"], ["2", "b", "y"], ["3", "c", "z"]]
    assert [record.stray for record in records] == [True, False, False]


def test_two_stray_quotes_do_not_make_one_field_of_the_records_between_them() -> None:
    text = '1,"a,x\n2,b,y\n3,c,z\n4,d",w\n'
    assert fields(text, COMMA, 3) == [["1", '"a', "x"], ["2", "b", "y"], ["3", "c", "z"], ["4", 'd"', "w"]]


def test_lines_of_prose_are_no_records_even_with_a_comma_each() -> None:
    text = '1,"a\nb, c\nd, e\nf"\n'
    assert fields(text, COMMA, 2) == [["1", "a\nb, c\nd, e\nf"]]
    assert lines_alike(1) > lines_alike(2) > lines_alike(3) == lines_alike(9)


def test_a_quote_closed_only_thousands_of_lines_later_is_stray() -> None:
    lines = ['1,"a,x', *["word"] * 2000, 'b",2,y']
    assert fields("\n".join(lines), COMMA, 3)[0] == ["1", '"a', "x"]


def test_blank_lines_are_no_records_but_count() -> None:
    records = list(read_records(text_lines("\na,b\n \n\nc,d"), COMMA, 2))
    assert [(record.line, record.fields) for record in records] == [(2, ["a", "b"]), (5, ["c", "d"])]


@given(ROWS, st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["\n", "\r\n"]))
def test_what_the_csv_module_writes_comes_back(rows: list[list[str]], delimiter: str, end: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    assert fields(file.getvalue(), Dialect(delimiter), 3) == rows
