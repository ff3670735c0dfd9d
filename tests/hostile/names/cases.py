"""Names: spaces, accents written in two ways, words that look like nothing, and several of one name."""

from tests.support.hostile import Asked, Case, turtle

SPACES = Case(
    "T14 spaces and accents",
    "spaces at the ends, no-break ones too, and the way an accent is written make no other entity",
    {
        "triples.tsv": """\
Ilha Verde\tvillage\t S\u00e3o Jo\u00e3o
Ilha Verde\tvillage\tCaf\u00e9\u00a0
Ilha Verde\tvillage\tZo\u00eb
""",
        "numbers.tsv": """\
Sa\u0303o Joa\u0303o\tdwellings\t300
\u00a0Cafe\u0301\tdwellings\t200
 Zoe\u0308 \tdwellings\t100
""",
        "names.tsv": "Ilha Verde \t Ilha\u00a0Verde\n",
    },
    "dwellings",
    "S\u00e3o Jo\u00e3o > Caf\u00e9 > Zo\u00eb",
    asked=(
        Asked(
            "What is the village of Ilha Verde that has the largest dwellings ?",
            "S\u00e3o Jo\u00e3o",
            value="300",
        ),
        Asked(
            "What is the village of  ilha\u00a0verde  that has the smallest dwellings ?",
            "Zo\u00eb",
            value="100",
        ),
    ),
)

SPACED_KEYS = Case(
    "T14 spaces in keys",
    "a foreign key finds its row whatever spaces stand around it, and however its accents are written",
    {
        "rivers.csv": "river,length\nName One ,10\n\u00a0Name Two,20\nName Three\u2009,30\nRh\u00f4ne,40\n",
        "bridges.csv": "bridge,river,span\nA,Name One,7\nB, Name Two,8\nC,Name Three,9\nD,Rho\u0302ne,6\n",
    },
    "length",
    "Rh\u00f4ne > Name Three > Name Two > Name One",
)

EMPTY_NAMES = Case(
    "T14 empty names",
    "an empty name, or one of spaces alone, is no name: the entity goes by its id",
    {
        "hills.ttl": turtle(
            "t14c",
            """
:Nameless rdfs:label "" ; :rise 30 .
:Blank rdfs:label "  \u00a0 " ; :rise 20 .
:Named rdfs:label "  Hill of\u00a0Names " ; :rise 10 .
""",
        )
    },
    "rise",
    "Nameless > Blank > Hill of Names",
)

WORDS_FOR_NOTHING = Case(
    "T15 words for nothing",
    "entities called nan, NA, null, 1999 and true stay what they are called",
    {
        "triples.tsv": "".join(
            f"Odd Names\tband\t{name}\n" for name in ("nan", "NA", "null", "1999", "true")
        ),
        "numbers.tsv": """\
nan\tmembers\t5
NA\tmembers\t4
null\tmembers\t3
1999\tmembers\t2
true\tmembers\t1
""",
        "names.tsv": "Odd Names\tOdd Names\n",
    },
    "members",
    "nan > NA > null > 1999 > true",
    asked=(
        Asked("What is the band of Odd Names that has the largest members ?", "nan", value="5"),
        Asked("What is the band of Odd Names that has the smallest members ?", "true"),
        Asked("What is the band of Odd Names that has the second largest members ?", "NA"),
    ),
)

WORDS_IN_CSV = Case(
    "T15 words for nothing in a table",
    "the same in the key column of a CSV file, beside a column of numbers",
    {
        "bands.csv": """\
band,members
NULL,6
None,5
inf,4
0123,3
1e5,2
N/A,1
"""
    },
    "members",
    "NULL > None > inf > 0123 > 1e5 > N/A",
)

WORDS_IN_JSON = Case(
    "T15 words for nothing in JSON",
    'the string "null" is a name, the value null is no value',
    {
        "bands.json": """\
[
  {"band": "null", "members": 3},
  {"band": "NaN", "members": 2},
  {"band": "false", "members": 1},
  {"band": "Silence", "members": null}
]
"""
    },
    "members",
    "null > NaN > false",
)

GEORGIA = Case(
    "T16 Georgia",
    "two things of one name are both offered, with their ids; the class word beside the name decides",
    {
        "places.ttl": turtle(
            "t16",
            """
:usa_ga rdfs:label "Georgia" ; a :state ; :city :Savannah, :Augusta .
:geo rdfs:label "Georgia" ; a :country ; :city :Batumi, :Kutaisi, :Gori .
:state rdfs:label "state" . :country rdfs:label "country" .
:Savannah :people 147780 . :Augusta :people 202081 .
:Batumi :people 172100 . :Kutaisi :people 147635 . :Gori :people 48143 .
""",
        )
    },
    "people",
    "Augusta > Batumi > Savannah > Kutaisi > Gori",
    asked=(
        Asked("what is the city of the country georgia that has the largest people ?", "Batumi"),
        Asked("what is the city of the state of georgia that has the largest people ?", "Augusta"),
    ),
)

THREE_SPRINGFIELDS = Case(
    "T16 three of a name",
    "names that differ in case, accents and punctuation alone are the same name to a question",
    {
        "towns.ttl": turtle(
            "t16b",
            """
:one rdfs:label "Spr\u00edngfield" ; :mill :OldMill .
:two rdfs:label "SPRINGFIELD" ; :mill :NewMill, :BigMill .
:three rdfs:label "Spring-Field" ; :mill :LastMill .
:OldMill :wheels 1 . :NewMill :wheels 2 . :BigMill :wheels 3 . :LastMill :wheels 4 .
""",
        )
    },
    "wheels",
    "LastMill > BigMill > NewMill > OldMill",
)

ALIASES = Case(
    "T16 a name that is another's alias",
    "of a name and another thing's alias the name comes first, the other is offered",
    {
        "names.tsv": "q1\tPetrograd\nq2\tLeningrad\nq2\tPetrograd\n",
        "triples.tsv": "q1\tbridge\tq10\nq2\tbridge\tq11\nq1\tbridge\tq12\n",
        "numbers.tsv": "q10\tarches\t3\nq11\tarches\t9\nq12\tarches\t5\n",
    },
    "arches",
    "q11 > q12 > q10",
)

CASES = (
    SPACES, SPACED_KEYS, EMPTY_NAMES, WORDS_FOR_NOTHING, WORDS_IN_CSV, WORDS_IN_JSON, GEORGIA,
    THREE_SPRINGFIELDS, ALIASES,
)  # fmt: skip
