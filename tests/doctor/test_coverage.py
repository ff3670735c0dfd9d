import numpy as np

from numkbqa.doctor.coverage import Classes, Coverage
from tests.support.toy_kb import ToyKB, toy_world

KB = ToyKB(
    [(f"c{i}", "type", "city") for i in range(6)]
    + [(f"c{i}", "type", "thing") for i in range(6)]
    + [(f"x{i}", "type", "thing") for i in range(3)]
    + [("c0", "likes", "city")]
)


def numbers(*ids: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(sorted(KB._index[entity] for entity in ids), np.int64)


def test_the_smallest_of_the_commonest_classes_is_the_main_one() -> None:
    found = Classes(KB).coverage(numbers("c0", "c1", "c2"))
    assert found == Coverage(KB._index["city"], members=6, carrying=3)


def test_the_class_with_more_carriers_comes_first() -> None:
    found = Classes(KB).coverage(numbers("c0", "x0", "x1"))
    assert found == Coverage(KB._index["thing"], members=9, carrying=3)


def test_carriers_without_a_class_have_no_coverage() -> None:
    assert Classes(KB).coverage(numbers("city")) is None
    assert Classes(KB).coverage(np.empty(0, np.int64)) is None
    assert Classes(ToyKB([("a", "knows", "b")])).coverage(np.array([0])) is None


def test_many_carriers_are_sampled_but_counted_whole() -> None:
    kb = ToyKB([(f"c{i:04d}", "type", "city") for i in range(1000)])
    found = Classes(kb).coverage(np.arange(900, dtype=np.int64))
    assert found is not None
    assert (found.members, found.carrying) == (1000, 900)


def test_the_toy_world_is_covered() -> None:
    kb = toy_world()
    lengths = [relation.name for relation in kb.numerical_relations].index("length")
    found = Classes(kb).coverage(np.unique(kb.numbers_of_relation(lengths).entity))
    assert found is not None
    assert (kb.label(found.main), found.members, found.carrying) == ("river", 21, 21)
