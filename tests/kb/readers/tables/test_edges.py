import pytest

from numkbqa.kb.readers.tables.mapping import LinkMapping
from tests.kb.readers.tables.conftest import Load

PEOPLE = "id,name\n1,Ann\n2,Tom\n3,Eve\n"


def link(load: Load, text: str) -> LinkMapping | None:
    return load({"rows.csv": text}).report.mapping.tables["rows"].link


@pytest.mark.parametrize(
    "header",
    [
        "head,relation,tail",
        "Subject,Predicate,Object",
        "source,type,target",
        "from,rel,to",
        "entity,attribute,value",
    ],
)
def test_triples_under_a_header_are_facts(load: Load, header: str) -> None:
    loaded = load({"t.csv": f"{header}\nanna,knows,bert\nanna,age,30\nbert,knows,carl\n"})
    assert loaded.untyped == {("anna", "knows", "bert"), ("anna", "age", "30"), ("bert", "knows", "carl")}
    assert (loaded.facts, loaded.literals) == (set(), set())
    assert [row[4] for row in loaded.rows["untyped"]] == [3, 2, 4]


def test_triples_without_a_header_are_facts(load: Load) -> None:
    loaded = load({"t.csv": "anna,knows,bert\nbert,knows,carl\nanna,age,30\ncarl,age,31\n"})
    assert ("anna", "age", "30") in loaded.untyped
    assert len(loaded.untyped) == 4


def test_three_columns_of_measurements_without_a_header_are_no_triples(load: Load) -> None:
    assert link(load, "1,5,x\n2,5,y\n3,5,z\n") is None


@pytest.mark.parametrize("header", ["source,target", "from,to", "src,dst"])
def test_a_list_of_edges_holds_one_relation(load: Load, header: str) -> None:
    loaded = load({"friendships.csv": f"{header}\nanna,bert\nbert,carl\n"})
    assert loaded.facts == {("anna", "friendship", "bert"), ("bert", "friendship", "carl")}


def test_other_columns_of_edges_are_qualifiers(load: Load) -> None:
    loaded = load({"roads.csv": "source,target,length_km,opened\na,b,12,1999\nb,c,,2001\n"})
    assert [row[:7] for row in loaded.rows["qualifier"]] == [
        ("a", "road", "b", "length", "12", None, "km"),
        ("a", "road", "b", "opened", "1999", None, None),
        ("b", "road", "c", "opened", "2001", None, None),
    ]
    assert [row[8] for row in loaded.rows["qualifier"]] == [2, 2, 3]


def test_edges_join_the_nodes_of_another_table(load: Load) -> None:
    loaded = load({"people.csv": PEOPLE, "edges.csv": "source,target\n1,2\n2,3\n"})
    assert ("people/1", "edge", "people/2") in loaded.facts


@pytest.mark.parametrize(
    "text",
    [
        "name,from,to\nA,1990,1999\nB,1991,1998\n",
        "name,from,to\nA,Rome,Oslo\nB,Oslo,Bonn\n",
        "from,to\n1990,1999\n1991,1998\n",
        "source,target,a,b,c,d\nx,y,1,2,3,4\nx,z,1,2,3,4\n",
        "source,from,target\nx,y,z\nu,v,w\n",
        "source,x\na,b\nc,d\n",
    ],
    ids=["names", "named-texts", "years", "many-others", "two-heads", "no-tail"],
)
def test_words_that_mean_much_else_make_no_edges(load: Load, text: str) -> None:
    assert link(load, text) is None
