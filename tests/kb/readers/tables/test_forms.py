from numkbqa.kb.readers.tables.mapping import TableMapping
from tests.kb.readers.tables.conftest import Load

PEOPLE = "id,name\n1,Ann\n2,Tom\n3,Eve\n"
FILMS = "id,title\n7,A\n8,B\n"


def table(load: Load, text: str, name: str = "rows") -> TableMapping:
    return load({f"{name}.csv": text}).report.mapping.tables[name]


def test_a_table_of_two_references_joins_what_they_refer_to(load: Load) -> None:
    loaded = load(
        {
            "people.csv": PEOPLE,
            "films.csv": FILMS,
            "film_people.csv": "film_id,person_id,role\n7,1,x\n7,2,y\n8,1,z\n",
        }
    )
    assert {fact for fact in loaded.facts if fact[1] == "person"} == {
        ("films/7", "person", "people/1"),
        ("films/7", "person", "people/2"),
        ("films/8", "person", "people/1"),
    }
    assert loaded.rows["qualifier"][0][:5] == ("films/7", "person", "people/1", "role", "x")
    assert loaded.values("row number").keys() == {"people/1", "people/2", "people/3", "films/7", "films/8"}


def test_a_join_is_called_by_the_words_of_its_table_that_name_no_end(load: Load) -> None:
    loaded = load(
        {"people.csv": PEOPLE, "films.csv": FILMS, "castings.csv": "film_id,person_id\n7,1\n7,2\n8,1\n"}
    )
    assert ("films/7", "casting", "people/1") in loaded.facts


def test_a_join_with_a_number_of_its_own_rows_is_a_join_if_it_says_nothing_else(load: Load) -> None:
    files = {
        "people.csv": PEOPLE,
        "films.csv": FILMS,
        "castings.csv": "id,film_id,person_id\n1,7,1\n2,7,2\n3,8,1\n",
    }
    assert ("films/7", "casting", "people/2") in load(files).facts


def test_joins_that_say_much_or_the_same_pair_twice_are_entities(load: Load) -> None:
    files = {"people.csv": PEOPLE, "films.csv": FILMS}
    files["castings.csv"] = "film_id,person_id,fee\n7,1,50\n7,1,60\n8,1,70\n"
    files["jobs.csv"] = "film_id,person_id,a,b,c,d\n7,1,1,2,3,4\n8,1,1,2,3,5\n7,2,1,2,3,4\n"
    tables = load(files).report.mapping.tables
    assert tables["castings"].link is tables["jobs"].link is None


def test_rows_by_time_speak_of_the_entity_that_they_refer_to(load: Load) -> None:
    files = {"countries.csv": "code,name\nFR,France\nIT,Italy\n"}
    files["populations.csv"] = "country,year,population\nFR,2001,5\nFR,2011,6\nIT,2001,7\nIT,2011,8\n"
    loaded = load(files)
    assert sorted(row[:4] for row in loaded.literal("population")) == [
        ("5", None, None, "2001"),
        ("6", None, None, "2011"),
        ("7", None, None, "2001"),
        ("8", None, None, "2011"),
    ]
    assert set(loaded.values("population")) == {"countries/FR", "countries/IT"}
    assert loaded.values("year") == {}


def test_rows_by_time_speak_of_a_category_where_there_is_no_table(load: Load) -> None:
    loaded = load({"populations.csv": "city,year,population\nRome,2001,5\nRome,2011,6\nOslo,2001,7\n"})
    assert set(loaded.values("population")) == {"city/Rome", "city/Oslo"}
    assert loaded.facts == {("city/Rome", "type", "city"), ("city/Oslo", "type", "city")}
    assert loaded.names == {("city/Rome", "Rome"), ("city/Oslo", "Oslo")}


def test_rows_by_time_that_tell_two_things_apart_are_entities(load: Load) -> None:
    text = "city,sex,year,population\nRome,f,2001,5\nRome,m,2001,6\nOslo,f,2001,7\n"
    assert table(load, text).about is None


def test_a_time_of_the_thing_itself_is_a_literal(load: Load) -> None:
    loaded = load(
        {
            "countries.csv": "code,name\nFR,France\nIT,Italy\n",
            "more.csv": "code,founded,gdp\nFR,843,5\nIT,1861,6\n",
        }
    )
    assert loaded.values("founded") == {"countries/FR": "843", "countries/IT": "1861"}
    assert {row[3] for row in loaded.literal("gdp")} == {None}


def test_the_mapping_says_what_rows_are(load: Load) -> None:
    mapping = """
tables:
  a:
    link: {head: x, relation_column: kind, tail: y}
    columns:
      x: {is: entity, class: thing}
      y: {is: entity, class: thing}
  b:
    about: who
    columns:
      who: {is: entity, class: person}
      salary: {is: literal, held_at_column: since}
      since: ignore
  c: {key: null, label: null}
"""
    files = {
        "a.csv": "x,y,kind\nu,v,near\nv,,far\n",
        "b.csv": "name,who,salary,since\n1,Ann,5,1999\n2,,6,2000\n",
    }
    files["c.csv"] = "name,x\nA,1\nB,2\n"
    loaded = load(files, mapping)
    assert ("thing/u", "near", "thing/v") in loaded.facts
    assert ("thing/v", "v") in loaded.names
    assert loaded.literal("salary") == [("5", None, None, "1999", 2)]
    assert ("person/Ann", "type", "person") in loaded.facts
    assert loaded.values("x") == {"c/1": "1", "c/2": "2"}
    assert loaded.skipped == [(3, "head or tail is missing", "", False), (3, "the key is missing", "", False)]


def test_a_key_of_the_mapping_may_be_missing_or_repeat(load: Load) -> None:
    loaded = load({"t.csv": "city,x\nRome,1\nRome,2\n,3\n"}, "tables: {t: {key: city, prefix: city/}}")
    assert {row[:3] for row in loaded.rows["literal"] if row[1] == "x"} == {
        ("city/Rome", "x", "1"),
        ("city/Rome", "x", "2"),
    }
    assert loaded.skipped == [(4, "the key is missing", "", False)]
