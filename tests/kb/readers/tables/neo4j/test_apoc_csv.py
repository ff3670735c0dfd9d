from numkbqa.kb.readers.tables.neo4j.apoc_csv import NEITHER, is_apoc_csv
from tests.kb.readers.tables.conftest import Load

EXPORT = """"_id","_labels","founded","name","population","_start","_end","_type","since"
"0",":City:Place","1237-10-28","Berlin","3755251",,,,
"1",":City:Place","0808-01-01","Hamburg","1945532",,,,
"2",":Country",,"Germany",,,,,
"3","",,,,,,,
,,,,,"0","2","LOCATED_IN","1871"
,,,,,"1","2","LOCATED_IN",
,,,,,"0","1","NEAR",
"""
MEMBERS = {("node/0", "type", "City"), ("node/0", "type", "Place"), ("node/2", "type", "Country")}


def test_nodes_and_relationships_stand_in_one_file(load: Load) -> None:
    loaded = load({"all.csv": EXPORT})
    assert loaded.names >= {("node/0", "Berlin"), ("node/1", "Hamburg"), ("node/2", "Germany")}
    assert loaded.facts >= MEMBERS | {
        ("node/0", "LOCATED_IN", "node/2"),
        ("node/1", "LOCATED_IN", "node/2"),
        ("node/0", "NEAR", "node/1"),
    }
    assert loaded.literal("population") == [
        ("3755251", None, None, None, 2),
        ("1945532", None, None, None, 3),
    ]
    assert [row[:5] for row in loaded.rows["qualifier"]] == [
        ("node/0", "LOCATED_IN", "node/2", "since", "1871")
    ]
    assert loaded.skipped == []


def test_each_label_and_each_type_is_a_table(load: Load) -> None:
    mapping = load({"all.csv": EXPORT}).report.mapping
    assert list(mapping.tables) == ["City", "Country", "node", "LOCATED_IN", "NEAR"]
    assert list(mapping.tables["Country"].columns) == [":ID(node)", ":LABEL"]


def test_types_in_the_header_are_read(load: Load) -> None:
    typed = EXPORT.replace("_id", "_id:id").replace("_labels", "_labels:label")
    typed = typed.replace("_start", "_start:id").replace("_end", "_end:id").replace("_type", "_type:label")
    loaded = load({"all.csv": typed.replace('"population"', '"population:long"')})
    assert loaded.literal("population")[0][:2] == ("3755251", "xsd:integer")
    assert loaded.facts >= MEMBERS


def test_rows_that_are_neither_are_told_with_their_line(load: Load) -> None:
    loaded = load({"all.csv": EXPORT + ',,,,,"0",,"NEAR",\n,":City",,"Bonn",,,,,\n'})
    assert loaded.skipped == [(9, NEITHER, "", False), (10, NEITHER, "", False)]


def test_labels_with_quotes_are_names_of_tables(load: Load) -> None:
    loaded = load({"all.csv": "_id,_labels,name\n1,:King's 'own',Anna\n"})
    assert ("node/1", "type", "King's 'own'") in loaded.facts


def test_files_of_nodes_alone_or_relationships_alone(load: Load) -> None:
    loaded = load({"n.csv": "_id,_labels,name\n1,:A,Anna\n", "r.csv": "_start,_end,_type\n1,2,KNOWS\n"})
    assert ("node/1", "KNOWS", "node/2") in loaded.facts
    assert loaded.names >= {("node/1", "Anna")}


def test_other_tables_are_not_taken_for_exports() -> None:
    assert not is_apoc_csv(["_id", "name"])
    assert not is_apoc_csv(["id", "labels", "start", "end", "type"])
