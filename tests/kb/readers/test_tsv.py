from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers import LiteralFact, Name, Record, Source, UntypedFact
from numkbqa.kb.readers.record import ALIAS_RANK
from numkbqa.kb.readers.tsv import TsvReader


def read(tmp_path: Path, text: str | bytes, name: str = "x.tsv") -> list[Record]:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(TsvReader().read(Source(path, name)))


def test_columns_decide_what_a_file_holds(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\tb\n") == [UntypedFact("a", "r", "b")]
    assert read(tmp_path, "a\tr\t5\txsd:integer\n") == [LiteralFact("a", "r", "5", "xsd:integer")]
    assert read(tmp_path, "a\tr\t5\t\tkm\n") == [LiteralFact("a", "r", "5", None, "km")]
    assert read(tmp_path, "a\tA\n") == [Name("a", "A")]


def test_the_file_name_goes_before_the_columns(tmp_path: Path) -> None:
    assert read(tmp_path, "a\tr\t5\n", "numbers.tsv") == [LiteralFact("a", "r", "5", None)]


def test_the_first_name_is_the_label_and_further_ones_are_aliases(tmp_path: Path) -> None:
    names = read(tmp_path, "a\tFirst\nb\tB\na\tSecond\n")
    assert names == [Name("a", "First"), Name("b", "B"), Name("a", "Second", rank=ALIAS_RANK)]


def test_quotes_hashes_and_words_for_nothing_are_plain_text(tmp_path: Path) -> None:
    rows = "a\tO'Neill\nb\t\"quoted\nc\t#1\nd\tnan\ne\tNA\nf\t1999\n"
    assert [name[1] for name in read(tmp_path, rows)] == ["O'Neill", '"quoted', "#1", "nan", "NA", "1999"]


def test_blank_rows_line_ends_and_spaces_do_not_matter(tmp_path: Path) -> None:
    assert read(tmp_path, "\r\n a\tr \tb\r\n\n \t \nc\tr\td") == [
        UntypedFact("a", "r", "b"),
        UntypedFact("c", "r", "d"),
    ]
    assert read(tmp_path, "") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tr\tb\na\tr\n", r"x\.tsv:2: the row has 2 columns, the rows before it have 3"),
        ("a\tr\tb\n\na\tr\tb\tc\n", r"x\.tsv:3: the row has 4 columns"),
        ("a b c\n", r"x\.tsv:1: the row has 1 column, expected 2, 3 or 4"),
        ("a\tr\tb\t0.7\n", r"x\.tsv:1: the row has 4 columns, expected"),
        ("a\tr\tb\na\t\tb\n", r"x\.tsv:2: column 2 of the row is empty"),
    ],
)
def test_ragged_rows_are_told_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(tmp_path, text)


def test_other_encodings_are_told_with_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"x\.tsv:2: the row is not valid UTF-8"):
        read(tmp_path, b"a\tA\nb\tK\xf6ln\n")


def test_names_file_with_three_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"names\.tsv:1: the row has 3 columns, expected 2"):
        read(tmp_path, "a\tA\ten\n", "names.tsv")
