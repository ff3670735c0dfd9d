"""Several values of one entity, values that are missing, equal values, and ranks beyond the last one."""

from tests.support.hostile import Asked, Case, turtle
from tests.support.wikidata import dump, item, named_property, of_amount, to_item

CENSUSES = Case(
    "T5 three censuses",
    "the value that the source prefers counts, though another one is newer and larger; the others are listed",
    {
        "towns.json": dump(
            named_property("P150", "borough", "wikibase-item"),
            named_property("P1082", "population", "quantity"),
            item("Q300", "Tri Valley", to_item("P150", "Q301"), to_item("P150", "Q302")),
            item(
                "Q301",
                "Thrice",
                of_amount("P1082", "+900", year=2001),
                of_amount("P1082", "+500", year=2011, rank="preferred"),
                of_amount("P1082", "+950", year=2021),
            ),
            item("Q302", "Once", of_amount("P1082", "+600", year=2021)),
        )
    },
    "population",
    "Once > Thrice",
    aside={"Thrice": "superseded"},
    asked=(
        Asked("What is the borough of Tri Valley that has the largest population ?", "Once"),
        Asked(
            "What is the borough of Tri Valley that has the smallest population ?",
            "Thrice",
            value="+500",
            held="2011",
        ),
    ),
)

LATEST = Case(
    "T5 no preferred one",
    "without a preferred value the latest dated one counts; a deprecated one never does",
    {
        "towns.json": dump(
            named_property("P1082", "population", "quantity"),
            item(
                "Q311",
                "Dated",
                of_amount("P1082", "+900", year=2001),
                of_amount("P1082", "+400", year=2021),
                of_amount("P1082", "+800", year=2011),
            ),
            item("Q312", "Mixed", of_amount("P1082", "+700"), of_amount("P1082", "+450", year=1999)),
            item("Q313", "Wrong", of_amount("P1082", "+9999", rank="deprecated"), of_amount("P1082", "+420")),
        )
    },
    "population",
    "Mixed > Wrong > Dated",
    aside={"Dated": "superseded", "Mixed": "superseded"},
)

UNDATED = Case(
    "T5 nothing to choose by",
    "without rank and date all values count: the largest for the largest, the smallest for the smallest",
    {
        "peaks.ttl": turtle(
            "t5c",
            """
:Wide :surveyed 100, 900 .
:Middle :surveyed 500, 600 .
:Single :surveyed 550 .
""",
        )
    },
    "surveyed",
    "Wide > Middle > Single",
    upward="Wide > Middle > Single",
)

MISSING = Case(
    "T8 one without a value",
    "what has no value wins from neither end, and is listed",
    {
        "lamps.ttl": turtle(
            "t8",
            """
:shop rdfs:label "Lamp Cellar" ; :lamp :Red, :Blue, :Green, :Grey, :Dark .
:Red :watts 60 . :Blue :watts 40 . :Green :watts 25 . :Grey :watts 100 .
""",
        )
    },
    "watts",
    "Grey > Red > Blue > Green",
    asked=(
        Asked(
            "What is the lamp of Lamp Cellar that has the largest watts ?",
            "Grey",
            excluded={"Dark": "has no watts"},
        ),
        Asked(
            "What is the lamp of Lamp Cellar that has the smallest watts ?",
            "Green",
            excluded={"Dark": "has no watts"},
        ),
    ),
)

UNREADABLE = Case(
    "T8 values that are none",
    "words for a missing value are set aside with a reason and win from neither end",
    {
        "lamps.csv": """\
lamp,watts
Red,60
Blue,40
Green,n/a
Grey,unknown
Dark,-
Black,
White,100
Pale,25
"""
    },
    "watts",
    "White > Red > Blue > Pale",
    aside={"Green": "unknown value", "Grey": "unknown value", "Dark": "unknown value"},
)

ZERO = Case(
    "T8 zero is a value",
    "zero counts and wins the smallest; an empty cell is not zero",
    {"shops.csv": "shop,debt\nAsh,0\nBirch,\nCedar,5\nElm,0.0\nFir,7\n"},
    "debt",
    "Fir > Cedar > Ash = Elm",
)

TIED = Case(
    "T12 two at the top",
    "both are the largest, and the second largest is the next distinct value",
    {
        "boats.ttl": turtle(
            "t12",
            """
:harbour rdfs:label "North Quay" ; :boat :Gull, :Tern, :Auk, :Skua .
:Gull :crew 9 . :Tern :crew 9 . :Auk :crew 7 . :Skua :crew 5 .
""",
        )
    },
    "crew",
    "Gull = Tern > Auk > Skua",
    asked=(
        Asked(
            "What is the boat of North Quay that has the largest crew ?",
            "Gull = Tern",
            value="9",
            tie="equal",
        ),
        Asked("What is the boat of North Quay that has the second largest crew ?", "Auk"),
        Asked("What is the boat of North Quay that has the third largest crew ?", "Skua"),
        Asked("What is the boat of North Quay that has the smallest crew ?", "Skua"),
    ),
)

TIED_ACROSS_UNITS = Case(
    "T12 equal in other units",
    "1 km and 1000 m are equal, and so is 0.1 km and 100 m in spite of binary fractions",
    {
        "roads.ttl": turtle(
            "t12b",
            """
:Kilo :runs "1 km" . :Metres :runs "1000 m" .
:Tenth :runs "0.1 km" . :Hundred :runs "100 m" . :Centi :runs "10000 cm" .
:Third :runs "0.3 km" . :Sum :runs "300 m" .
""",
        )
    },
    "runs",
    "Kilo = Metres > Third = Sum > Tenth = Hundred = Centi",
)

TIED_TEXTS = Case(
    "T12 equal in other words",
    "5, 5.0, +5, 5e0 and 05 of a numeric type are one value",
    {
        "dice.ttl": turtle(
            "t12c",
            """
:Plain :pips 5 . :Exact :pips 5.0 . :Signed :pips "+5"^^xsd:integer . :Power :pips 5e0 .
:Padded :pips "05"^^xsd:integer . :Six :pips 6 . :Four :pips 4 . :AlsoFour :pips 4.00 .
""",
        )
    },
    "pips",
    "Six > Plain = Exact = Signed = Power = Padded > Four = AlsoFour",
)

ONE_VALUED = Case(
    "T13 one valued candidate",
    "there is no second largest of one value: no answer, with the reason, not the first",
    {
        "wells.ttl": turtle(
            "t13",
            """
:desert rdfs:label "Dry Quarter" ; :well :Deep, :Unknown, :Lost .
:Deep :fathoms 40 .
:elsewhere rdfs:label "Wet Quarter" ; :well :Shallow, :Middling . :Shallow :fathoms 2 . :Middling :fathoms 8 .
""",
        )
    },
    "fathoms",
    "Deep > Middling > Shallow",
    asked=(
        Asked("What is the well of Dry Quarter that has the largest fathoms ?", "Deep"),
        Asked(
            "What is the well of Dry Quarter that has the second largest fathoms ?",
            abstained="number 2 by fathoms",
            excluded={"Unknown": "has no fathoms", "Lost": "has no fathoms"},
        ),
    ),
)

ALL_EQUAL = Case(
    "T13 all equal",
    "of equal values all are the largest and the smallest, and none is the second largest",
    {
        "coins.ttl": turtle(
            "t13b",
            """
:purse rdfs:label "Leather Purse" ; :coin :Penny, :Cent, :Kopek .
:Penny :grams 3 . :Cent :grams 3.0 . :Kopek :grams 3e0 .
:box rdfs:label "Tin Box" ; :coin :Ducat, :Florin . :Ducat :grams 4 . :Florin :grams 5 .
""",
        )
    },
    "grams",
    "Florin > Ducat > Penny = Cent = Kopek",
    asked=(
        Asked("What is the coin of Leather Purse that has the largest grams ?", "Penny = Cent = Kopek"),
        Asked("What is the coin of Leather Purse that has the smallest grams ?", "Penny = Cent = Kopek"),
        Asked(
            "What is the coin of Leather Purse that has the second largest grams ?",
            abstained="have 1 value",
        ),
    ),
)

TOO_FEW = Case(
    "T13 fourth of three",
    "a value that was set aside does not fill up the ranks",
    {
        "carts.ttl": turtle(
            "t13c",
            """
:barn rdfs:label "Red Barn" ; :cart :Hay, :Milk, :Ox, :Ghost .
:Hay :load 300 . :Milk :load 200 . :Ox :load 100 . :Ghost :load "INF"^^xsd:double .
""",
        )
    },
    "load",
    "Hay > Milk > Ox",
    aside={"Ghost": "infinite"},
    asked=(
        Asked("What is the cart of Red Barn that has the third largest load ?", "Ox"),
        Asked(
            "What is the cart of Red Barn that has the fourth largest load ?",
            abstained="have 3 distinct values",
            excluded={"Ghost": "infinite"},
        ),
    ),
)

CASES = (
    CENSUSES, LATEST, UNDATED, MISSING, UNREADABLE, ZERO, TIED, TIED_ACROSS_UNITS, TIED_TEXTS, ONE_VALUED,
    ALL_EQUAL, TOO_FEW,
)  # fmt: skip
