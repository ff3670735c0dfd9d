import numpy as np

from numkbqa.questions.groups import NO_CLASS, GroupIndex, Side, numbers_by_entity, relation_numbers
from tests.support.toy_kb import ToyKB, day, number, toy_world

KB = ToyKB(
    [
        ("texas", "borders", "utah"),
        ("utah", "borders", "texas"),
        ("dallas", "in", "texas"),
        ("austin", "in", "texas"),
        ("pecos", "in", "texas"),
        ("texas", "in", "texas"),
        ("dallas", "type", "city"),
        ("austin", "type", "city"),
        ("pecos", "type", "river"),
    ],
    [
        ("dallas", "population", number(1300000)),
        ("austin", "population", number(900000)),
        ("dallas", "founded", day("1841")),
        ("dallas", "founded", day("1842")),
        ("austin", "founded", day("1839")),
        ("austin", "founded", day("1839")),
    ],
)


def groups(index: GroupIndex) -> set[tuple[str, str, int, str | None, frozenset[str]]]:
    kb, found = index.kb, set()
    for group in range(len(index.topic)):
        narrow = None if index.narrow[group] == NO_CLASS else kb.entity_id(int(index.narrow[group]))
        members = frozenset(kb.entity_id(int(entity)) for entity in index.members(group))
        topic, relation = kb.entity_id(int(index.topic[group])), kb.relations[int(index.relation[group])]
        found.add((topic, relation, int(index.side[group]), narrow, members))
    return found


def test_all_groups_in_both_directions_by_class_and_narrowed() -> None:
    one = {"texas"}, {"utah"}
    assert groups(GroupIndex(KB)) == {
        ("texas", "borders", Side.TAILS, None, frozenset(one[1])),
        ("texas", "borders", Side.HEADS, None, frozenset(one[1])),
        ("utah", "borders", Side.TAILS, None, frozenset(one[0])),
        ("utah", "borders", Side.HEADS, None, frozenset(one[0])),
        ("texas", "in", Side.HEADS, None, frozenset({"dallas", "austin", "pecos"})),
        ("texas", "in", Side.HEADS, "city", frozenset({"dallas", "austin"})),
        ("texas", "in", Side.HEADS, "river", frozenset({"pecos"})),
        ("dallas", "in", Side.TAILS, None, frozenset({"texas"})),
        ("austin", "in", Side.TAILS, None, frozenset({"texas"})),
        ("pecos", "in", Side.TAILS, None, frozenset({"texas"})),
        ("city", "type", Side.CLASS, None, frozenset({"dallas", "austin"})),
        ("river", "type", Side.CLASS, None, frozenset({"pecos"})),
    }


def test_the_groups_of_some_topics_are_those_of_the_whole_graph_about_them() -> None:
    for kb in (KB, toy_world()):
        whole = groups(GroupIndex(kb))
        for topics in np.array_split(np.arange(kb.num_entities), 5):
            about = {kb.entity_id(int(topic)) for topic in topics}
            assert groups(GroupIndex(kb, topics)) == {group for group in whole if group[0] in about}


def test_a_group_is_covered_when_half_of_it_carries_the_number() -> None:
    index = GroupIndex(KB)
    population = relation_numbers(KB, [r.name for r in KB.numerical_relations].index("population"))
    found = index.covered(population.entity, 2, 50)
    assert {frozenset(KB.entity_id(int(e)) for e in index.members(int(g))) for g in found} == {
        frozenset({"dallas", "austin"}),
        frozenset({"dallas", "austin", "pecos"}),
    }
    assert len(index.covered(population.entity, 3, 50)) == 0
    assert all(index.size[index.covered(population.entity, 2, 2)] == 2)


def test_unequal_values_of_one_entity_become_one_interval_without_a_handle() -> None:
    founded = relation_numbers(KB, [r.name for r in KB.numerical_relations].index("founded"))
    by_name = {KB.entity_id(int(entity)): row for row, entity in enumerate(founded.entity)}
    dallas, austin = by_name["dallas"], by_name["austin"]
    assert founded.value[dallas] == -1
    assert (founded.low[dallas], founded.high[dallas]) == (day("1841").low, day("1842").high)
    assert KB.value(int(founded.value[austin])).lexical == "1839"


def test_no_facts_and_no_numbers() -> None:
    kb = ToyKB([])
    assert len(GroupIndex(kb).topic) == 0
    empty = toy_world().numbers_of(np.empty(0, dtype=np.int64))
    assert len(numbers_by_entity(empty).entity) == 0
