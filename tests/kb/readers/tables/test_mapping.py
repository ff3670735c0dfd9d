import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.tables import mapping as module
from numkbqa.kb.readers.tables.mapping import ColumnMapping, Mapping, Role, load_mapping, mapping_yaml
from numkbqa.values.several import SeveralValues


def load(tmp_path: Path, text: str) -> Mapping:
    path = tmp_path / "m.yaml"
    path.write_text(text, encoding="utf-8")
    return load_mapping(path)


def documented() -> str:
    found = re.search(r"```yaml\n(.*?)```", module.__doc__ or "", re.DOTALL)
    assert found is not None
    return found[1]


def test_the_documented_mapping_can_be_read(tmp_path: Path) -> None:
    mapping = load(tmp_path, documented())
    cities = mapping.tables["cities"]
    assert (cities.key, cities.label, cities.class_) == ("city_id", "name", "city")
    assert cities.columns["city_id"].role is Role.IGNORE
    assert cities.columns["population_2021"].held_at == "2021"
    assert mapping.tables["flights"].link is not None
    assert mapping.relations["population"].several is SeveralValues.LATEST
    assert mapping.where == str(tmp_path / "m.yaml")


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    mapping = load(tmp_path, documented())
    again = load(tmp_path, mapping_yaml(mapping))
    assert again.model_dump(exclude_unset=True) == mapping.model_dump(exclude_unset=True)
    assert mapping_yaml(again) == mapping_yaml(mapping)


def test_a_column_stands_in_one_line(tmp_path: Path) -> None:
    assert "\n      height_ft: {is: literal, relation: height, unit: ft}\n" in mapping_yaml(
        load(tmp_path, documented())
    )


def test_null_says_that_there_is_none(tmp_path: Path) -> None:
    mapping = load(tmp_path, "tables: {t: {key: null}}")
    assert mapping.tables["t"].model_fields_set == {"key"}
    assert "key: null" in mapping_yaml(mapping)


def test_yaml_numbers_and_dates_are_the_texts_that_they_look_like(tmp_path: Path) -> None:
    text = "tables: {2020: {null_values: [-1, x], columns: {1960: {is: literal, held_at: 2021-01-01}}}}"
    table = load(tmp_path, text).tables["2020"]
    assert table.null_values == ("-1", "x")
    assert table.columns["1960"].held_at == "2021-01-01"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tables:\n  t:\n    kee: x\n", r'm\.yaml:3: unknown key "tables\.t\.kee"'),
        (
            "tables:\n  t:\n    columns:\n      c: nothing\n",
            r'm\.yaml:4: key "tables\.t\.columns\.c\.is": .*\'ignore\'',
        ),
        (
            "tables: {t: {columns: {c: {is: literal, table: x}}}}",
            'a column that is "literal" has no key "table"',
        ),
        ("tables: {t: {columns: {c: {is: alias, class: x}}}}", 'a column that is "alias" has no key "class"'),
        ("tables: {t: {columns: {c: {is: reference}}}}", 'a reference needs the key "table"'),
        ("tables: {t: {key: a, about: b}}", 'give one of "key" and "about"'),
        ("tables: {t: {link: {head: a, tail: b}}}", 'give either "relation" or "relation_column"'),
        ("relations: {r: {several: newest}}", "'latest'"),
        ("tables: [t]", r'm\.yaml:1: key "tables"'),
        ("tables: {t: {header: maybe}}", r"header"),
    ],
)
def test_mistakes_are_told_with_key_line_and_remedy(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        load(tmp_path, text)
    assert "--print-mapping" in str(caught.value)


# names of columns have no line breaks
TEXT = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
COLUMNS = st.builds(
    lambda relation, split: ColumnMapping.model_validate(
        {"is": "entity", "relation": relation, "split": split}
    ),
    st.text(TEXT, max_size=5),
    st.text(TEXT, min_size=1, max_size=2),
)


@given(st.dictionaries(st.text(TEXT, max_size=8), COLUMNS, max_size=3))
def test_any_name_survives_being_written(
    tmp_path_factory: pytest.TempPathFactory, columns: dict[str, ColumnMapping]
) -> None:
    mapping = Mapping.model_validate({"tables": {"t": {"columns": columns}}})
    path = tmp_path_factory.mktemp("mapping") / "m.yaml"
    path.write_text(mapping_yaml(mapping), encoding="utf-8")
    assert load_mapping(path).tables == mapping.tables
