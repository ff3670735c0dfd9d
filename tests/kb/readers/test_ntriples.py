import bz2
import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.ntriples import NTriplesReader
from numkbqa.kb.readers.rdf_records import NAME_RANKS, UNIT_RELATIONS
from numkbqa.kb.readers.source import Source
from numkbqa.kb.staging import TABLES, Staging

Tables = dict[str, Counter[tuple[Any, ...]]]

IRIS = [f"<http://x.org/{name}>" for name in ("a", "b", "é", "a%20b", "a#b", "a:b@c?d=e&f'(g)")]
ODD_IRIS = [
    "<http://x.org/a b>",
    "<http://x.org/[c]>",
    "<http://x.org/a#b#c>",
    "<http://x.org/%x>",
    "<rel>",
    "<\\u0061:b>",
]
BLANKS = ["_:a", "_:b-1", "_:c.d", "_:é", "_:"]
LITERALS = [
    '"5"', '"five words"@en', '"x"@EN-gb', '"x"@supercalifragilistic', '"2"^^<http://x.org/t>', '""', "5",
    '"é\u2028> <"', '"tab\there"', '"esc\\"ape\\n"', '"\\u00e9"', '"\\uZZ"', '"a"b"', '"open',
    '"x"@', '"\x00"',
]  # fmt: skip
NAMES = [f"<{iri}>" for iri in [*NAME_RANKS, *sorted(UNIT_RELATIONS)]]
GAPS = [" ", " ", " ", "\t", "", "  "]

terms = st.sampled_from(IRIS + IRIS + ODD_IRIS + BLANKS + LITERALS)
statement = st.tuples(
    st.sampled_from(IRIS + BLANKS + ODD_IRIS),
    st.sampled_from(GAPS),
    st.sampled_from(IRIS + IRIS + NAMES + ODD_IRIS[:1]),
    st.sampled_from(GAPS),
    terms,
    st.sampled_from(GAPS),
    st.sampled_from([".", ".", ".", "", ". # why", "<http://x.org/graph> ."]),
).map("".join)
lines = st.one_of(
    statement, statement, st.sampled_from(["", "# why", "oops", " ", "@prefix x: <http://x.org/> ."])
)


def loaded(folder: Path, source: Source, how: Callable[[Source, Staging, int], None]) -> Tables:
    folder.mkdir()
    with Staging(folder) as staging:
        how(source, staging, staging.add_source(source.path))
        staging.flush()
        return {name: Counter(staging.rows(f"SELECT * FROM {name}")) for name in TABLES}


def in_bulk(source: Source, staging: Staging, number: int) -> None:
    NTriplesReader().load(source, staging, number)


def by_record(source: Source, staging: Staging, number: int) -> None:
    for record in NTriplesReader().read(source):
        staging.add(record, number)


def both(tmp_path: Path, data: bytes, name: str = "g.nt") -> tuple[Tables, Tables]:
    path = tmp_path / name
    path.write_bytes(data)
    source = Source(path, name)
    return loaded(tmp_path / "bulk", source, in_bulk), loaded(tmp_path / "records", source, by_record)


@settings(max_examples=60, deadline=None)
@given(st.lists(lines, min_size=1, max_size=20), st.sampled_from(["\n", "\r\n", "\t"]))
def test_both_ways_give_the_same_tables(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], style: str
) -> None:
    texts = ["<http://x.org/a> <http://x.org/r> <http://x.org/b> .", *texts]
    if style == "\t":  # as Freebase does it
        texts = [text.replace("> ", ">\t").replace(" .", "\t.") for text in texts]
    end = "\n" if style == "\t" else style
    bulk, records = both(tmp_path_factory.mktemp("nt"), end.join(texts).encode())
    assert bulk == records


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("g.nt", bytes),
        ("g.nt.gz", gzip.compress),
        ("g.nt.zst", zstandard.ZstdCompressor().compress),
        ("g.nt.bz2", bz2.compress),
        ("no suffix of a compression.nt", gzip.compress),
        ("it's a [strange] *name?.nt", bytes),
    ],
)
def test_compressed_files_are_read_by_what_they_hold(
    tmp_path: Path, name: str, packed: Callable[[bytes], bytes]
) -> None:
    text = '_:a <http://x.org/r> <http://x.org/b> .\n<http://x.org/b> <http://x.org/r> "5\\t" .\n'
    bulk, records = both(tmp_path, packed(text.encode()), name)
    assert bulk == records
    assert bulk["fact"] == Counter([(f"_:{name}-a", "http://x.org/r", "http://x.org/b")])
    assert [row[2] for row in bulk["literal"]] == ["5\t"]


@pytest.mark.parametrize(
    "data",
    [
        b"<a:a> <a:r> <a:b> .\r\n<a:a> <a:r> <a:c> .\n",
        b"<a:a> <a:r> <a:b> .\n<a:a> <a:r> \"caf\xe9\" .\n",
        b"<a:a> <a:r> <a:b> .\r<a:a> <a:r> \"5\" .\r",
        b"\xef\xbb\xbf<a:a> <a:r> <a:b> .\n",
        b'<a:a> <a:r> <a:b> .\n<a:a> <a:r> "' + b"x" * 3_000_000 + b'" .\n',
    ],
    ids=["mixed line ends", "Latin-1", "Macintosh", "byte order mark", "long line"],
)  # fmt: skip
def test_what_duckdb_refuses_is_read_all_the_same(tmp_path: Path, data: bytes) -> None:
    bulk, records = both(tmp_path, data)
    assert bulk == records
    assert bulk["fact"][("a:a", "a:r", "a:b")] == 1


def test_literals_and_skipped_lines_know_their_line(tmp_path: Path) -> None:
    lines = ['<a:a> <a:r> "1" .', "", "# why", "oops", '<a:a> <a:r> "2\\t" .', '<a:a> <a:r> "3" .']
    bulk, _ = both(tmp_path, "\n".join(lines).encode())
    assert sorted((row[2], row[8]) for row in bulk["literal"]) == [("1", 1), ("2\t", 5), ("3", 6)]
    assert [row[1] for row in bulk["skipped"]] == [4]


def test_many_files_share_the_tables(tmp_path: Path) -> None:
    reader = NTriplesReader()
    folder = tmp_path / "staging"
    folder.mkdir()
    with Staging(folder) as staging:
        for name in ("a.nt", "b.nt"):
            path = tmp_path / name
            path.write_text('_:x <http://schema.org/unitText> "km" .\n_:x <a:r> _:y .\n_:x <a:r> "5" .\n')
            reader.load(Source(path, name), staging, staging.add_source(path))
        assert staging.rows("SELECT * FROM fact ORDER BY ALL") == [
            ("_:a.nt-x", "a:r", "_:a.nt-y"),
            ("_:b.nt-x", "a:r", "_:b.nt-y"),
        ]
        assert staging.rows("SELECT entity, source FROM literal ORDER BY ALL") == [
            ("_:a.nt-x", 0),
            ("_:b.nt-x", 1),
        ]
        assert staging.rows("SELECT relation, unit, source FROM relation_unit ORDER BY ALL") == [
            ("_:a.nt-x", "km", 0),
            ("_:b.nt-x", "km", 1),
        ]


def test_a_file_without_a_single_statement_is_the_users_error(tmp_path: Path) -> None:
    path = tmp_path / "g.nt"
    path.write_text("\n@prefix x: <http://x.org/> .\nx:a x:r x:b .\n")
    folder = tmp_path / "staging"
    folder.mkdir()
    with Staging(folder) as staging, pytest.raises(UserError, match="no valid N-Triples") as caught:
        in_bulk(Source(path, "g.nt"), staging, 0)
    assert caught.value.line == 3


def test_damaged_compression_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "g.nt.gz"
    path.write_bytes(gzip.compress(b"<a:a> <a:r> <a:b> .\n" * 99999)[:-9])
    folder = tmp_path / "staging"
    folder.mkdir()
    with Staging(folder) as staging, pytest.raises(UserError, match="damaged"):
        in_bulk(Source(path, "g.nt.gz"), staging, 0)


@pytest.mark.parametrize(
    ("head", "accepted"),
    [
        ("<a:a> <a:r> <a:b> .\n", True),
        ("# why\n\n_:a <a:r> \"5\" . # why\n", True),
        ("<html><body>.\n", False),
        ("a\tb\tc\n", False),
        ("", False),
    ],
)  # fmt: skip
def test_content_tells_the_format(tmp_path: Path, head: str, accepted: bool) -> None:
    path = tmp_path / "data"
    path.write_text(head)
    assert NTriplesReader().accepts_content(Source(path, "data")) is accepted
