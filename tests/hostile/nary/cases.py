"""Values behind event nodes: tenures with dates, Freebase mediators, qualifiers of statements."""

import json

from tests.support.hostile import Asked, Case, turtle

TENURES = Case(
    "T17 tenures",
    "a date of a tenure belongs to its holder, so that the first holder of an office can be asked for",
    {
        "council.ttl": turtle(
            "t17",
            """
:council rdfs:label "Harbour Council" .
:Ada :tenure [ :office :council ; :start "1950-01-01"^^xsd:date ] .
:Ben :tenure [ :office :council ; :start "1944"^^xsd:gYear ] .
:Cid :tenure [ :office :council ; :start "1961-07"^^xsd:gYearMonth ] .
""",
        )
    },
    "tenure start",
    "Cid > Ada > Ben",
    asked=(
        Asked(
            "What is the tenure office of Harbour Council that has the earliest tenure start ?",
            "Ben",
            value="1944",
        ),
    ),
)

MEDIATORS = Case(
    "T17 Freebase mediators",
    "a mediator without a name is passed through in both directions, its values reach the entities around it",
    {
        "fb.nt": "".join(
            f"<http://rdf.freebase.com/ns/{head}> <http://rdf.freebase.com/ns/{relation}> {tail} .\n"
            for head, relation, tail in (
                ("m.0a", "type.object.name", '"Ann"@en'),
                ("m.0b", "type.object.name", '"Bob"@en'),
                ("m.0t", "type.object.name", '"The Team"@en'),
                ("m.0a", "sports.pro_athlete.teams", "<http://rdf.freebase.com/ns/m.0x>"),
                ("m.0b", "sports.pro_athlete.teams", "<http://rdf.freebase.com/ns/m.0y>"),
                ("m.0x", "sports.sports_team_roster.team", "<http://rdf.freebase.com/ns/m.0t>"),
                ("m.0y", "sports.sports_team_roster.team", "<http://rdf.freebase.com/ns/m.0t>"),
                ("m.0x", "sports.sports_team_roster.number", '"7"'),
                ("m.0y", "sports.sports_team_roster.number", '"10"'),
            )
        )
    },
    "sports pro athlete teams sports team roster number",
    "Bob > Ann",
)

TWO_TENURES = Case(
    "T17 two events of one entity",
    "an entity with two events has the values of both",
    {
        "council.ttl": turtle(
            "t17c",
            """
:Ada :tenure [ :office :Mayor ; :start "1950"^^xsd:gYear ] , [ :office :Judge ; :start "1930"^^xsd:gYear ] .
:Ben :tenure [ :office :Mayor ; :start "1944"^^xsd:gYear ] .
:Cid :tenure [ :office :Judge ; :start "1949"^^xsd:gYear ] .
""",
        )
    },
    "tenure start",
    "Ada > Cid > Ben",
    upward="Ada > Ben > Cid",
)

REIFIED = Case(
    "T17 reified statements",
    "what a statement says of a fact belongs to both ends of it, as RDF-star and as classic reification",
    {
        "marriages.ttl": turtle(
            "t17d",
            """
:Liz :spouse :Rich {| :since "1964"^^xsd:gYear |} .
:Eve :spouse :Dan .
[] a rdf:Statement ; rdf:subject :Eve ; rdf:predicate :spouse ; rdf:object :Dan ; :since "1950"^^xsd:gYear .
:Kim :spouse :Pat ~ :m1 .
:m1 :since "1999"^^xsd:gYear .
""",
        )
    },
    "spouse since",
    "Kim = Pat > Liz = Rich > Eve = Dan",
)

KQA_PRO = Case(
    "T17 qualifiers of KQA Pro",
    "qualifiers of attributes and relations are read with their units and types",
    {
        "kb.json": json.dumps(
            {
                "concepts": {"C1": {"name": "town", "instanceOf": []}},
                "entities": {
                    "Q1": {
                        "name": "Ashton",
                        "instanceOf": ["C1"],
                        "attributes": [
                            {
                                "key": "population",
                                "value": {"type": "quantity", "value": 900, "unit": "1"},
                                "qualifiers": {"point in time": [{"type": "year", "value": 2001}]},
                            },
                            {
                                "key": "population",
                                "value": {"type": "quantity", "value": 400, "unit": "1"},
                                "qualifiers": {"point in time": [{"type": "year", "value": 2021}]},
                            },
                        ],
                        "relations": [],
                    },
                    "Q2": {
                        "name": "Elmton",
                        "instanceOf": ["C1"],
                        "attributes": [
                            {
                                "key": "population",
                                "value": {"type": "quantity", "value": 500, "unit": "1"},
                                "qualifiers": {},
                            }
                        ],
                        "relations": [],
                    },
                },
            }
        )
    },
    "population",
    "Elmton > Ashton",
    aside={"Ashton": "superseded"},
)

CASES = (TENURES, MEDIATORS, TWO_TENURES, REIFIED, KQA_PRO)
