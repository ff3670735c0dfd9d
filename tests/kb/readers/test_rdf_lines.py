import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.kb.readers.rdf_lines import Line, line_records, text_lines
from numkbqa.kb.readers.rdf_oddities import TURTLE_LINE
from numkbqa.kb.readers.rdf_records import RDF, RDFS_LABEL, TAGGED_TEXT, LabelNames
from numkbqa.kb.readers.record import ALIAS_RANK, EntityFact, LiteralFact, Name, Record, RelationUnit, Skipped
from numkbqa.values.datatype import XSD

A, B, R = "http://x.org/a", "http://x.org/b", "http://x.org/r"
FACT = EntityFact(A, R, B)


def read(text: str | bytes) -> list[Record]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(line_records(text_lines(io.BytesIO(data)), LabelNames("g.nt")))


def test_labels_aliases_and_literals_are_told_apart() -> None:
    alias = "http://www.w3.org/2004/02/skos/core#altLabel"
    rows = (
        f'<{A}> <{RDFS_LABEL}> "Anna"@en .\n<{A}> <{alias}> "Annie" .\n'
        f'<{A}> <{R}> "5"^^<{XSD}integer> .\n<{A}> <{R}> "five"@EN-gb .\n<{A}> <{R}> "5" .\n'
        f'<{R}> <http://schema.org/unitCode> "KMK" .\n'
    )
    assert read(rows) == [
        Name(A, "Anna", "en", 0),
        Name(A, "Annie", "", ALIAS_RANK),
        LiteralFact(A, R, "5", XSD + "integer", line=3),
        LiteralFact(A, R, "five", TAGGED_TEXT, line=4),
        LiteralFact(A, R, "5", XSD + "string", line=5),
        RelationUnit(R, "KMK", LiteralFact(R, "http://schema.org/unitCode", "KMK", XSD + "string", line=6)),
    ]


def test_freebase_names_are_names() -> None:
    rows = (
        '<http://rdf.freebase.com/ns/m.0x>\t<http://rdf.freebase.com/ns/type.object.name>\t"Oslo"@en\t.\n'
        '<http://rdf.freebase.com/ns/m.0x>\t<http://rdf.freebase.com/ns/common.topic.alias>\t"Kristiania"@en\t.\n'
        '<http://rdf.freebase.com/ns/m.0x>\t<http://rdf.freebase.com/ns/location.location.area>\t"454.03"\t.\n'
    )
    oslo = "http://rdf.freebase.com/ns/m.0x"
    assert read(rows) == [
        Name(oslo, "Oslo", "en", 0),
        Name(oslo, "Kristiania", "en", ALIAS_RANK),
        LiteralFact(
            oslo, "http://rdf.freebase.com/ns/location.location.area", "454.03", XSD + "string", line=3
        ),
    ]


@pytest.mark.parametrize(
    ("line", "reason", "records"),
    [
        (f"<{A}> <{R}> <http://x.org/a b> .", "a space in an IRI", [EntityFact(A, R, "http://x.org/a b")]),
        (f"<{A}> <{R}> <http://x.org/[spn]> .", "a square bracket in an IRI", [EntityFact(A, R, "http://x.org/[spn]")]),
        (f"<{A}> <{R}> <http://x.org/#a#b> .", "two # in an IRI", [EntityFact(A, R, "http://x.org/#a#b")]),
        (f"<{A}> <{R}> <http://x.org/50%> .", "a bad % in an IRI", [EntityFact(A, R, "http://x.org/50%")]),
        (
            f"<{A}> <{R}> <http://x.org/{{a}}> .",
            "a character in an IRI that is not allowed",
            [EntityFact(A, R, "http://x.org/{a}")],
        ),
        (f"<{A}> <{R}> <b> .", "a relative IRI", [EntityFact(A, R, "b")]),
        (f"<{A}> <{R}> <{B}>", "no dot at the end", [FACT]),
        (f'<{A}> <{R}> "x"', "no dot at the end", [LiteralFact(A, R, "x", XSD + "string", line=1)]),
        (
            f'<{A}> <{RDFS_LABEL}> "Anna"@en-supercalifragilistic .',
            "an over-long language tag",
            [Name(A, "Anna", "en-supercalifragilistic", 0)],
        ),
        (f"<{A}> <{R}> 5 .", TURTLE_LINE, [LiteralFact(A, R, "5", XSD + "integer", line=1)]),
        (f"<{A}> <{R}> <{B}> . <{B}> <{R}> <{A}> .", TURTLE_LINE, [FACT, EntityFact(B, R, A)]),
    ],
)  # fmt: skip
def test_odd_lines_are_kept_and_told(line: str, reason: str, records: list[Record]) -> None:
    assert read(line) == [Skipped(1, reason, line, kept=True), *records]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"<{A}> <{R}> oops .", "the object is no IRI, blank node or literal"),
        (f'<{A}> "r" <{B}> .', "the predicate is no IRI"),
        (f'"a" <{R}> <{B}> .', "the subject is no IRI or blank node"),
        (f'<{A}> <{R}> "\\uZZZZ" .', "a bad escape"),
        (f'<{A}> <{R}> "\\q" .', "a bad escape"),
        (f'<{A}> <{R}> "\\ud800" .', "a bad escape"),
        (f'<{A}> <{R}> "open .', "the statement breaks off"),
        (f"<{A}> <{R}>", "the statement breaks off"),
        (f"<{A}> <{R}> <http://x.org/trunc", "the statement breaks off"),
        (f'<{A}> <{R}> "say "cheese" now" .', "something behind the object"),
        ("<<<<<<< HEAD", "the subject is no IRI or blank node"),
    ],
)
def test_bad_lines_are_skipped_and_told(line: str, reason: str) -> None:
    around = f"<{A}> <{R}> <{B}> .\n"
    assert read(f"{around}{line}\n{around}") == [FACT, Skipped(2, reason, line), FACT]


def test_what_is_written_in_other_ways_reads_the_same() -> None:
    rows = (
        f"<{A}><{R}><{B}>.\n  <{A}>\t <{R}>  <{B}> . # why\r\n\r\n#c\n<http://x.org/\\u0061> <{R}> <{B}> .\n"
    )
    assert read(rows) == [FACT, FACT, FACT]
    assert read(f'<{A}> <{R}> "\\u00e9\\t\\"" .') == [LiteralFact(A, R, 'é\t"', XSD + "string", line=1)]


def test_lines_that_are_not_utf8_are_latin_1() -> None:
    line = f'<{A}> <{RDFS_LABEL}> "café" .'
    assert read(f"<{A}> <{R}> <{B}> .\n{line}\n".encode("latin-1")) == [
        FACT,
        Skipped(2, "not UTF-8, read as Latin-1", line, kept=True),
        Name(A, "café", "", 0),
    ]


def test_blank_nodes_keep_their_labels() -> None:
    assert read(f"_:a <{R}> _:b1 .\n_:é <{R}> _:a.b .") == [
        EntityFact("_:g.nt-a", R, "_:g.nt-b1"),
        EntityFact("_:g.nt-é", R, "_:g.nt-a.b"),
    ]


def test_blank_nodes_without_a_label_are_named_by_line() -> None:
    text = f"[] <{R}> [] .\n[] <{R}> _:a ."
    facts = [record for record in read(text) if isinstance(record, EntityFact)]
    assert facts == [record for record in read(text) if isinstance(record, EntityFact)]
    assert facts[1].tail == "_:g.nt-a"
    assert len({facts[0].head, facts[0].tail, facts[1].head, facts[1].tail}) == 4


def test_rdf_star_annotations_of_one_triple_share_their_node() -> None:
    quoted = f'<< <{A}> <{R}> "5" >>'
    text = f'{quoted} <http://x.org/year> "2001" .\n{quoted} <http://x.org/unit> "km" .\n'
    records = read(text)
    (node,) = {str(record[0]) for record in records}
    five, plain = LiteralFact(node, RDF + "object", "5", XSD + "string"), XSD + "string"
    assert records == [
        EntityFact(node, RDF + "subject", A),
        EntityFact(node, RDF + "predicate", R),
        five._replace(line=1),
        LiteralFact(node, "http://x.org/year", "2001", plain, line=1),
        EntityFact(node, RDF + "subject", A),
        EntityFact(node, RDF + "predicate", R),
        five._replace(line=2),
        LiteralFact(node, "http://x.org/unit", "km", plain, line=2),
    ]


def test_a_reifier_of_rdf_1_2_keeps_its_own_name() -> None:
    text = f"<http://x.org/claim> <{RDF}reifies> <<( <{A}> <{R}> <{B}> )>> .\n"
    assert read(f'VERSION "1.2"\n{text}') == [
        EntityFact("http://x.org/claim", RDF + "subject", A),
        EntityFact("http://x.org/claim", RDF + "predicate", R),
        EntityFact("http://x.org/claim", RDF + "object", B),
    ]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_are_numbered_whatever_ends_them(end: bytes) -> None:
    numbered = [(line.number, line.text) for line in text_lines(io.BytesIO(end.join([b"a", b"", b"b", b""])))]
    assert [one for one in numbered if one[1]] == [(1, "a"), (3, "b")]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n")), max_size=5))
def test_no_text_stops_the_reading(texts: list[str]) -> None:
    lines = [f"<{A}> <{R}> <{B}> .", *texts, f"<{A}> <{R}> <{B}> ."]
    records = list(line_records([Line(n, text) for n, text in enumerate(lines, 1)], LabelNames("g")))
    assert records[0] == records[-1] == FACT


@given(st.text(st.characters(codec="utf-8")))
def test_every_literal_comes_back_as_it_was(text: str) -> None:
    escaped = text.translate({92: "\\\\", 34: '\\"', 10: "\\n", 13: "\\r"})
    (record,) = read(f'<{A}> <{R}> "{escaped}" .')
    assert isinstance(record, LiteralFact)
    assert record.lexical == text
