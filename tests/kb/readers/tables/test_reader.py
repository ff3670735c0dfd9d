import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source, expand_sources
from numkbqa.kb.readers.tables import TableReader, infer, is_table
from numkbqa.kb.staging import Staging
from tests.kb.readers.tables.conftest import Load, write_files


def source(tmp_path: Path, name: str, content: str | bytes) -> Source:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Source(path, name)


TRIPLES = "anna\tknows\tbert\nbert\tknows\tcarl\n"
TABLE = "name\theight\nAnna\t5\nBert\t6\n"


@pytest.mark.parametrize(
    ("name", "content", "table"),
    [
        ("t.csv", "name,x\nA,1\n", True),
        ("t.csv", "anna,knows,bert\n", True),
        ("t.csv", "", True),
        ("t.csv.gz", gzip.compress(b"name,x\nA,1\n", mtime=0), True),
        ("t.csv", "name,x\nA,1\n".encode("utf-16"), True),
        ("t.tsv", TABLE, True),
        ("t.tsv", TRIPLES, False),
        ("triples.tsv", "head\trelation\ttail\n" + TRIPLES, True),
        ("names.tsv", "e1\tAnna\ne2\tBert\n", False),
        ("t.tsv", "", False),
        ("t.json", '[{"a": 1}]', True),
        ("t.json", '\ufeff {"a": 1}', True),
        ("t.jsonl", '{"a": 1}\n', True),
        ("t.json", "[1, 2]", False),
        ("t.json", '{"@context": {}, "@graph": []}', False),
        ("q.jsonl", '{"id": "1", "question": "?", "answers": []}\n', False),
        ("t.parquet", b"PAR1....", True),
        ("t.parquet", "name,x\nA,1\n", False),
        ("t.nt", "<a> <b> <c> .\n", False),
        ("t.bin", bytes(range(256)), False),
        ("t.txt", "name,x\nA,1\nB,2\n", True),
        ("t.txt", TABLE, True),
        ("t.txt", TRIPLES, False),
        ("t.txt", "one line, only\n", False),
        ("t.txt", "Some prose, with commas.\nAnd a second line\nand, a, third.\n", False),
        ("t", b"PAR1....", True),
        ("t", '[{"a": 1}]', True),
    ],
)
def test_tables_are_told_from_other_files(
    tmp_path: Path, name: str, content: str | bytes, table: bool
) -> None:
    assert is_table(source(tmp_path, name, content)) is table


def test_names_decide_only_for_formats_of_tables(tmp_path: Path) -> None:
    reader = TableReader()
    assert not reader.accepts_name(source(tmp_path, "t.txt", "name,x\nA,1\nB,2\n"))
    assert reader.accepts_content(source(tmp_path, "t.txt", "name,x\nA,1\nB,2\n"))
    assert reader.accepts_name(source(tmp_path, "t.CSV", "name,x\nA,1\n"))
    assert not reader.accepts_name(source(tmp_path, "t.tsv", TRIPLES))
    assert ".parquet" in reader.formats


def test_tables_are_called_like_their_files(load: Load) -> None:
    loaded = load({"a.b.csv.gz": gzip.compress(b"name,x\nA,1\n"), "c.json": '[{"name": "C"}]'})
    assert list(loaded.report.rows) == ["a.b", "c"]


def test_tables_of_one_name_are_told_apart(load: Load) -> None:
    loaded = load({"t.csv": "name,x\nA,1\n", "t.json": '[{"name": "A", "k": [{"x": 1}, {"x": 2}]}]'})
    assert list(loaded.report.rows) == ["t", "t 2", "t.k"]
    assert ("t.k/1", "t", "t 2/A") in loaded.facts


def test_files_of_one_name_in_two_folders_never_share_entities(tmp_path: Path) -> None:
    for folder in ("p", "q"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.csv").write_text(f"name,x\n{folder},1\n", encoding="utf-8")
    (tmp_path / "db").mkdir()
    with Staging(tmp_path / "db", threads=1) as staging:
        for one in expand_sources([tmp_path / "p", tmp_path / "q"]):
            TableReader().load_group([one], staging, [staging.add_source(one.path)], None)
        heads = staging.rows("SELECT DISTINCT head FROM fact ORDER BY head")
    assert heads == [("t.2/q",), ("t/p",)]


def test_the_mapping_may_call_a_file_otherwise(load: Load) -> None:
    loaded = load({"export-7.csv": "name,x\nA,1\n"}, "tables: {cities: {file: export-7.csv}}")
    assert ("cities/A", "type", "city") in loaded.facts


def test_nothing_but_the_graph_stays_in_the_database(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "db").mkdir()
    files = {"a.csv": "name,x\nA,1\nragged\n", "b.json": '{"l": [{"name": "A", "k": [{"x": 1}]}]}'}
    sources = write_files(tmp_path / "in", dict(files))
    with Staging(tmp_path / "db", threads=1) as staging:
        before = staging.rows("SELECT table_name FROM duckdb_tables() ORDER BY ALL")
        numbers = [staging.add_source(one.path) for one in sources]
        TableReader().load_group(sources, staging, numbers, None)
        assert staging.rows("SELECT table_name FROM duckdb_tables() ORDER BY ALL") == before
        assert staging.scalar("SELECT count(*) FROM duckdb_views() WHERE NOT internal") == 0
    assert {path.name for path in (tmp_path / "db").iterdir()} <= {
        "staging.duckdb",
        "staging.duckdb.wal",
        "spill",
    }


def test_inferring_loads_nothing_and_needs_no_database(tmp_path: Path) -> None:
    report = infer([source(tmp_path, "t.csv", "name,height (cm)\nA,1\nB,2\n")])
    assert report.mapping.tables["t"].columns["height (cm)"].unit == "cm"
    assert report.rows == {"t": 2}


def test_a_table_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"t\.csv: the file is empty"):
        infer([source(tmp_path, "t.csv", "")])


def test_an_unreadable_table_of_a_folder_is_left_out_and_told(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.csv": "", "b.csv": "name,x\nA,1\nB,2\n", "d.csv": "name,x\n"}
    report = infer(write_files(tmp_path, files | {"c.parquet": b"PAR1 no more"}))
    assert report.rows == {"b": 2}
    told = [remark.partition(" was left out: ") for remark in report.remarks]
    assert [Path(file).name for file, _, _ in told] == ["a.csv", "c.parquet", "d.csv"]
    assert all(reason for _, _, reason in told)


def test_an_unreadable_table_that_is_named_stops_the_rest(tmp_path: Path) -> None:
    files = {"a.csv": "", "b.csv": "name,x\nA,1\n"}
    sources = [replace(one, named=True) for one in write_files(tmp_path, dict(files))]
    with pytest.raises(UserError, match=r"a\.csv: the file is empty"):
        infer(sources)


def test_a_folder_of_unreadable_tables_alone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"a\.csv: the file is empty"):
        infer(write_files(tmp_path, {"a.csv": "", "b.csv": "name\n"}))
