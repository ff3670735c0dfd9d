import gzip
from pathlib import Path

import pytest
import zstandard

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.text_file import TextFile, sniff_text, text_file


def read(tmp_path: Path, content: bytes, name: str = "t.csv") -> TextFile:
    path = tmp_path / name
    path.write_bytes(content)
    (tmp_path / "copies").mkdir(exist_ok=True)
    return text_file(Source(path, name), tmp_path / "copies")


def text_of(text: TextFile) -> str:
    with text.open() as stream:
        return stream.read()


def test_plain_utf8_is_read_where_it_stands(tmp_path: Path) -> None:
    text = read(tmp_path, "a,ß\n".encode())
    assert text == TextFile(tmp_path / "t.csv", 1)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        ("\ufeffa,ß\r\n".encode(), None),
        ("a,ß\r\n".encode("utf-16"), "UTF-16"),
        ("a,ß\r\n".encode("utf-16-le"), "UTF-16"),
        ("a,ß\r\n".encode("utf-16-be"), "UTF-16"),
        ("a,ß\r\n".encode("latin-1"), "Latin-1 (windows-1252)"),
        (gzip.compress("a,ß\r\n".encode()), None),
        (zstandard.compress("\ufeffa,ß\r\n".encode()), None),
    ],
    ids=["mark", "utf-16", "little-endian", "big-endian", "latin-1", "gzip", "zstd"],
)
def test_other_encodings_become_a_copy_in_utf8(tmp_path: Path, content: bytes, note: str | None) -> None:
    text = read(tmp_path, content)
    assert text_of(text) == "a,ß\r\n"
    assert text.path.parent == tmp_path / "copies"
    assert (text.note, text.damaged, text.lines) == (note, False, 1)


@pytest.mark.parametrize("content", [b"K\xc3\xb6ln\nM\xc3\xbcn\xc3ster\n", b"K\xc3\xb6ln\nM\xc3\xbc\xc3"])
def test_text_that_is_mostly_utf8_is_utf8_with_damaged_places(tmp_path: Path, content: bytes) -> None:
    text = read(tmp_path, content)
    assert text_of(text).startswith("Köln\nMü")
    assert "\ufffd" in text_of(text)
    assert text.damaged
    assert text.note == "UTF-8 with damaged characters"


def test_a_damaged_place_far_behind_good_ones_does_not_change_the_encoding(tmp_path: Path) -> None:
    text = read(tmp_path, "ß\n".encode() + b"a" * (1 << 21) + b"\n\xff\n")
    assert text.damaged
    assert text_of(text).startswith("ß")


def test_binary_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"t\.csv: the file is binary"):
        read(tmp_path, bytes(range(256)))


@pytest.mark.parametrize(
    ("content", "lines"),
    [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"a\n\nb\n\n\r\n\n", 3), (b"\n\n", 0)],
)
def test_lines_are_counted_up_to_the_last_that_is_not_blank(
    tmp_path: Path, content: bytes, lines: int
) -> None:
    assert read(tmp_path, content).lines == lines


def test_a_head_ends_with_a_whole_line(tmp_path: Path) -> None:
    text = read(tmp_path, b"abc\ndef\nghi\n")
    assert text.head(5) == "abc\ndef\n"
    assert text.head(100) == "abc\ndef\nghi\n"


def test_the_beginning_of_a_file_is_text_or_not() -> None:
    assert sniff_text("aß".encode()[:-1]) == "a"
    assert sniff_text("aß".encode("utf-16")) == "aß"
    assert sniff_text(b"\x00\x01\x02\x00") is None
