from collections.abc import Mapping

import pytest

from numkbqa.values.quantity import unit_name, unit_symbol, written_unit
from numkbqa.values.unit_codes import cefact, currency, qudt, ucum, wikidata, written
from numkbqa.values.unit_grammar import compose

WIKIDATA = "http://www.wikidata.org/entity/"
KM2 = "kilometer ** 2"


@pytest.mark.parametrize(
    ("unit", "name"),
    [
        ("km", "kilometer"), ("metre", "meter"), ("km^2", KM2), ("degF", "degree_Fahrenheit"),
        ("1", "dimensionless"), ("fl oz", "fluid_ounce"), ("cu m", "meter ** 3"), ("TiB", "tebibyte"),
        ("km2", KM2), ("km²", KM2), ("sq km", KM2), ("square kilometres", KM2), ("mi2", "mile ** 2"),
        ("sq mi", "mile ** 2"), ("t", "metric_ton"), ("h", "hour"), ("C", "coulomb"),
        ("°C", "degree_Celsius"),
        ("kg/m3", "kilogram / meter ** 3"), ("kg.m-3", "kilogram / meter ** 3"),
        ("m.s-2", "meter / second ** 2"),
        ("[ft_i]", "foot"), ("[mi_i]/h", "mile / hour"), ("Cel", "degree_Celsius"),
        ("[degF]", "degree_Fahrenheit"),
        ("wk", "week"), ("mo", "month"), ("mm[Hg]", "millimeter_Hg"), ("{people}", "dimensionless"),
        ("kBy", "kilobyte"),
        ("/min", "1 / minute"), ("%", "percent"), ("MTR", "meter"), ("KMK", KM2), ("CEL", "degree_Celsius"),
        ("C62", "dimensionless"), ("USD", "USD"), ("$", "USD"), ("€", "EUR"), ("euros", "EUR"),
        (WIKIDATA + "Q712226", KM2), ("https://www.wikidata.org/entity/Q4917", "USD"), ("Q11573", "meter"),
        ("wd:Q11574", "second"), (qudt.QUDT + "KiloM2", KM2), (f"<{qudt.QUDT}M>", "meter"),
        ("unit:M", "meter"),
        (qudt.QUDT + "GM-PER-CentiM3", "gram / centimeter ** 3"),
        (qudt.QUDT + "NUM-PER-KiloM2", "1 / kilometer ** 2"),
        (qudt.QUDT + "PER-SEC", "1 / second"), (qudt.QUDT + "KiloW-HR", "hour * kilowatt"),
        (qudt.QUDT_CURRENCY + "EUR", "EUR"), (qudt.QUDT + "CCY_USD", "USD"),
        ("http://www.ontology-of-units-of-measure.org/resource/om-2/squareKilometre", KM2),
        ("http://dbpedia.org/datatype/usDollar", "USD"),
        ("http://dbpedia.org/datatype/kilometrePerHour", "kilometer / hour"),
    ],
)  # fmt: skip
def test_every_spelling_of_a_unit_has_one_name(unit: str, name: str) -> None:
    assert unit_name(unit) == name


@pytest.mark.parametrize(
    "unit",
    [
        "parrots", "5 km", "km/(", "km +", "10*6",
        "Q99999999", WIKIDATA + "Q42", qudt.QUDT + "NoSuchUnit", "kr",
        "m" * 200, "m ** 99999", "m ** 0", "http://dbpedia.org/datatype/gYear",
    ],
)  # fmt: skip
def test_unknown_units_are_told(unit: str) -> None:
    assert unit_name(unit) is None


@pytest.mark.parametrize(
    "table",
    [
        cefact.CEFACT_UNITS,
        qudt.QUDT_UNITS,
        ucum.UCUM_ATOMS,
        wikidata.WIKIDATA_UNITS,
        written.SYMBOLS,
        written.WORDS,
    ],
)
def test_pint_knows_every_unit_of_the_tables(table: Mapping[str, str]) -> None:
    unknown = [code for code, unit in table.items() if unit_name(unit) is None]
    assert unknown == []


def test_the_codes_of_the_tables_are_understood() -> None:
    assert [code for code in cefact.CEFACT_UNITS if unit_name(code) is None] == []
    assert [code for code in wikidata.WIKIDATA_UNITS if unit_name(WIKIDATA + code) is None] == []
    assert [code for code in ucum.UCUM_ATOMS if unit_name(code) is None] == []
    assert [code for code in qudt.QUDT_UNITS if unit_name(qudt.QUDT + code) is None] == []
    assert [symbol for symbol in [*written.SYMBOLS, *written.WORDS] if written_unit(symbol) is None] == []


def test_currencies_have_codes() -> None:
    assert all(code in currency.CURRENCIES for code in currency.CURRENCY_SIGNS.values())
    assert all(code in currency.CURRENCIES for code in currency.CURRENCY_WORDS.values())
    assert [currency.currency_code(text) for text in ("US$", "us dollars", "Yen", "kr", "Rs")] == [
        "USD", "USD", "JPY", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["C", "F", "pm", "am", "M", "k", "B", "a", "T", "x", "cats", "Main Street", "", "g year"]
)
def test_running_text_has_fewer_units(text: str) -> None:
    assert written_unit(text) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("sq. mi", "mile ** 2"), ("metres per second", "meter / second"), ("square metres", "meter ** 2"),
        ("miles per hour", "mile / hour"), ("light-years", "light_year"), ("in.", "inch"),
        ("people per km²", "1 / kilometer ** 2"),
        ("degrees Celsius", "degree_Celsius"), ("kilowatt hours", "hour * kilowatt"),
        ("cubic feet", "foot ** 3"),
        ("metres squared", "meter ** 2"), ("inhabitants", "dimensionless"),
    ],
)  # fmt: skip
def test_units_in_running_text(text: str, unit: str) -> None:
    assert written_unit(text) == unit


@pytest.mark.parametrize(
    ("unit", "symbol"),
    [
        (KM2, "km²"), ("km^2", "km²"), ("gram / centimeter ** 3", "g/cm³"), ("degree", "°"),
        ("year", "years"),
        ("parrots", "parrots"), ("USD", "USD"), ("percent", "%"), (WIKIDATA + "Q11573", "m"),
        ("[ft_i]", "ft"),
    ],
)  # fmt: skip
def test_a_unit_has_a_symbol_that_people_write(unit: str, symbol: str) -> None:
    assert unit_symbol(unit) == symbol


def test_compose_writes_products_and_powers() -> None:
    atoms = {"m": "meter", "s": "second"}.get
    assert compose("m/s²", atoms) == "(meter) ** 1 * (second) ** -2"
    assert compose("square m per s", atoms) == "(meter) ** 2 * (second) ** -1"
    assert compose("m·s", atoms) == "(meter) ** 1 * (second) ** 1"
    assert compose("m/x", atoms) is None
    assert compose("1/s", atoms) == "(second) ** -1"
