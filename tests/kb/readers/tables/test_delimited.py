import csv
import gzip
import io
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables import delimited
from numkbqa.kb.readers.tables.delimited import PREAMBLE, REPEATED, Delimited, load_delimited
from numkbqa.kb.readers.tables.mapping import TableMapping
from numkbqa.kb.readers.tables.raw import SPACES
from numkbqa.kb.readers.tables.repair import DAMAGED, NOT_CLOSED, TOO_FEW, TOO_MANY
from numkbqa.kb.readers.tables.text_file import text_file
from numkbqa.kb.staging import Staging

Cells = list[list[str | None]]


class Read:
    """A table as it was loaded: names of its columns, lines and cells, and what was told."""

    def __init__(self, content: bytes, name: str = "t.csv", given: TableMapping | None = None) -> None:
        with TemporaryDirectory() as folder, Staging(Path(folder), threads=1) as staging:
            path = Path(folder) / name
            path.write_bytes(content)
            source = Source(path, name)
            copies = Path(folder) / "copies"
            copies.mkdir()
            file = Delimited(source, 0, text_file(source, copies), "t", given or TableMapping(), copies)
            table = load_delimited(staging, file, "raw0_")
            staging.flush()
            self.names = [column.name for column in table.columns]
            chosen = ", ".join(column.sql for column in table.columns)
            found = staging.rows(f"SELECT row, line, {chosen} FROM raw0_ ORDER BY row")
            self.skipped = staging.rows("SELECT line, reason, text, kept FROM skipped ORDER BY ALL")
            self.num_files = len(list(copies.iterdir()))
        self.numbers = [row[0] for row in found]
        self.lines = [row[1] for row in found]
        self.cells: Cells = [list(row[2:]) for row in found]


def read(text: str, name: str = "t.csv", **given: object) -> Read:
    return Read(text.encode(), name, TableMapping.model_validate(given))


def test_t20_bom_semicolons_crlf_quotes_in_names_and_a_ragged_row() -> None:
    text = (
        '\ufeffname;population;note\r\nO\'Neill;1.234;"said ""hi"""\r\n'
        'Joe "Q" Doe;5;x\r\nshort;7\r\nlong;8;a;b\r\n"stray;9;y\r\n'
    )
    table = read(text)
    assert table.names == ["name", "population", "note"]
    assert table.cells == [
        ["O'Neill", "1.234", 'said "hi"'],
        ['Joe "Q" Doe', "5", "x"],
        ["short", "7", None],
        ['"stray', "9", "y"],
    ]
    assert table.lines == [2, 3, 4, 6]
    assert table.skipped == [
        (4, TOO_FEW, "short;7", True),
        (5, TOO_MANY, "long;8;a;b", False),
        (6, NOT_CLOSED, '"stray;9;y', True),
    ]


def test_t15_words_for_nothing_and_numbers_are_texts() -> None:
    words = ["nan", "NA", "null", "NULL", "None", "1999", "true", "007", "1e5", "-"]
    table = read("name,x\n" + "".join(f"{word},1\n" for word in words))
    assert [row[0] for row in table.cells] == words


def test_only_empty_cells_are_missing_unless_the_mapping_says_more() -> None:
    text = 'name,x\na,NA\nb,""\nc,-\nd,  \n'
    assert [row[1] for row in read(text).cells] == ["NA", None, "-", None]
    assert [row[1] for row in read(text, null_values=["NA", "-"]).cells] == [None] * 4


def test_spaces_around_cells_are_dropped() -> None:
    assert read("name,x\n  a ,\u00a0b\u2003\n\u3000é\t,c\n").cells == [["a", "b"], ["é", "c"]]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("latin-1"),
        lambda text: gzip.compress(text.encode()),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
    ],
    ids=["utf-16", "latin-1", "gzip", "crlf", "cr"],
)
def test_encodings_and_line_ends_make_no_difference(encode: "object") -> None:
    assert callable(encode)
    table = Read(encode("name,x\nKöln,1\nBonn,2\n"))
    assert (table.cells, table.lines) == ([["Köln", "1"], ["Bonn", "2"]], [2, 3])


def test_another_encoding_is_told() -> None:
    assert Read("name,x\nKöln,1\n".encode("latin-1")).skipped == [
        (None, "the file is Latin-1 (windows-1252)", "", True)
    ]


def test_damaged_characters_are_told_with_their_line() -> None:
    table = Read("name,x\nKöln,1\nM".encode() + b"\xfcnster,2\n")
    assert table.cells == [["Köln", "1"], ["M\ufffdnster", "2"]]
    assert (3, DAMAGED, "M\ufffdnster,2", True) in table.skipped


def test_lines_are_right_behind_cells_with_line_ends_and_blank_lines() -> None:
    table = read('name,x\n"a\nb\nc",1\nd,2\n"e\nf",3\ng,4\n')
    assert table.lines == [2, 5, 6, 8]
    assert read("name,x\na,1\n\n\nb,2\n").lines == [2, 5]


def test_records_swallowed_by_two_stray_quotes_come_back() -> None:
    table = read('a,b,c\n1,"x,u\n2,y,v\n3,z,w\n4,t",s\n5,q,r\n')
    assert [row[0] for row in table.cells] == ["1", "2", "3", "4", "5"]
    assert table.lines == [2, 3, 4, 5, 6]


def test_a_repeated_name_gets_a_number_and_is_told() -> None:
    table = read("name,x,X,x\na,1,2,3\n")
    assert table.names == ["name", "x", "X 2", "x 3"]
    assert [row[:2] for row in table.skipped] == [(1, REPEATED), (1, REPEATED)]


def test_columns_without_name_and_cells_do_not_count() -> None:
    assert read("name,x,\na,1,\nb,2,\n").names == ["name", "x"]
    assert read("name,x,\na,1,\nb,2,5\n").names == ["name", "x", "column 3"]


def test_titles_before_the_table_are_told() -> None:
    table = read("Some title\n\nname,x,y\na,1,2\nb,3,4\n")
    assert (table.cells, table.lines) == ([["a", "1", "2"], ["b", "3", "4"]], [4, 5])
    assert table.skipped == [(1, PREAMBLE, "Some title", False)]


def test_the_mapping_may_name_delimiter_and_header() -> None:
    table = read("a;b\nc;d\n", header=False, delimiter=";")
    assert (table.names, table.cells) == (["column 1", "column 2"], [["a", "b"], ["c", "d"]])
    assert read("a,b;1\nc,d;2\n", delimiter=";", header=False).cells == [["a,b", "1"], ["c,d", "2"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"t\.csv: the file is empty"),
        ("\n\n", r"t\.csv: the file is empty"),
        ("a,b\n", r"t\.csv: the table has a header and no row\n  Give a table with rows"),
    ],
)
def test_tables_without_rows_are_refused(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(text)


def test_a_repaired_copy_does_not_stay() -> None:
    assert read("a,b\n1,2\n3\n").num_files == 0


# more lines in one cell may look like records that two stray quotes swallowed
CELLS = st.text(st.sampled_from("ab,\"'\n\r; \t|ß\u00a0\\0"), max_size=8).filter(
    lambda cell: cell.count("\n") < 3
)
WORDS = st.text(st.sampled_from("xyz"), min_size=1, max_size=4)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(WORDS, CELLS, CELLS), min_size=1, max_size=8),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_what_the_csv_module_writes_comes_back_cell_for_cell(
    rows: list[tuple[str, str, str]], delimiter: str, end: str, ragged: bool
) -> None:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("key", "first_one", "second_one"), *rows])
    text = file.getvalue() + (f"short{end}" if ragged else "")
    table = read(text, header=True, delimiter=delimiter)
    expected = [[cell.strip(SPACES) or None for cell in row] for row in rows]
    assert table.cells == expected + ([["short", None, None]] if ragged else [])
    assert table.numbers == list(range(1, len(table.cells) + 1))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(WORDS, CELLS), min_size=1, max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_regular_files_are_read_alike_whether_repaired_or_not(rows: list[tuple[str, str]], end: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator=end).writerows([("key", "note"), *rows])
    plain = read(file.getvalue(), header=True, delimiter=",")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimited, "_load_regular", lambda *_: False)
        repaired = read(file.getvalue(), header=True, delimiter=",")
    assert (plain.cells, plain.lines, plain.names) == (repaired.cells, repaired.lines, repaired.names)
