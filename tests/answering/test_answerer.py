import dataclasses
from pathlib import Path

import numpy as np
import pytest

from numkbqa.answering import NO_TOPIC, Answerer, Asked, load
from numkbqa.answering.answerer import MOST_OF_A_NAME
from numkbqa.errors import UserError
from numkbqa.evaluation import Calibration, Prediction
from numkbqa.values import Value
from tests.support.asking import ask, preferring, says
from tests.support.small_world import QUESTIONS, Trained, build_world, with_graph

FRANCE = QUESTIONS[0][0]
RIVER = QUESTIONS[4][0]
ALBUM = QUESTIONS[6][0]


def changed(trained: Trained, folder: Path, changes: dict[str, float | None]) -> Answerer:
    """The trained model upon a world in which some populations are others, or missing."""

    def change(entity: str, relation: str, value: Value) -> Value | None:
        if relation != "population" or entity not in changes:
            return value
        new = changes[entity]
        return None if new is None else Value(value.kind, new, new, f"{new:.0f}")

    return Answerer(with_graph(trained, build_world(folder, change)))


def test_an_ordinal_answer_comes_with_its_whole_evidence(answerer: Answerer) -> None:
    found = ask(answerer, RIVER)
    assert set(found) >= {"question", "answers", "ordinal", "topic_entities", "evidence", "abstained"}
    best = found["answers"][0]
    assert (best["id"], best["label"], best["value"]) == ("po", "Po", "652")
    assert 0.3 < best["score"] <= 1
    assert found["ordinal"] == {
        "probability": found["ordinal"]["probability"],
        "determiner": "largest",
        "direction": "max",
        "k": 1,
        "count": 1,
    }
    assert found["ordinal"]["probability"] > 0.5
    italy = {"id": "italy", "label": "Italy", "description": "country, in Europe", "mention": "Italy"}
    assert found["topic_entities"] == [{**italy, "score": 1.0, "alternatives": []}]
    evidence = found["evidence"]
    assert (evidence["relation"], evidence["unit"]) == ("length", "kilometer")
    rows = [(row["id"], row["label"], row["value"], row["lexical"], row["rank"]) for row in evidence["rows"]]
    assert rows[0] == ("po", "Po", "652", "652.0", 1)
    assert {row[0] for row in rows} >= {"po", "tiber", "arno"}
    assert [row[4] for row in rows] == list(range(1, len(rows) + 1))
    assert evidence["compared"] == len(rows)
    assert evidence["ties"] == []
    assert evidence["path"] == [{"head": "Italy", "relation": "river", "tail": "Po", "forward": True}]
    assert evidence["exact_sort_agrees"] is True
    assert found["abstained"] is None
    assert set(found["timing_ms"]) == {"linking", "retrieval", "encoding", "reasoning", "evidence"}


def test_dates_are_ranked_with_the_precision_that_they_have(answerer: Answerer) -> None:
    evidence = ask(answerer, ALBUM)["evidence"]
    assert evidence["relation"] == "release_date"
    rows = [(row["id"], row["lexical"]) for row in evidence["rows"]]
    assert rows[:3] == [("quiet_rooms", "2010-10"), ("harbour", "2003-05-12"), ("first_light", "1999")]


def test_the_smallest_is_ranked_from_the_other_end(answerer: Answerer) -> None:
    found = ask(answerer, QUESTIONS[1][0])
    assert found["ordinal"]["direction"] == "min"
    values = [float(row["value"]) for row in found["evidence"]["rows"]]
    assert values == sorted(values)
    assert found["evidence"]["rows"][0]["id"] == "frankfurt"


def test_answers_are_given_best_first_and_at_most_k(answerer: Answerer) -> None:
    scores = [answer["score"] for answer in ask(answerer, FRANCE, k=50)["answers"]]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(1, abs=1e-3)
    assert len(ask(answerer, FRANCE, k=2)["answers"]) == 2
    assert ask(answerer, FRANCE, k=2)["answers"] == ask(answerer, FRANCE, k=50)["answers"][:2]


def test_a_plain_question_has_no_numbers_in_its_evidence(answerer: Answerer) -> None:
    found = ask(answerer, "what is the capital of Norway?")
    assert found["ordinal"]["probability"] < 0.5
    assert (found["ordinal"]["determiner"], found["ordinal"]["direction"]) == (None, None)
    assert found["evidence"]["relation"] is None
    assert found["evidence"]["rows"] == []
    assert found["evidence"]["exact_sort_agrees"] is None
    assert all("value" not in answer for answer in found["answers"])
    assert found["evidence"]["path"]


def test_tied_winners_are_given_whole_even_for_k_1(trained: Trained, tmp_path: Path) -> None:
    tied = changed(trained, tmp_path, {"marseille": 2102650.0})
    found = ask(tied, FRANCE, k=1)
    assert {answer["id"] for answer in found["answers"]} == {"paris", "marseille"}
    assert set(found["evidence"]["ties"]) == {"paris", "marseille"}
    ranks = {row["id"]: row["rank"] for row in found["evidence"]["rows"]}
    assert (ranks["paris"], ranks["marseille"], ranks["lyon"]) == (1, 1, 2)


def test_what_has_no_number_is_listed_and_never_wins(trained: Trained, tmp_path: Path) -> None:
    found = ask(changed(trained, tmp_path, {"paris": None}), FRANCE)
    excluded = {row["id"]: row["reason"] for row in found["evidence"]["excluded"]}
    assert excluded["paris"] == "has no population"
    assert "paris" not in {row["id"] for row in found["evidence"]["rows"]}
    assert found["evidence"]["rows"][0]["id"] == "marseille"
    assert found["answers"][0]["id"] != "paris"


def test_what_has_no_number_does_not_win_even_when_the_model_says_so(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answerer = changed(trained, tmp_path, {"paris": None})
    without = [answer["id"] for answer in ask(answerer, FRANCE)["answers"] if answer["id"] != "paris"]
    says(monkeypatch, preferring(answerer, "paris"))
    found = ask(answerer, FRANCE)
    assert [answer["id"] for answer in found["answers"]][:2] == [without[0], "paris"]
    assert found["notes"][0] == "the model prefers Paris, which has no population to compare"


def test_what_is_no_peer_of_the_compared_may_win_without_a_number(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, preferring(answerer, "seine"))
    assert ask(answerer, FRANCE)["answers"][0]["id"] == "seine"


def test_an_order_without_a_valued_candidate_is_not_answered(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    says(monkeypatch, lambda prediction: dataclasses.replace(prediction, relation=None))
    found = ask(answerer, FRANCE)
    assert found["answers"] == []
    assert found["abstained_code"] == "no_value"
    assert found["abstained"] == "an order is asked for, and no candidate has a value to compare"


def test_an_order_where_nothing_has_a_number_is_not_answered(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = np.zeros(0, dtype=np.int64)

    def numberless(prediction: Prediction) -> Prediction:
        example = dataclasses.replace(prediction.example, number_relation=nothing)
        return dataclasses.replace(prediction, example=example, relation=None)

    says(monkeypatch, numberless)
    found = ask(answerer, FRANCE)
    assert (found["answers"], found["abstained_code"]) == ([], "no_relation")
    assert found["abstained"] == "an order is asked for, and nothing near France has a number"


def test_an_answer_says_when_its_value_held(trained: Trained, tmp_path: Path) -> None:
    answerer = Answerer(with_graph(trained, build_world(tmp_path)))
    kb = answerer.system.kb
    paris = kb.entity_index("paris")
    assert paris is not None
    (handle,) = kb.numbers_of(np.array([paris])).value.tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(kb), "held_at", lambda kb, asked: "2021" if asked == handle else None)
        first, second = ask(answerer, FRANCE, k=2)["answers"]
    assert (first["id"], first["held_at"]) == ("paris", "2021")
    assert "held_at" not in second


def test_a_changed_number_changes_the_answer(trained: Trained, tmp_path: Path) -> None:
    grown = changed(trained, tmp_path, {"nice": 9_999_999.0})
    found = ask(grown, FRANCE)
    assert found["answers"][0]["id"] == "nice"
    assert found["answers"][0]["value"] == "9999999"
    assert found["evidence"]["rows"][0]["id"] == "nice"


def test_one_value_alone_has_no_second(trained: Trained, tmp_path: Path) -> None:
    cities = dict.fromkeys(("marseille", "lyon", "toulouse", "nice"))
    found = ask(changed(trained, tmp_path, cities), FRANCE.replace("largest", "second largest"))
    assert found["answers"] == []
    assert found["abstained"] == (
        "number 2 by population was asked for, and the candidates have 1 value of it"
    )
    assert [row["id"] for row in found["evidence"]["rows"]] == ["paris"]


def test_a_question_about_nothing_known_is_not_answered(answerer: Answerer) -> None:
    found = ask(answerer, "what is the largest moon of Xqzt?")
    assert found["answers"] == []
    assert (found["abstained"], found["abstained_code"]) == (NO_TOPIC, "no_topic")
    assert set(found) == set(ask(answerer, FRANCE))
    assert set(found["evidence"]) == set(ask(answerer, FRANCE)["evidence"])


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(answerer: Answerer, question: str) -> None:
    with pytest.raises(UserError, match="empty"):
        answerer.ask(question)


def test_a_model_folder_is_opened_by_path_or_text(trained: Trained, answerer: Answerer) -> None:
    for folder in (trained.model, str(trained.model)):
        assert load(folder).ask(RIVER).answers == answerer.ask(RIVER).answers


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no numkbqa model"):
        load(tmp_path)


def test_a_rank_beyond_those_of_training_is_found_by_exact_sort(answerer: Answerer) -> None:
    found = ask(answerer, RIVER.replace("largest", "second largest"))
    assert found["ordinal"]["k"] == 2
    second = [row["id"] for row in found["evidence"]["rows"] if row["rank"] == 2]
    assert found["answers"][0]["id"] in second
    assert found["evidence"]["exact_sort_agrees"] is True
    assert found["notes"] == ["the model was trained for ranks up to 1: number 2 is by exact sort alone"]


@pytest.mark.parametrize("question", ["what is the second city of France?", "the seventh river of Italy"])
def test_a_rank_that_no_order_goes_with_is_told(answerer: Answerer, question: str) -> None:
    found = ask(answerer, question)
    assert found["ordinal"]["determiner"] is None
    assert found["answers"]
    assert found["confidence"] is None
    (note,) = (note for note in found["notes"] if "names no order" in note)
    assert note.startswith(f'"{"second" if "second" in question else "seventh"}"')


def test_a_rank_at_both_sides_of_its_order_is_read(answerer: Answerer) -> None:
    found = ask(answerer, FRANCE.replace("largest population", "largest population but one"))
    assert (found["ordinal"]["k"], found["answers"][0]["id"]) == (2, "marseille")
    assert not [note for note in found["notes"] if "names no order" in note]


def test_topics_that_are_given_replace_those_of_the_text(answerer: Answerer) -> None:
    found = ask(answerer, FRANCE, topics=["germany"])
    assert [topic["id"] for topic in found["topic_entities"]] == ["germany"]
    assert found["answers"][0]["id"] == "berlin"
    with pytest.raises(UserError, match="atlantis"):
        answerer.ask(FRANCE, topics=["atlantis"])


def test_a_topic_given_by_its_name_is_refused_with_its_id(answerer: Answerer) -> None:
    with pytest.raises(UserError) as refused:
        answerer.ask(FRANCE, topics=["Germany"])
    assert refused.value.remedy == "did you mean germany?"


def test_of_a_topic_that_is_no_name_at_all_the_beginning_is_read(answerer: Answerer) -> None:
    with pytest.raises(UserError) as refused:
        answerer.ask(FRANCE, topics=["." * MOST_OF_A_NAME + "Germany"])
    assert refused.value.remedy == "leave the topic out: the question names it"


def test_the_confidence_is_that_of_the_calibration(answerer: Answerer) -> None:
    without, half = (
        Answerer(dataclasses.replace(answerer.system, calibration=calibration))
        for calibration in (None, Calibration(temperature=1e9))
    )
    assert ask(without, FRANCE)["confidence"] is None
    assert ask(half, FRANCE)["confidence"] == 0.5
    assert ask(half, RIVER.replace("largest", "ninth largest"))["confidence"] is None


def test_a_rank_beyond_the_candidates_has_no_answer_and_says_why(answerer: Answerer) -> None:
    found = ask(answerer, RIVER.replace("largest", "ninth largest"))
    assert found["answers"] == []
    assert found["abstained_code"] == "too_few"
    assert found["abstained"].startswith("number 9 by length was asked for, and the candidates have ")
    assert found["evidence"]["rows"]


def test_an_order_by_what_the_graph_does_not_know_is_not_answered_by_something_else(
    answerer: Answerer,
) -> None:
    found = ask(answerer, "What is the city of France that has the largest zzyzx ?")
    assert (found["answers"], found["abstained_code"]) == ([], "no_relation")
    assert found["abstained"] == "the graph has no numerical relation for zzyzx"


def test_a_trace_tells_what_the_model_was_asked(answerer: Answerer) -> None:
    answer, (prediction,) = answerer.trace(Asked(FRANCE, k=1))
    assert answer.answers == ask(answerer, FRANCE, k=1)["answers"]
    assert prediction.question.question == FRANCE
    _, (inner,) = answerer.trace(Asked("what is the population of the largest city of France?"))
    assert inner.question.question == "what is the largest city of France"
    _, none = answerer.trace(Asked("what is the population of Paris?"))
    assert none == []


def test_a_trace_of_nothing_is_refused(answerer: Answerer) -> None:
    with pytest.raises(UserError, match="empty"):
        answerer.trace(Asked(" "))
