import pytest

from tests.kb.readers.tables.conftest import Load


def keyed(load: Load, text: str, name: str = "films.csv") -> tuple[str | None, str | None, str | None]:
    table = load({name: text}).report.mapping.tables[name.partition(".")[0]]
    return table.key, table.label, table.class_


@pytest.mark.parametrize(
    ("text", "key", "label"),
    [
        ("id,title,year\n1,A,1999\n2,A,2000\n", "id", "title"),
        ("year,imdb,film_id\n1999,t1,7\n1999,t2,8\n", "film_id", "imdb"),
        ("filmId,name\n7,A\n8,B\n", "filmId", "name"),
        ("name,code\nA,x\nB,y\n", "code", "name"),
        ("code,id,name\nx,1,A\ny,2,B\n", "id", "name"),
        ("name,year\nA,1\nB,2\n", "name", "name"),
        ("name,year\nA,1\nA,2\n", None, "name"),
        ("id,name\n1,A\n1,B\n", "name", "name"),
        ("id,name\n1,A\n,B\n", "name", "name"),
        ("film,year\nA,1\nB,1\n", "film", "film"),
        ("first name,last name,film name\nx,y,A\nx,z,B\n", "film name", "film name"),
        ("year,gross\n1999,1\n2000,1\n", "year", "year"),
        ("height,gross\n1.5,1\n2.5,1\n", None, None),
        ("code,year\nAB,1\nCD,2\n", "code", "code"),
        ("id,year\n1,1\n2,2\n", "id", None),
        ("uri,year\nhttp://x.org/a,1\nhttp://x.org/b,2\n", "uri", None),
    ],
)
def test_key_and_label_are_chosen_by_name_and_by_cells(
    load: Load, text: str, key: str | None, label: str | None
) -> None:
    assert keyed(load, text)[:2] == (key, label)


@pytest.mark.parametrize(
    ("name", "text", "class_"),
    [
        ("films.csv", "id,title\n1,A\n2,B\n", "film"),
        ("world_cities.csv", "name,x\nA,1\nB,2\n", "world city"),
        ("people.csv.csv", "name,x\nA,1\nB,2\n", "csv"),
        ("gdp.csv", "country,gdp\nA,1\nB,2\n", "country"),
        ("export.csv", "Land,Fläche\nPolen,1\nItalien,2\n", "land"),
    ],
)
def test_a_class_is_one_of_the_table_or_what_its_names_are_called(
    load: Load, name: str, text: str, class_: str
) -> None:
    tables = load({name: text}).report.mapping.tables
    assert [table.class_ for table in tables.values()] == [class_]


def test_rows_without_a_key_are_told_apart_by_their_number(load: Load) -> None:
    loaded = load({"films.csv": "title,x\nA,1\nA,2\n"})
    assert loaded.names == {("films/1", "A"), ("films/2", "A")}


def test_ids_do_not_depend_on_the_order_of_rows(load: Load) -> None:
    loaded = load({"a.csv": "name,x\nP,1\nQ,2\n"})
    assert loaded.values("x") == {"a/P": "1", "a/Q": "2"}
    assert loaded.values("row number") == {"a/P": "1", "a/Q": "2"}


def test_iris_are_ids_as_they_are(load: Load) -> None:
    loaded = load({"t.csv": "uri,x\nhttp://x.org/a,1\nhttp://x.org/b,2\n"})
    assert loaded.values("x") == {"http://x.org/a": "1", "http://x.org/b": "2"}
    assert loaded.names == set()


def test_a_long_text_is_no_name(load: Load) -> None:
    text = "text,x\n" + "".join(f"{'word ' * 30}{number},1\n" for number in range(3))
    assert keyed(load, text)[1] is None


def test_the_mapping_goes_first(load: Load) -> None:
    mapping = "tables: {films: {key: code, label: null, class: movie, prefix: 'http://x.org/'}}"
    loaded = load({"films.csv": "id,code,title\n1,x,A\n2,y,B\n"}, mapping)
    assert not any(thing.startswith("http") for thing, _ in loaded.names)
    assert ("http://x.org/x", "type", "movie") in loaded.facts


def test_a_row_number_is_a_number_unless_the_mapping_says_no(load: Load) -> None:
    loaded = load({"t.csv": "name,x\nA,5\nB,6\n"}, "tables: {t: {row_number: false}}")
    assert loaded.literals == {("t/A", "x", "5"), ("t/B", "x", "6")}
