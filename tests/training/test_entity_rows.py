import torch

from numkbqa.reasoning.basic.complex_vectors import complex_product
from numkbqa.training.entity_rows import entity_keys, entity_rows_for
from tests.support.toy_kb import ToyKB

FACTS = [("a", "of", "b"), ("c", "of", "b"), ("d", "in", "a")]
MORE = [("ab", "of", "b"), ("c", "in", "ab"), ("e", "of", "ab"), ("x", "in", "y")]
"""What came later: one entity beside known ones, one next to that, and two that nothing connects."""


def rows(before: ToyKB, after: ToyKB) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    entities, relations = torch.randn(before.num_entities, 6), torch.randn(2 * len(after.relations), 6)
    return entity_rows_for(after, entities, relations, entity_keys(before)), entities, relations


def test_rows_follow_the_ids() -> None:
    before, after = ToyKB(FACTS), ToyKB(FACTS + MORE)
    found, entities, _ = rows(before, after)
    assert found.shape == (after.num_entities, 6)
    for entity in range(before.num_entities):
        now = after.entity_index(before.entity_id(entity))
        assert now is not None
        assert torch.equal(found[now], entities[entity])


def test_the_same_graph_keeps_its_rows() -> None:
    found, entities, _ = rows(ToyKB(FACTS), ToyKB(FACTS))
    assert torch.equal(found, entities)


def test_a_new_entity_points_to_where_its_facts_ask_for_it() -> None:
    before, after = ToyKB(FACTS), ToyKB(FACTS + MORE)
    found, entities, relations = rows(before, after)
    number = {name: after.entity_index(name) for name in ("ab", "b", "c", "e", "x", "y")}
    inside, of = after.relations.index("in"), after.relations.index("of")
    asked = complex_product(found[number["c"]], relations[inside])
    asked = asked + complex_product(found[number["b"]], relations[of + len(after.relations)])
    length = entities.norm(dim=1).mean()
    torch.testing.assert_close(found[number["ab"]], asked / asked.norm() * length)
    beside = complex_product(found[number["ab"]], relations[of + len(after.relations)])
    torch.testing.assert_close(found[number["e"]], beside / beside.norm() * length)
    assert not found[[number["x"], number["y"]]].any()


def test_keys_tell_entities_apart_whatever_their_number() -> None:
    before, after = ToyKB(FACTS), ToyKB(FACTS + MORE)
    assert len(set(entity_keys(after).tolist())) == after.num_entities
    assert set(entity_keys(before).tolist()) < set(entity_keys(after).tolist())
