import pytest

from numkbqa.answering.reasons import Reason, abstained, no_such_value
from numkbqa.kb.protocol import SetAside
from tests.support.toy_kb import ToyKB, number

ASIDE = SetAside(0, "height", "12 smoots", "unknown unit")
UNKNOWN = SetAside(0, "height", "", "unknown value")


def reason_for(entity: str, numerical: list[int]) -> dict[str, str]:
    kb = ToyKB(
        [("a", "near", name) for name in "bcd"],
        [("a", "height", number(1))],
        {name: name.upper() for name in "abcd"},
        set_aside=[("b", ASIDE), ("d", UNKNOWN)],
    )
    number_of = kb.entity_index(entity)
    assert number_of is not None
    return no_such_value(number_of, "height", numerical, kb)


@pytest.mark.parametrize(
    ("entity", "numerical", "code", "sentence"),
    [
        ("c", [], "no_relation", "the graph has no numerical relation for height"),
        ("c", [0], "no_value", "the graph has no height of C"),
        ("b", [0], "no_value", 'the height of B is no value: "12 smoots" unknown unit'),
        ("d", [0], "no_value", "the height of D is no value: unknown value"),
    ],
)
def test_why_an_entity_has_no_value(entity: str, numerical: list[int], code: str, sentence: str) -> None:
    assert reason_for(entity, numerical) == {"abstained": sentence, "abstained_code": code}


def test_the_codes_are_those_of_the_contract() -> None:
    assert {reason.value for reason in Reason} == {
        "no_topic",
        "ambiguous_topic",
        "no_relation",
        "no_value",
        "too_few",
        "no_candidate",
        "no_rank",
    }
    assert abstained(Reason.NO_TOPIC, "why") == {"abstained": "why", "abstained_code": "no_topic"}
