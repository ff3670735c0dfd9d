import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.protocol import Bools, Ints
from numkbqa.retrieval.subgraph import ends
from numkbqa.retrieval.subgraph.ends import from_both_ends
from tests.support.toy_kb import ToyKB, number


def graph(values: list[int]) -> ToyKB:
    return ToyKB([], [(f"e{i:03d}", "size", number(value)) for i, value in enumerate(values)])


@given(st.permutations(range(60)), st.sets(st.integers(0, 59)), st.integers(1, 5))
@settings(deadline=None, max_examples=30)
def test_both_ends_are_those_of_a_full_sort(order: list[int], wanted: set[int], keep: int) -> None:
    kb = graph(order)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ends, "BLOCK", 4)  # so that a small graph takes several blocks
        found = from_both_ends(kb, 0, lambda entities: np.isin(entities, sorted(wanted)), keep, 10**6)
    ranked = sorted(wanted, key=lambda entity: order[entity])
    by_value = found.facts.entity[np.argsort(found.facts.low)].tolist()
    assert found.enough
    assert len(set(by_value)) == len(by_value)
    assert by_value[:keep] == ranked[:keep]
    assert by_value[-keep:] == ranked[-keep:]


def test_reading_stops_at_the_limit_and_says_so() -> None:
    kb, read = graph(list(range(5000))), list[int]()

    def none(entities: Ints) -> Bools:
        read.append(len(entities))
        return np.zeros(len(entities), dtype=np.bool_)

    assert not from_both_ends(kb, 0, none, keep=1, limit=1000).enough
    assert 1000 <= sum(read) < 3000
    assert from_both_ends(kb, 0, none, keep=1, limit=10**6).enough


def test_few_numbers_are_read_when_what_is_wanted_is_at_the_ends() -> None:
    kb, read = graph(list(range(5000))), list[int]()

    def all_of_them(entities: Ints) -> Bools:
        read.append(len(entities))
        return np.ones(len(entities), dtype=np.bool_)

    assert from_both_ends(kb, 0, all_of_them, keep=10, limit=10**6).enough
    assert sum(read) == 2 * ends.BLOCK
