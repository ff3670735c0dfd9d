"""The answerer: links a question, decides what it asks for, and answers or says why not."""

import time
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from numkbqa.answering.answer import Answer, Document, document_of
from numkbqa.answering.entities import entity_document
from numkbqa.answering.reasons import NO_SUMS, NO_TOPIC, Reason, abstained, no_relation_for
from numkbqa.answering.topics import (
    answered_about,
    asking_back,
    decided,
    rivals,
    settled,
    topic_entities,
    toss_up,
)
from numkbqa.answering.value_documents import of_answers, of_name
from numkbqa.answering.values import ValueReader, ValueReading, inner_question
from numkbqa.errors import UserError
from numkbqa.evaluation.predict import Prediction
from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.linking import Link, topic_ids
from numkbqa.text import CachedEncoder, States
from numkbqa.training.checkpoint import System, load_system

GROWN = "the graph has grown since the model was trained"

SURELY_WHOLE = 100
"""A question of fewer tokens fits every encoder, so that its limit, which costs loading it, is not asked."""


class Answerer:
    """Answers questions with a trained system.

    Args:
        system: model, graph and encoder.
    """

    def __init__(self, system: System) -> None:
        self.system = system

    def ask(self, question: str, k: int = 5, topics: Sequence[str] = ()) -> Answer:
        """Answer one question.

        Args:
            question: the question in natural language; control characters count as spaces.
            k: how many answers to give at most; tied winners, lists and values are always given whole.
            topics: ids of the entities that it is about; those that its text mentions by default.

        Returns:
            The answer with its evidence, a question back, or the reason for abstaining.

        Raises:
            UserError: the question is empty, or the graph does not hold one of the topics.
        """
        question = _readable(question)
        if not question:
            raise UserError("the question is empty", remedy="ask something, in quotes")
        clock = _Clock()
        self._check_topics(topics)
        record = Question(id="ask", question=question, topic_entities=tuple(topics))
        document = self._document(record, k, clock)
        clock.lap("evidence")
        if self.system.graph_has_grown:
            document["notes"].append(GROWN)
        return Answer({**document, "timing_ms": clock.laps})

    @cached_property
    def _values(self) -> ValueReader:
        return ValueReader(self.system.kb, self.system.workbench.encoder)

    def _check_topics(self, topics: Sequence[str]) -> None:
        """Refuse a topic that is no id, and tell the ids of what is called so."""
        for topic in topics:
            if self.system.kb.entity_index(topic) is None:
                named = self.system.workbench.builder.linker.link(topic)
                ids = [link.entity for link in named] + [e for link in named for e, _ in link.alternatives]
                meant = " or ".join(dict.fromkeys(self.system.kb.entity_id(entity) for entity in ids[:5]))
                remedy = f"did you mean {meant}?" if meant else "leave the topic out: the question names it"
                raise UserError(f'the graph has no entity of the id "{topic}"', remedy=remedy)

    def _document(self, record: Question, k: int, clock: "_Clock") -> Document:
        """The document; a toss-up of topics is decided by what each of them would be answered."""
        links = self.system.workbench.builder.link(record)
        clock.lap("linking")
        toss = None if record.topic_entities else toss_up(links)
        if toss is None:
            return self._decided(record, links, k, clock)
        tried = [self._with_topic(record, rival, toss, links, k, clock) for rival, _ in rivals(toss)]
        return settled(tried) or {
            **asking_back(record.question, toss, self.system.kb),
            "topic_entities": topic_entities(links, self.system.kb),
        }

    def _with_topic(
        self, record: Question, rival: int, toss: Link, links: Sequence[Link], k: int, clock: "_Clock"
    ) -> Document:
        """The document when a toss-up means one of its rivals."""
        meant = decided(toss, rival, links)
        asked = record.model_copy(update={"topic_entities": topic_ids(meant, self.system.kb)})
        document = self._decided(asked, meant, k, clock)
        return {**document, "topic_entities": topic_entities(answered_about(links, rival), self.system.kb)}

    def _decided(self, record: Question, links: Sequence[Link], k: int, clock: "_Clock") -> Document:
        if not links:
            return document_of(record.question, **abstained(Reason.NO_TOPIC, NO_TOPIC))
        reading = self._values.read(record.question, links)
        document = None if reading is None else self._valued(record, reading, links, clock)
        if document is None:
            document = self._without_order(record)
        if document is None:
            prediction, notes = self._predicted(record, clock)
            document = entity_document(prediction, self.system.kb, k, self.system.calibration)
            document["notes"] += notes
        elif reading is not None and reading.entities and document["answers"]:
            # of a name that several share, the likeliest that has the value is answered about
            measured = self.system.kb.entity_index(document["answers"][0]["of"]["id"])
            links = links if measured is None else answered_about(links, measured)
        return {**document, "topic_entities": topic_entities(links, self.system.kb)}

    def _valued(
        self, record: Question, reading: ValueReading, links: Sequence[Link], clock: "_Clock"
    ) -> Document | None:
        """The document of a question for a value; None when it may be one for an entity after all."""
        if reading.entities:
            return of_name(record.question, reading, self._values)
        if reading.cue.over_all:
            return document_of(record.question, **abstained(Reason.NO_RELATION, NO_SUMS))
        inner = inner_question(record, reading, links, self.system.kb)
        prediction, notes = self._predicted(inner, clock)
        document = of_answers(record.question, reading, prediction, self._values, self.system.calibration)
        if document is not None:
            document["notes"] += notes
        return document

    def _without_order(self, record: Question) -> Document | None:
        """The document of a question that orders by what the graph knows nothing of, or None."""
        noun = self._values.unknown_order(record.question)
        # "the longest river" chooses by a thing of the graph, not by a number
        if noun is None or self.system.workbench.builder.linker.link(noun):
            return None
        return document_of(record.question, **abstained(Reason.NO_RELATION, no_relation_for(noun)))

    def _predicted(self, record: Question, clock: "_Clock") -> tuple[Prediction, list[str]]:
        """What the model says of a question that has topics, and what its reader should know."""
        workbench = self.system.workbench
        (example,) = workbench.builder.build_all([record]).examples
        clock.lap("retrieval")
        words = workbench.encoder.word_states([record.question])
        dataset = Dataset([example], words, [])
        probability = workbench.ordinal_probability(self.system.classifier, dataset)
        clock.lap("encoding")
        (prediction,) = workbench.predict(self.system.model, dataset, probability)
        clock.lap("reasoning")
        return prediction, _cut(workbench.encoder, words[0])


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
    """Milliseconds by stage; a stage that comes again adds to its time."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round(self.laps.get(name, 0.0) + 1000 * (now - self._last), 2)
        self._last = now


def _readable(question: str) -> str:
    """The question without control characters, and without bytes that are no UTF-8 (lone surrogates)."""
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in question).strip()


def _cut(encoder: CachedEncoder, words: States) -> list[str]:
    """A note when the encoder reads no further than a part of the question."""
    limit = encoder.max_tokens if len(words) >= SURELY_WHOLE else None
    if limit is None or len(words) + 2 < limit:
        return []
    return [f"the question is too long for the text encoder: it was cut after {len(words)} tokens"]
