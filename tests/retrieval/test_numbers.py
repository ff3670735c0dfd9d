import numpy as np

from numkbqa.retrieval.numbers import number_sets
from tests.support.toy_kb import ToyKB


def test_number_sets_hold_the_values_of_the_kept_relations(world: ToyKB) -> None:
    names = ["nina_falk", "berlin", "munich", "europe", "otto_brandt"]
    entities = np.array([world.entity_index(name) for name in names])
    cosines = np.array(
        [{"population": 0.5, "date_of_birth": 0.7}.get(r.name, 0.1) for r in world.numerical_relations]
    )
    sets = number_sets(world, entities, cosines, 2)
    assert [world.numerical_relations[r].name for r in sets.relations] == ["date_of_birth", "population"]
    rows = [(names[e], int(r)) for e, r in zip(sets.entity, sets.relation, strict=True)]
    assert rows == [("otto_brandt", 0), ("nina_falk", 0), ("munich", 1), ("berlin", 1)]
    assert [world.value(int(v)).lexical for v in sets.value] == [
        "1948-11-19",
        "1975-03-02",
        "1.48771e+06",
        "3.67747e+06",
    ]
    np.testing.assert_array_equal(sets.low, [world.value(int(v)).low for v in sets.value])
    np.testing.assert_array_equal(sets.high, [world.value(int(v)).high for v in sets.value])


def test_entities_without_numbers_give_empty_sets(world: ToyKB) -> None:
    sets = number_sets(world, np.array([world.entity_index("europe")]), np.zeros(6), 3)
    assert all(len(column) == 0 for column in sets)
