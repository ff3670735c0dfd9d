"""Dates: of any year, before Christ, of little precision, in zones, with day and month in doubt."""

from tests.support.hostile import Asked, Case, turtle
from tests.support.wikidata import JULIAN, at_time, dump, item, named_property, to_item

X = "http://x.example/t1"
YEAR = "http://www.w3.org/2001/XMLSchema#gYear"

YEARS = Case(
    "T1 years",
    "years are compared as numbers, an unpadded one is read with a note, and 0000 is the year before 0001",
    {
        "temples.nt": f"""\
<{X}/ridge> <http://www.w3.org/2000/01/rdf-schema#label> "Elder Ridge" .
<{X}/ridge> <{X}/shrine> <{X}/Before44> .
<{X}/ridge> <{X}/shrine> <{X}/Zero> .
<{X}/ridge> <{X}/shrine> <{X}/After44> .
<{X}/ridge> <{X}/shrine> <{X}/Far> .
<{X}/ridge> <{X}/shrine> <{X}/Before400> .
<{X}/Before44> <{X}/openingYear> "-0044"^^<{YEAR}> .
<{X}/Zero> <{X}/openingYear> "0000"^^<{YEAR}> .
<{X}/After44> <{X}/openingYear> "0044"^^<{YEAR}> .
<{X}/Far> <{X}/openingYear> "12345"^^<{YEAR}> .
<{X}/Before400> <{X}/openingYear> "-400"^^<{YEAR}> .
"""
    },
    "opening year",
    "Far > After44 > Zero > Before44 > Before400",
    kept={"year without padding": 1},
    asked=(
        Asked(
            "What is the shrine of Elder Ridge that has the earliest opening year ?",
            "Before400",
            value="-400",
        ),
        Asked("What is the shrine of Elder Ridge that has the latest opening year ?", "Far", value="12345"),
    ),
)

BEFORE_CHRIST = Case(
    "T1 months before Christ",
    "within a year before Christ months run forward, and the bare year ties with its days",
    {
        "battles.ttl": turtle(
            "t1b",
            """
:league rdfs:label "Marble League" ; :battle :Ides, :Autumn, :Eve, :Sometime .
:Ides :fought "-0044-03-15"^^xsd:date .
:Autumn :fought "-0044-10-01"^^xsd:date .
:Eve :fought "-0045-12-31"^^xsd:date .
:Sometime :fought "-0044"^^xsd:gYear .
""",
        )
    },
    "fought",
    "Autumn = Sometime > Ides > Eve",
    upward="Eve > Ides = Sometime > Autumn",
    asked=(Asked("What is the battle of Marble League that has the earliest fought ?", "Eve"),),
)

DEEP_TIME = Case(
    "T1 deep time",
    "years of eleven digits keep their order; beyond twelve digits a year is set aside",
    {
        "events.ttl": turtle(
            "t1c",
            """
:BigBang :happened "-13800000000"^^xsd:gYear .
:Earth :happened "-4540000000"^^xsd:gYear .
:Impact :happened "-66000000"^^xsd:gYear .
:Today :happened "2024-05-01T12:00:00Z"^^xsd:dateTime .
:Later :happened "10000-01-01T00:00:00Z"^^xsd:dateTime .
:Never :happened "-99999999999999"^^xsd:gYear .
""",
        )
    },
    "happened",
    "Later > Today > Impact > Earth > BigBang",
    aside={"Never": "outside the calendar"},
)

CAESAR = Case(
    "T1 Wikidata before Christ",
    "Wikidata has no year 0: its -0044 is XSD's -0043; a Julian day is moved to the Gregorian calendar",
    {
        "dump.json": dump(
            named_property("P570", "date of death", "time"),
            item("Q1048", "Julius", at_time("P570", "-0044-03-15T00:00:00Z", 11, JULIAN)),
            item("Q1049", "Gregor", at_time("P570", "-0044-03-13T00:00:00Z", 11)),
            item("Q1050", "Junior", at_time("P570", "-0043-03-13T00:00:00Z", 11)),
        )
    },
    "date of death",
    "Junior > Julius = Gregor",
    kept={"Julian date converted": 1},
)

ALBUMS = Case(
    "T2 albums",
    "a year, a month and a day of the same time tie, month and day 00 are unknown, nothing is filled in",
    {
        "triples.tsv": "".join(f"Nina Fay\talbum\t{name}\n" for name in ("Year", "Month", "Day", "Zeros")),
        "numbers.tsv": """\
Year\trelease date\t1999
Month\trelease date\t1999-06
Day\trelease date\t1999-06-01
Zeros\trelease date\t1999-00-00
""",
        "names.tsv": "Nina Fay\tNina Fay\n",
    },
    "release date",
    "Year = Month = Day = Zeros",
    kept={"bare year read as a date": 1, "month or day 00": 1},
    asked=(
        Asked(
            "What is the album of Nina Fay that has the latest release date ?",
            "Year = Month = Day = Zeros",
            tie="different precision",
        ),
        Asked(
            "What is the album of Nina Fay that has the second latest release date ?",
            abstained="have 1 value",
        ),
    ),
)

OVERLAPS = Case(
    "T2 overlap is no equality",
    "a year ties with each of two months that do not tie with each other: it wins from both ends",
    {
        "albums.ttl": turtle(
            "t2b",
            """
:otto rdfs:label "Otto Brand" ; :album :Whole, :March, :November .
:Whole :released "1999"^^xsd:gYear .
:March :released "1999-03"^^xsd:gYearMonth .
:November :released "1999-11"^^xsd:gYearMonth .
""",
        )
    },
    "released",
    "Whole = November > March",
    upward="Whole = March > November",
    asked=(
        Asked("What is the album of Otto Brand that has the earliest released ?", "Whole = March"),
        Asked("What is the album of Otto Brand that has the second latest released ?", "March"),
    ),
)

ZONES = Case(
    "T2 time zones",
    "an instant is moved by its zone, a civil day is not; the instant ties with the day it falls on in UTC",
    {
        "shows.ttl": turtle(
            "t2c",
            """
:LateNight :aired "2020-01-01T23:30:00-05:00"^^xsd:dateTime .
:SameInstant :aired "2020-01-02T04:30:00Z"^^xsd:dateTime .
:First :aired "2020-01-01"^^xsd:date .
:Second :aired "2020-01-02+14:00"^^xsd:date .
:Noon :aired "2020-01-02T12:00:00Z"^^xsd:dateTime .
""",
        )
    },
    "aired",
    "Second = Noon > LateNight = SameInstant > First",
    upward="First > LateNight = SameInstant = Second > Noon",
)

CENTURY = Case(
    "T3 century",
    "a century (1901 to 2000) overlaps a year within it, so both are first",
    {
        "poets.json": dump(
            named_property("P527", "poet", "wikibase-item"),
            named_property("P569", "date of birth", "time"),
            item(
                "Q100",
                "Quill Circle",
                to_item("P527", "Q101"),
                to_item("P527", "Q102"),
                to_item("P527", "Q103"),
            ),
            item("Q101", "Vague", at_time("P569", "+2000-00-00T00:00:00Z", 7)),
            item("Q102", "Exact", at_time("P569", "+1950-05-01T00:00:00Z", 11)),
            item("Q103", "Young", at_time("P569", "+2001-00-00T00:00:00Z", 9)),
        )
    },
    "date of birth",
    "Young > Vague = Exact",
    asked=(
        Asked(
            "What is the poet of Quill Circle that has the earliest date of birth ?",
            "Vague = Exact",
            tie="different precision",
        ),
        Asked("What is the poet of Quill Circle that has the latest date of birth ?", "Young"),
    ),
)

DECADE = Case(
    "T3 decade and century before Christ",
    "a decade is its ten years; the fifth century BCE is 500 to 401 BCE",
    {
        "people.json": dump(
            named_property("P1317", "floruit", "time"),
            item("Q201", "Fifties", at_time("P1317", "+1950-00-00T00:00:00Z", 8)),
            item("Q202", "Exact1955", at_time("P1317", "+1955-06-01T00:00:00Z", 11)),
            item("Q203", "Exact1960", at_time("P1317", "+1960-00-00T00:00:00Z", 9)),
            item("Q204", "FifthBCE", at_time("P1317", "-0500-00-00T00:00:00Z", 7)),
            item("Q205", "Exact450", at_time("P1317", "-0450-00-00T00:00:00Z", 9)),
            item("Q206", "Exact400", at_time("P1317", "-0400-00-00T00:00:00Z", 9)),
        )
    },
    "floruit",
    "Exact1960 > Fifties = Exact1955 > Exact400 > FifthBCE = Exact450",
)

UNCERTAIN = Case(
    "T3 uncertain dates",
    "EDTF marks of doubt leave the year as it is and are noted, X stands for any digit",
    {
        "prints.ttl": turtle(
            "t3c",
            """
@prefix d: <http://id.loc.gov/datatypes/edtf/> .
:Century :made "18XX"^^d:EDTF .
:About :made "1850~"^^d:EDTF .
:Perhaps :made "1920?"^^d:EDTF .
:Certain :made "1899"^^d:EDTF .
""",
        )
    },
    "made",
    "Perhaps > Century = Certain > About",
    upward="Century = About > Certain > Perhaps",
    kept={"uncertain date": 2},
)

DAY_FIRST = Case(
    "T21 day first",
    "one row that can only be day/month decides for the whole column",
    {
        "fairs.csv": """\
fair,opened
Alpha Fair,15/4/2019
Beta Fair,16/4/2019
Gamma Fair,2/5/2019
"""
    },
    "opened",
    "Gamma Fair > Beta Fair > Alpha Fair",
)

MONTH_FIRST = Case(
    "T21 month first",
    "the same for month/day, with other separators and padding",
    {
        "fairs.csv": """\
fair,opened
Alpha Fair,04-15-2019
Beta Fair,12-01-2019
Gamma Fair,05-02-2019
"""
    },
    "opened",
    "Beta Fair > Gamma Fair > Alpha Fair",
)

DAY_OR_MONTH = Case(
    "T21 contradiction",
    "rows of both orders: what is clear by itself counts, what is not is set aside, nothing is guessed",
    {
        "fairs.csv": """\
fair,opened
Alpha Fair,15/4/2019
Beta Fair,4/16/2019
Gamma Fair,2/5/2019
Delta Fair,7/7/2019
"""
    },
    "opened",
    "Delta Fair > Beta Fair > Alpha Fair",
    aside={"Gamma Fair": "ambiguous day and month"},
)

CASES = (
    YEARS, BEFORE_CHRIST, DEEP_TIME, CAESAR, ALBUMS, OVERLAPS, ZONES, CENTURY, DECADE, UNCERTAIN,
    DAY_FIRST, MONTH_FIRST, DAY_OR_MONTH,
)  # fmt: skip
