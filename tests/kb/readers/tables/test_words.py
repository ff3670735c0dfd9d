import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.kb.readers.tables.words import ColumnName, is_year, read_column_name, singular


@pytest.mark.parametrize(
    ("name", "stem", "unit"),
    [
        ("height (cm)", "height", "cm"),
        ("weight [kg]", "weight", "kg"),
        ("Area (km²)", "area", "km^2"),
        ("length (in mm)", "length", "mm"),
        ("area_km2", "area", "km^2"),
        ("price_usd", "price", "USD"),
        ("price (EUR)", "price", "EUR"),
        ("heightCm", "height", "cm"),
        ("height_m", "height", "m"),
        ("runtime_min", "runtime", "min"),
        ("density_per_km2", "density", "1/km^2"),
        ("boiling point (°C)", "boiling point", "°C"),
    ],
)
def test_names_of_columns_say_units(name: str, stem: str, unit: str) -> None:
    found = read_column_name(name, measured=True)
    assert (found.stem, found.unit) == (stem, unit)


@pytest.mark.parametrize("name", ["temp_min", "population_m", "born_in", "km", "score (best)", "rank_us"])
def test_words_that_may_mean_something_else_are_no_units(name: str) -> None:
    assert read_column_name(name, measured=True).unit is None


@pytest.mark.parametrize(
    ("name", "stem", "year"),
    [
        ("population_2021", "population", "2021"),
        ("Population (2021)", "population", "2021"),
        ("2021 population", "population", "2021"),
        ("gdp_usd_2020", "gdp", "2020"),
        ("iso 3166", "iso 3166", None),
        ("flight 370", "flight 370", None),
    ],
)
def test_names_of_columns_say_years(name: str, stem: str, year: str | None) -> None:
    found = read_column_name(name, measured=True)
    assert (found.stem, found.year) == (stem, year)


def test_columns_of_texts_have_neither_units_nor_years() -> None:
    found = read_column_name("class of 2021 (m)", measured=False)
    assert found == ColumnName("class of 2021 m", "class of 2021 m")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("country_id", "country"),
        ("countryID", "country"),
        ("id_country", "country"),
        ("CountryCode", "country"),
    ],
)
def test_names_of_columns_say_identifiers(name: str, stem: str) -> None:
    found = read_column_name(name, measured=False)
    assert (found.stem, found.identifier) == (stem, True)


def test_an_identifier_alone_keeps_its_word() -> None:
    assert read_column_name("id", measured=True).stem == "id"
    assert not read_column_name("idea", measured=False).identifier


def test_years_are_those_that_columns_are_named_by() -> None:
    assert [word for word in ("999", "1000", "1999", "2100", "2101", "1999a") if is_year(word)] == [
        "1000",
        "1999",
        "2100",
    ]


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("countries", "country"),
        ("world cities", "world city"),
        ("people", "person"),
        ("movies", "movie"),
        ("boxes", "box"),
        ("classes", "class"),
        ("churches", "church"),
        ("heroes", "hero"),
        ("houses", "house"),
        ("databases", "database"),
        ("buses", "bus"),
        ("viruses", "virus"),
        ("series", "series"),
        ("species", "species"),
        ("address", "address"),
        ("status", "status"),
        ("film", "film"),
        ("gas", "gas"),
        ("Städte", "Städte"),
        ("", ""),
    ],
)
def test_one_of_many(many: str, one: str) -> None:
    assert singular(many) == one


@given(st.text(max_size=20), st.booleans())
def test_any_name_has_a_stem(name: str, measured: bool) -> None:
    found = read_column_name(name, measured=measured)
    assert bool(found.stem) == bool(name)
    assert isinstance(singular(found.stem), str)
