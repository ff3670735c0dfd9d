import numpy as np
import pytest

from numkbqa.values.datatype import XSD
from tests.kb.conftest import Builder
from tests.support.statements import PREFIXES, X, fact_relations, values


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
    assert np.flatnonzero(kb.events(np.arange(kb.num_entities))).tolist() == events
    assert len(events) == 5
    assert all(kb.entity_id(entity).startswith("_:") for entity in events)
    assert fact_relations(kb) == {"tenure", "office", f"tenure>{X}office"}
    relation = next(one for one in kb.numerical_relations if ">" in one.name)
    assert relation.text == "tenure start"


FREEBASE = "http://rdf.freebase.com/ns/"


def named(*ids: str) -> str:
    return "".join(f'<{FREEBASE}{one}> <{FREEBASE}type.object.name> "{one}"@en .\n' for one in ids)


def marriages(*married: tuple[str, str, str, int]) -> str:
    rows = [
        f"<{FREEBASE}{person}> <{FREEBASE}people.person.spouse_s> <{FREEBASE}{node}> .\n"
        f"<{FREEBASE}{node}> <{FREEBASE}people.marriage.spouse> <{FREEBASE}{person}> .\n"
        f'<{FREEBASE}{node}> <{FREEBASE}people.marriage.from> "{year}"^^<{XSD}gYear> .\n'
        for node, *couple, year in married
        for person in couple
    ]
    return "".join(rows)


def test_a_mediator_of_freebase_is_an_event(build: Builder) -> None:
    rows = named("m.a", "m.b", "m.c", "m.d") + marriages(
        ("m.01", "m.a", "m.b", 1950), ("m.02", "m.c", "m.d", 1960)
    )
    _, kb = build({"g.nt": rows})
    found = values(kb)[f"{FREEBASE}people.person.spouse_s>{FREEBASE}people.marriage.from"]
    assert {(entity.removeprefix(FREEBASE), text) for entity, text, *_ in found} == {
        ("m.a", "1950"), ("m.b", "1950"), ("m.c", "1960"), ("m.d", "1960"),
    }  # fmt: skip
    events = [kb.entity_id(entity) for entity in range(kb.num_entities) if kb.is_event(entity)]
    assert events == [f"{FREEBASE}m.01", f"{FREEBASE}m.02"]


@pytest.mark.parametrize(
    "rows",
    [
        marriages(("m.01", "m.a", "m.b", 1950)),
        named("m.a", "m.b", "m.01") + marriages(("m.01", "m.a", "m.b", 1950)),
        named("m.a", "m.b") + marriages(("wedding", "m.a", "m.b", 1950)),
        named("m.a", "m.b", "m.c")
        + marriages(("m.01", "m.a", "m.b", 1950))
        + f"<{FREEBASE}m.c> <{FREEBASE}people.person.spouse_s> <{FREEBASE}m.01> .\n",
    ],
    ids=["a graph without names", "a node with a name", "an id that is a word", "a node that many point to"],
)
def test_an_entity_that_lacks_a_name_by_chance_is_no_event(build: Builder, rows: str) -> None:
    _, kb = build({"g.nt": rows})
    assert not any(kb.is_event(entity) for entity in range(kb.num_entities))
    assert list(values(kb)) == [f"{FREEBASE}people.marriage.from"]


def test_axioms_and_lists_are_no_events(build: Builder) -> None:
    rows = (
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . x:a x:born 5 .\n"
        "x:Person rdfs:subClassOf [ a owl:Restriction ; owl:onProperty x:born ; owl:cardinality 1 ] .\n"
        "x:a x:scores ( 3 4 5 ) .\n"
    )
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert not any(kb.is_event(entity) for entity in range(kb.num_entities))
    assert not [name for name in values(kb) if ">" in name]


def test_the_words_of_a_joined_relation_are_the_names_of_its_parts(build: Builder) -> None:
    names = 'x:p1 rdfs:label "held office"@en . x:p2 rdfs:label "office since"@en .'
    rows = f"{names} x:a x:p1 [ x:p2 1900 ; x:of x:b ] .\n"
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert "held office since" in [relation.text for relation in kb.numerical_relations]
