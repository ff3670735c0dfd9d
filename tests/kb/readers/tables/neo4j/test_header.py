from pathlib import Path

import pytest

from numkbqa.kb.readers.tables.neo4j.header import Property, is_neo4j, neo4j_mapping, read_property
from numkbqa.kb.readers.tables.raw import RawColumn, RawTable
from tests.kb.readers.tables.conftest import Load

MOVIES = """movieId:ID(Movie),title,year:int,tags:string[],:LABEL
m1,Heat,1995,crime;heist,Movie
m2,Ran,1985,war;crime,Movie;Epic
"""
ACTORS = """personId:ID(Actor),name,born:date,:LABEL,x:IGNORE
a1,Al,1940-04-25,Actor,1
a2,Mieko,1931-07-24,Actor,2
"""
ROLES = ":START_ID(Actor),role,:END_ID(Movie),:TYPE\na1,Vincent,m1,ACTED_IN\na2,Kaede,m2,ACTED_IN\n"


def test_nodes_and_relationships_become_a_graph(load: Load) -> None:
    loaded = load({"movies.csv": MOVIES, "actors.csv": ACTORS, "roles.csv": ROLES})
    assert loaded.facts == {
        ("Movie/m1", "type", "Movie"),
        ("Movie/m2", "type", "Movie"),
        ("Movie/m2", "type", "Epic"),
        ("Actor/a1", "type", "Actor"),
        ("Actor/a2", "type", "Actor"),
        ("Movie/m1", "tags", "tag/crime"),
        ("Movie/m1", "tags", "tag/heist"),
        ("Movie/m2", "tags", "tag/war"),
        ("Movie/m2", "tags", "tag/crime"),
        ("tag/crime", "type", "tag"),
        ("tag/heist", "type", "tag"),
        ("tag/war", "type", "tag"),
        ("Actor/a1", "ACTED_IN", "Movie/m1"),
        ("Actor/a2", "ACTED_IN", "Movie/m2"),
    }
    assert ("Movie/m1", "Heat") in loaded.names
    assert ("Actor/a2", "Mieko") in loaded.names
    assert loaded.literal("year") == [
        ("1995", "xsd:integer", None, None, 2),
        ("1985", "xsd:integer", None, None, 3),
    ]
    assert {row[1] for row in loaded.literal("born")} == {"xsd:date"}
    assert loaded.rows["qualifier"][0][:5] == ("Actor/a1", "ACTED_IN", "Movie/m1", "role", "Vincent")


def test_relationships_without_a_type_are_called_like_their_table(load: Load) -> None:
    loaded = load({"knows.csv": ":START_ID,:END_ID,since:int\n1,2,1999\n2,3,2000\n"})
    assert loaded.facts == {("1", "knows", "2"), ("2", "knows", "3")}
    assert loaded.rows["qualifier"][0][3:6] == ("since", "1999", "xsd:integer")


def test_other_names_of_columns_are_left_alone(tmp_path: Path) -> None:
    columns = (RawColumn("name", "c0"), RawColumn("ratio a:b", "c1"))
    table = RawTable("t", "t", 0, tmp_path, columns, 1)
    assert not is_neo4j([column.name for column in columns])
    assert neo4j_mapping(table) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("population:int", Property("population", "int", "", is_array=False)),
        ("tags:string[]", Property("tags", "string", "", is_array=True)),
        ("place:point{crs:WGS-84}", Property("place", "point", "{crs:WGS-84}", is_array=False)),
        (
            "seen:DateTime{timezone:Europe/Oslo}[]",
            Property("seen", "datetime", "{timezone:Europe/Oslo}", is_array=True),
        ),
        ("id:ID(Film){id-type:int}", None),
        (":START_ID", None),
        ("name", None),
        ("ratio a:b c", None),
    ],
)
def test_types_are_taken_out_of_names(name: str, said: Property | None) -> None:
    assert read_property(name) == said


def test_options_of_ids_do_not_hide_them(load: Load) -> None:
    loaded = load({"films.csv": "id:ID(Film){id-type:int},name,year:int\n1,Heat,1995\n2,Ran,1985\n"})
    assert loaded.names == {("Film/1", "Heat"), ("Film/2", "Ran")}
    assert {relation for _, relation, _ in loaded.literals} == {"year"}


def test_ids_that_are_names_are_the_names(load: Load) -> None:
    loaded = load({"films.csv": "name:ID(Film),year:int,:LABEL\nHeat,1995,Film\nRan,1985,Film\n"})
    assert {("Film/Heat", "Heat"), ("Film/Ran", "Ran")} <= loaded.names
    assert loaded.values("year") == {"Film/Heat": "1995", "Film/Ran": "1985"}


def test_the_order_of_nodes_is_no_number(load: Load) -> None:
    loaded = load({"movies.csv": MOVIES})
    assert {relation for _, relation, _ in loaded.literals} == {"year"}


def test_the_mapping_of_the_user_goes_before_the_header(load: Load) -> None:
    loaded = load({"movies.csv": MOVIES}, "tables: {movies: {class: film, columns: {':LABEL': ignore}}}")
    assert ("Movie/m1", "type", "film") in loaded.facts
    assert ("Movie/m1", "type", "Movie") not in loaded.facts
