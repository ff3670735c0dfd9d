"""The shapes in which RDF says more of a value than the value, from the file to the opened graph."""

import pytest

from numkbqa.kb import EmbeddedKnowledgeBase

from ..conftest import Builder, X

PREFIXES = (
    f"@prefix x: <{X}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix schema: <http://schema.org/> ."
    " @prefix qudt: <http://qudt.org/schema/qudt/> . @prefix unit: <http://qudt.org/vocab/unit/> ."
    " @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
    " @prefix wd: <http://www.wikidata.org/entity/> . @prefix wdt: <http://www.wikidata.org/prop/direct/> ."
    " @prefix p: <http://www.wikidata.org/prop/> . @prefix ps: <http://www.wikidata.org/prop/statement/> ."
    " @prefix psv: <http://www.wikidata.org/prop/statement/value/> . @prefix wikibase: <http://wikiba.se/ontology#> ."
    " @prefix pq: <http://www.wikidata.org/prop/qualifier/> . @prefix wds: <http://www.wikidata.org/entity/statement/> .\n"
)


def values(kb: EmbeddedKnowledgeBase) -> dict[str, list[tuple[str, str, str | None, str | None]]]:
    """Entity, text, unit and date of every value, by numerical relation."""
    found: dict[str, list[tuple[str, str, str | None, str | None]]] = {}
    for number, relation in enumerate(kb.numerical_relations):
        facts = kb.numbers_of_relation(number)
        found[relation.name.removeprefix(X)] = [
            (kb.entity_id(entity).removeprefix(X), kb.number_text(handle), relation.unit, kb.held_at(handle))
            for entity, handle in zip(facts.entity.tolist(), facts.value.tolist(), strict=True)
        ]
    return found


def facts(kb: EmbeddedKnowledgeBase) -> set[str]:
    return {name.removeprefix(X) for name in kb.relations}


@pytest.mark.parametrize(
    "node",
    [
        '[ schema:value "180" ; schema:unitText "cm" ]',
        '[ schema:value "180" ; schema:unitCode "CMT" ]',
        '[ a schema:QuantitativeValue ; schema:value 180 ; schema:unitText "cm" ]',
        "[ qudt:numericValue 180.0 ; qudt:unit unit:CentiM ]",
        '[ rdf:value 180 ; x:unit "cm" ]',
        '[ x:amount "180" ; x:unit "cm" ; x:year "2001"^^xsd:gYear ]',
    ],
)
def test_a_value_node_is_a_quantity_of_the_entity(build: Builder, node: str) -> None:
    _, kb = build({"g.ttl": f"{PREFIXES} x:a x:height {node} . x:a x:knows x:b .\n"})
    held = "2001" if "year" in node else None
    assert values(kb) == {"height": [("a", "180", "centimeter", held)]}
    assert facts(kb) == {"knows"}
    assert kb.num_entities == 2


def test_units_of_value_nodes_are_brought_together(build: Builder) -> None:
    rows = f'{PREFIXES} x:a x:height [ rdf:value 180 ; x:unit "cm" ] . x:b x:height [ rdf:value 1.9 ; x:unit "m" ] .\n'
    _, kb = build({"g.ttl": rows + ' x:c x:height [ rdf:value 170 ; x:unit "cm" ] .\n'})
    assert values(kb)["height"] == [
        ("c", "170", "centimeter", None), ("a", "180", "centimeter", None), ("b", "190", "centimeter", None),
    ]  # fmt: skip


def test_a_thing_with_a_name_or_more_to_say_is_no_value_node(build: Builder) -> None:
    rows = (
        f'{PREFIXES} x:museum x:owns x:painting . x:painting x:value 5000 ; x:currency "EUR" ; x:by x:ada .\n'
        ' x:museum x:owns x:vase . x:vase x:value 70 ; x:currency "EUR" ; rdfs:label "The vase" .\n'
    )
    _, kb = build({"g.ttl": rows})
    assert [(entity, text) for entity, text, *_ in values(kb)["value"]] == [("vase", "70"), ("painting", "5000")]
    assert "owns" in facts(kb)


def test_a_reified_statement_gives_its_literal_a_date_and_its_fact_qualifiers(build: Builder) -> None:
    rows = (
        f"{PREFIXES} x:oslo x:population 500 .\n"
        " x:s a rdf:Statement ; rdf:subject x:oslo ; rdf:predicate x:population ; rdf:object 500 ; x:year 2001 .\n"
        " x:t a rdf:Statement ; rdf:subject x:liz ; rdf:predicate x:spouse ; rdf:object x:dick ; x:start 1964 .\n"
    )
    _, kb = build({"g.ttl": rows})
    found = values(kb)
    assert found["population"] == [("oslo", "500", None, "2001")]
    assert {(entity, text) for entity, text, *_ in found[f"spouse>{X}start"]} == {("liz", "1964"), ("dick", "1964")}
    assert facts(kb) == {"spouse"}
    assert {kb.entity_id(i).removeprefix(X) for i in range(kb.num_entities)} == {"oslo", "liz", "dick"}


def test_rdf_star_annotations_are_reified_statements(build: Builder) -> None:
    _, kb = build({"g.ttl": f"{PREFIXES} x:oslo x:population 500 {{| x:year 2001 |}} . x:oslo x:in x:norway .\n"})
    assert values(kb)["population"] == [("oslo", "500", None, "2001")]
    assert facts(kb) == {"in"}


def test_statements_of_wikidata_are_folded_with_rank_unit_and_date(build: Builder) -> None:
    rows = f"""{PREFIXES}
    wd:Q1 p:P1082 wds:a , wds:b , wds:c ; wdt:P1082 900 .
    wds:a ps:P1082 800 ; pq:P585 "2001-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:NormalRank .
    wds:b ps:P1082 900 ; pq:P585 "2011-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:PreferredRank .
    wds:c ps:P1082 5 ; wikibase:rank wikibase:DeprecatedRank .
    wd:Q1 p:P2048 wds:d . wds:d ps:P2048 180 ; psv:P2048 wd:v ; wikibase:rank wikibase:NormalRank .
    wd:v a wikibase:QuantityValue ; wikibase:quantityAmount 180 ; wikibase:quantityUnit wd:Q174728 .
    wd:Q1 p:P39 wds:e . wds:e ps:P39 wd:Q2 ; pq:P580 "1999-05-01T00:00:00Z"^^xsd:dateTime .
    wd:P1082 rdfs:label "population"@en .
    """
    _, kb = build({"g.ttl": rows})
    direct = "http://www.wikidata.org/prop/direct/"
    found = {name.removeprefix(direct): of_one for name, of_one in values(kb).items()}
    assert [(text, unit, held and held[:4]) for _, text, unit, held in found["P1082"]] == [("900", None, "2011")]
    assert [(text, unit) for _, text, unit, _ in found["P2048"]] == [("180", "centimeter")]
    assert {entity.rsplit("/", 1)[1] for entity, *_ in found[f"P39>{direct}P580"]} == {"Q1", "Q2"}
    assert [name.removeprefix(direct) for name in kb.relations] == ["P39"]
    assert [relation.text for relation in kb.numerical_relations][0] == "population"


def test_an_unknown_value_is_set_aside(build: Builder) -> None:
    rows = f"{PREFIXES} x:a x:born 1900 . x:b x:born 1950 . x:c x:born [] .\n"
    rows += f" x:d x:born <{X}.well-known/genid/7> . x:c x:knows [] .\n"
    _, kb = build({"g.ttl": rows})
    assert [entity for entity, *_ in values(kb)["born"]] == ["a", "b"]
    aside = {(kb.entity_id(one.entity).removeprefix(X), one.reason) for one in kb.set_aside()}
    assert aside == {("c", "unknown value"), ("d", "unknown value")}
    assert facts(kb) == {"knows"}


def test_the_numbers_of_an_event_stand_on_those_who_took_part(build: Builder) -> None:
    tenures = "".join(
        f" x:p{i} x:tenure [ x:office x:president ; x:start {1900 + 4 * i} ] .\n" for i in range(5)
    )
    _, kb = build({"g.ttl": PREFIXES + tenures})
    found = values(kb)
    assert [(entity, text) for entity, text, *_ in found[f"tenure>{X}start"]] == [
        (f"p{i}", str(1900 + 4 * i)) for i in range(5)
    ]
    assert f"office>{X}start" not in found
    events = [entity for entity in range(kb.num_entities) if kb.is_event(entity)]
    assert len(events) == 5
    assert all(kb.entity_id(entity).startswith("_:") for entity in events)
    assert facts(kb) == {"tenure", "office"}
    relation = next(one for one in kb.numerical_relations if ">" in one.name)
    assert relation.text == "tenure start"
