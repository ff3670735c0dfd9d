from tests.kb.conftest import Builder
from tests.support.statements import PREFIXES, X, fact_relations, values


def test_a_reified_statement_gives_its_literal_a_date_and_its_fact_qualifiers(build: Builder) -> None:
    rows = (
        f"{PREFIXES} x:oslo x:population 500 .\n"
        " x:s a rdf:Statement ; rdf:subject x:oslo ; rdf:predicate x:population ; rdf:object 500 ;"
        " x:year 2001 .\n"
        " x:t a rdf:Statement ; rdf:subject x:liz ; rdf:predicate x:spouse ; rdf:object x:dick ;"
        " x:start 1964 .\n"
    )
    _, kb = build({"g.ttl": rows})
    found = values(kb)
    assert found["population"] == [("oslo", "500", None, "2001")]
    assert {(entity, text) for entity, text, *_ in found[f"spouse>{X}start"]} == {
        ("liz", "1964"),
        ("dick", "1964"),
    }
    assert fact_relations(kb) == {"spouse"}
    assert {kb.entity_id(i).removeprefix(X) for i in range(kb.num_entities)} == {"oslo", "liz", "dick"}


def test_rdf_star_annotations_are_reified_statements(build: Builder) -> None:
    _, kb = build(
        {"g.ttl": f"{PREFIXES} x:oslo x:population 500 {{| x:year 2001 |}} . x:oslo x:in x:norway .\n"}
    )
    assert values(kb)["population"] == [("oslo", "500", None, "2001")]
    assert fact_relations(kb) == {"in"}


def test_the_unit_of_a_reified_quantity_is_kept(build: Builder) -> None:
    rows = (
        f"{PREFIXES} x:s rdf:subject x:tower ; rdf:predicate x:height ; x:year 2001 ;"
        ' rdf:object [ rdf:value 3 ; x:unit "km" ] . x:tower x:in x:oslo .\n'
    )
    _, kb = build({"g.ttl": rows})
    assert values(kb)["height"] == [("tower", "3", "kilometer", "2001")]
