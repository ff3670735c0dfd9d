"""Which relations say what an entity is: `rdf:type` and its relatives in other vocabularies."""

from typing import Final

RDF_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

TYPE_RELATIONS: Final = frozenset(
    {
        RDF_TYPE,
        "http://www.wikidata.org/prop/direct/P31",  # instance of
        "http://rdf.freebase.com/ns/type.object.type",
        "/type/object/type",
        "type.object.type",
        "wdt:P31",
        "P31",
        "rdf:type",
        "type",
        "instance_of",
        "instance of",
        "instanceOf",
        "isA",
        "is_a",
        "is a",
    }
)
