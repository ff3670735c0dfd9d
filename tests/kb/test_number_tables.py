from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.collect import Collector
from numkbqa.kb.number_tables import number_arrays, starts
from numkbqa.values import Kind, Value

rows = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 2), st.sampled_from([-2.0, 0.0, 1.5, 3.0]), st.booleans())
)


def test_starts_of_keys_with_and_without_rows() -> None:
    assert starts(np.array([0, 0, 2]), 4).tolist() == [0, 2, 2, 3, 3]
    assert starts(np.zeros(0, np.int64), 2).tolist() == [0, 0, 0]


@settings(deadline=None)
@given(rows)
def test_arrays_hold_each_kept_number_once_in_both_orders(facts: list[tuple[int, int, float, bool]]) -> None:
    graph = Collector()
    for entity, relation, number, _ in facts:
        graph.add_value(entity, relation, Value(Kind.NUMBER, number, number, str(number)), typed=True)
    kept = np.array([row[3] for row in facts], np.bool_)
    holders, relations = (np.array([row[i] for row in facts], np.int64)[kept] for i in (0, 1))
    arrays = number_arrays(graph.values, kept, holders, 5, relations)
    expected = sorted({row[:3] for row in facts if row[3]})
    columns = (arrays["number.entity"], arrays["number.relation"], arrays["number.low"])
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected
    assert np.diff(arrays["number.start"]).tolist() == [
        Counter(row[0] for row in expected)[e] for e in range(5)
    ]
    ranked = [expected[i] for i in arrays["number.by_relation"]]
    assert ranked == sorted(expected, key=lambda row: (row[1], row[2], row[0]))
