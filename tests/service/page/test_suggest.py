import pytest

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page.suggest import suggest
from tests.support.canned_answers import CannedModel

EXAMPLES = [f"which city is the largest of {place}?" for place in "abcdefgh"]


@pytest.fixture
def model(kb: EmbeddedKnowledgeBase) -> CannedModel:
    names = {
        "Brazil": "country",
        "Bratislava": "city",
        "New York": "city",
        "New Yorker": "paper",
        "In Bruges": "",
    }
    return CannedModel(kb, names)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("largest city in bra", ["largest city in Brazil", "largest city in Bratislava"]),
        ("BRA", ["Brazil", "Bratislava"]),
        ("who lives in new y", ["who lives in New York", "who lives in New Yorker"]),
        ("who lives in new york", ["who lives in New Yorker"]),
        ("what happens in br", ["what happens In Bruges"]),
        ("  in  bra", ["in  Brazil", "in  Bratislava"]),
        ("brazil", []),
        ("bra ", []),
        ("new", []),
        ("what is the", []),
        ("b", []),
        ("", []),
    ],
)
def test_the_last_words_go_on_as_a_name(model: CannedModel, typed: str, expected: list[str]) -> None:
    assert [one.question for one in suggest(typed, model, [])] == expected


def test_a_name_says_what_it_is(model: CannedModel) -> None:
    (first, _) = suggest("bra", model, [])
    assert (first.label, first.note) == ("Brazil", "country")


def test_examples_that_begin_so_come_first_and_are_few(model: CannedModel) -> None:
    assert [one.question for one in suggest("Which city", model, EXAMPLES)] == EXAMPLES[:3]
    assert suggest(EXAMPLES[0], model, EXAMPLES) == []
