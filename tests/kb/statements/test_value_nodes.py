import pytest

from tests.kb.conftest import Builder
from tests.support.statements import PREFIXES, X, fact_relations, values


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
    assert fact_relations(kb) == {"knows"}
    assert kb.num_entities == 2


def test_units_of_value_nodes_are_brought_together(build: Builder) -> None:
    heights = (("a", 180, "cm"), ("b", 1.9, "m"), ("c", 170, "cm"))
    rows = "".join(
        f'x:{who} x:height [ rdf:value {value} ; x:unit "{unit}" ] .\n' for who, value, unit in heights
    )
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert values(kb)["height"] == [
        ("c", "170", "centimeter", None), ("a", "180", "centimeter", None), ("b", "190", "centimeter", None),
    ]  # fmt: skip


def test_a_thing_with_a_name_or_more_to_say_is_no_value_node(build: Builder) -> None:
    rows = (
        f'{PREFIXES} x:museum x:owns x:painting . x:painting x:value 5000 ; x:currency "EUR" ; x:by x:ada .\n'
        ' x:museum x:owns x:vase . x:vase x:value 70 ; x:currency "EUR" ; rdfs:label "The vase" .\n'
    )
    _, kb = build({"g.ttl": rows})
    assert [(entity, text) for entity, text, *_ in values(kb)["value"]] == [
        ("vase", "70"),
        ("painting", "5000"),
    ]
    assert "owns" in fact_relations(kb)


def test_a_value_node_may_hold_another(build: Builder) -> None:
    rows = 'x:a x:height [ x:value [ rdf:value 180 ; x:unit "cm" ] ; x:year "2001"^^xsd:gYear ] .\n'
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert values(kb) == {"height": [("a", "180", "centimeter", "2001")]}


def test_a_name_that_says_the_value_again_is_no_name(build: Builder) -> None:
    rows = (
        'x:a x:height x:node . x:node rdfs:label "180 cm" ; qudt:numericValue 180 ; qudt:unit unit:CentiM .\n'
    )
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert values(kb) == {"height": [("a", "180", "centimeter", None)]}
    assert kb.num_entities == 1


def test_a_node_whose_value_is_an_entity_is_no_value_node(build: Builder) -> None:
    _, kb = build({"g.ttl": f"{PREFIXES} x:a x:prize [ x:value x:medal ; x:year 1999 ] . x:b x:prize [] .\n"})
    assert fact_relations(kb) == {"prize", "value", f"prize>{X}value"}


@pytest.mark.parametrize("separator", [".", "/"])
def test_dated_numbers_of_freebase_are_value_nodes(build: Builder, separator: str) -> None:
    ns, unit = "http://rdf.freebase.com/ns/", f"measurement_unit{separator}dated_integer{separator}"
    rows = "".join(
        f"<{ns}m.0a> <{ns}location.statistical_region.population> <{ns}m.{node}> .\n"
        f'<{ns}m.{node}> <{ns}{unit}number> "{number}" .\n<{ns}m.{node}> <{ns}{unit}year> "{year}" .\n'
        f"<{ns}measurement_unit.dated_integer> <{ns}type.type.instance> <{ns}m.{node}> .\n"
        for node, number, year in (("0x", 900, 2011), ("0y", 800, 2001))
    )
    _, kb = build({"g.nt": rows})
    (found,) = values(kb).values()
    assert [(text, held) for _, text, _, held in found] == [("900", "2011")]
    assert kb.num_entities == 1
