import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import numkbqa
from numkbqa.api import Answer, Asked, Model
from numkbqa.errors import UserError
from tests.support.command_line import numkbqa as command
from tests.support.small_world import QUESTIONS, Trained

FRANCE = QUESTIONS[0][0]


def test_an_answer_is_that_of_the_command_line(opened: Model, trained: Trained) -> None:
    done = command("ask", trained.model, FRANCE, "--json")
    printed = {**json.loads(done.stdout), "timing_ms": {}}
    assert {**opened.ask(FRANCE).to_json(), "timing_ms": {}} == printed


def test_an_answer_is_typed(opened: Model) -> None:
    found = opened.ask(FRANCE, k=2)
    assert found.answers[0].label == "Paris"
    assert len(found.answers) == 2
    assert (found.abstained, found.clarification) == (None, None)
    assert found.confidence is None or 0 < found.confidence <= 1
    assert (found.evidence.rows[0].id, found.evidence.rows[0].rank) == ("paris", 1)
    assert found.best == found.answers[0]


def test_topics_may_be_given(opened: Model) -> None:
    assert [topic.id for topic in opened.ask(FRANCE, topics=["germany"]).topic_entities] == ["germany"]
    with pytest.raises(UserError, match="did you mean germany"):
        opened.ask(FRANCE, topics=["Germany"])


def test_a_batch_keeps_the_order_and_errors_their_places(
    opened: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numkbqa.api.model.AT_ONCE", 3)
    texts = [text for text, _, _ in QUESTIONS]
    asked: list[str | Asked] = [*texts, "", Asked(FRANCE, k=1, topics=("germany",))]
    found = opened.ask_batch(asked, k=2)
    assert [type(one) for one in found] == [Answer] * len(texts) + [UserError, Answer]
    answers = [one for one in found if isinstance(one, Answer)]
    assert [one.question for one in answers] == [*texts, FRANCE]
    assert [one.best and one.best.id for one in answers[:-1]] == [answer for _, _, answer in QUESTIONS]
    assert {len(one.answers) for one in answers[:-1]} == {2}
    assert len(answers[-1].answers) == 1


def test_one_text_is_no_list_of_texts(opened: Model) -> None:
    with pytest.raises(TypeError, match=r"questions=\["):
        opened.ask_batch(FRANCE)
    with pytest.raises(TypeError, match=r"topics=\['france'\]"):
        opened.ask(FRANCE, topics="france")
    with pytest.raises(TypeError, match=r"topics=\['france'\]"):
        opened.explain(FRANCE, "paris", topics="france")
    with pytest.raises(TypeError, match=r"entities=\['paris'\]"):
        opened.rank("population", entities="paris")


def test_the_graph_can_be_looked_up(opened: Model) -> None:
    assert opened.search("fran")[0].id == "france"
    assert opened.entity("france").label == "France"
    assert "population" in {relation.id for relation in opened.relations()}
    assert opened.rank("population", entities=["paris", "nice"], count=1).rows[0].id == "paris"
    assert [mention.id for mention in opened.link("the rivers of Italy")] == ["italy"]


def test_an_unknown_id_is_an_error_that_helps(opened: Model) -> None:
    with pytest.raises(UserError):
        opened.entity("atlantis")


def test_the_doctor_examines_the_graph(opened: Model, trained: Trained) -> None:
    printed = json.loads(command("kb", "doctor", trained.kb, "--json").stdout)
    assert json.loads(json.dumps(opened.doctor())) == printed


def test_the_graph_is_examined_once(opened: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened.doctor()
    monkeypatch.setattr("numkbqa.api.model.examine", None)
    assert opened.doctor() == first


def test_example_questions_are_about_the_graph_and_repeatable(opened: Model) -> None:
    questions = opened.example_questions(4, seed=3)
    assert len(set(questions)) == 4
    assert opened.example_questions(4, seed=3) == questions != opened.example_questions(4, seed=4)
    assert all(isinstance(found, Answer) and found.topic_entities for found in opened.ask_batch(questions))


def test_a_closed_model_is_no_more_asked(trained: Trained) -> None:
    with numkbqa.load(str(trained.model)) as closed:
        assert closed.kb.num_entities == closed.answerer.system.kb.num_entities
    closed.close()
    asks: list[Callable[[], object]] = [
        lambda: closed.ask(FRANCE), lambda: closed.search("fr"), lambda: closed.kb, closed.doctor,
    ]  # fmt: skip
    for ask in asks:
        with pytest.raises(ValueError, match="closed"):
            ask()


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no numkbqa model"):
        numkbqa.load(tmp_path)


def test_threads_share_a_model(trained: Trained, opened: Model) -> None:
    works: list[Callable[[Model], object]] = [
        *(lambda model, text=text: model.ask(text).answers for text, _, _ in QUESTIONS),
        lambda model: model.search("fr"),
        lambda model: model.link("the cities of France and the rivers of Italy"),
        lambda model: model.entity("france"),
        lambda model: model.rank("population", count=3).rows,
    ]
    expected = [work(opened) for work in works]
    with numkbqa.load(trained.model) as fresh, ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda work: work(fresh), works * 3)) == expected * 3
