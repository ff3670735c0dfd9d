import json
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers.rdf_documents import json_ld_records, trig_records, xml_records
from numkbqa.kb.readers.record import EntityFact, LiteralFact, Name, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.values.datatype import XSD

A, R = "http://x.org/a", "http://x.org/r"
XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.org/">{}</rdf:RDF>'


def source(tmp_path: Path, name: str, text: str | bytes) -> Source:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Source(path, name)


def test_xml_of_another_encoding_is_read(tmp_path: Path) -> None:
    body = XML.format(f'<rdf:Description rdf:about="{A}"><x:r>café</x:r></rdf:Description>')
    text = f'<?xml version="1.0" encoding="ISO-8859-1"?>\n{body}'
    records = list(xml_records(source(tmp_path, "g.rdf", text.encode("latin-1"))))
    assert records == [LiteralFact(A, R, "café", XSD + "string")]


def test_an_encoding_that_is_not_what_it_says_is_the_users_error(tmp_path: Path) -> None:
    text = '<?xml version="1.0" encoding="klingon"?>\n' + XML.format("")
    with pytest.raises(UserError, match="klingon"):
        list(xml_records(source(tmp_path, "g.rdf", text)))


def test_broken_xml_is_told_with_its_line(tmp_path: Path) -> None:
    text = XML.format('\n<rdf:Description rdf:about="http://x.org/a">\n<x:r>5</x:q></rdf:Description>\n')
    with pytest.raises(UserError, match="no valid RDF/XML") as caught:
        list(xml_records(source(tmp_path, "g.rdf", text)))
    assert caught.value.line == 3


def test_each_oddity_of_xml_is_told_once(tmp_path: Path) -> None:
    nodes = "".join(f'<rdf:Description rdf:about="{A} {n}"><x:r>5</x:r></rdf:Description>' for n in range(3))
    records = list(xml_records(source(tmp_path, "g.rdf", XML.format(nodes))))
    assert [record.reason for record in records if isinstance(record, Skipped)] == ["a space in an IRI"]
    assert [record.entity for record in records if isinstance(record, LiteralFact)] == [
        f"{A} {n}" for n in range(3)
    ]


def test_keys_without_an_iri_are_no_relations(tmp_path: Path) -> None:
    text = '{"@context": {"r": "http://x.org/r"}, "@id": "http://x.org/a", "r": "5", "note": "?"}'
    assert list(json_ld_records(source(tmp_path, "g.jsonld", text))) == [
        LiteralFact(A, R, "5", XSD + "string")
    ]


@pytest.mark.parametrize("context", ["https://schema.org", "http://schema.org/", ["https://schema.org", {}]])
def test_the_context_of_schema_org_is_known(tmp_path: Path, context: object) -> None:
    document = [{"@context": context, "@id": A, "name": "Anna", "height": {"@id": "http://x.org/h"}}]
    assert sorted(json_ld_records(source(tmp_path, "g.jsonld", json.dumps(document)))) == [
        Name(A, "Anna", "", 2),
        EntityFact(A, "http://schema.org/height", "http://x.org/h"),
    ]


def test_a_context_on_the_web_is_not_fetched(tmp_path: Path) -> None:
    text = '{"@context": "http://x.org/context.jsonld", "@id": "http://x.org/a", "r": 5}'
    with pytest.raises(UserError, match="does not fetch"):
        list(json_ld_records(source(tmp_path, "g.jsonld", text)))


def test_faults_of_trig_are_told_with_their_line(tmp_path: Path) -> None:
    text = "@prefix x: <http://x.org/> .\nx:g { x:a x:r x:b .\nx:c x:r oops .\nx:d x:r <http://x.org/e f> }\n"
    records = list(trig_records(source(tmp_path, "g.trig", text)))
    assert EntityFact(A, R, "http://x.org/b") in records
    skipped = [record for record in records if isinstance(record, Skipped) and not record.kept]
    assert skipped[0].line == 3
