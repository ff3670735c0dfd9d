import gzip
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers import EntityFact, LiteralFact, Name, Record, Source
from numkbqa.kb.readers.rdf import RDFS_LABEL, RdfReader
from numkbqa.values.datatype import XSD

A, B, R = "http://x.org/a", "http://x.org/b", "http://x.org/r"


def read(tmp_path: Path, name: str, text: str | bytes) -> list[Record]:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(RdfReader().read(Source(path, name)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.nt", f"<{A}> <{R}> <{B}> .\n"),
        ("g.nq", f"<{A}> <{R}> <{B}> <http://x.org/graph> .\n"),
        ("g.ttl", "@prefix x: <http://x.org/> .\nx:a x:r x:b .\n"),
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


def test_labels_aliases_and_literals_are_told_apart(tmp_path: Path) -> None:
    alias = "http://www.w3.org/2004/02/skos/core#altLabel"
    rows = (
        f'<{A}> <{RDFS_LABEL}> "Anna"@en .\n<{A}> <{alias}> "Annie" .\n'
        f'<{A}> <{R}> "5"^^<{XSD}integer> .\n<{A}> <{R}> "five"@en .\n<{A}> <{R}> "5" .\n'
    )
    assert read(tmp_path, "g.nt", rows) == [
        Name(A, "Anna", "en", 0),
        Name(A, "Annie", "", 10),
        LiteralFact(A, R, "5", XSD + "integer"),
        LiteralFact(A, R, "five", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"),
        LiteralFact(A, R, "5", XSD + "string"),
    ]


def test_blank_nodes_are_named_by_file_and_order(tmp_path: Path) -> None:
    text = "@prefix x: <http://x.org/> .\nx:a x:r [ x:p 1 ] .\nx:b x:r [ x:p 2 ] ."
    first, again = (read(tmp_path, "g.ttl", text) for _ in range(2))
    assert first == again
    assert {record[0] for record in first} == {A, B, "_:g.ttl-0", "_:g.ttl-1"}


def test_iris_of_real_dumps_are_read_leniently(tmp_path: Path) -> None:
    records = read(tmp_path, "g.nt", f"<http://x.org/[spn]> <{R}> <http://x.org/a b> .\n")
    assert records == [EntityFact("http://x.org/[spn]", R, "http://x.org/a b")]


def test_a_broken_line_is_told_with_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"g\.nt:2: this is no valid N-Triples"):
        read(tmp_path, "g.nt", f"<{A}> <{R}> <{B}> .\n<{A}> <{R}> oops .\n")


def test_damaged_compression_is_told_as_such(tmp_path: Path) -> None:
    data = gzip.compress("".join(f"<{A}> <{R}> <http://x.org/{i}> .\n" for i in range(9999)).encode())
    with pytest.raises(UserError, match="damaged"):
        read(tmp_path, "g.nt.gz", data[:-50])
