from pathlib import Path

from numkbqa.kb.readers.tables.neo4j import is_neo4j, neo4j_mapping, read_types
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
    assert read_types(table) is table
    assert neo4j_mapping(table) is None


def test_the_mapping_of_the_user_goes_before_the_header(load: Load) -> None:
    loaded = load({"movies.csv": MOVIES}, "tables: {movies: {class: film, columns: {':LABEL': ignore}}}")
    assert ("Movie/m1", "type", "film") in loaded.facts
    assert ("Movie/m1", "type", "Movie") not in loaded.facts
