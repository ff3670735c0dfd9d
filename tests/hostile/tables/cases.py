"""Tables as people export them: byte order marks, semicolons, quotes, ragged rows, other encodings."""

from tests.support.hostile import Asked, Case

EXPORT = Case(
    "T20 an export",
    "BOM, semicolons, CRLF, apostrophes and quotes are read; a row that is too short is reported by line",
    {
        "ships.csv": (
            "\ufeffship;fleet;guns\r\n"
            "O'Neill's Pride;Iron Fleet;40\r\n"
            '"The ""Old"" Lady";Iron Fleet;60\r\n'
            "'t Haantje;Iron Fleet;20\r\n"
            "Ragged;Iron Fleet\r\n"
            '"Semi;colon";Iron Fleet;30\r\n'
        ),
        "fleets.csv": "\ufefffleet;flag\r\nIron Fleet;red\r\nPaper Fleet;white\r\n",
    },
    "guns",
    "The \"Old\" Lady > O'Neill's Pride > Semi;colon > 't Haantje",
    mended=frozenset({("ships.csv", 5)}),
    asked=(
        Asked("What is the ships of Iron Fleet that has the largest guns ?", 'The "Old" Lady', value="60"),
        Asked("What is the ships of Iron Fleet that has the smallest guns ?", "'t Haantje", value="20"),
    ),
)

LATIN = Case(
    "T20 other encodings",
    "Latin-1 and UTF-16 exports are read as what they are, with tabs in a file called .csv",
    {
        "orte.csv": "ort;einwohner\nMünchen;1.500.000\nKöln;1.100.000\nFürth;130.000\n".encode("latin-1"),
        "wide.csv": "place\tdepth\nLac Léman\t310\nŁódź\t12\n".encode("utf-16"),
    },
    "einwohner",
    "München > Köln > Fürth",
    mended=frozenset({("orte.csv", None), ("wide.csv", None)}),
)

QUOTED_LINES = Case(
    "T20 quoted line breaks",
    "a line break within quotes ends no row, and lines are counted as an editor counts them",
    {
        "books.csv": 'book,pages\n"Two\nLines",10\nPlain,20\nBroken,30,40,50\n\n\nLast,5\n',
    },
    "pages",
    "Plain > Two Lines > Last",
    skipped=frozenset({("books.csv", 5)}),
)

HEADERS = Case(
    "T20 odd headers",
    "columns without a name or with the same name twice are columns all the same; no row is lost",
    {
        "odd.csv": "name,,value,value\nA,x,1,10\nB,y,2,20\nC,z,3,5\n",
    },
    "value",
    "C > B > A",
    mended=frozenset({("odd.csv", 1)}),
)

ROW_ORDER = Case(
    "T20 rows in order",
    "the place of a row is a number too: what stands first can be asked for",
    {"stages.csv": "stage,town\nPrologue,Aix\nMountain,Gap\nFinale,Paris\n"},
    "row number",
    "Finale > Mountain > Prologue",
)

CASES = (EXPORT, LATIN, QUOTED_LINES, HEADERS, ROW_ORDER)
