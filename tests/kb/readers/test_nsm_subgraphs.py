from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers.nsm_subgraphs import (
    ABSENT,
    NUMBERS,
    SUBGRAPH,
    Numbering,
    facts_of,
    id_of,
    numbers_of,
    read_ids,
)
from numkbqa.kb.readers.source import Source

ENTITIES, RELATIONS = Numbering(["a", "b", "", "a"]), Numbering(["r", "s"])


def read(tmp_path: Path, data: bytes) -> list[str]:
    path = tmp_path / "entities.txt"
    path.write_bytes(data)
    return read_ids(Source(path, path.name)).ids


def facts(tuples: Any, section: str = SUBGRAPH) -> tuple[list[list[int]], int]:
    found, lacking = facts_of({section: {"tuples": tuples}}, section, ENTITIES, RELATIONS)
    assert found.shape == (len(found), 3)
    return found.tolist(), lacking


def test_an_id_is_its_line_without_the_spaces_around_it(tmp_path: Path) -> None:
    assert read(tmp_path, b" a \r\nb c\n\n\xe2\x80\xa8d\n") == ["a", "b c", "", "d"]
    assert read(tmp_path, b"a\nx\x85y\x0cz".replace(b"\x85", b"\xc2\x85")) == ["a", "x\x85y\x0cz"]
    assert read(tmp_path, b"") == []


def test_another_encoding_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"entities\.txt:2: the line is not valid UTF-8"):
        read(tmp_path, b"a\nK\xf6ln\n")


@pytest.mark.parametrize(
    ("reference", "number"),
    [
        (0, 0),
        (3, 3),
        (4, ABSENT),
        (-1, ABSENT),
        (2, ABSENT),
        ("b", 1),
        (" b ", 1),
        ("a", 0),
        ("c", ABSENT),
        ("", ABSENT),
        ({"kb_id": "b", "text": "Bert"}, 1),
        ({"kb_id": 77, "text": "b"}, 1),
        ({"kb_id": None, "text": "b"}, 1),
        ({"text": "b"}, 1),
        ({}, ABSENT),
        (None, ABSENT),
        ([0], ABSENT),
    ],
)
def test_numbers_ids_and_objects_mean_a_number(reference: Any, number: int) -> None:
    assert ENTITIES.number(reference) == number
    assert numbers_of([reference], ENTITIES).tolist() == [number] * (number != ABSENT)
    assert numbers_of([reference, "b"], ENTITIES).tolist() == [number] * (number != ABSENT) + [1]


def test_ids_of_objects() -> None:
    assert id_of({"rel_id": "people.born", "text": "born"}) == "people.born"
    assert id_of({"kb_id": 5, "text": " Kismet "}) == "Kismet"
    assert id_of({"kb_id": 5}) == id_of(5) == id_of({"kb_id": ""}) == ""


def test_facts_by_number_and_by_object_are_the_same() -> None:
    objects = [[{"kb_id": "a"}, {"rel_id": "s"}, {"kb_id": "b"}], ["b", "r", "a"]]
    for tuples in ([[0, 1, 1], [1, 0, 0]], objects, [["a", 1, "b"], [1, "r", 0]]):
        assert facts(tuples) == ([[0, 1, 1], [1, 0, 0]], 0)
    assert facts([[0, 1, 1]], NUMBERS) == ([[0, 1, 1]], 0)


def test_facts_that_the_lists_lack_are_counted() -> None:
    assert facts([[0, 0, 1], [9, 0, 1], [0, 9, 1], [0, 0, -1], [0, 0, 2]]) == ([[0, 0, 1]], 4)
    assert facts([["a", "r", "b"], ["a", "r"], ["c", "r", "a"], None, [0, 2**70, 1], [0.5, 0, 1]]) == (
        [[0, 0, 1]],
        5,
    )


@pytest.mark.parametrize(
    "row", [{}, {SUBGRAPH: None}, {SUBGRAPH: {}}, {SUBGRAPH: {"tuples": []}}, {SUBGRAPH: []}]
)
def test_a_question_may_have_no_facts(row: dict[str, Any]) -> None:
    found, lacking = facts_of(row, SUBGRAPH, ENTITIES, RELATIONS)
    assert found.shape == (0, 3)
    assert found.dtype == np.int64
    assert lacking == 0
    assert numbers_of(row.get("entities"), ENTITIES).tolist() == []


ANYTHING = st.integers() | st.text(max_size=1) | st.none() | st.floats() | st.lists(st.integers(), max_size=2)


@given(st.lists(st.lists(ANYTHING, max_size=4) | ANYTHING, max_size=5))
def test_rubbish_is_counted_and_never_an_error(tuples: list[Any]) -> None:
    found, lacking = facts(tuples)
    assert len(found) + lacking == len(tuples)
    assert all(0 <= h < 4 and 0 <= r < 2 and 0 <= t < 4 for h, r, t in found)
