from pathlib import Path

import pytest

from numkbqa.answering import Answerer
from numkbqa.api.explain import explain
from numkbqa.api.explained import Explanation, Outcome
from numkbqa.errors import UserError
from numkbqa.training.checkpoint import System
from numkbqa.values import Value
from tests.support.asking import ask, preferring, says
from tests.support.hostile_questions import EMPTY
from tests.support.small_world import QUESTIONS, Trained, build_world, with_graph

FRANCE, RIVER, ALBUM = QUESTIONS[0][0], QUESTIONS[4][0], QUESTIONS[6][0]


@pytest.fixture(scope="module")
def answerer(system: System) -> Answerer:
    return Answerer(system)


def test_the_answer_is_explained_with_its_row_and_its_way(answerer: Answerer) -> None:
    found = explain(answerer, RIVER, "po")
    assert (found.outcome, found.entity.label, found.question) == (Outcome.ANSWER, "Po", RIVER)
    assert (found.relation, found.unit, found.value) == ("length", "kilometer", "652")
    assert (found.rank, found.k, found.would_rank) == (1, 1, None)
    assert found.retrieved
    assert found.candidate
    assert [row.id for row in found.rows if row.answer] == ["po"]
    assert [row.id for row in found.rows if row.asked_about] == ["po"]
    assert [step.tail for step in found.path] == ["Po"]
    assert [topic.id for topic in found.topic_entities] == ["italy"]


def test_another_entity_stands_beside_the_answer(answerer: Answerer) -> None:
    found = explain(answerer, RIVER, "arno")
    assert found.outcome is Outcome.OTHER_RANK
    assert found.rank is not None
    assert found.rank > 1
    rows = {row.id: row for row in found.rows}
    assert rows["po"].answer
    assert rows["arno"].asked_about
    assert [row.rank for row in found.rows] == sorted(row.rank for row in found.rows)


def test_an_entity_is_found_by_its_name(answerer: Answerer) -> None:
    assert explain(answerer, RIVER, "Tiber") == explain(answerer, RIVER, "tiber")


def test_what_was_not_retrieved_has_the_rank_that_it_would_hold(answerer: Answerer) -> None:
    found = explain(answerer, RIVER, "guadalquivir")
    assert found.outcome is Outcome.NOT_RETRIEVED
    assert not found.retrieved
    assert (found.rank, found.candidate, found.path) == (None, False, ())
    assert found.would_rank is not None
    (own,) = [row for row in found.rows if row.asked_about]
    assert (own.compared, own.rank, own.value) == (False, found.would_rank, found.value)
    stronger = [row for row in found.rows if row.compared and float(row.value or 0) > float(own.value or 0)]
    assert found.would_rank == 1 + max((row.rank for row in stronger), default=0)


def test_a_value_that_is_missing_is_said(trained: Trained, tmp_path: Path) -> None:
    def without_paris(entity: str, relation: str, value: Value) -> Value | None:
        return None if (entity, relation) == ("paris", "population") else value

    changed = Answerer(with_graph(trained, build_world(tmp_path, without_paris)))
    found = explain(changed, FRANCE, "paris")
    assert found.outcome is Outcome.NO_VALUE
    assert found.reason == "Paris has no population to compare"
    assert (found.rank, found.would_rank, found.value) == (None, None, None)
    assert found.answers[0].id == ask(changed, FRANCE)["answers"][0]["id"]


def test_the_model_may_prefer_another(answerer: Answerer, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, preferring(answerer, "lyon"))
    found = explain(answerer, FRANCE, "paris")
    assert (found.outcome, found.rank) == (Outcome.LESS_LIKELY, 1)
    assert "the model prefers Lyon" in found.reason
    assert found.likelihood is not None
    assert found.likelihood.place == 2


def test_a_plain_question_has_no_rows(answerer: Answerer) -> None:
    found = explain(answerer, "what is the capital of Norway?", "tromso")
    assert (found.relation, found.rows, found.rank) == (None, (), None)
    assert found.likelihood is not None


def test_a_value_of_what_is_named_is_not_ranked(answerer: Answerer) -> None:
    found = explain(answerer, "what is the population of Paris?", "paris")
    assert found.outcome is Outcome.NOT_RANKED
    assert [answer.id for answer in found.answers] == ["paris"]
    assert (found.retrieved, found.likelihood) == (None, None)


def test_a_question_without_topic_is_not_ranked(answerer: Answerer) -> None:
    found = explain(answerer, "what is the largest?", "paris")
    assert found.outcome is Outcome.NOT_RANKED
    assert found.abstained is not None
    assert found.abstained in found.reason


def test_topics_are_taken_as_they_are_given(answerer: Answerer) -> None:
    found = explain(answerer, ALBUM, "iron_road", topics=["otto_brandt"])
    assert [topic.id for topic in found.topic_entities] == ["otto_brandt"]
    assert found.retrieved


@pytest.mark.parametrize("entity", ["Atlantis", *EMPTY.values(), "the rivers of Italy"])
def test_what_the_graph_does_not_hold_is_refused(answerer: Answerer, entity: str) -> None:
    with pytest.raises(UserError, match="no entity of the id or name") as refusal:
        explain(answerer, RIVER, entity)
    assert refusal.value.remedy


def test_a_name_may_be_written_with_other_signs(answerer: Answerer) -> None:
    assert explain(answerer, RIVER, '"Tiber"!') == explain(answerer, RIVER, "tiber")


def test_names_in_a_text_are_offered(answerer: Answerer) -> None:
    with pytest.raises(UserError) as refusal:
        explain(answerer, RIVER, "the rivers of Italy")
    assert "italy" in str(refusal.value.remedy)


@pytest.mark.parametrize("question", EMPTY.values())
def test_an_empty_question_is_refused(answerer: Answerer, question: str) -> None:
    with pytest.raises(UserError, match="empty"):
        explain(answerer, question, "po")


def test_an_explanation_is_plain_json(answerer: Answerer) -> None:
    found = explain(answerer, FRANCE, "lyon")
    assert Explanation.model_validate_json(found.model_dump_json()) == found
