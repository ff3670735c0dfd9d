import numpy as np
import pytest

from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval.relations.features import FEATURES
from numkbqa.training.relation_cases import RelationCase, pseudo_relation_cases, relation_cases
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUESTIONS


def real_questions() -> list[Question]:
    return [
        Question(id=str(i), question=text, topic_entities=(topic,), answers=(Answer(id=answer),))
        for i, (text, topic, answer) in enumerate(QUESTIONS)
    ]


@pytest.fixture(scope="module")
def made(workbench: Workbench) -> list[RelationCase]:
    pseudo = list(generate_pseudo_questions(workbench.kb, count=12, seed=0, plain_share=0.3))
    return pseudo_relation_cases(workbench.builder, pseudo, (0.0, 0.5), seed=3)


def test_cases_say_which_relations_of_the_subgraph_may_be_right(workbench: Workbench) -> None:
    cases = relation_cases(workbench.builder, real_questions())
    assert cases
    for case in cases:
        assert 0 < case.right.sum() < len(case.relations)
        assert case.features.shape == (len(case.relations), len(FEATURES))
        assert (case.support >= 0).all()
        assert not case.made
    asked = {case.question: case for case in cases}
    names = [relation.name for relation in workbench.kb.numerical_relations]
    for text in asked:
        words = "length" if "length" in text else "population" if "population" in text else "release"
        assert any(words in names[r] for r in asked[text].relations[asked[text].right].tolist())


def test_a_question_without_a_label_gives_no_case(workbench: Workbench) -> None:
    plain = [q.model_copy(update={"question": "which city lies in France?"}) for q in real_questions()]
    assert relation_cases(workbench.builder, plain) == []
    assert relation_cases(workbench.builder, []) == []


def test_a_pseudo_question_has_one_right_relation_in_every_wording(made: list[RelationCase]) -> None:
    assert made
    assert len(made) % 2 == 0
    for case, other in zip(made[: len(made) // 2], made[len(made) // 2 :], strict=True):
        assert case.made
        assert case.right.sum() == 1
        assert case.question == other.question
        np.testing.assert_array_equal(case.right, other.right)
    changed = [
        not np.array_equal(a.query, b.query) for a, b in zip(made, made[len(made) // 2 :], strict=False)
    ]
    assert any(changed)
