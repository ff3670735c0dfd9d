import pytest

from numkbqa.questions.records import read_questions
from numkbqa.world import SPLITS, question_file
from numkbqa.world.recipes import read_recipes
from numkbqa.world.triples import class_of, entity, relation
from numkbqa.world.vocabulary import RELATIONS


@pytest.mark.parametrize("split", SPLITS)
def test_every_question_has_one_and_only_the_ordinal_ones_sort(split: str) -> None:
    recipes = read_recipes()
    for question in read_questions(question_file(split)):
        assert (recipes[question.id].relation is not None) is question.ordinal
        assert recipes[question.id].topics


def test_relations_are_those_of_the_graph() -> None:
    known = {relation(name) for name in RELATIONS}
    assert {recipe.relation for recipe in read_recipes().values()} <= {*known, None}


def test_topics_are_what_the_filter_names() -> None:
    recipes = read_recipes()
    assert recipes["train-001"].topics == (entity("country", "CA"),)
    assert recipes["train-001"].relation == relation("population")
    assert recipes["train-006"].topics == (entity("country", "BR"),)
    assert recipes["train-099"].topics == (entity("person", "humphry-davy"),)
    assert recipes["train-154"].topics == (entity("city", 3067696),)


def test_without_a_filter_the_class_is_the_topic() -> None:
    classes = {class_of(name) for name in ("city", "country", "chemical-element")}
    found = {topic for recipe in read_recipes().values() for topic in recipe.topics if "/class/" in topic}
    assert found
    assert found <= classes
