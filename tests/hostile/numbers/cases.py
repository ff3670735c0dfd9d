"""Numbers: separators, numbers without types, of any size, of mixed types, negative ones and zeros."""

from tests.support.hostile import Asked, Case, turtle

MARKS = Case(
    "T4 five ways to write a population",
    "separators that can only group digits are removed, words are multiplied in: four equal numbers",
    {
        "triples.tsv": "".join(
            f"Separa\ttown\t{name}\n" for name in ("Commaton", "Dotton", "Spaceton", "Plainton", "Wordton")
        ),
        "numbers.tsv": """\
Commaton\tinhabitants\t1,234,567
Dotton\tinhabitants\t1.234.567
Spaceton\tinhabitants\t1 234 567
Plainton\tinhabitants\t1234567
Wordton\tinhabitants\t1.2 million
""",
        "names.tsv": "Separa\tSepara\n",
    },
    "inhabitants",
    "Commaton = Dotton = Spaceton = Plainton > Wordton",
    kept={"separators removed": 3, "number written in words": 1},
    asked=(
        Asked(
            "What is the town of Separa that has the largest inhabitants ?",
            "Commaton = Dotton = Spaceton = Plainton",
        ),
        Asked(
            "What is the town of Separa that has the smallest inhabitants ?", "Wordton", value="1.2 million"
        ),
    ),
)

AMBIGUOUS_MARKS = Case(
    "T4 mixed conventions",
    "where rows of both conventions stand, 1.234 and 1,234 are refused with their rows, never guessed",
    {
        "numbers.tsv": """\
Commaton\tinhabitants\t1,234,567
Dotton\tinhabitants\t1.234.568
Plainton\tinhabitants\t999
Halfton\tinhabitants\t1.234
Otherton\tinhabitants\t1,234
"""
    },
    "inhabitants",
    "Dotton > Commaton > Plainton",
    aside={"Halfton": "ambiguous separators", "Otherton": "ambiguous separators"},
)

DECIMAL_COMMA = Case(
    "T4 decimal comma",
    "one row with a decimal comma makes dots group digits in the whole column",
    {
        "prices.csv": """\
ware;price
Anvil;1.234
Barrel;12.345,5
Candle;999,9
Dowel;0,5
"""
    },
    "price",
    "Barrel > Anvil > Candle > Dowel",
)

GROUPS = Case(
    "T4 other groupings",
    "Indian groups, apostrophes, thin and no-break spaces group digits too",
    {
        "numbers.tsv": """\
Lakh\tinhabitants\t12,34,567
Swiss\tinhabitants\t1'234'568
Thin\tinhabitants\t1\u202f234\u202f569
NoBreak\tinhabitants\t1\u00a0234\u00a0570
Plain\tinhabitants\t1234566
"""
    },
    "inhabitants",
    "NoBreak > Thin > Swiss > Lakh > Plain",
    kept={"separators removed": 4},
)

UNTYPED = Case(
    "T9 untyped numbers",
    "plain strings that all look like numbers are compared as numbers, not as text",
    {
        "towers.nt": """\
<http://x.example/t9/hill> <http://www.w3.org/2000/01/rdf-schema#label> "Signal Hill" .
<http://x.example/t9/hill> <http://x.example/t9/tower> <http://x.example/t9/Nine> .
<http://x.example/t9/hill> <http://x.example/t9/tower> <http://x.example/t9/Ten> .
<http://x.example/t9/hill> <http://x.example/t9/tower> <http://x.example/t9/Million> .
<http://x.example/t9/Nine> <http://x.example/t9/steps> "9" .
<http://x.example/t9/Ten> <http://x.example/t9/steps> "10" .
<http://x.example/t9/Million> <http://x.example/t9/steps> "1000000" .
"""
    },
    "steps",
    "Million > Ten > Nine",
    asked=(
        Asked("What is the tower of Signal Hill that has the largest steps ?", "Million", value="1000000"),
        Asked("What is the tower of Signal Hill that has the smallest steps ?", "Nine"),
        Asked("What is the tower of Signal Hill that has the second largest steps ?", "Ten"),
    ),
)

UNTYPED_JSON = Case(
    "T9 numbers as JSON strings",
    "strings with signs, fractions and exponents are numbers as well",
    {
        "games.json": """\
[
  {"game": "Chess", "score": "9"},
  {"game": "Draughts", "score": "10"},
  {"game": "Go", "score": "1e3"},
  {"game": "Halma", "score": "-3"},
  {"game": "Ludo", "score": "0.5"},
  {"game": "Senet", "score": ".25"}
]
"""
    },
    "score",
    "Go > Draughts > Chess > Ludo > Senet > Halma",
)

CODES = Case(
    "T9 codes",
    "digits padded with zeros are codes: they order nothing",
    {
        "letters.tsv": """\
Berlin\tpostcode\t01067
Boston\tpostcode\t02139
Beverly Hills\tpostcode\t90210
Bonn\tpostcode\t00053
Berlin\tdistrict\tMitte
"""
    },
    "",
    "",
)

ANY_SIZE = Case(
    "T10 thirty digits",
    "integers of any size and tiny decimals are read; INF and NaN are set aside, so that they never win",
    {
        "stars.ttl": turtle(
            "t10",
            """
:sky rdfs:label "Night Atlas" ; :star :Five, :Hundred, :Huge, :Tiny, :Endless, :Broken .
:Five :grains 5 .
:Hundred :grains 100 .
:Huge :grains 123456789012345678901234567890 .
:Tiny :grains "1E-31"^^xsd:decimal .
:Endless :grains "INF"^^xsd:double .
:Broken :grains "NaN"^^xsd:double .
""",
        )
    },
    "grains",
    "Huge > Hundred > Five > Tiny",
    aside={"Endless": "infinite", "Broken": "not a number (NaN)"},
    asked=(
        Asked(
            "What is the star of Night Atlas that has the largest grains ?",
            "Huge",
            value="123456789012345678901234567890",
            excluded={"Endless": "infinite", "Broken": "NaN"},
        ),
        Asked("What is the star of Night Atlas that has the smallest grains ?", "Tiny", value="1E-31"),
    ),
)

LAST_DIGIT = Case(
    "T10 the last of thirty digits",
    "numbers that differ in the thirtieth digit do not tie; equal ones of different text do",
    {
        "stars.ttl": turtle(
            "t10b",
            """
:One :grains 123456789012345678901234567891 .
:Zero :grains 123456789012345678901234567890 .
:Two :grains 123456789012345678901234567892 .
:AlsoTwo :grains "123456789012345678901234567892.0"^^xsd:decimal .
:Third :grains 0.333333333333333333333 .
:LessThanAThird :grains 0.333333333333333333332 .
""",
        )
    },
    "grains",
    "Two = AlsoTwo > One > Zero > Third > LessThanAThird",
)

BEYOND_FLOATS = Case(
    "T10 beyond floats",
    "numbers beyond the range of floats keep their order; what is infinite by its text is set aside",
    {
        "stars.ttl": turtle(
            "t10c",
            f"""
:Googolplexish :grains {"9" * 400} .
:Smaller :grains {"8" * 400} .
:Common :grains "1E3"^^xsd:decimal .
:Zero :grains 0 .
:AlmostZero :grains "1e-400"^^xsd:decimal .
:Down :grains "-INF"^^xsd:double .
:Word :grains "+Infinity"^^xsd:double .
""",
        )
    },
    "grains",
    "Googolplexish > Smaller > Common > AlmostZero > Zero",
    aside={"Down": "infinite", "Word": "infinite"},
)

MIXED_TYPES = Case(
    "T11 mixed types",
    "integer, decimal, double and plain text of one number tie; a tail that is an IRI is no value",
    {
        "depots.ttl": turtle(
            "t11",
            """
:firm rdfs:label "Brass Works" ; :depot :Whole, :Exact, :Double, :Plain, :Linked, :Low .
:Whole :stock 200 .
:Exact :stock 200.0 .
:Double :stock 2.0e2 .
:Plain :stock "200" .
:Linked :stock :seeElsewhere .
:Low :stock 1.5 .
""",
        )
    },
    "stock",
    "Whole = Exact = Double = Plain > Low",
    asked=(
        Asked(
            "What is the depot of Brass Works that has the largest stock ?", "Whole = Exact = Double = Plain"
        ),
        Asked("What is the depot of Brass Works that has the second largest stock ?", "Low"),
    ),
)

MIXED_JSON = Case(
    "T11 mixed JSON",
    "numbers and strings of numbers compare, null is missing, true is no number",
    {
        "shops.json": """\
[
  {"shop": "Ash", "stock": 12},
  {"shop": "Birch", "stock": "13"},
  {"shop": "Cedar", "stock": 14.5},
  {"shop": "Fir", "stock": 1.45e1},
  {"shop": "Oak", "stock": null},
  {"shop": "Pine", "stock": true}
]
"""
    },
    "stock",
    "Cedar = Fir > Birch > Ash",
    aside={"Pine": "not a number or date"},
)

MIXED_DATES = Case(
    "T11 dates, words and IRIs",
    "a date property that also holds words and IRIs is still one of dates; the others are set aside",
    {
        "plays.ttl": turtle(
            "t11c",
            """
:Hamlet :firstShown "1990-05-01"^^xsd:date .
:Lear :firstShown "1989"^^xsd:gYear .
:Faust :firstShown "1991-01-01T20:00:00Z"^^xsd:dateTime .
:Godot :firstShown "one spring evening" .
:Medea :firstShown :Hamlet .
:Ajax :firstShown "1990-02-30"^^xsd:date .
""",
        )
    },
    "first shown",
    "Faust > Hamlet > Lear",
    aside={"Godot": "not a number or date", "Ajax": "outside the calendar"},
)

SIGNS = Case(
    "T22 signs",
    "a typographic minus is a minus, minus zero is zero",
    {
        "lows.tsv": """\
Dead Sea\televation\t\u2212430
Caspian\televation\t-28
Coast\televation\t0
Shore\televation\t-0
Polder\televation\t\u20137
Hill\televation\t+12
"""
    },
    "elevation",
    "Hill > Coast = Shore > Polder > Caspian > Dead Sea",
)

CASES = (
    MARKS, AMBIGUOUS_MARKS, DECIMAL_COMMA, GROUPS, UNTYPED, UNTYPED_JSON, CODES, ANY_SIZE, LAST_DIGIT,
    BEYOND_FLOATS, MIXED_TYPES, MIXED_JSON, MIXED_DATES, SIGNS,
)  # fmt: skip
