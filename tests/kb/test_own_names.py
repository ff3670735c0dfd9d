from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse

from numkbqa.kb.own_names import OWN, from_iri, restore_names, to_iri
from numkbqa.kb.readers import EntityFact, LiteralFact, Name, Qualifier, RelationUnit, UntypedFact
from numkbqa.kb.staging import Staging

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)


@pytest.mark.parametrize(
    "name", ["http://x.org/Paris", "urn:isbn:1", "wdt:P31", "https://x.org/Zürich#a?b=c%20d"]
)
def test_an_iri_is_itself(name: str) -> None:
    assert to_iri(name) == name


@pytest.mark.parametrize(
    ("name", "iri"),
    [
        ("/m/0d6b7", "urn:numkbqa:/m/0d6b7"),
        ("New York", "urn:numkbqa:New%20York"),
        ("_:b0", "urn:numkbqa:_%3Ab0"),
        ("http://x.org/a b", "urn:numkbqa:http%3A//x.org/a%20b"),
        ("http://x/r>http://x/s", "urn:numkbqa:http%3A//x/r%3Ehttp%3A//x/s"),
        (f"{OWN}x", "urn:numkbqa:urn%3Anumkbqa%3Ax"),
    ],
)
def test_anything_else_gets_an_iri_of_our_own(name: str, iri: str) -> None:
    assert to_iri(name) == iri


@given(TEXT)
def test_every_id_comes_back_and_its_iri_is_legal(name: str) -> None:
    iri = to_iri(name)
    assert from_iri(iri) == name
    (triple,) = parse(f"<{iri}> <{iri}> <{iri}> .", RdfFormat.N_TRIPLES, lenient=True)
    assert f"<{iri}>" == str(triple.subject)


def test_a_loaded_graph_gets_its_own_ids_back(tmp_path: Path) -> None:
    a, r, q = (to_iri(name) for name in ("a é+%", "r/>s", "q?"))
    with Staging(tmp_path, threads=1) as staging:
        source = staging.add_source(tmp_path / "x.nt")
        for record in (
            EntityFact(a, r, "http://x/b"),
            UntypedFact("http://x/b", r, a),
            LiteralFact(a, r, a, None),
            Qualifier(a, r, a, q, "1", None),
            Name(a, a),
            RelationUnit(r, "km", LiteralFact(r, "unit", "km", None)),
        ):
            staging.add(record, source)
        staging.flush()
        restore_names(staging)
        assert staging.rows("SELECT head, relation, tail FROM fact") == [("a é+%", "r/>s", "http://x/b")]
        assert staging.rows("SELECT head, relation, tail FROM untyped") == [("http://x/b", "r/>s", "a é+%")]
        # a literal is a text, whatever it looks like
        assert staging.rows("SELECT entity, relation, lexical FROM literal") == [("a é+%", "r/>s", a)]
        found = staging.rows("SELECT head, relation, tail, qualifier FROM qualifier")
        assert found == [("a é+%", "r/>s", "a é+%", "q?")]
        assert staging.rows("SELECT thing, text FROM name") == [("a é+%", a)]
        assert staging.rows("SELECT relation, unit FROM relation_unit") == [("r/>s", "km")]
