"""Broken RDF, which is read leniently and reported by line; and values behind blank nodes."""

from tests.support.hostile import PREFIXES, Asked, Case, turtle

X = "http://x.example/t19"
INTEGER = "http://www.w3.org/2001/XMLSchema#integer"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"

DIRTY_LINES = Case(
    "T19 dirty lines",
    "a dirty line is kept where its meaning is clear, else skipped and reported with its number",
    {
        "dirt.nt": b"\xef\xbb\xbf"
        + f"""\
<{X}/dump> <{LABEL}> "Dusty Dump" .
<{X}/dump> <{X}/crate> <{X}/Clean> .
<{X}/dump> <{X}/crate> <{X}/With space> .
<{X}/dump> <{X}/crate> <{X}/With[bracket]> .
<{X}/dump> <{X}/crate> <{X}/Two#hash#es> .
<{X}/dump> <{X}/crate> <{X}/Bad%percent> .
<{X}/Clean> <{X}/weighs> "10"^^<{INTEGER}> .
<{X}/With space> <{X}/weighs> "20"^^<{INTEGER}> .
<{X}/With[bracket]> <{X}/weighs> "30"^^<{INTEGER}> .
<{X}/Two#hash#es> <{X}/weighs> "40"^^<{INTEGER}> .
<{X}/Bad%percent> <{X}/weighs> "50"^^<{INTEGER}> .
<{X}/Clean> <{LABEL}> "Sauber"@de-toolongforatag .
<{X}/Clean> <{X}/weighs> "99"^^<{INTEGER}
<{X}/Last> <{X}/weighs> "60"^^<{INTEGER}> .
""".encode()
    },
    "weighs",
    "Last > Bad%percent > es > With[bracket] > With space > Sauber",
    skipped=frozenset({("dirt.nt", 13)}),
    mended=frozenset(("dirt.nt", line) for line in (3, 4, 5, 6, 8, 9, 10, 11, 12)),
    asked=(
        Asked("What is the crate of Dusty Dump that has the largest weighs ?", "Bad%percent", value="50"),
        Asked("What is the crate of Dusty Dump that has the smallest weighs ?", "Sauber"),
    ),
)

DIRTY_TURTLE = Case(
    "T19 dirty Turtle",
    "a broken statement of a Turtle file is skipped with its line, the statements after it are read",
    {
        "dirt.ttl": PREFIXES.format(case="t19b")
        + """\
:A :weighs 1 .
:B :weighs 2 .
:C :weighs oops this is no term .
:D :weighs 4 .
:E unknown:weighs 5 .
:F :weighs 6 .
"""
    },
    "weighs",
    "F > D > B > A",
    skipped=frozenset({("dirt.ttl", 10), ("dirt.ttl", 12)}),
)

ODD_BYTES = Case(
    "T19 odd bytes",
    "CRLF, comments and blank lines are no dirt; a line that is no UTF-8 is read as Latin-1 and reported",
    {
        "bytes.nt": (
            f'# a comment\r\n\r\n<{X}/A> <{X}/weighs> "1"^^<{INTEGER}> . # one\r\n'
            f'<{X}/A> <{X}/weighs> "1"^^<{INTEGER}> .\r\n'
        ).encode()
        + f'<{X}/B> <{LABEL}> "M'.encode()
        + b"\xfc"
        + b'nchen" .\r\n'
        + f'<{X}/B> <{X}/weighs> "2"^^<{INTEGER}> .\r\n\t<{X}/C>\t<{X}/weighs> "3"^^<{INTEGER}>.\r\n'.encode()
        + b"\x00\x00\r\n"
        + f'<{X}/D> <{X}/weighs> "4"^^<{INTEGER}> .'.encode()
    },
    "weighs",
    "D > C > München > A",
    skipped=frozenset({("bytes.nt", 8)}),
    mended=frozenset({("bytes.nt", 5)}),
)

STATEMENT_NODES = Case(
    "T18 statement nodes",
    "a blank node with value, unit and time is a quantity; an empty blank node is an unknown value",
    {
        "rivers.ttl": turtle(
            "t18",
            """
:basin rdfs:label "Blue Basin" ; :river :Long, :Short, :Unmeasured, :Twice .
:Long :flow [ rdf:value 3 ; :unit "m^3/s" ] .
:Short :flow [ rdf:value 900 ; :unit "L/s" ] .
:Twice :flow [ rdf:value 7 ; :unit "m^3/s" ; :year "1990"^^xsd:gYear ] ,
             [ rdf:value 2 ; :unit "m^3/s" ; :year "2010"^^xsd:gYear ] .
:Unmeasured :flow [] .
""",
        )
    },
    "flow",
    "Long > Twice > Short",
    aside={"Unmeasured": "unknown value", "Twice": "superseded"},
    asked=(
        Asked(
            "What is the river of Blue Basin that has the largest flow ?",
            "Long",
            excluded={"Unmeasured": "unknown value"},
        ),
        Asked("What is the river of Blue Basin that has the smallest flow ?", "Short"),
    ),
)

QUANTITY_VALUES = Case(
    "T18 QUDT and schema.org",
    "quantity nodes of QUDT and schema.org are read as values, with names of their own or without",
    {
        "masts.ttl": turtle(
            "t18b",
            """
:Qudt :height :qudtNode .
:qudtNode a qudt:QuantityValue ; qudt:numericValue "30.5"^^xsd:decimal ; qudt:unit unit:M .
:Schema :height [ a schema:QuantitativeValue ; schema:value 3000 ; schema:unitCode "CMT" ] .
:Plain :height "31 m" .
:Kilo :height [ qudt:value 0.032 ; qudt:hasUnit unit:KiloM ] .
""",
        )
    },
    "height",
    "Kilo > Plain > Qudt > Schema",
)

SOMEVALUE = Case(
    "T18 somevalue",
    "an unknown value of Wikidata's truthy dump is set aside, and wins from neither end",
    {
        "truthy.nt": """\
<http://www.wikidata.org/entity/Q1> <http://www.w3.org/2000/01/rdf-schema#label> "Alpha"@en .
<http://www.wikidata.org/entity/Q2> <http://www.w3.org/2000/01/rdf-schema#label> "Beta"@en .
<http://www.wikidata.org/entity/Q3> <http://www.w3.org/2000/01/rdf-schema#label> "Gamma"@en .
<http://www.wikidata.org/entity/Q4> <http://www.w3.org/2000/01/rdf-schema#label> "Delta"@en .
<http://www.wikidata.org/entity/P571> <http://www.w3.org/2000/01/rdf-schema#label> "inception"@en .
<http://www.wikidata.org/entity/Q1> <http://www.wikidata.org/prop/direct/P571> \
"1900-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://www.wikidata.org/entity/Q2> <http://www.wikidata.org/prop/direct/P571> \
"1800-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<http://www.wikidata.org/entity/Q3> <http://www.wikidata.org/prop/direct/P571> \
<http://www.wikidata.org/.well-known/genid/8f14e45fceea167a5a36dedd4bea2543> .
<http://www.wikidata.org/entity/Q4> <http://www.wikidata.org/prop/direct/P571> _:genid7 .
"""
    },
    "inception",
    "Alpha > Beta",
    aside={"Gamma": "unknown value", "Delta": "unknown value"},
)

CASES = (DIRTY_LINES, DIRTY_TURTLE, ODD_BYTES, STATEMENT_NODES, QUANTITY_VALUES, SOMEVALUE)
