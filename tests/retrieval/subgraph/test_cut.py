import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.retrieval.subgraph.cut import top


@given(st.lists(st.integers(0, 3), max_size=400), st.integers(0, 12))
@settings(deadline=None)
def test_top_gives_the_rows_of_a_full_sort(values: list[int], count: int) -> None:
    value = np.array(values, dtype=np.float64) / 8
    tie = np.random.default_rng(len(values)).permutation(len(values))
    expected = np.lexsort((tie, -value))[:count]
    assert sorted(top(value, tie, count).tolist()) == sorted(expected.tolist())


def test_noise_of_a_sum_does_not_decide() -> None:
    value = np.full(1000, 0.125)
    value[500:] += 1e-17 * np.arange(500)
    value[900] = 0.5
    assert sorted(top(value, np.arange(1000), 4).tolist()) == [0, 1, 2, 900]
