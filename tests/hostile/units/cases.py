"""Units: of one dimension, in texts, codes and headers; unknown ones, currencies, percent, temperatures."""

from tests.support.hostile import Asked, Case, turtle

HEIGHTS = Case(
    "T6 heights",
    "feet and inches, centimetres and millimetres are compared in one unit; an unknown unit is listed",
    {
        "team.tsv": "".join(
            f"Mixed Giants\tplayer\t{name}\n" for name in ("Foote", "Centi", "Meter", "Milli", "Wibble")
        ),
        "numbers.tsv": """\
Foote\theight\t5 ft 11 in
Centi\theight\t180 cm
Meter\theight\t1.81 m
Milli\theight\t1.7e3 mm
Wibble\theight\t9 wibbles
""",
        "names.tsv": "Mixed Giants\tMixed Giants\n",
    },
    "height",
    "Meter > Foote > Centi > Milli",
    aside={"Wibble": "unknown unit"},
    asked=(
        Asked(
            "What is the player of Mixed Giants that has the largest height ?",
            "Meter",
            value="1.81 m",
            excluded={"Wibble": "unknown unit"},
        ),
        Asked("What is the player of Mixed Giants that has the second largest height ?", "Foote"),
        Asked("What is the player of Mixed Giants that has the smallest height ?", "Milli", value="1.7e3 mm"),
    ),
)

CODED_UNITS = Case(
    "T6 coded units",
    "QUDT, UCUM, UN/CEFACT and Wikidata names of units are units",
    {
        "ropes.ttl": turtle(
            "t6b",
            """
:Qudt :length [ qudt:numericValue 6 ; qudt:unit unit:FT ] .
:Ucum :length [ schema:value 70 ; schema:unitCode "[in_i]" ] .
:Cefact :length [ schema:value 181 ; schema:unitCode "CMT" ] .
:Wiki :length [ schema:value 1.75 ; schema:unitCode <http://www.wikidata.org/entity/Q11573> ] .
:Worded :length [ schema:value 2 ; schema:unitText "yards" ] .
""",
        )
    },
    "length",
    "Qudt = Worded > Cefact > Ucum > Wiki",
)

CURRENCIES = Case(
    "T6 currencies",
    "amounts are compared within the commonest currency; the others are set aside, never converted",
    {
        "prices.tsv": """\
Anvil\tprice\t€ 12.50
Barrel\tprice\t13.40 €
Candle\tprice\tEUR 9
Dowel\tprice\t$999
Easel\tprice\t1000 GBP
"""
    },
    "price",
    "Barrel > Anvil > Candle",
    aside={"Dowel": "another currency", "Easel": "another currency"},
)

AREAS = Case(
    "T7 areas",
    "the larger number in the larger unit wins, and the text of the source is echoed",
    {
        "parks.ttl": turtle(
            "t7",
            """
:office rdfs:label "Parks Office" ; :park :Miles, :Kilometres, :Hectares .
:Miles :area "300 mi^2" .
:Kilometres :area "500 km^2" .
:Hectares :area "40000 ha" .
""",
        )
    },
    "area",
    "Miles > Kilometres > Hectares",
    asked=(
        Asked("What is the park of Parks Office that has the largest area ?", "Miles", value="300 mi^2"),
        Asked("What is the park of Parks Office that has the smallest area ?", "Hectares", value="40000 ha"),
    ),
)

DECLARED_UNIT = Case(
    "T7 a unit of the whole relation",
    "a unit stated once holds for the plain numbers; a value with a unit of its own keeps that",
    {
        "lakes.ttl": turtle(
            "t7b",
            """
:surface schema:unitText "km²" .
:Plain :surface 1000 .
:Small :surface 900.5 .
:Own :surface "700 sq mi" .
:Acres :surface "200000 acres" .
""",
        )
    },
    "surface",
    "Own > Plain > Small > Acres",
    unit="kilometer ** 2",
)

DURATIONS = Case(
    "T7 durations",
    "minutes, hours and XSD durations are quantities of time; equal ones tie across units",
    {
        "films.ttl": turtle(
            "t7c",
            """
:Ninety :runningTime "90 min" .
:HourAndHalf :runningTime "1.5 h" .
:Iso :runningTime "PT2H"^^xsd:duration .
:Short :runningTime "PT59M59S"^^xsd:duration .
:Hour :runningTime "3600 s" .
""",
        )
    },
    "running time",
    "Iso > Ninety = HourAndHalf > Hour > Short",
)

PERCENTAGES = Case(
    "T7 percentages",
    "a percent sign is a unit of the column, with and without a space before it",
    {
        "votes.csv": """\
party,share
Ash,45 %
Birch,7%
Cedar,0.5 %
Elm,12.25%
"""
    },
    "share",
    "Ash > Elm > Birch > Cedar",
)

HEADER_UNIT = Case(
    "T6 a unit in the header",
    "a unit in the header of a column holds for its plain numbers; a cell with a unit of its own keeps that",
    {
        "people.csv": """\
person,height (cm)
Ann,172
Ben,181.5
Cleo,1.9 m
Dan,165
"""
    },
    "height",
    "Cleo > Ben > Ann > Dan",
    unit="centimeter",
)

DIMENSIONS = Case(
    "T6 another dimension",
    "a weight among lengths is of another dimension: it is set aside, not compared by its number",
    {
        "planks.ttl": turtle(
            "t6d",
            """
:Long :size "3 m" .
:Longer :size "350 cm" .
:Short :size "20 in" .
:Heavy :size "900 kg" .
""",
        )
    },
    "size",
    "Longer > Long > Short",
    aside={"Heavy": "another unit"},
)

TEMPERATURES = Case(
    "T22 temperatures",
    "offset units are converted with their offset: -40 is the same in both scales",
    {
        "weather.ttl": turtle(
            "t22",
            """
:map rdfs:label "Weather Atlas" ; :station :Celsius, :Fahrenheit, :Zero, :Mild .
:Celsius :temperature "-40 °C" .
:Fahrenheit :temperature "-40 °F" .
:Zero :temperature "0 °C" .
:Mild :temperature "10 degF" .
""",
        )
    },
    "temperature",
    "Zero > Mild > Celsius = Fahrenheit",
    unit="degree_Celsius",
    asked=(
        Asked(
            "What is the station of Weather Atlas that has the smallest temperature ?", "Celsius = Fahrenheit"
        ),
        Asked(
            "What is the station of Weather Atlas that has the largest temperature ?", "Zero", value="0 °C"
        ),
    ),
)

ABSOLUTE_ZERO = Case(
    "T22 absolute zero",
    "three scales meet at absolute zero exactly",
    {
        "cold.ttl": turtle(
            "t22c",
            """
:Kelvin :coldest "0 K" .
:Celsius :coldest "-273.15 °C" .
:Fahrenheit :coldest "-459.67 °F" .
:OneKelvin :coldest "1 K" .
:Warm :coldest "-458 °F" .
:Cool :coldest "1.5 K" .
""",
        )
    },
    "coldest",
    "Cool > OneKelvin > Warm > Kelvin = Celsius = Fahrenheit",
)

CASES = (
    HEIGHTS, CODED_UNITS, CURRENCIES, AREAS, DECLARED_UNIT, DURATIONS, PERCENTAGES, HEADER_UNIT, DIMENSIONS,
    TEMPERATURES, ABSOLUTE_ZERO,
)  # fmt: skip
