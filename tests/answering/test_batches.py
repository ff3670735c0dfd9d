"""A batch of questions is answered as each of them alone."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from numkbqa.answering import Answer, Answerer, Asked
from numkbqa.errors import UserError
from numkbqa.retrieval.linking import EntityLinker, Link
from numkbqa.training.workbench import Workbench
from tests.support.hostile_questions import EMPTY, hostile_questions
from tests.support.small_world import QUESTIONS

SLOW = {"ten thousand different words", "ten thousand words and a topic", "a hundred thousand letters"}
"""Nothing new in a batch, and seconds each."""

PLAIN = [text for text, _, _ in QUESTIONS]
OTHERS = [
    "what is the capital of Norway?",
    "what is the population of Paris?",
    "what is the population of the largest city of France?",
    "what are the populations of the cities of Poland?",
    "What is the city of France that has the largest zzyzx ?",
    "What is the river of Italy that has the second largest length ?",
    "What is the river of Italy that has the ninth largest length ?",
    "what is the largest moon of Xqzt?",
]
HOSTILE = [text for name, text in hostile_questions("France").items() if name not in SLOW]
SCORES = {"score", "confidence", "probability"}


def without_times(value: Any) -> Any:
    """A document with scores that differ in their last digits taken for equal, and without times."""
    if isinstance(value, dict):
        known = {key: own for key, own in value.items() if key != "timing_ms"}
        return {
            key: pytest.approx(own, abs=1e-4) if key in SCORES and own is not None else without_times(own)
            for key, own in known.items()
        }
    return [without_times(one) for one in value] if isinstance(value, list) else value


def plain(found: Answer | UserError) -> dict[str, Any]:
    """The document of an answer, or what an error says.

    Without times, and without answers so unlikely that rounding decides which of them comes first.
    """
    if isinstance(found, UserError):
        return {"error": str(found)}
    document = {key: own for key, own in found.to_json().items() if key != "timing_ms"}
    document["answers"] = [one for one in document["answers"] if one.get("score", 1.0) > 1e-4]
    return document


def alone(answerer: Answerer, asked: Asked) -> Answer | UserError:
    try:
        return answerer.ask(asked.question, asked.k, asked.topics)
    except UserError as error:
        return error


def same(answerer: Answerer, batch: Sequence[Asked]) -> None:
    expected = [without_times(plain(alone(answerer, asked))) for asked in batch]
    assert [plain(found) for found in answerer.ask_all(batch)] == expected


def test_a_batch_answers_as_one_question_after_the_other(answerer: Answerer) -> None:
    texts = [*PLAIN, *OTHERS, *HOSTILE, *EMPTY.values(), *PLAIN]
    batch = [Asked(text, k=1 + place % 5) for place, text in enumerate(texts)]
    batch += [Asked(PLAIN[0], topics=("germany",)), Asked(PLAIN[0], topics=("germany", "poland"))]
    same(answerer, batch)


@pytest.mark.parametrize("hostile", HOSTILE[::4], ids=ascii)
def test_a_hostile_question_does_not_change_its_neighbours(answerer: Answerer, hostile: str) -> None:
    same(answerer, [Asked(PLAIN[0]), Asked(hostile), Asked(PLAIN[4])])


def test_toss_ups_and_values_are_answered_in_a_batch_too(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb, link_all = answerer.system.kb, EntityLinker.link_all
    others = tuple((kb.entity_index(name) or 0, 0.3) for name in ("germany", "europe"))

    def unsure(link: Link) -> Link:
        return Link(link.entity, link.mention, link.start, link.end, 0.4, others, toss_up=True)

    def unsure_link_all(self: EntityLinker, questions: Sequence[str]) -> list[list[Link]]:
        return [list(map(unsure, links)) for links in link_all(self, questions)]

    monkeypatch.setattr(EntityLinker, "link_all", unsure_link_all)
    batch = [Asked(text) for text in (*PLAIN[:3], *OTHERS)]
    same(answerer, batch)
    assert "ambiguous_topic" in {
        found.to_json()["abstained_code"] for found in answerer.ask_all(batch) if isinstance(found, Answer)
    }


def test_an_unknown_name_beside_a_toss_up_is_passed_over(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    link_all, europe = EntityLinker.link_all, answerer.system.kb.entity_index("europe") or 0

    def unsure_link_all(self: EntityLinker, questions: Sequence[str]) -> list[list[Link]]:
        return [
            [replace(link, score=0.6, alternatives=((europe, 0.4),), toss_up=True) for link in links]
            for links in link_all(self, questions)
        ]

    monkeypatch.setattr(EntityLinker, "link_all", unsure_link_all)
    found = answerer.ask("what is the population of France and Atlantis?").to_json()
    assert [answer["of"]["id"] for answer in found["answers"]] == ["france"]
    assert found["notes"] == ['nothing in the graph is called "Atlantis"']


def test_errors_stand_only_in_their_own_place(answerer: Answerer) -> None:
    batch = [
        Asked(" "), Asked(PLAIN[0]), Asked(PLAIN[0], topics=("atlantis",)), Asked(PLAIN[4]), Asked("?", k=0),
    ]  # fmt: skip
    empty, first, unknown, second, none = answerer.ask_all(batch)
    assert isinstance(empty, UserError)
    assert isinstance(unknown, UserError)
    assert isinstance(none, UserError)
    assert ("empty" in empty.what, "atlantis" in unknown.what, none.what) == (
        True, True, "0 answers were asked for",
    )  # fmt: skip
    assert isinstance(first, Answer)
    assert isinstance(second, Answer)
    assert (first.answers[0]["id"], second.answers[0]["id"]) == ("paris", "po")


def test_without_questions_there_are_no_answers(answerer: Answerer) -> None:
    assert answerer.ask_all([]) == []
    assert [type(found) for found in answerer.ask_all([Asked(""), Asked(" ")])] == [UserError, UserError]


def test_the_model_is_run_once_for_a_batch(answerer: Answerer, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, predict = [], Workbench.predict

    def counted(self: Workbench, *args: Any) -> Any:
        runs.append(len(args[1]))
        return predict(self, *args)

    monkeypatch.setattr(Workbench, "predict", counted)
    answerer.ask_all(
        [Asked(text) for text in (*PLAIN, "what is the population of the largest city of France?")]
    )
    assert runs == [len(PLAIN) + 1]


def test_new_texts_are_encoded_in_one_pass(answerer: Answerer, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = answerer.system.workbench.encoder.encoder
    answerer.ask_all([Asked(text) for text in PLAIN])
    passes: list[int] = []
    encode = type(encoder).encode

    def counted(self: Any, texts: Sequence[str]) -> Any:
        passes.append(len(texts))
        return encode(self, texts)

    monkeypatch.setattr(type(encoder), "encode", counted)
    answerer.ask_all([Asked(f"please tell me: {text}") for text in PLAIN])
    assert [count for count in passes if count] == [max(passes)]


def test_the_times_of_a_batch_are_shared_by_its_questions(answerer: Answerer) -> None:
    documents = [
        found.to_json()["timing_ms"] for found in answerer.ask_all([Asked(text) for text in PLAIN])
        if isinstance(found, Answer)
    ]  # fmt: skip
    assert all(times == documents[0] for times in documents)
    assert list(documents[0]) == ["linking", "encoding", "retrieval", "reasoning", "evidence"]


def test_threads_that_share_an_answerer_get_the_answers_of_one(answerer: Answerer) -> None:
    texts = [f"{word} {text}" for word in ("so:", "now:", "well:") for text in (*PLAIN, *OTHERS)]
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda text: plain(alone(answerer, Asked(text))), texts))
    assert found == [without_times(plain(alone(answerer, Asked(text)))) for text in texts]
