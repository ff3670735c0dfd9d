from pathlib import Path

import numpy as np
import pytest

from numkbqa.kb.readers import EntityFact, LiteralFact, Name, Qualifier, RelationUnit, Skipped, UntypedFact
from numkbqa.kb.readers.record import Record
from numkbqa.kb.staging import Staging, text_column

RECORDS: list[tuple[Record, str, tuple[object, ...]]] = [
    (EntityFact("a", "r", "b"), "fact", ("a", "r", "b")),
    (UntypedFact("a", "r", "b", 4), "untyped", ("a", "r", "b", 0, 4)),
    (
        LiteralFact("a", "r", "5", "xsd:integer", "km", 1, "2001", 7),
        "literal",
        ("a", "r", "5", "xsd:integer", "km", 1, "2001", 0, 7),
    ),
    (LiteralFact("a", "r", "5", None), "literal", ("a", "r", "5", None, None, 0, None, 0, None)),
    (Qualifier("a", "r", "b", "q", "5", None), "qualifier", ("a", "r", "b", "q", "5", None, None, 0, None)),
    (Name("a", "A", "en"), "name", ("a", "A", "en", 0)),
    (RelationUnit("r", "km", EntityFact("r", "u", "km")), "relation_unit", ("r", "km", True, "u", None, 0)),
    (Skipped(3, "too long", "x" * 900), "skipped", (0, 3, "too long", "x" * 200, False)),
]


@pytest.fixture
def staging(tmp_path: Path) -> Staging:
    return Staging(tmp_path)


@pytest.mark.parametrize(("record", "table", "row"), RECORDS)
def test_each_record_stands_in_its_table(staging: Staging, record: Record, table: str, row: object) -> None:
    staging.add(record, staging.add_source(Path("file")))
    staging.flush()
    assert staging.rows(f"SELECT * FROM {table}") == [row]


def test_texts_that_look_like_sql_stay_texts(staging: Staging) -> None:
    hostile = "'); DROP TABLE fact; --"
    staging.add(EntityFact(hostile, "r\\'", 'a"b'), 0)
    staging.flush()
    assert staging.rows("SELECT * FROM fact") == [(hostile, "r\\'", 'a"b')]


def test_a_sorted_table_comes_back_in_order_and_whole(staging: Staging) -> None:
    numbers = np.random.default_rng(0).permutation(250_000)
    staging.execute("CREATE TABLE t (n BIGINT)")
    staging.insert("t", {"n": numbers})
    staging.execute("CREATE TABLE u AS SELECT n FROM t ORDER BY n")
    chunks = [chunk["n"] for chunk in staging.chunks("u", "n", size=100_000)]
    assert [len(chunk) for chunk in chunks] == [100_000, 100_000, 50_000]
    assert np.array_equal(np.concatenate(chunks), np.arange(250_000))


def test_what_is_too_much_for_eight_threads_is_done_by_one(tmp_path: Path) -> None:
    """DuckDB says "out of memory" of this join with eight threads in 60 MB, and does it with one."""
    staging = Staging(tmp_path, memory="60MB", threads=8)
    staging.execute("CREATE TABLE t AS SELECT repeat('x', 20) || n AS name FROM range(600_000) AS r(n)")
    staging.execute("CREATE TABLE u AS SELECT v.name FROM t JOIN t AS v ON t.name = v.name ORDER BY v.name")
    assert staging.scalar("SELECT count(*) FROM u") == 600_000
    assert staging.scalar("SELECT current_setting('threads')") == 8


def test_null_is_none_in_texts_and_nan_in_numbers(staging: Staging) -> None:
    columns = staging.columns(
        "SELECT * FROM (VALUES ('a', 1.5, 3), (NULL, NULL, NULL)) AS t(text, low, line)"
    )
    assert columns["text"].tolist() == ["a", None]
    assert columns["low"][0] == 1.5
    assert np.isnan(columns["low"][1])
    assert columns["line"].tolist() == [3, -1]
    staging.execute("CREATE TABLE t (text VARCHAR)")
    staging.insert("t", {"text": text_column(["x", None])})
    assert staging.rows("SELECT * FROM t") == [("x",), (None,)]
