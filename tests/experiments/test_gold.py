import pytest

from numkbqa.experiments.gold import Gold, GoldTopics
from numkbqa.questions.records import Answer, Question
from numkbqa.world.recipes import Recipe
from tests.support.toy_kb import TYPE, ToyKB


@pytest.fixture
def kb() -> ToyKB:
    facts = [
        ("ms_state", TYPE, "state"),
        ("ms_river", "flows", "ms_state"),
        ("ms_river", "flows", "la"),
        ("jackson", "in", "ms_state"),
        ("jackson2", "in", "tn"),
        ("tn", TYPE, "state"),
        ("la", TYPE, "state"),
    ]
    labels = {
        "ms_state": "Mississippi",
        "ms_river": "Mississippi",
        "jackson": "Jackson",
        "jackson2": "Jackson",
        "la": "Louisiana",
        "tn": "Tennessee",
        "state": "state",
    }
    return ToyKB(facts, labels=labels)


def question(text: str, *answers: str, topics: tuple[str, ...] = ()) -> Question:
    return Question(
        id="q", question=text, topic_entities=topics, answers=tuple(Answer(id=answer) for answer in answers)
    )


def ids(kb: ToyKB, gold: Gold) -> list[str]:
    return [kb.entity_id(topic) for topic in gold.topics]


def test_topics_that_are_given_win(kb: ToyKB) -> None:
    gold = GoldTopics(kb, {"q": Recipe(("la",), None)}).of(question("Jackson?", "tn", topics=("ms_river",)))
    assert (ids(kb, gold), gold.source) == (["ms_river"], "given")


def test_those_of_the_recipe_come_next(kb: ToyKB) -> None:
    gold = GoldTopics(kb, {"q": Recipe(("la",), None)}).of(question("which state is jackson in?", "tn"))
    assert (ids(kb, gold), gold.source) == (["la"], "recipe")


def test_the_answer_tells_which_one_of_a_name_is_meant(kb: ToyKB) -> None:
    gold = GoldTopics(kb, {}).of(question("which state is jackson in?", "tn"))
    assert (ids(kb, gold), gold.source) == (["jackson2"], "weak")


def test_the_nearest_to_the_answer_is_meant(kb: ToyKB) -> None:
    weak = GoldTopics(kb, {})
    assert ids(kb, weak.of(question("what does the MISSISSIPPI flow through?", "la"))) == ["ms_river"]
    assert ids(kb, weak.of(question("jackson and louisiana, in mississippi?", "ms_river"))) == [
        "la",
        "ms_state",
    ]


def test_a_class_is_no_weak_gold_and_without_a_name_there_is_none(kb: ToyKB) -> None:
    gold = GoldTopics(kb, {}).of(question("what is the largest state?", "tn"))
    assert gold == Gold((), "none")
    assert not gold.right(frozenset([0]))


def test_all_of_known_topics_must_be_linked_but_one_of_weak_ones() -> None:
    assert Gold((1, 2), "given").right(frozenset([1, 2, 3]))
    assert not Gold((1, 2), "given").right(frozenset([1, 3]))
    assert not Gold((1, 2), "recipe").right(frozenset([2]))
    assert Gold((1, 2), "weak").right(frozenset([2]))
    assert not Gold((1, 2), "weak").right(frozenset([3]))
