import numpy as np
import pytest

from numkbqa.kb.classes import RDF_TYPE, instances, superclasses
from tests.support.toy_kb import ToyKB

from .conftest import Builder, X


@pytest.mark.parametrize("relation", [RDF_TYPE, "instance_of", "type"])
def test_classes_are_entities_with_a_name(build: Builder, relation: str) -> None:
    _, kb = build({"triples.tsv": f"a\t{relation}\t{X}HighSchool\na\tr\tb\nb\t{relation}\t{X}HighSchool\n"})
    school, a, b = (kb.entity_index(name) for name in (X + "HighSchool", "a", "b"))
    assert school is not None
    assert a is not None
    assert b is not None
    assert kb.types(a) == kb.types(b) == [school]
    assert kb.types(school) == []
    assert [kb.is_class(entity) for entity in (school, a, b)] == [True, False, False]
    assert kb.names(school) == ["high school"]
    assert len(kb.facts_into(np.array([school])).head) == 2
    assert kb.classes().tolist() == [school]
    assert instances(kb, school).tolist() == [a, b]
    assert instances(kb, a).tolist() == []


def test_superclasses_are_found_over_several_steps_and_in_a_circle() -> None:
    kb = ToyKB(
        [
            ("volcano", "subclass_of", "mountain"),
            ("mountain", "subclass_of", "landform"),
            ("landform", "subclass_of", "mountain"),
            ("lake", "in", "landform"),
        ]
    )
    number = {kb.entity_id(entity): entity for entity in range(kb.num_entities)}
    above = superclasses(kb, np.array([number["lake"], number["mountain"], number["volcano"]]))
    assert above == {
        number["lake"]: set(),
        number["mountain"]: {number["landform"]},
        number["volcano"]: {number["mountain"], number["landform"]},
    }
