import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.readers.tables.raw import (
    SPACES,
    RawColumn,
    cells_of,
    clean_cell,
    count_rows,
    identifier,
    in_order,
    plain_key,
    quoted,
    unique_names,
    working_folder,
)
from numkbqa.kb.staging import Staging


@pytest.fixture(scope="module")
def staging(tmp_path_factory: pytest.TempPathFactory) -> Staging:
    return Staging(tmp_path_factory.mktemp("db"), threads=1)


@settings(deadline=None)
@given(st.text(st.sampled_from(SPACES + "aß漢e\u0301'\"\\"), max_size=6))
def test_cells_lose_the_spaces_around_them(staging: Staging, text: str) -> None:
    clean = staging.scalar(f"SELECT {clean_cell('x')} FROM (SELECT ? AS x)", [text])
    assert clean == (unicodedata.normalize("NFC", text.strip(SPACES)) or None)
    assert staging.scalar(f"SELECT {quoted(text)}") == text


def test_words_for_nothing_count_only_when_they_are_named(staging: Staging) -> None:
    texts = "(VALUES ('NA'), (' - '), ('x')) AS t(x)"
    found = staging.rows(f"SELECT {clean_cell('x', ('NA', '-'))} FROM {texts}")
    assert found == [(None,), (None,), ("x",)]


@pytest.mark.parametrize(
    ("text", "key"),
    [("3", "3"), ("3.0", "3"), ("-3.0", "-3"), ("3.5", "3.5"), ("v1.0", "v1.0"), ("3.00", "3.00")],
)
def test_whole_numbers_are_one_key_with_and_without_a_decimal(staging: Staging, text: str, key: str) -> None:
    assert staging.scalar(f"SELECT {plain_key('x')} FROM (SELECT ? AS x)", [text]) == key


def test_cells_of_lists_and_of_texts_that_list(staging: Staging) -> None:
    rows = "(SELECT 1 AS row, 'a| b||' AS c0, ['x', NULL, ' y'] AS c1, NULL::VARCHAR AS c2)"

    def cells(column: RawColumn, split: str | None = None) -> list[str]:
        return [cell for (cell,) in staging.rows(f"SELECT cell FROM {cells_of(rows, column, split)}")]

    assert cells(RawColumn("t", "c0")) == ["a| b||"]
    assert cells(RawColumn("t", "c0"), "|") == ["a", "b"]
    assert cells(RawColumn("l", "c1", is_list=True)) == ["x", "y"]
    assert cells(RawColumn("n", "c2")) == cells(RawColumn("n", "c2"), "|") == []


def test_repeated_names_get_numbers() -> None:
    assert unique_names(["a", "A", "a", "b", "a 2"]) == ["a", "A 2", "a 3", "b", "a 2 2"]


def test_names_are_quoted() -> None:
    assert identifier('a"b') == '"a""b"'


def test_tables_keep_the_order_of_what_they_are_made_of(staging: Staging) -> None:
    with in_order(staging):
        staging.execute("CREATE TABLE numbers AS SELECT range AS n FROM range(300000)")
    assert staging.scalar("SELECT bool_and(n = rowid) FROM numbers")
    assert count_rows(staging, "numbers") == 300_000
    assert staging.scalar("SELECT current_setting('preserve_insertion_order')") is False


def test_the_working_folder_is_that_of_the_database(tmp_path: Path) -> None:
    with Staging(tmp_path, threads=1) as staging:
        assert working_folder(staging) == tmp_path
