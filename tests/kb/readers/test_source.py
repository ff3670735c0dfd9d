import bz2
import gzip
from pathlib import Path

import pytest
import zstandard

from numkbqa.errors import UserError
from numkbqa.kb.readers import Source, expand_sources

TEXT = b"a\tr\tb\n" * 1000


def write(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return Source(path, path.name)


def read(source: Source) -> bytes:
    with source.open() as stream:
        return stream.read()


def test_compression_is_undone_whatever_the_name_says(tmp_path: Path) -> None:
    two_frames = zstandard.compress(TEXT[:3000]) + zstandard.compress(TEXT[3000:])
    for name, data in (
        ("a.tsv", TEXT),
        ("a.tsv.gz", gzip.compress(TEXT)),
        ("a.tsv.zst", two_frames),
        ("a.tsv.bz2", bz2.compress(TEXT[:3000]) + bz2.compress(TEXT[3000:])),
        ("b.tsv", gzip.compress(TEXT)),
        ("c.tsv", bz2.compress(TEXT)),
        ("b.tsv.gz", TEXT),
    ):
        assert read(write(tmp_path / name, data)) == TEXT


def test_a_text_that_begins_like_bzip2_is_a_text(tmp_path: Path) -> None:
    assert read(write(tmp_path / "a.tsv", b"BZh9\tis\tplane\n")) == b"BZh9\tis\tplane\n"
    assert read(write(tmp_path / "b.tsv", bz2.compress(b""))) == b""


def test_the_name_is_that_of_the_content(tmp_path: Path) -> None:
    names = ["A.NT.GZ", "a.json.bz2", "a.tsv.zst", "a.gz.txt"]
    assert [Source(tmp_path / name, name).name for name in names] == ["a.nt", "a.json", "a.tsv", "a.gz.txt"]


def test_a_byte_order_mark_is_dropped_once(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    assert read(write(tmp_path / "a.nt", mark + TEXT)) == TEXT
    assert read(write(tmp_path / "a.nt.zst", zstandard.compress(mark + mark + TEXT))) == mark + TEXT


def test_an_empty_file_is_read_as_such(tmp_path: Path) -> None:
    assert read(write(tmp_path / "a.nt", b"")) == b""


@pytest.mark.parametrize("damaged", [gzip.compress(TEXT)[:-20], gzip.compress(TEXT)[:30] + b"x" * 40])
def test_damaged_gzip_is_a_user_error(tmp_path: Path, damaged: bytes) -> None:
    with pytest.raises(UserError, match=r"a\.tsv\.gz: the compressed file is damaged"):
        read(write(tmp_path / "a.tsv.gz", damaged))


@pytest.mark.parametrize(
    "damaged",
    [
        b"\x28\xb5\x2f\xfd" + b"x" * 100,
        b"\x28\xb5\x2f\xfd",
        zstandard.compress(TEXT)[:-1],
        zstandard.compress(TEXT) + zstandard.compress(TEXT)[:20],
        zstandard.compress(TEXT) + zstandard.compress(TEXT)[:3],
    ],
    ids=["noise", "magic alone", "cut off", "second frame cut off", "second magic cut off"],
)
def test_damaged_zstd_is_a_user_error(tmp_path: Path, damaged: bytes) -> None:
    with pytest.raises(UserError, match=r"a\.tsv\.zst: the compressed file is damaged"):
        read(write(tmp_path / "a.tsv.zst", damaged))


@pytest.mark.parametrize("chunk", [1, 7, 1 << 16])
def test_zstd_is_read_in_pieces_over_frames_empty_and_skippable_ones(tmp_path: Path, chunk: int) -> None:
    skippable = b"\x50\x2a\x4d\x18\x03\x00\x00\x00any"
    frames = [TEXT, b"", TEXT[:5], TEXT * 50]
    data = b"".join(zstandard.compress(frame) + skippable for frame in frames)
    with write(tmp_path / "a.tsv.zst", data).open() as stream:
        assert b"".join(iter(lambda: stream.read(chunk), b"")) == b"".join(frames)


@pytest.mark.parametrize("damaged", [bz2.compress(TEXT)[:-20], bz2.compress(TEXT)[:30] + b"x" * 40])
def test_damaged_bzip2_is_a_user_error(tmp_path: Path, damaged: bytes) -> None:
    with pytest.raises(UserError, match=r"a\.tsv\.bz2: the compressed file is damaged"):
        read(write(tmp_path / "a.tsv.bz2", damaged))


def test_a_missing_file_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file or folder"):
        expand_sources([tmp_path / "nowhere"])


def test_folders_are_expanded_without_hidden_files_and_each_file_comes_once(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("b.nt", "sub/a.nt", "sub/b.nt", ".hidden.nt", ".git/c.nt"):
        (tmp_path / name).write_text("")
    sources = expand_sources([tmp_path, tmp_path / "b.nt", tmp_path / "sub"])
    assert [(source.path.name, source.tag, source.named) for source in sources] == [
        ("a.nt", "a.nt", False),
        ("b.nt", "b.nt", True),
        ("b.nt", "b.nt.2", False),
    ]
