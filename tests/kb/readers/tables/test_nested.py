from collections.abc import Iterator
from pathlib import Path

import pytest

from numkbqa.kb.readers.tables.nested import Rows, flatten
from numkbqa.kb.readers.tables.raw import RawTable
from numkbqa.kb.staging import Staging


@pytest.fixture
def staging(tmp_path: Path) -> Iterator[Staging]:
    with Staging(tmp_path, threads=1) as staging:
        yield staging


def flat(staging: Staging, rows: str, null_values: tuple[str, ...] = ()) -> list[RawTable]:
    lines = "row_number() OVER () + 10 AS line"
    staging.execute(f"CREATE TABLE rows_item AS SELECT {lines}, item FROM (VALUES {rows}) AS t(item)")
    return flatten(staging, Rows("rows_item", "t", 0, Path("t"), null_values=null_values), "rows")


def cells(staging: Staging, table: RawTable) -> list[tuple[object, ...]]:
    chosen = ", ".join(column.sql for column in table.columns)
    return staging.rows(f"SELECT {chosen} FROM {table.view} ORDER BY row")


@pytest.mark.parametrize(
    ("value", "text", "datatype"),
    [
        ("5", "5", "xsd:integer"),
        ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727", "xsd:integer"),
        ("1.50::DECIMAL(5, 2)", "1.50", "xsd:decimal"),
        ("0.1::FLOAT", "0.1", "xsd:double"),
        ("1e300::DOUBLE", "1e+300", "xsd:double"),
        ("'inf'::DOUBLE", "INF", "xsd:double"),
        ("'-inf'::FLOAT", "-INF", "xsd:double"),
        ("'nan'::DOUBLE", "NaN", "xsd:double"),
        ("true", "true", "xsd:boolean"),
        ("DATE '2020-01-05'", "2020-01-05", "xsd:date"),
        ("DATE '0044-03-15 (BC)'", "-0043-03-15", "xsd:date"),
        ("DATE '12345-01-01'", "12345-01-01", "xsd:date"),
        ("TIMESTAMP '2020-01-05 06:07:08.5'", "2020-01-05T06:07:08.5", "xsd:dateTime"),
        ("TIMESTAMPTZ '2020-01-05 06:07:08+02'", "2020-01-05T04:07:08Z", "xsd:dateTime"),
        ("'1999'", "1999", None),
        ("' a '", "a", None),
        ("TIME '06:07:08'", "06:07:08", None),
        ("'x'::ENUM ('x', 'y')", "x", None),
    ],
)
def test_values_keep_their_text_and_type(
    staging: Staging, value: str, text: str, datatype: str | None
) -> None:
    (table,) = flat(staging, f"({{'v': {value}}})")
    assert cells(staging, table) == [(text,)]
    assert [column.datatype for column in table.columns] == [datatype]


def test_structs_become_columns_with_dotted_names(staging: Staging) -> None:
    (table,) = flat(staging, "({'a': 1, 'b': {'c': 'x', 'd': {'e': 'y'}}}), ({'a': 2, 'b': NULL})")
    assert [column.name for column in table.columns] == ["a", "b.c", "b.d.e"]
    assert cells(staging, table) == [("1", "x", "y"), ("2", None, None)]
    assert staging.rows(f"SELECT row, line FROM {table.view} ORDER BY row") == [(1, 11), (2, 12)]


def test_lists_of_values_become_cells_with_several_texts(staging: Staging) -> None:
    (table,) = flat(staging, "({'a': [1, 2], 'b': ['x', ' ', '-']}), ({'a': NULL, 'b': []})", ("-",))
    assert [(column.is_list, column.datatype) for column in table.columns] == [
        (True, "xsd:integer"),
        (True, None),
    ]
    assert cells(staging, table) == [(["1", "2"], ["x", None, None]), (None, [])]


def test_lists_of_structs_become_tables_that_number_the_rows_above(staging: Staging) -> None:
    top, inner, deep = flat(
        staging,
        "({'name': 'p', 'kids': [{'n': 'x', 'toys': [{'t': 1}]}, {'n': 'y', 'toys': []}]}),"
        " ({'name': 'q', 'kids': [{'n': 'z', 'toys': [{'t': 2}, {'t': 3}]}]})",
    )
    assert [(table.name, table.parent, table.rows) for table in (top, inner, deep)] == [
        ("t", None, 2),
        ("t.kids", "t", 3),
        ("t.kids.toys", "t.kids", 3),
    ]
    assert cells(staging, top) == [("p",), ("q",)]
    assert cells(staging, inner) == [("1", "x"), ("1", "y"), ("2", "z")]
    assert cells(staging, deep) == [("1", "1"), ("3", "2"), ("3", "3")]
    assert [column.name for column in deep.columns] == ["kid", "t"]
    assert staging.rows(f"SELECT line FROM {deep.view} ORDER BY row") == [(11,), (12,), (12,)]


def test_a_list_of_structs_without_any_makes_no_table(staging: Staging) -> None:
    rows = "({'name': 'p', 'kids': []::STRUCT(n VARCHAR)[]})"
    assert [table.name for table in flat(staging, rows)] == ["t"]


def test_json_that_is_now_a_value_and_now_a_list_is_a_list(staging: Staging) -> None:
    rows = "({'a': '\"x\"'::JSON, 'b': '5'::JSON}), ({'a': '[\"y\", 6]'::JSON, 'b': '{\"c\": 1}'::JSON})"
    (table,) = flat(staging, rows)
    assert cells(staging, table) == [(["x"], "5"), (["y", "6"], '{"c":1}')]
