from numkbqa.kb.readers.tables.mapping import ColumnMapping
from tests.kb.readers.tables.conftest import Load


def columns(load: Load, text: str, mapping: str | None = None) -> dict[str, ColumnMapping]:
    return load({"things.csv": text}, mapping).report.mapping.tables["things"].columns


def test_numbers_and_dates_are_literals_with_their_line(load: Load) -> None:
    loaded = load({"things.csv": "name,height (cm),born\nA,180,1999-01-02\nB,,1950\nC,1.7e2,\n"})
    assert loaded.literal("height") == [("180", None, "cm", None, 2), ("1.7e2", None, "cm", None, 4)]
    assert loaded.literal("born") == [("1999-01-02", None, None, None, 2), ("1950", None, None, None, 3)]


def test_t4_numbers_in_any_convention_are_literals_as_they_stand(load: Load) -> None:
    cells = ["1,234,567", "1.234.567", "1 234 567", "1234567", "1.2 million"]
    rows = "".join(f"x{number};{cell}\n" for number, cell in enumerate(cells))
    loaded = load({"things.csv": "name;population\n" + rows})
    assert loaded.values("population") == {f"things/x{number}": cell for number, cell in enumerate(cells)}


def test_t21_dates_in_any_order_are_literals_as_they_stand(load: Load) -> None:
    loaded = load({"things.csv": "name,opened\na,15/4/2019\nb,16/4/2019\nc,2/5/2019\n"})
    assert loaded.values("opened") == {
        "things/a": "15/4/2019",
        "things/b": "16/4/2019",
        "things/c": "2/5/2019",
    }


def test_years_in_names_of_columns_say_when_values_held(load: Load) -> None:
    loaded = load({"things.csv": "name,population_2011,population_2021,Area (2020)\nA,5,6,7\nB,7,8,9\n"})
    assert sorted(row[:4] for row in loaded.literal("population")) == [
        ("5", None, None, "2011"),
        ("6", None, None, "2021"),
        ("7", None, None, "2011"),
        ("8", None, None, "2021"),
    ]
    assert {row[3] for row in loaded.literal("area")} == {"2020"}


def test_columns_called_by_years_alone_hold_what_the_table_is_called(load: Load) -> None:
    loaded = load({"gdp.csv": "country,1960,1970\nFrance,5,6\nItaly,7,8\n"})
    assert sorted((row[0], row[3]) for row in loaded.literal("gdp")) == [
        ("5", "1960"),
        ("6", "1970"),
        ("7", "1960"),
        ("8", "1970"),
    ]


def test_short_texts_that_repeat_become_entities(load: Load) -> None:
    loaded = load({"films.csv": "title,genre,motto\nA,Drama,x\nB,Comedy,y\nC,Drama,z\n"})
    assert ("films/A", "genre", "genre/Drama") in loaded.facts
    assert ("genre/Drama", "type", "genre") in loaded.facts
    assert ("genre/Drama", "Drama") in loaded.names
    assert ("films/A", "motto", "motto/x") in loaded.facts


def test_t15_words_for_nothing_are_names_like_others(load: Load) -> None:
    loaded = load({"things.csv": "name,kind\nnan,null\nNA,true\n1999,null\n"})
    assert loaded.names >= {("things/nan", "nan"), ("things/NA", "NA"), ("things/1999", "1999")}
    assert ("things/NA", "kind", "kind/true") in loaded.facts
    assert ("things/nan", "kind", "kind/null") in loaded.facts


def test_long_texts_stay_texts(load: Load) -> None:
    story = "once upon a time there was a graph " * 5
    loaded = load({"things.csv": f"name,plot\nA,{story}1\nB,{story}2\n"})
    assert set(loaded.values("plot")) == {"things/A", "things/B"}


def test_many_texts_that_hardly_repeat_stay_texts(load: Load) -> None:
    rows = "".join(f"n{number},1,remark {number}\n" for number in range(1500))
    loaded = load({"things.csv": f"name,x,remark\n{rows}"})
    assert len(loaded.values("remark")) == 1500


def test_lists_in_one_cell_are_several_entities(load: Load) -> None:
    loaded = load({"films.csv": "title,genres\nA,Drama|Comedy\nB,Drama\n"})
    assert {fact for fact in loaded.facts if fact[1] == "genres"} == {
        ("films/A", "genres", "genre/Drama"),
        ("films/A", "genres", "genre/Comedy"),
        ("films/B", "genres", "genre/Drama"),
    }


def test_other_names_are_aliases(load: Load) -> None:
    loaded = load({"things.csv": "name,nickname,also_known_as\nA,Ace,First|One\nB,Bee,\n"})
    assert loaded.aliases == {
        ("things/A", "Ace"),
        ("things/A", "First"),
        ("things/A", "One"),
        ("things/B", "Bee"),
    }
    assert loaded.facts == {("things/A", "type", "thing"), ("things/B", "type", "thing")}


def test_identifiers_without_a_table_are_entities_where_they_repeat(load: Load) -> None:
    found = columns(load, "name,user_id,isbn_code\nA,1,x1\nB,1,x2\nC,2,x3\n")
    assert (found["user_id"].class_, found["user_id"].relation) == ("user", "user")
    assert (found["isbn_code"].role, found["isbn_code"].relation) == ("literal", "isbn code")


def test_a_number_that_tells_rows_apart_is_a_number_nevertheless(load: Load) -> None:
    loaded = load({"games.csv": "year,goals\n1999,3\n2000,4\n"})
    assert loaded.values("year") == {"games/1999": "1999", "games/2000": "2000"}
    assert loaded.names == {("games/1999", "1999"), ("games/2000", "2000")}


def test_a_column_that_only_counts_the_rows_is_ignored(load: Load) -> None:
    found = columns(load, ",name,x\n0,A,5\n1,B,6\n2,C,7\n")
    assert found["column 1"].role == "ignore"


def test_another_column_without_name_is_read(load: Load) -> None:
    found = columns(load, ",name,x\n5,A,5\n5,B,6\n9,C,7\n")
    assert found["column 1"].role == "literal"


def test_empty_columns_are_ignored(load: Load) -> None:
    assert columns(load, "name,x,y\nA,,1\nB,,2\n")["x"].role == "ignore"


def test_a_column_of_units_belongs_to_the_numbers_beside_it(load: Load) -> None:
    text = "name,height,height_unit,width\nA,180,cm,1\nB,5.5,ft,2\n"
    loaded = load({"things.csv": text})
    assert sorted(row[:3] for row in loaded.literal("height")) == [("180", None, "cm"), ("5.5", None, "ft")]
    assert {row[2] for row in loaded.literal("width")} == {None}


def test_a_value_and_its_unit_in_two_columns_of_one_thing_belong_together(load: Load) -> None:
    found = columns(
        load, "name,length_value,length_unit,price_amount,price_currency\nA,5,km,1,EUR\nB,700,m,2,USD\n"
    )
    assert (found["length_value"].relation, found["length_value"].unit_column) == ("length", "length_unit")
    assert (found["price_amount"].relation, found["price_amount"].unit_column) == ("price", "price_currency")


def test_a_column_of_units_prefers_the_numbers_called_like_it(load: Load) -> None:
    found = columns(load, "name,length,length value,length unit\nA,5,1,km\nB,700,2,m\n")
    assert found["length"].unit_column == "length unit"
    assert found["length value"].unit_column is None


def test_a_column_of_units_without_numbers_of_its_own_is_a_category(load: Load) -> None:
    found = columns(load, "name,a,b,unit\nA,1,2,cm\nB,3,4,ft\n")
    assert found["unit"].role == "entity"
    assert found["a"].unit_column is None


def test_columns_of_one_relation_at_one_time_keep_their_words_apart(load: Load) -> None:
    found = columns(load, "name,area_km2,area_mi2\nA,1,2\nB,3,4\n")
    assert (found["area_km2"].relation, found["area_mi2"].relation) == ("area", "area mi2")


def test_the_mapping_goes_first(load: Load) -> None:
    mapping = """
tables:
  things:
    columns:
      size: {is: literal, relation: height, unit: ft, datatype: "xsd:decimal", held_at: 2020}
      kind: ignore
      tags: {is: entity, relation: tagged, class: tag, prefix: "t:", split: ","}
      other: {is: id, relation: same as, prefix: "http://x.org/"}
"""
    loaded = load({"things.csv": 'name,size,kind,tags,other\nA,5,k,"u, v",p\nB,6,k,u,q\n'}, mapping)
    assert [row[:4] for row in loaded.literal("height")] == [
        ("5", "xsd:decimal", "ft", "2020"),
        ("6", "xsd:decimal", "ft", "2020"),
    ]
    assert ("things/A", "tagged", "t:v") in loaded.facts
    assert ("t:v", "type", "tag") in loaded.facts
    assert ("things/B", "same as", "http://x.org/q") in loaded.facts
    assert not any(relation == "kind" for _, relation, _ in loaded.facts)
