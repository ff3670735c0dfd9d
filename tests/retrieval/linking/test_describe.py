from numkbqa.retrieval.linking import describe
from tests.support.toy_kb import ToyKB, toy_world


def described(kb: ToyKB, entity_id: str) -> str:
    entity = kb.entity_index(entity_id)
    assert entity is not None
    return describe(kb, entity)


def test_a_class_and_where_it_is() -> None:
    kb = toy_world()
    assert described(kb, "lyon") == "city, in France"
    assert described(kb, "france") == "country, in Europe"


def test_two_of_one_name_are_told_apart() -> None:
    facts = [
        ("a", "type", "state"),
        ("b", "type", "state"),
        ("a", "located_in", "usa"),
        ("b", "part_of", "gb"),
    ]
    kb = ToyKB(facts, labels={"a": "X", "b": "X", "state": "state", "usa": "United States", "gb": "Britain"})
    assert (described(kb, "a"), described(kb, "b")) == ("state, in United States", "state, in Britain")


def test_what_contains_it_says_where_it_is() -> None:
    kb = ToyKB([("/m/x", "/location/location/contains", "/m/y")], labels={"/m/x": "Ohio", "/m/y": "Troy"})
    assert described(kb, "/m/y") == "in Ohio"


def test_another_fact_serves_where_no_place_is_known() -> None:
    kb = toy_world()
    assert described(kb, "otto_brandt") in {
        "person, genre: Folk",
        "person, album: Iron Road",
        "person, album: Last Train",
        "person, album: Rust",
    }


def test_an_entity_that_nothing_is_known_of_is_its_id() -> None:
    assert described(ToyKB([], labels={"e1": "Nowhere"}), "e1") == "e1"


def test_facts_of_a_hub_are_not_read() -> None:
    facts = [("usa", "part_of", "earth"), ("usa", "type", "land")] + [
        (f"x{i}", "in", "usa") for i in range(2100)
    ]
    kb = ToyKB(facts, labels={"usa": "United States", "earth": "Earth", "land": "land"})
    assert described(kb, "usa") == "land"
