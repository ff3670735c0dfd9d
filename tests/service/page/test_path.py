from typing import Any

from numkbqa.service.page.path import path_view


def step(head: str, relation: str, tail: str, forward: bool) -> dict[str, Any]:
    return {"head": head, "relation": relation, "tail": tail, "forward": forward}


def test_entities_stand_in_the_order_of_the_way_and_facts_point_as_the_graph_has_them() -> None:
    view = path_view([step("Nina", "member of", "Falks", True), step("Rooms", "by", "Falks", False)])
    assert view is not None
    assert view.facts == [("Nina", "member of", "Falks"), ("Rooms", "by", "Falks")]
    data = [element["data"] for element in view.elements]
    assert [(node["label"], node["role"]) for node in data[:3]] == [
        ("Nina", "topic"),
        ("Falks", "between"),
        ("Rooms", "answer"),
    ]
    assert [(edge["source"], edge["target"]) for edge in data[3:]] == [("n0", "n1"), ("n2", "n1")]


def test_two_entities_of_one_name_are_two_nodes() -> None:
    view = path_view([step("Georgia", "capital", "Georgia", True)])
    assert view is not None
    assert len([element for element in view.elements if element["group"] == "nodes"]) == 2


def test_nothing_is_drawn_without_a_path() -> None:
    assert path_view([]) is None
