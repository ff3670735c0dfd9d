from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.retrieval.subgraph.growing import Growing
from numkbqa.retrieval.subgraph.numbering import Numberings


@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=6))
@settings(deadline=None)
def test_every_entity_gets_one_number_and_keeps_it(batches: list[list[int]]) -> None:
    numberings, seen = Numberings(31), set[int]()
    with numberings.fresh() as numbering:
        for batch in batches:
            before = numbering.entities.tolist()
            new = numbering.add(np.array(batch, dtype=np.int64))
            assert sorted(new.tolist()) == sorted(set(batch) - seen)
            seen |= set(batch)
            assert numbering.entities.tolist() == before + new.tolist()
            everything = numbering.local(np.arange(31))
            assert everything[numbering.entities].tolist() == list(range(len(seen)))
            assert (everything >= 0).sum() == len(seen)
    with numberings.fresh() as numbering:
        assert (numbering.local(np.arange(31)) == -1).all()


def test_the_table_is_cleared_after_an_error() -> None:
    numberings = Numberings(5)
    with pytest.raises(IndexError), numberings.fresh() as numbering:
        numbering.add(np.array([1, 4, numbering.add(np.array([2]))[0], 99]))
    with numberings.fresh() as numbering:
        assert not (numbering.local(np.arange(5)) >= 0).any()


def test_each_thread_has_a_table_of_its_own() -> None:
    numberings, both = Numberings(4), Barrier(2, timeout=30)

    def number(first: int) -> list[int]:
        with numberings.fresh() as numbering:
            numbering.add(np.array([first, 3]))
            both.wait()
            found: list[int] = numbering.local(np.arange(4)).tolist()
            return found

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(number, [0, 1])) == [[0, -1, -1, 1], [-1, 0, -1, 1]]


@given(st.lists(st.integers(0, 2000), max_size=8))
@settings(deadline=None)
def test_a_growing_array_holds_what_was_put_in(counts: list[int]) -> None:
    growing, expected = Growing(np.int32), list[int]()
    for step, count in enumerate(counts):
        growing.extend(step, count)
        expected += [step] * count
    assert growing.values.tolist() == expected
    assert len(growing) == len(expected)
