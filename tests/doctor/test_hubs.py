from numkbqa.doctor.hubs import HubRelation, find_hubs
from tests.support.toy_kb import ToyKB


def test_hubs_have_many_times_the_facts_of_others_and_tell_by_which_relation() -> None:
    facts = [(f"p{i:02d}", "nationality", "usa") for i in range(40)]
    facts += [("usa", "borders", "canada"), ("usa", "borders", "mexico"), ("p00", "knows", "p01")]
    (hub,) = find_hubs(ToyKB(facts, labels={"usa": "USA"}))
    assert (hub.entity, hub.label, hub.degree, hub.share) == ("usa", "USA", 42, round(42 / 43, 4))
    assert hub.relations == [
        HubRelation("nationality", "nationality", True, 40),
        HubRelation("borders", "borders", False, 2),
    ]


def test_an_even_graph_has_no_hub() -> None:
    assert find_hubs(ToyKB([(f"a{i}", "next", f"a{i + 1}") for i in range(30)])) == []
    assert find_hubs(ToyKB([])) == []
