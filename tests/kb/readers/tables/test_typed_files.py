import json
import unicodedata
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.tables.mapping import Mapping
from numkbqa.kb.readers.tables.raw import SPACES
from numkbqa.kb.readers.tables.text_file import text_file
from numkbqa.kb.readers.tables.typed_files import (
    ASIDE,
    NO_JSON,
    NO_OBJECT,
    SAME_KEY,
    TypedFile,
    load_json,
)
from numkbqa.kb.staging import Staging
from tests.kb.readers.tables.conftest import Load


def parquet(tmp_path: Path, select: str) -> bytes:
    path = tmp_path / "made.parquet"
    duckdb.sql(f"COPY ({select}) TO '{path}' (FORMAT parquet)")
    return path.read_bytes()


FILMS = [
    {"title": "A", "year": 1999, "rating": 7.5, "sold": True, "genres": ["x", "y"], "box": {"budget_usd": 5}},
    {"title": "B", "year": 2001, "rating": 8, "sold": False, "genres": [], "box": {"budget_usd": None}},
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("films.json", json.dumps(FILMS)),
        ("films.json", json.dumps(FILMS, indent=2)),
        ("films.json", "\ufeff" + json.dumps(FILMS)),
        ("films.jsonl", "".join(json.dumps(film) + "\n" for film in FILMS)),
        ("films.ndjson", "".join(json.dumps(film) + "\r\n" for film in FILMS)),
        ("films.json", "".join(json.dumps(film) + "\n" for film in FILMS)),
        ("films.json", json.dumps({"films": FILMS})),
        ("films.json", json.dumps({"version": 1, "results": FILMS})),
    ],
    ids=["array", "indented", "mark", "lines", "crlf", "lines-as-json", "named", "wrapped"],
)
def test_objects_are_rows_however_they_stand(load: Load, name: str, text: str) -> None:
    loaded = load({name: text})
    assert loaded.names >= {("films/A", "A"), ("films/B", "B")}
    assert {row[:4] for row in loaded.literal("year")} == {
        ("1999", "xsd:integer", None, None),
        ("2001", "xsd:integer", None, None),
    }
    assert {row[:2] for row in loaded.literal("rating")} == {("7.5", "xsd:double"), ("8", "xsd:double")}
    assert [row[:3] for row in loaded.literal("box budget")] == [("5", "xsd:integer", "USD")]
    assert {fact for fact in loaded.facts if fact[1] == "genres"} == {
        ("films/A", "genres", "genre/x"),
        ("films/A", "genres", "genre/y"),
    }
    assert {row[:2] for row in loaded.literal("sold")} == {("true", "xsd:boolean"), ("false", "xsd:boolean")}


def test_a_map_of_objects_is_a_table_with_their_keys(load: Load) -> None:
    loaded = load(
        {"countries.json": json.dumps({"FR": {"name": "France", "x": 5}, "IT": {"name": "Italy", "x": 6}})}
    )
    assert loaded.names == {("countries/FR", "France"), ("countries/IT", "Italy")}
    assert loaded.values("x") == {"countries/FR": "5", "countries/IT": "6"}


def test_an_object_of_lists_is_several_tables(load: Load) -> None:
    text = json.dumps(
        {"made": "today", "rivers": [{"name": "R", "country": "P"}, {"name": "S", "country": "Q"}],
         "countries": [{"name": "P", "x": 1}, {"name": "Q", "x": 2}]}
    )  # fmt: skip
    loaded = load({"geo.json": text})
    assert set(loaded.report.rows) == {"rivers", "countries"}
    assert ("rivers/R", "country", "countries/P") in loaded.facts
    assert loaded.skipped == [(None, ASIDE, "made: varchar", False)]


def test_one_object_is_one_row(load: Load) -> None:
    assert load({"t.json": '{"name": "A", "x": 5}'}).values("x") == {"t/A": "5"}


def test_lists_of_objects_keep_what_belongs_together(load: Load) -> None:
    films = [
        {"title": "A", "cast": [{"actor": "Ann", "fee": 5}, {"actor": "Tom", "fee": 6}]},
        {"title": "B", "cast": [{"actor": "Tom", "fee": 7}]},
    ]
    loaded = load({"films.json": json.dumps(films)})
    assert ("films.cast/3", "film", "films/B") in loaded.facts
    assert ("films.cast/3", "actor", "actor/Tom") in loaded.facts
    assert loaded.values("fee") == {"films.cast/1": "5", "films.cast/2": "6", "films.cast/3": "7"}


def test_integers_keep_all_their_digits(load: Load) -> None:
    digits = "123456789012345678901234567890"
    assert (
        load({"t.json": f'[{{"name": "A", "n": {digits}}}, {{"name": "B", "n": 5}}]'}).values("n")["t/A"]
        == digits
    )


def test_lines_that_are_no_json_are_told_with_their_line(load: Load) -> None:
    text = '{"name": "A", "x": 1}\n\n{"name": "B", "x"\n[1]\n{"name": "C", "x": 3}\n'
    loaded = load({"t.jsonl": text})
    assert loaded.skipped == [(3, NO_JSON, '{"name": "B", "x"', False), (4, NO_OBJECT, "[1]", False)]
    assert [row[4] for row in loaded.literal("x")] == [1, 5]
    assert loaded.values("row number") == {"t/A": "1", "t/C": "2"}


def test_values_among_objects_are_told(load: Load) -> None:
    assert load({"t.json": '[{"name": "A", "x": 1}, 7, null]'}).skipped == [
        (2, NO_OBJECT, "7", False),
        (3, NO_OBJECT, "null", False),
    ]


def test_keys_that_differ_in_case_only_are_told(load: Load) -> None:
    loaded = load({"t.json": '[{"name": "A", "x": 1, "X": 2, "": 3}]'})
    assert loaded.values("x") == {"t/A": "1"}
    assert [row[1] for row in loaded.skipped] == [SAME_KEY, SAME_KEY]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("t.json", '[{"a": 1}, {"a": 2', r"t\.json: this is no valid JSON: .*byte"),
        ("t.json", "[1, 2]", r"t\.json: there is no object with anything in it"),
        ("t.json", '{"a": 1', r"t\.json: this is no valid JSON"),
        ("t.jsonl", '{"a"\n', r"t\.jsonl: there is no object with anything in it"),
        ("t.parquet", "PAR1 and nothing", r"t\.parquet: this is no valid Parquet"),
        ("t.json", '[{"name": null}, {"name": ""}]', None),
    ],
)
def test_broken_files_are_told(load: Load, name: str, text: str, message: str | None) -> None:
    if message is None:
        assert load({name: text}).report.rows == {"t": 2}
    else:
        with pytest.raises(UserError, match=message):
            load({name: text})


def test_parquet_is_a_table_with_types(load: Load, tmp_path: Path) -> None:
    select = (
        "SELECT * FROM (VALUES ('A', 5, 1.50::DECIMAL(5, 2), DATE '0044-03-15 (BC)', ['x', 'y'], {'n': 1}),"
        " ('B', 6, 2.25, DATE '2020-01-05', [], {'n': 2})) AS t(name, i, d, born, kinds, s)"
    )
    loaded = load({"things.parquet": parquet(tmp_path, select)})
    assert loaded.literal("i") == [("5", "xsd:integer", None, None, 1), ("6", "xsd:integer", None, None, 2)]
    assert [row[:2] for row in loaded.literal("d")] == [("1.50", "xsd:decimal"), ("2.25", "xsd:decimal")]
    assert loaded.values("born") == {"things/A": "-0043-03-15", "things/B": "2020-01-05"}
    assert ("things/A", "kinds", "kind/y") in loaded.facts
    assert loaded.values("s n") == {"things/A": "1", "things/B": "2"}


def test_parquet_refers_to_csv(load: Load, tmp_path: Path) -> None:
    select = "SELECT * FROM (VALUES ('Paris', 1.0), ('Rome', 2.0)) AS t(name, country_id)"
    loaded = load(
        {"cities.parquet": parquet(tmp_path, select), "countries.csv": "id,name\n1,France\n2,Italy\n"}
    )
    assert ("cities/Rome", "country", "countries/2") in loaded.facts


def test_parquet_without_rows_is_refused(load: Load, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the table has no row"):
        load({"t.parquet": parquet(tmp_path, "SELECT 1 AS a WHERE false")})


def test_null_values_of_the_mapping_are_missing(load: Load) -> None:
    text = json.dumps([{"name": "A", "x": "-"}, {"name": "B", "x": "5"}])
    assert load({"t.json": text}, "tables: {t: {null_values: ['-']}}").values("x") == {"t/B": "5"}


TEXTS = st.text(max_size=6).filter(lambda text: "\x00" not in text)


@settings(deadline=None, max_examples=25)
@given(st.lists(TEXTS, min_size=1, max_size=5), st.booleans())
def test_texts_come_back_from_json(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], by_line: bool
) -> None:
    folder = tmp_path_factory.mktemp("json")
    path = folder / ("t.jsonl" if by_line else "t.json")
    objects = [{"key": number, "text": text} for number, text in enumerate(texts)]
    plain = "\n".join(map(json.dumps, objects)) if by_line else json.dumps(objects)
    path.write_text(plain, encoding="utf-8")
    with Staging(folder, threads=1) as staging:
        source = Source(path, path.name)
        (table,) = load_json(
            staging, TypedFile(source, 0, "t", Mapping()), text_file(source, folder), "raw0_"
        )
        found = staging.rows(f"SELECT {table.column('text').sql} FROM {table.view} ORDER BY row")
    assert [cell for (cell,) in found] == [
        unicodedata.normalize("NFC", text.strip(SPACES)) or None for text in texts
    ]
