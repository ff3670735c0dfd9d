from pathlib import Path

import pytest

from numkbqa.kb.readers.tables import infer, load_mapping, mapping_yaml
from tests.kb.readers.tables.conftest import Files, Load, write_files

FOLDER: Files = {
    "countries.csv": "code,name,area_km2,population_2011,population_2021\n"
    "FR,France,551695,65,67\nIT,Italy,301340,59,58\n",
    "cities.csv": "id,name,country_code,elevation (m)\n1,Paris,FR,35\n2,Rome,IT,21\n3,Lyon,FR,173\n",
    "twinnings.csv": "city_id,other_city_id,since\n1,2,1956\n2,3,1960\n",
    "populations.csv": "city,year,inhabitants\nParis,2001,2\nParis,2011,2.2\nRome,2011,2.8\n",
}


def test_a_folder_of_tables_becomes_one_graph(load: Load) -> None:
    loaded = load(FOLDER)
    assert loaded.facts == {
        ("countries/FR", "type", "country"),
        ("countries/IT", "type", "country"),
        ("cities/1", "type", "city"),
        ("cities/2", "type", "city"),
        ("cities/3", "type", "city"),
        ("cities/1", "country", "countries/FR"),
        ("cities/2", "country", "countries/IT"),
        ("cities/3", "country", "countries/FR"),
        ("cities/1", "twinning", "cities/2"),
        ("cities/2", "twinning", "cities/3"),
    }
    assert loaded.values("elevation") == {"cities/1": "35", "cities/2": "21", "cities/3": "173"}
    assert loaded.literal("area") == [("551695", None, "km^2", None, 2), ("301340", None, "km^2", None, 3)]
    assert len(loaded.literal("population")) == 4
    assert set(loaded.values("inhabitants")) == {"cities/1", "cities/2"}
    assert [row[:5] for row in loaded.rows["qualifier"]] == [
        ("cities/1", "twinning", "cities/2", "since", "1956"),
        ("cities/2", "twinning", "cities/3", "since", "1960"),
    ]
    assert loaded.report.rows == {"cities": 3, "countries": 2, "populations": 3, "twinnings": 2}
    assert (loaded.report.remarks, loaded.skipped) == ([], [])


def test_what_was_inferred_is_a_mapping_that_says_the_same(load: Load, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    inferred = infer(write_files(tmp_path / "first", FOLDER)).mapping
    loaded = load(FOLDER, mapping_yaml(inferred))
    assert loaded.report.mapping.model_dump(exclude_unset=True) == inferred.model_dump(exclude_unset=True)


def test_a_mapping_overrides_a_part_and_the_rest_is_inferred(load: Load) -> None:
    mapping = "tables: {cities: {class: town, columns: {country_code: ignore}}}"
    loaded = load(FOLDER, mapping)
    assert ("cities/1", "type", "town") in loaded.facts
    assert not any(relation == "country" for _, relation, _ in loaded.facts)
    assert ("cities/1", "twinning", "cities/2") in loaded.facts


def test_policies_of_relations_are_passed_on(load: Load) -> None:
    loaded = load(FOLDER, "relations: {population: {several: max, label: inhabitants}}")
    assert loaded.report.mapping.relations["population"].several == "max"


def test_different_measures_of_one_word_are_different_relations(load: Load) -> None:
    films, rivers = "title,length (min)\nA,90\nB,120\n", "name,length (km)\nR,1000\nS,2000\n"
    loaded = load({"films.csv": films, "rivers.csv": rivers})
    assert {row[2] for row in loaded.literal("film length")} == {"min"}
    assert {row[2] for row in loaded.literal("river length")} == {"km"}


def test_one_measure_in_different_units_is_one_relation(load: Load) -> None:
    loaded = load(
        {"a.csv": "name,length (mi)\nA,90\nB,120\n", "rivers.csv": "name,length (km)\nR,10\nS,20\n"}
    )
    assert {row[2] for row in loaded.literal("length")} == {"mi", "km"}


def test_a_table_alone_needs_no_mapping(load: Load) -> None:
    loaded = load({"mountains.csv": "mountain,height (m)\nEverest,8849\nK2,8611\n"})
    assert loaded.names == {("mountains/Everest", "Everest"), ("mountains/K2", "K2")}
    assert loaded.values("height") == {"mountains/Everest": "8849", "mountains/K2": "8611"}
    assert loaded.values("row number") == {"mountains/Everest": "1", "mountains/K2": "2"}
    assert ("mountains/K2", "type", "mountain") in loaded.facts


@pytest.mark.parametrize("name", ["mapping.yaml"])
def test_a_printed_mapping_is_a_file_that_loads(tmp_path: Path, name: str) -> None:
    (tmp_path / "in").mkdir()
    printed = mapping_yaml(infer(write_files(tmp_path / "in", FOLDER)).mapping)
    (tmp_path / name).write_text(printed, encoding="utf-8")
    assert mapping_yaml(load_mapping(tmp_path / name)) == printed
