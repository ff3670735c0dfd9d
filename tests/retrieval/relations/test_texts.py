import numpy as np

from numkbqa.retrieval.relations import property_text, unit_rows
from numkbqa.retrieval.relations.texts import carrier_classes, domain_text
from tests.support.toy_kb import ToyKB, number


def test_property_text_is_the_last_part_of_a_path() -> None:
    assert property_text("/people/person/height_meters", "people person height meters") == "height meters"
    assert property_text("http://geo.example/ont/area", "area") == "area"
    assert property_text("http://www.wikidata.org/prop/direct/P569", "date of birth") == "date of birth"


def test_domain_text_is_what_the_property_leaves() -> None:
    assert domain_text("/people/person/height_meters", "people person height meters") == "people person"
    assert domain_text("http://geo.example/ont/area", "area") == ""


def test_classes_of_the_carriers_come_commonest_first() -> None:
    facts = [("a", "type", "City"), ("b", "type", "City"), ("c", "type", "Land"), ("d", "type", "River")]
    kb = ToyKB(facts, [(entity, "area", number(i)) for i, entity in enumerate("abc")])
    assert carrier_classes(kb, 0) == [kb.label(kb.entity_index(name) or 0) for name in ("City", "Land")]


def test_carriers_without_class_have_the_type_of_the_path() -> None:
    kb = ToyKB([("a", "r", "b")], [("a", "/people/person/height", number(1)), ("a", "size", number(1))])
    assert [carrier_classes(kb, relation) for relation in range(2)] == [["person"], []]


def test_a_row_of_zeros_stays_zero() -> None:
    rows = unit_rows(np.array([[0, 0], [3, 4]], np.float32))
    np.testing.assert_allclose(rows, np.array([[0, 0], [0.6, 0.8]]), rtol=1e-6)
