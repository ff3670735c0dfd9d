import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.json_lines import json_lines
from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=3)


def read(path: Path, text: str | bytes) -> list[tuple[int, Any]]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(json_lines(Source(path, path.name)))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('{"a": 1}\n{"a": 2}', [1, 2]),
        ('{"a": 1}\r\n\n  \n{"a": 2}\r\n', [1, 4]),
        ('[\n{"a": 1},\n{"a": 2}\n]\n', [2, 3]),
        ('[{"a": 1},\n{"a": 2}]', [1, 2]),
        ('[\n{"a": 1}\n,{"a": 2}\n]', [2, 3]),
        ('\ufeff{"a": 1}\n{"a": 2}', [1, 2]),
    ],
)
def test_lines_and_arrays_of_lines_hold_the_same(tmp_path: Path, text: str, numbers: list[int]) -> None:
    assert read(tmp_path / "a.json", text) == list(zip(numbers, [{"a": 1}, {"a": 2}], strict=True))
    packed = gzip.compress(text.encode())
    assert read(tmp_path / "a.json.gz", packed) == list(zip(numbers, [{"a": 1}, {"a": 2}], strict=True))


def test_an_array_in_one_line_stays_whole(tmp_path: Path) -> None:
    assert read(tmp_path / "a.json", '[{"a": 1}, {"a": 2}]\n') == [(1, [{"a": 1}, {"a": 2}])]


def test_nothing_comes_of_an_empty_file(tmp_path: Path) -> None:
    for text in ("", "\n", "[\n]\n", "[]"):
        assert [value for _, value in read(tmp_path / "a.json", text) if value != []] == []


@pytest.mark.parametrize("broken", ["{'a': 1}", '{"a": 1', "plain", '{"a": 1} {"a": 2}', '{"a": "\ud800"}'])
def test_a_broken_line_is_skipped_with_its_number_and_text(tmp_path: Path, broken: str) -> None:
    text = b'{"a": 1}\n' + broken.encode("utf-8", "surrogatepass") + b'\n{"a": 2}\n'
    first, (line, skipped), last = read(tmp_path / "a.json", text)
    assert (first, last) == ((1, {"a": 1}), (3, {"a": 2}))
    assert isinstance(skipped, Skipped)
    assert line == skipped.line == 2
    assert skipped.text.startswith(broken[:4])


def test_a_file_cut_off_in_its_last_line_is_read_up_to_there(tmp_path: Path) -> None:
    rows = read(tmp_path / "a.json", '[\n{"a": 1},\n{"a": 2},\n{"a": ')
    assert [value for _, value in rows[:2]] == [{"a": 1}, {"a": 2}]
    assert rows[2] == (4, Skipped(4, "the line is no valid JSON", '{"a":'))


def test_damaged_compression_is_a_user_error(tmp_path: Path) -> None:
    packed = gzip.compress(b'{"a": 1}\n' * 1000)
    with pytest.raises(UserError, match="damaged"):
        read(tmp_path / "a.json.gz", packed[:-20])


@given(st.lists(OBJECTS))
@settings(deadline=None, max_examples=50)
def test_objects_come_back_from_either_form(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    path = tmp_path_factory.mktemp("rows") / "a.json"
    lines = [json.dumps(row) for row in rows]
    for text in ("\n".join(lines), "[\n" + ",\n".join(lines) + "\n]\n"):
        assert [value for _, value in read(path, text)] == rows
