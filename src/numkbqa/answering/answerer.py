"""The answerer: questions in, answers out; all that a batch asks of the encoder and the model at once."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from numkbqa.answering.answer import Answer, Document
from numkbqa.answering.flow import Flow, Predicted, Wanted, finish, together
from numkbqa.answering.question_flow import QuestionFlows
from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.evaluation.predict import Prediction
from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.linking import readable
from numkbqa.text import CachedEncoder, States
from numkbqa.training.checkpoint import System, load_system

GROWN = "the graph has grown since the model was trained"

MOST_OF_A_NAME = 200
"""Characters of what was given as a topic that are looked for among names: no name is longer."""

SURELY_WHOLE = 100
"""A question of fewer tokens fits every encoder, so that its limit, which costs loading it, is not asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what is wanted of its answer.

    Args:
        question: the question in natural language; control characters count as spaces.
        k: how many answers to give at most; tied winners, lists and values are always given whole.
        topics: ids of the entities that it is about; those that its text mentions by default.
    """

    question: str
    k: int = 5
    topics: tuple[str, ...] = ()


class Answerer:
    """Answers questions with a trained system. Threads may share one; they take turns.

    Args:
        system: model, graph and encoder.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._flows = QuestionFlows(system)
        self._turn = Lock()

    def ask(self, question: str, k: int = 5, topics: Sequence[str] = ()) -> Answer:
        """Answer one question.

        Args:
            question: see `Asked`.
            k: see `Asked`.
            topics: see `Asked`.

        Returns:
            The answer with its evidence, a question back, or the reason for abstaining.

        Raises:
            UserError: the question is empty, k is less than 1, or the graph does not hold one of the topics.
        """
        (answer,) = self.ask_all([Asked(question, k, tuple(topics))])
        if isinstance(answer, UserError):
            raise answer
        return answer

    def ask_all(self, asked: Sequence[Asked]) -> list[Answer | UserError]:
        """Answer a batch of questions, each as `ask` does, in less time than one after the other.

        What they ask of the encoder and of the model is asked at once. Scores may differ from those of `ask`
        in their last digits, because a product of matrices may round a row differently beside other rows.

        Args:
            asked: the questions.

        Returns:
            For each its answer, or what is wrong with it. `timing_ms` is the same in all answers: the time of
            each stage divided by the number of questions.

        Raises:
            UserError: what all of them need is not there, such as a cache folder that can be written.
        """
        with self._turn:
            records = [self._record(one) for one in asked]
            good = [(r, one.k) for r, one in zip(records, asked, strict=True) if isinstance(r, Question)]
            answers = iter(self._answers(good))
            return [record if isinstance(record, UserError) else next(answers) for record in records]

    def trace(self, asked: Asked) -> tuple[Answer, list[Prediction]]:
        """Answer one question, and tell what the model was asked on the way.

        Args:
            asked: the question.

        Returns:
            The answer of `ask`, and the predictions that led to it, in the order in which they were made:
            none for a value of what is named, one for each reading of an ambiguous topic.

        Raises:
            UserError: as `ask` does.
        """
        with self._turn:
            record = self._record(asked)
            if isinstance(record, UserError):
                raise record
            seen: list[Prediction] = []
            (answer,) = self._answers([(record, asked.k)], seen)
            return answer, seen

    def _record(self, asked: Asked) -> Question | UserError:
        """A question as a record, or what is wrong with it."""
        question = readable(asked.question).strip()
        if not question:
            return UserError("the question is empty", remedy="ask something, in quotes")
        if asked.k < 1:
            return UserError(f"{asked.k} answers were asked for", remedy="ask for 1 or more")
        unknown = next((topic for topic in asked.topics if self.system.kb.entity_index(topic) is None), None)
        if unknown is not None:
            return self._no_topic(unknown)
        return Question(id="ask", question=question, topic_entities=asked.topics)

    def _no_topic(self, topic: str) -> UserError:
        """The error of a topic that is no id; it tells the ids of what is called so."""
        named = self.system.workbench.builder.linker.link(topic[:MOST_OF_A_NAME])
        ids = [link.entity for link in named] + [e for link in named for e, _ in link.alternatives]
        meant = did_you_mean(list(dict.fromkeys(self.system.kb.entity_id(entity) for entity in ids[:5])))
        remedy = meant or "leave the topic out: the question names it"
        return UserError(f'the graph has no entity of the id "{shown(topic)}"', remedy=remedy)

    def _answers(
        self, records: Sequence[tuple[Question, int]], seen: list[Prediction] | None = None
    ) -> list[Answer]:
        """The answers to records, each with the number of answers wanted; `seen` is told the predictions."""
        clock = _Clock()
        links = self.system.workbench.builder.link_all([record for record, _ in records])
        clock.lap("linking")
        flows = [
            self._flows.document(record, own, k) for (record, k), own in zip(records, links, strict=True)
        ]
        documents = self._finished(flows, clock, [] if seen is None else seen)
        clock.lap("evidence")
        timing = clock.shared_by(len(records))
        if self.system.graph_has_grown:
            for document in documents:
                document["notes"].append(GROWN)
        return [Answer({**document, "timing_ms": dict(timing)}) for document in documents]

    def _finished(
        self, flows: Sequence[Flow[Document]], clock: "_Clock", seen: list[Prediction]
    ) -> list[Document]:
        def ask(wanted: Sequence[Wanted]) -> list[Predicted]:
            predicted = self._predicted(wanted, clock)
            seen.extend(one.prediction for one in predicted)
            return predicted

        return finish(together(flows), ask)

    def _predicted(self, wanted: Sequence[Wanted], clock: "_Clock") -> list[Predicted]:
        """Ask the model about questions that have topics."""
        workbench, texts = self.system.workbench, [one.question.question for one in wanted]
        workbench.encoder.encode_ahead(texts, workbench.builder.compared_texts(wanted))
        words = workbench.encoder.word_states(texts)
        clock.lap("encoding")
        dataset = Dataset(workbench.builder.build_linked(wanted), words, [])
        clock.lap("retrieval")
        probability = workbench.ordinal_probability(self.system.classifier, dataset)
        clock.lap("encoding")
        predictions = list(workbench.predict(self.system.model, dataset, probability))
        clock.lap("reasoning")
        notes = [_cut(workbench.encoder, own) for own in words]
        return [Predicted(*pair) for pair in zip(predictions, notes, strict=True)]


def load(model: Path | str) -> Answerer:
    """Open a model folder for asking.

    Args:
        model: folder written by `numkbqa train`.

    Returns:
        The answerer.

    Raises:
        UserError: it is no model, or its graph moved or is another one.
    """
    return Answerer(load_system(Path(model)))


class _Clock:
    """Time by stage; a stage that comes again adds to its time."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self._seconds[name] = self._seconds.get(name, 0.0) + now - self._last
        self._last = now

    def shared_by(self, count: int) -> dict[str, float]:
        """Milliseconds by stage, an equal share of each."""
        return {name: round(1000 * seconds / max(count, 1), 2) for name, seconds in self._seconds.items()}


def _cut(encoder: CachedEncoder, words: States) -> list[str]:
    """A note when the encoder reads no further than a part of the question."""
    limit = encoder.max_tokens if len(words) >= SURELY_WHOLE else None
    if limit is None or len(words) + 2 < limit:
        return []
    return [f"the question is too long for the text encoder: it was cut after {len(words)} tokens"]
