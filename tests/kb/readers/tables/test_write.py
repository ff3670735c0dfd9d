from tests.kb.readers.tables.conftest import Load


def test_every_kind_of_row_is_written_to_its_table(load: Load) -> None:
    mapping = """
tables:
  films:
    key: id
    label: title
    class: film
    columns:
      aka: {is: alias, split: "|"}
      by: {is: reference, table: people, by: label}
      kind: {is: entity, class: kind}
      twin: {is: id, prefix: "http://x.org/"}
      gross: {is: literal, unit_column: unit, held_at_column: seen}
      unit: ignore
      seen: ignore
"""
    files = {
        "films.csv": "id,title,aka,by,kind,twin,gross,unit,seen\n"
        "1,A,First|One,Ann,k,t1,5,USD,2020\n2,B,,Zoe,,,6,EUR,\n",
        "people.csv": "id,name\n7,Ann\n8,Tom\n",
    }
    loaded = load(files, mapping)
    assert loaded.facts == {
        ("films/1", "type", "film"),
        ("films/2", "type", "film"),
        ("people/7", "type", "person"),
        ("people/8", "type", "person"),
        ("kind/k", "type", "kind"),
        ("films/1", "by", "people/7"),
        ("films/2", "by", "people/Zoe"),
        ("films/1", "kind", "kind/k"),
        ("films/1", "twin", "http://x.org/t1"),
    }
    assert loaded.names == {
        ("films/1", "A"),
        ("films/2", "B"),
        ("people/7", "Ann"),
        ("people/8", "Tom"),
        ("kind/k", "k"),
    }
    assert loaded.aliases == {("films/1", "First"), ("films/1", "One"), ("people/Zoe", "Zoe")}
    assert loaded.literal("gross") == [("5", None, "USD", "2020", 2), ("6", None, "EUR", None, 3)]
    assert loaded.report.remarks == ["films.by: 1 cell names no row of people"]


def test_rows_are_written_with_their_source(load: Load) -> None:
    loaded = load({"a.csv": "name,x\nA,1\n", "b.csv": "name,x\nB,1\n"})
    assert {(row[0], row[7]) for row in loaded.rows["literal"] if row[1] == "x"} == {("a/A", 0), ("b/B", 1)}


def test_apostrophes_in_cells_columns_and_tables_are_text(load: Load) -> None:
    loaded = load({"o'neills.csv": "name,owner's age,kind's\nD'Arcy,30,it's\nB,40,it's\n"})
    assert loaded.values("owner s age") == {"o'neills/D'Arcy": "30", "o'neills/B": "40"}
    assert ("o'neills/D'Arcy", "kind s", "kind s/it's") in loaded.facts


def test_several_cells_of_a_list_are_several_literals(load: Load) -> None:
    loaded = load({"t.json": '[{"name": "A", "n": [1, 2]}, {"name": "B", "n": [3]}]'})
    assert {row for row in loaded.literals if row[1] == "n"} == {
        ("t/A", "n", "1"),
        ("t/A", "n", "2"),
        ("t/B", "n", "3"),
    }
