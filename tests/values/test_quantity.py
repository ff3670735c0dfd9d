import pytest

from numkbqa.values.quantity import unit_name, unit_symbol


@pytest.mark.parametrize(
    ("unit", "name"),
    [("km", "kilometer"), ("metre", "meter"), ("km^2", "kilometer ** 2"), ("degF", "degree_Fahrenheit")],
)
def test_spellings_of_a_unit_get_one_name(unit: str, name: str) -> None:
    assert unit_name(unit) == name


@pytest.mark.parametrize("unit", ["parrots", "5 km", "km/(", "km +"])
def test_unknown_units_are_told(unit: str) -> None:
    assert unit_name(unit) is None


@pytest.mark.parametrize(
    ("unit", "symbol"),
    [
        ("kilometer ** 2", "km²"),
        ("gram / centimeter ** 3", "g/cm³"),
        ("degree", "°"),
        ("year", "years"),
        ("parrots", "parrots"),
    ],
)
def test_a_unit_has_a_symbol_that_people_write(unit: str, symbol: str) -> None:
    assert unit_symbol(unit) == symbol
