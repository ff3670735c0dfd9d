import pytest

from numkbqa.errors import UserError
from tests.kb.readers.tables.conftest import Load

CITIES = {
    "cities.csv": "id,name,country\n1,Paris,FR\n2,Rome,IT\n",
    "countries.csv": "code,name\nFR,France\nIT,Italy\n",
}


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ("tables: {city: {}}", r'mapping\.yaml: there is no table "city"\n  Did you mean "cities"'),
        ("tables: {qqq: {}}", r'there is no table "qqq"\n  Known here: cities, countries'),
        ("tables: {cities: {key: idd}}", r'no column "cities\.idd"\n  Did you mean "cities\.id"'),
        ("tables: {cities: {columns: {nam: ignore}}}", r'no column "cities\.nam"'),
        ("tables: {cities: {columns: {id: {is: literal, unit_column: u}}}}", r'no column "cities\.u"'),
        ("tables: {cities: {link: {head: id, tail: x, relation: r}}}", r'no column "cities\.x"'),
        (
            "tables: {x: {file: citys.csv}}",
            r'no file "citys\.csv" for the table "x"\n  Files here: cities\.csv',
        ),
        ("tables: {cities: {columns: {id: {is: literal, unit: smoot2}}}}", 'unit "smoot2" of "cities.id"'),
        ("relations: {r: {unit: smoot2}}", 'unit "smoot2" of "r"'),
        ("tables: {cities: {columns: {country: {is: reference, table: lands}}}}", 'no table "lands"'),
        (
            "tables: {cities: {columns: {country: {is: reference, table: countries}}},"
            " countries: {key: null}}",
            r'"cities\.country" refers to "countries" by its key, and it has none',
        ),
        (
            "tables: {cities: {columns: {country: {is: reference, table: countries, by: label}}},"
            " countries: {label: null}}",
            r'"cities\.country" refers to "countries" by its label, and it has none',
        ),
        (
            "tables: {cities: {columns: {country: {is: reference, table: countries}}},"
            " countries: {link: {head: code, tail: name, relation: r}}}",
            r'"cities\.country" refers to "countries", whose rows are no entities',
        ),
        (
            "tables: {cities: {about: name, columns: {name: {is: literal}}}}",
            'the rows of "cities" are about "name", which is "literal"',
        ),
    ],
)
def test_a_mapping_of_what_is_not_there_is_told_with_its_remedy(
    load: Load, mapping: str, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        load(CITIES, mapping)


def test_lists_are_no_keys(load: Load) -> None:
    with pytest.raises(UserError, match=r'the cells of "t\.k" are lists'):
        load({"t.json": '[{"name": "A", "k": [1, 2]}]'}, "tables: {t: {key: k}}")
