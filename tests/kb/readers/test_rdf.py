import gzip
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers.rdf import RdfReader
from numkbqa.kb.readers.record import EntityFact, LiteralFact, Record, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.values.datatype import XSD

A, B, R = "http://x.org/a", "http://x.org/b", "http://x.org/r"


def source(tmp_path: Path, name: str, text: str | bytes) -> Source:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Source(path, name)


def read(tmp_path: Path, name: str, text: str | bytes) -> list[Record]:
    return list(RdfReader().read(source(tmp_path, name, text)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.nq", f"<{A}> <{R}> <{B}> <http://x.org/graph> .\n"),
        ("g.ttl", "@prefix x: <http://x.org/> .\nx:a x:r x:b .\n"),
        ("g.n3", "@prefix x: <http://x.org/> .\nx:a x:r x:b .\n"),
        ("g.trig", "@prefix x: <http://x.org/> .\nx:graph { x:a x:r x:b }\n"),
        ("g.jsonld", '{"@id": "http://x.org/a", "http://x.org/r": {"@id": "http://x.org/b"}}'),
        (
            "g.rdf",
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">'
            f'<rdf:Description rdf:about="{A}"><x:r rdf:resource="{B}"/></rdf:Description></rdf:RDF>',
        ),
    ],
)
def test_every_serialisation_gives_the_same_fact(tmp_path: Path, name: str, text: str) -> None:
    assert read(tmp_path, name, text) == [EntityFact(A, R, B)]
    assert read(tmp_path, name + ".gz", gzip.compress(text.encode())) == [EntityFact(A, R, B)]


@pytest.mark.parametrize("suffix", ["ttl", "nq", "trig", "n3"])
def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path, suffix: str) -> None:
    text = b"\xef\xbb\xbf<http://x.org/a> <http://x.org/r>\t<http://x.org/b> .\r\n\r\n"
    assert read(tmp_path, f"g.{suffix}", text) == [EntityFact(A, R, B)]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("g.ttl", "\nnonsense here", 2),
        ("g.n3", "x:a x:r x:b .", 1),
        ("g.nq", "# a comment\nnonsense\n", 2),
        ("g.trig", "\n\nnonsense", 3),
        ("g.rdf", "<html>\n<p>hi</html>", 2),
        ("g.jsonld", '{"a":\n{"b": ', 2),
        ("g.jsonld", '{"a": 1}', None),
        ("g.jsonld", "[1, 2, 3]", None),
        ("g.ttl", "\xff\xfe@\x00p\x00".encode("latin-1"), 1),
    ],
)
def test_a_file_of_another_format_is_the_users_error(
    tmp_path: Path, name: str, text: str | bytes, line: int | None
) -> None:
    with pytest.raises(UserError, match="this is no valid") as caught:
        read(tmp_path, name, text)
    assert caught.value.line == line
    assert caught.value.where == tmp_path / name


@pytest.mark.parametrize("name", ["g.ttl", "g.nq", "g.trig", "g.n3"])
def test_an_empty_file_is_an_empty_graph(tmp_path: Path, name: str) -> None:
    assert read(tmp_path, name, "") == []
    assert read(tmp_path, name, "# nothing yet\n") == []


@pytest.mark.parametrize("name", ["g.ttl", "g.nq", "g.trig"])
def test_one_bad_statement_does_not_stop_the_rest(tmp_path: Path, name: str) -> None:
    lines = [f"<{A}> <{R}> <http://x.org/{n}> ." for n in range(9)]
    lines[4] = f"<{A}> <{R}> oops ."
    records = read(tmp_path, name, "\n".join(lines))
    assert [r.tail[-1] for r in records if isinstance(r, EntityFact)] == list("01235678")
    skipped = [r for r in records if isinstance(r, Skipped)]
    assert [(r.line, r.kept) for r in skipped] == [(5, False)]


@pytest.mark.parametrize(
    ("head", "accepted"),
    [
        ("@prefix x: <http://x.org/> .\n", True),
        ("# made by hand\n\nPREFIX x: <http://x.org/>\n", True),
        ('<?xml version="1.0"?>\n<rdf:RDF>', True),
        ('{"@context": {}}', True),
        ('[{"@id": "http://x.org/a"}]', True),
        ('<?xml version="1.0"?>\n<html>', False),
        ('{"a": 1}', False),
        ("a\tb\tc\n", False),
        ("", False),
    ],
)
def test_content_tells_the_format(tmp_path: Path, head: str, accepted: bool) -> None:
    assert RdfReader().accepts_content(source(tmp_path, "data", head)) is accepted


def test_a_year_stays_as_it_is_written(tmp_path: Path) -> None:
    text = "".join(f'<{A}> <{R}> "{year}"^^<{XSD}gYear> .\n' for year in ("-0044", "2002", "-400", "12345"))
    records = read(tmp_path, "g.ttl", text)
    assert [r.lexical for r in records if isinstance(r, LiteralFact)] == ["-0044", "2002", "-400", "12345"]


def test_damaged_compression_is_told_as_such(tmp_path: Path) -> None:
    data = gzip.compress("".join(f"<{A}> <{R}> <http://x.org/{i}> .\n" for i in range(9999)).encode())
    with pytest.raises(UserError, match="damaged"):
        read(tmp_path, "g.ttl.gz", data[:-50])
