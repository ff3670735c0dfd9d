from tests.kb.readers.tables.conftest import Load

COUNTRIES = "code,name\nFR,France\nIT,Italy\nDE,Germany\n"


def test_a_column_called_like_a_table_refers_to_its_key(load: Load) -> None:
    loaded = load({"countries.csv": COUNTRIES, "cities.csv": "name,country_code\nParis,FR\nRome,IT\n"})
    assert ("cities/Paris", "country", "countries/FR") in loaded.facts


def test_a_column_of_names_refers_to_the_label(load: Load) -> None:
    loaded = load({"countries.csv": COUNTRIES, "cities.csv": "name,country\nParis,France\nRome,Italy\n"})
    assert ("cities/Paris", "country", "countries/FR") in loaded.facts


def test_texts_refer_to_the_only_table_that_has_them(load: Load) -> None:
    loaded = load(
        {"people.csv": "id,name\n1,Ann\n2,Tom\n", "films.csv": "title,made by\nA,Ann\nB,Tom\nC,Tom\n"}
    )
    assert ("films/C", "made by", "people/2") in loaded.facts


def test_numbers_refer_only_where_their_name_says_so(load: Load) -> None:
    files = {"people.csv": "id,name\n1,Ann\n2,Tom\n"}
    files["films.csv"] = "title,person_id,lead_person_id,stars,product_id\nA,1,2,1,2\nB,2,1,2,1\nC,2,1,2,2\n"
    loaded = load(files)
    assert ("films/A", "person", "people/1") in loaded.facts
    assert ("films/A", "lead person", "people/2") in loaded.facts
    assert loaded.values("stars") == {"films/A": "1", "films/B": "2", "films/C": "2"}
    assert ("films/A", "product", "product/2") in loaded.facts


def test_numbers_that_are_keys_of_one_table_only_are_told(load: Load) -> None:
    files = {"people.csv": "id,name\n101,Ann\n102,Tom\n103,Eve\n"}
    files["films.csv"] = "title,lead_id\nA,101\nB,102\nC,102\n"
    loaded = load(files)
    assert ("films/A", "lead", "lead/101") in loaded.facts
    assert loaded.report.remarks == [
        "films.lead_id: its cells are keys of people, though it is not called so: not read as a reference"
    ]


def test_numbers_that_are_keys_of_several_tables_mean_none(load: Load) -> None:
    keys = "id,name\n101,{}\n102,{}\n"
    files = {"people.csv": keys.format("Ann", "Tom"), "cars.csv": keys.format("Uno", "Due")}
    assert load(files | {"films.csv": "title,lead_id\nA,101\nB,102\nC,102\n"}).report.remarks == []


def test_a_table_refers_to_itself_by_words_of_kinship(load: Load) -> None:
    loaded = load({"people.csv": "id,name,manager_id,age_rank\n1,Ann,,1\n2,Tom,1,2\n3,Eve,1.0,2\n"})
    assert {fact for fact in loaded.facts if fact[1] == "manager"} == {
        ("people/2", "manager", "people/1"),
        ("people/3", "manager", "people/1"),
    }
    assert set(loaded.values("age rank")) == {"people/1", "people/2", "people/3"}


def test_a_second_name_of_the_row_itself_is_no_reference(load: Load) -> None:
    loaded = load({"films.csv": "id,title,english\n1,A,A\n2,B,B\n3,C,C\n"})
    assert ("films/1", "english", "english/A") in loaded.facts


def test_up_to_one_cell_in_twenty_may_lead_nowhere(load: Load) -> None:
    countries = "code,name\n" + "".join(f"C{n},Country {n}\n" for n in range(39))
    cities = "name,country\n" + "".join(f"City {n},C{n}\n" for n in range(39)) + "Nowhere,XX\n"
    loaded = load({"countries.csv": countries, "cities.csv": cities})
    assert ("cities/Nowhere", "country", "countries/XX") in loaded.facts
    assert loaded.report.remarks == ["cities.country: 1 cell names no row of countries"]
    assert ("countries/XX", "XX") in loaded.aliases


def test_more_that_lead_nowhere_are_no_reference_and_are_told(load: Load) -> None:
    cities = "name,country\nParis,FR\nRome,IT\nOslo,NO\n"
    loaded = load({"countries.csv": COUNTRIES, "cities.csv": cities})
    assert ("cities/Oslo", "country", "country/NO") in loaded.facts
    assert loaded.report.remarks == [
        "cities.country: only 67% of its cells are in countries: not read as a reference"
    ]


def test_two_tables_that_fit_are_told_and_none_is_taken(load: Load) -> None:
    names = "id,name\n1,Georgia\n2,Victoria\n"
    loaded = load({"states.csv": names, "people.csv": names, "trips.csv": "name,to\nx,Georgia\ny,Victoria\n"})
    assert ("trips/x", "to", "to/Georgia") in loaded.facts
    assert loaded.report.remarks == ["trips.to may refer to each of people, states: not read as a reference"]


def test_the_name_of_a_column_decides_between_tables(load: Load) -> None:
    names = "id,name\n1,Georgia\n2,Victoria\n"
    files = {"states.csv": names, "people.csv": names, "trips.csv": "name,state\nx,Georgia\ny,Victoria\n"}
    loaded = load(files)
    assert ("trips/x", "state", "states/1") in loaded.facts
    assert loaded.report.remarks == []


def test_labels_that_repeat_are_never_guessed(load: Load) -> None:
    states = "id,name\n" + "".join(f"{n},State {n}\n" for n in range(40)) + "40,State 0\n"
    cities = "name,state\n" + "".join(f"City {n},State {n}\n" for n in range(40))
    loaded = load({"states.csv": states, "cities.csv": cities})
    assert ("cities/City 1", "state", "states/1") in loaded.facts
    assert ("cities/City 0", "state", "states/State 0") in loaded.facts
    assert loaded.report.remarks == ["cities.state: 1 cell names no row of states"]


def test_lists_may_refer_too(load: Load) -> None:
    loaded = load({"people.csv": "id,name\n1,Ann\n2,Tom\n", "films.csv": "title,cast\nA,Ann|Tom\nB,Tom\n"})
    assert {fact for fact in loaded.facts if fact[1] == "cast"} == {
        ("films/A", "cast", "people/1"),
        ("films/A", "cast", "people/2"),
        ("films/B", "cast", "people/2"),
    }


def test_a_table_may_go_on_about_the_rows_of_another(load: Load) -> None:
    files = {"countries.csv": COUNTRIES, "extra.csv": "code,area\nFR,5\nIT,6\n"}
    files["cities.csv"] = "name,country\nParis,FR\nRome,IT\n"
    loaded = load(files)
    assert loaded.values("area") == {"countries/FR": "5", "countries/IT": "6"}
    assert ("cities/Rome", "country", "countries/IT") in loaded.facts
    assert not any(thing.startswith("extra/") for thing, _, _ in loaded.facts)


def test_of_two_tables_of_the_same_things_the_larger_holds_them(load: Load) -> None:
    files = {"a_gdp.csv": "country,gdp\nFR,1\nIT,2\n", "size.csv": "country,area\nFR,5\nIT,6\nDE,7\n"}
    loaded = load(files)
    assert loaded.values("gdp") == {"size/FR": "1", "size/IT": "2"}
    assert loaded.values("area") == {"size/FR": "5", "size/IT": "6", "size/DE": "7"}


def test_row_numbers_of_unrelated_tables_are_not_taken_for_one_another(load: Load) -> None:
    loaded = load({"people.csv": "id,name\n1,Ann\n2,Tom\n", "orders.csv": "id,amount\n1,50\n2,60\n"})
    assert loaded.values("amount") == {"orders/1": "50", "orders/2": "60"}


def test_the_mapping_names_references(load: Load) -> None:
    mapping = """
tables:
  films:
    columns:
      boss: {is: reference, relation: directed by, table: people, by: label, split: ","}
"""
    loaded = load(
        {"people.csv": "id,name\n1,Ann\n2,Tom\n", "films.csv": 'title,boss\nA,"Ann, Tom"\nB,Zoe\n'}, mapping
    )
    assert ("films/A", "directed by", "people/2") in loaded.facts
    assert ("films/B", "directed by", "people/Zoe") in loaded.facts
    assert loaded.report.remarks == ["films.boss: 1 cell names no row of people"]
