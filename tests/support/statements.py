"""Turtle with the prefixes of statement vocabularies, and what becomes of it in a knowledge base."""

from numkbqa.kb import EmbeddedKnowledgeBase

X = "http://x.org/"
DIRECT = "http://www.wikidata.org/prop/direct/"
_PREFIXES = {
    "x": X,
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "schema": "http://schema.org/",
    "qudt": "http://qudt.org/schema/qudt/",
    "unit": "http://qudt.org/vocab/unit/",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "wd": "http://www.wikidata.org/entity/",
    "wds": "http://www.wikidata.org/entity/statement/",
    "wdt": DIRECT,
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "psv": "http://www.wikidata.org/prop/statement/value/",
    "pq": "http://www.wikidata.org/prop/qualifier/",
    "wikibase": "http://wikiba.se/ontology#",
}
PREFIXES = "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in _PREFIXES.items())

Said = tuple[str, str, str | None, str | None]


def values(kb: EmbeddedKnowledgeBase) -> dict[str, list[Said]]:
    """Entity, text, unit and date of every value, by numerical relation; names without `X`."""
    found: dict[str, list[Said]] = {}
    for number, relation in enumerate(kb.numerical_relations):
        facts = kb.numbers_of_relation(number)
        found[relation.name.removeprefix(X)] = [
            (kb.entity_id(entity).removeprefix(X), kb.number_text(handle), relation.unit, kb.held_at(handle))
            for entity, handle in zip(facts.entity.tolist(), facts.value.tolist(), strict=True)
        ]
    return found


def fact_relations(kb: EmbeddedKnowledgeBase) -> set[str]:
    """The relations between entities, without `X`."""
    return {name.removeprefix(X) for name in kb.relations}
