from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers import LiteralFact, Name, Record, Source, UntypedFact
from numkbqa.kb.readers.record import ALIAS_RANK, Skipped
from numkbqa.kb.readers.tsv import EMPTY, NOT_UTF8, RAGGED, TsvReader


def source(tmp_path: Path, text: str | bytes, name: str = "x.tsv") -> Source:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Source(path, name)


def read(tmp_path: Path, text: str | bytes, name: str = "x.tsv") -> list[Record]:
    return list(TsvReader().read(source(tmp_path, text, name)))


def test_columns_decide_what_a_file_holds(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\tb\n") == [UntypedFact("a", "r", "b", 1)]
    assert read(tmp_path, "a\tr\t5\txsd:integer\n") == [LiteralFact("a", "r", "5", "xsd:integer", line=1)]
    assert read(tmp_path, "a\tr\t5\t\tkm\n") == [LiteralFact("a", "r", "5", None, "km", line=1)]
    assert read(tmp_path, "a\tA\n") == [Name("a", "A")]


def test_most_of_the_first_rows_decide(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\na\tr\tb\nc\tr\td\n") == [
        Skipped(1, RAGGED, "a\tr"),
        UntypedFact("a", "r", "b", 2),
        UntypedFact("c", "r", "d", 3),
    ]


def test_the_file_name_goes_before_the_columns(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\t5\n", "numbers.tsv") == [LiteralFact("a", "r", "5", None, line=1)]


def test_numbers_may_leave_out_type_and_unit_row_by_row(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\t5\txsd:integer\nb\tr\t6\nc\tr\t7\t\tkm\n") == [
        LiteralFact("a", "r", "5", "xsd:integer", line=1),
        LiteralFact("b", "r", "6", None, line=2),
        LiteralFact("c", "r", "7", None, "km", line=3),
    ]


def test_the_first_name_is_the_label_and_further_ones_are_aliases(tmp_path: Path) -> None:
    names = read(tmp_path, "a\tFirst\nb\tB\na\tSecond\n")
    assert names == [Name("a", "First"), Name("b", "B"), Name("a", "Second", rank=ALIAS_RANK)]


def test_quotes_hashes_and_words_for_nothing_are_plain_text(tmp_path: Path) -> None:
    rows = "a\tO'Neill\nb\t\"quoted\nc\t#1\nd\tnan\ne\tNA\nf\t1999\n"
    assert [name[1] for name in read(tmp_path, rows)] == ["O'Neill", '"quoted', "#1", "nan", "NA", "1999"]


def test_blank_rows_line_ends_and_spaces_do_not_matter(tmp_path: Path) -> None:
    assert read(tmp_path, "\r\n a\tr \tb\r\n\n \t \nc\tr\td") == [
        UntypedFact("a", "r", "b", 2),
        UntypedFact("c", "r", "d", 5),
    ]
    assert read(tmp_path, "") == []


@pytest.mark.parametrize(
    ("bad", "skipped"),
    [
        ("a\tr\n", Skipped(2, RAGGED, "a\tr")),
        ("a\tr\tb\tc\n", Skipped(2, RAGGED, "a\tr\tb\tc")),
        ("a\t\tb\n", Skipped(2, EMPTY, "a\t\tb")),
        (" \tr\tb\n", Skipped(2, EMPTY, "\tr\tb")),
    ],
)
def test_rows_that_do_not_fit_are_told_and_the_others_read(
    tmp_path: Path, bad: str, skipped: Skipped
) -> None:
    assert read(tmp_path, f"x\tr\ty\n{bad}v\tr\tw\n") == [
        UntypedFact("x", "r", "y", 1),
        skipped,
        UntypedFact("v", "r", "w", 3),
    ]


def test_rows_in_another_encoding_are_told_and_the_others_read(tmp_path: Path) -> None:
    assert read(tmp_path, b"a\tA\nb\tK\xf6ln\nc\tC\n") == [
        Name("a", "A"),
        Skipped(2, NOT_UTF8, "b\tK\ufffdln"),
        Name("c", "C"),
    ]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("a b c\n", "x.tsv", r"x\.tsv:1: the row has 1 column, expected 2, 3 or 4"),
        ("\na\tr\tb\t0.7\n", "x.tsv", r"x\.tsv:2: the row has 4 columns, expected"),
        ("a\tA\ten\n", "names.tsv", r"names\.tsv:1: the row has 3 columns, expected 2"),
        (
            b"\xff\t\xfe\n",
            "x.tsv",
            r"x\.tsv: the row is not valid UTF-8\n  Separate.* Save the file as UTF-8",
        ),
    ],
)
def test_a_file_in_which_no_row_fits_is_refused(
    tmp_path: Path, text: str | bytes, name: str, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        read(tmp_path, text, name)


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("a\tknows\tb\nb\tknows\tc\n", True),
        ("e1\tAnna\ne2\tBert\n", True),
        ("name\theight\nAnna\t5\nBert\t6\n", False),
        ("head\trelation\ttail\na\tr\tb\n", False),
    ],
)
def test_files_with_a_header_are_left_to_the_reader_of_tables(
    tmp_path: Path, text: str, accepted: bool
) -> None:
    reader = TsvReader()
    assert reader.accepts_name(source(tmp_path, text)) is accepted
    assert reader.accepts_content(source(tmp_path, text, "x.txt")) is accepted
