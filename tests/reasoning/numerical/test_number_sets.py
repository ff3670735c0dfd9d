import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.reasoning.numerical import NumberSets, pack_number_sets

Number = tuple[int, float, float, int]


def pack(numbers: list[Number], num_pairs: int, max_numbers: int = 50) -> NumberSets:
    pair = torch.tensor([n[0] for n in numbers], dtype=torch.long)
    low = torch.tensor([n[1] for n in numbers], dtype=torch.float64)
    high = torch.tensor([n[2] for n in numbers], dtype=torch.float64)
    value = torch.tensor([n[3] for n in numbers], dtype=torch.long)
    return pack_number_sets(pair, low, high, value, num_pairs, max_numbers=max_numbers)


def reference(
    numbers: list[Number], num_pairs: int, max_numbers: int
) -> tuple[list[list[tuple[float, float]]], list[int]]:
    """What packing means, in plain Python: the nodes of each pair, and the node of each number."""
    sets = []
    for pair in range(num_pairs):
        distinct = sorted({(low, high) for p, low, high, _ in numbers if p == pair})
        upper = max_numbers // 2
        if len(distinct) > max_numbers:
            distinct = distinct[: max_numbers - upper] + distinct[len(distinct) - upper :]
        sets.append(distinct)
    nodes = [sets[p].index((low, high)) if (low, high) in sets[p] else -1 for p, low, high, _ in numbers]
    return sets, nodes


numbers_strategy = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-5, 5), st.integers(0, 2), st.integers(0, 99)).map(
        lambda n: (n[0], float(n[1]), float(n[1] + n[2]), n[3])
    ),
    max_size=60,
)


@settings(deadline=None)
@given(numbers=numbers_strategy, max_numbers=st.integers(2, 9))
def test_packing_agrees_with_plain_python(numbers: list[Number], max_numbers: int) -> None:
    sets, nodes = reference(numbers, 5, max_numbers)
    packed = pack(numbers, 5, max_numbers)
    assert packed.node.tolist() == nodes
    for pair, distinct in enumerate(sets):
        real = packed.mask[pair]
        assert int(real.sum()) == len(distinct)
        assert real[: len(distinct)].all()
        keys = zip(packed.low[pair][real].tolist(), packed.high[pair][real].tolist(), strict=True)
        assert list(keys) == distinct
        for node, key in enumerate(distinct):
            handle = int(packed.value[pair, node])
            assert (pair, *key, handle) in numbers


def test_equal_numbers_share_a_node_only_within_their_pair() -> None:
    packed = pack([(0, 5.0, 5.0, 1), (0, 5.0, 5.0, 2), (1, 5.0, 5.0, 3), (0, 4.0, 4.0, 4)], 2)
    assert packed.node.tolist() == [1, 1, 0, 0]
    assert packed.value.tolist() == [[4, 1], [3, -1]]


def test_same_low_with_another_high_is_another_number() -> None:
    packed = pack([(0, 0.0, 364.0, 1), (0, 0.0, 0.0, 2)], 1)
    assert packed.node.tolist() == [1, 0]


def test_a_large_set_keeps_both_ends() -> None:
    packed = pack([(0, float(v), float(v), v) for v in range(10)], 1, max_numbers=4)
    assert packed.value.tolist() == [[0, 1, 8, 9]]
    assert packed.node.tolist() == [0, 1, -1, -1, -1, -1, -1, -1, 2, 3]


def test_taking_embeddings_gives_zeros_for_cut_numbers() -> None:
    packed = pack([(0, float(v), float(v), v) for v in range(3)], 1, max_numbers=2)
    taken = packed.take(torch.tensor([[[1.0, 2.0], [3.0, 4.0]]]))
    assert taken.tolist() == [[1.0, 2.0], [0.0, 0.0], [3.0, 4.0]]


def test_no_numbers_at_all_still_give_arrays() -> None:
    packed = pack([], 3)
    assert packed.mask.shape == (3, 1)
    assert not packed.mask.any()
    assert packed.take(torch.zeros(3, 1, 8)).shape == (0, 8)


def test_groups_by_size_hold_every_set_once_and_little_padding() -> None:
    sizes = [5, 1, 4, 0, 2]
    pair = torch.repeat_interleave(torch.arange(5), torch.tensor(sizes))
    keys = torch.arange(len(pair)).double()
    sets = pack_number_sets(pair, keys, keys + 0.5, torch.arange(len(pair)), 5, max_numbers=9)
    groups = sets.by_size(2)
    assert [group.tolist() for group in groups] == [[3, 1], [4, 2], [0]]
    assert [tuple(sets.chosen(group).mask.shape) for group in groups] == [(2, 1), (2, 4), (1, 5)]
    for group in groups:
        own = sets.chosen(group)
        for row, chosen in enumerate(group.tolist()):
            for name in ("low", "high", "value"):
                mine = getattr(own, name)[row][own.mask[row]]
                assert torch.equal(mine, getattr(sets, name)[chosen][sets.mask[chosen]])
