from collections import Counter

from numkbqa.kb.protocol import SetAside
from numkbqa.lookup import EntityRecord, Lookup
from numkbqa.lookup.entities import entity_record
from tests.support.toy_kb import ToyKB, number


def told(kb: ToyKB, entity: str, limit: int = 50) -> EntityRecord:
    index = kb.entity_index(entity)
    assert index is not None
    return entity_record(kb, index, limit)


def test_an_entity_is_told_with_names_classes_and_numbers(lookup: Lookup) -> None:
    germany = lookup.entity("germany")
    assert (germany.label, germany.aliases) == ("Germany", ("Federal Republic of Germany", "Deutschland"))
    assert [kind.id for kind in germany.classes] == ["country"]
    assert germany.description == "country, in Europe"
    assert [(n.relation.text, n.value, n.relation.unit) for n in germany.numbers] == [
        ("area", "357592", "kilometer ** 2"),
        ("population", "84482267", None),
    ]
    assert germany.links == 3 + 3 + 5


def test_facts_are_told_from_both_sides(lookup: Lookup) -> None:
    facts = {(f.relation, f.forward, f.other.label) for f in lookup.entity("lisbon").facts}
    assert facts == {
        ("located_in", True, "Portugal"),
        ("type", True, "city"),
        ("capital", False, "Portugal"),
    }


def test_a_class_is_told_with_its_instances(lookup: Lookup) -> None:
    person = lookup.entity("person")
    assert person.is_class
    assert {fact.other.id for fact in person.facts} == {"nina_falk", "otto_brandt", "ines_prado", "jan_kowal"}


def test_a_limit_leaves_some_of_every_relation() -> None:
    kb = ToyKB(
        [("h", "many", f"m{i:02}") for i in range(30)]
        + [("h", "two", "t0"), ("h", "two", "t1"), ("x", "into", "h"), ("m07", "r", "x")]
    )
    record = told(kb, "h", 6)
    assert Counter(fact.relation for fact in record.facts) == {"many": 3, "two": 2, "into": 1}
    # the best linked one first, else by number
    assert [fact.other.id for fact in record.facts if fact.relation == "many"] == ["m07", "m00", "m01"]
    assert record.links == 33


def test_an_event_is_told_with_its_facts() -> None:
    facts = [("ann", "married", "e1"), ("e1", "spouse", "bob"), ("e1", "spouse", "ann")]
    kb = ToyKB(facts, labels={"bob": "Bob"}, events=["e1"])
    (fact,) = told(kb, "ann").facts[:1]
    assert fact.relation == "married" or not fact.forward
    events = [[(inner.relation_text, inner.other.label) for inner in f.event] for f in told(kb, "ann").facts]
    assert events == [[("spouse", "Bob")], [("spouse", "Bob")]]


def test_values_that_do_not_count_say_why() -> None:
    kb = ToyKB(
        [("a", "r", "b")],
        [("a", "size", number(2)), ("b", "weight", number(1))],
        set_aside=[("a", SetAside(0, "weight", "heavy", "no number")), ("b", SetAside(0, "size", "9", "x"))],
    )
    numbers = [(n.relation.id, n.value, n.lexical, n.counts, n.reason) for n in told(kb, "a").numbers]
    assert numbers == [("size", "2", "2", True, None), ("weight", None, "heavy", False, "no number")]


def test_an_entity_without_facts_is_told() -> None:
    kb = ToyKB([("a", "r", "b")], labels={"lone": "Lone"})
    record = told(kb, "lone")
    assert (record.facts, record.numbers, record.classes, record.links) == ((), (), (), 0)
