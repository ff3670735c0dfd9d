"""What becomes of one question: its document, as a flow that stops where the model must be asked."""

from collections.abc import Sequence
from functools import cached_property

from numkbqa.answering.answer import Document, document_of
from numkbqa.answering.entities import entity_document
from numkbqa.answering.flow import Flow, Predicted, Wanted, together
from numkbqa.answering.reasons import NO_SUMS, Reason, abstained, rank_not_read
from numkbqa.answering.refusals import Refusals
from numkbqa.answering.topics import (
    answered_about,
    answered_together,
    asking_back,
    decided,
    rivals,
    settled,
    topic_entities,
    toss_up,
)
from numkbqa.answering.value_documents import of_answers, of_name
from numkbqa.answering.values import ValueReader, ValueReading, inner_question
from numkbqa.questions.records import Question
from numkbqa.questions.unread_ranks import unread_rank
from numkbqa.retrieval.linking import Link, topic_ids
from numkbqa.training.checkpoint import System


class QuestionFlows:
    """Makes the flows of questions.

    Args:
        system: model, graph and encoder.
    """

    def __init__(self, system: System) -> None:
        self._system, self._kb = system, system.kb
        self._builder = system.workbench.builder

    @cached_property
    def _values(self) -> ValueReader:
        return ValueReader(self._kb, self._system.workbench.encoder)

    @cached_property
    def _refusals(self) -> Refusals:
        return Refusals(self._builder, self._values.matcher)

    def document(self, record: Question, links: Sequence[Link], k: int) -> Flow[Document]:
        """The document of a question; a toss-up of topics is decided by what each would be answered.

        Args:
            record: the question, with the topics that were given.
            links: its topics, given or mentioned.
            k: how many answers to give at most.

        Returns:
            A flow of the document, without notes about the graph and without times.
        """
        # told here: a reading of a toss-up has its topics as if they were given
        unknown = self._refusals.unknown(record, links)
        document = yield from self._chosen(record, links, unknown, k)
        notes = self._refusals.notes(record.question, links, unknown)
        document["notes"] += [note for note in notes if note != document["abstained"]]
        rank = unread_rank(record.question, [link.mention for link in links])
        if rank is not None and document["answers"]:
            # calibration saw no such questions: how sure the answer is, is not known
            document = {**document, "confidence": None, "notes": [*document["notes"], rank_not_read(rank)]}
        return document

    def _chosen(
        self, record: Question, links: Sequence[Link], unknown: Sequence[str], k: int
    ) -> Flow[Document]:
        toss = None if record.topic_entities else toss_up(links)
        if toss is None:
            return (yield from self._decided(record, links, unknown, k))
        tried = yield from together(
            [self._with_topic(record, rival, toss, links, unknown, k) for rival, _ in rivals(toss)]
        )
        return settled(tried) or {
            **asking_back(record.question, toss, self._kb),
            "topic_entities": topic_entities(links, self._kb),
        }

    def _with_topic(
        self,
        record: Question,
        rival: int,
        toss: Link,
        links: Sequence[Link],
        unknown: Sequence[str],
        k: int,
    ) -> Flow[Document]:
        """The document when a toss-up means one of its rivals."""
        meant = decided(toss, rival, links)
        asked = record.model_copy(update={"topic_entities": topic_ids(meant, self._kb)})
        document = yield from self._decided(asked, meant, unknown, k)
        return {**document, "topic_entities": topic_entities(answered_about(links, rival), self._kb)}

    def _decided(
        self, record: Question, links: Sequence[Link], unknown: Sequence[str], k: int
    ) -> Flow[Document]:
        refused = self._refusals.why(record, links)
        if refused is not None:
            topics = topic_entities(links, self._kb)
            return document_of(record.question, topic_entities=topics, **refused)
        reading = self._values.read(record.question, links, unknown)
        document = None if reading is None else (yield from self._valued(record, reading, links))
        if document is None:
            prediction, notes = yield from self._predicted(record, links)
            document = entity_document(prediction, self._kb, k, self._system.calibration)
            document["notes"] += notes
            if document["answers"]:
                document["notes"] += answered_together(record.question, links, self._kb)
        elif reading is not None and reading.entities and document["answers"]:
            # of a name that several share, the likeliest that has the value is answered about
            for answer in document["answers"]:
                measured = self._kb.entity_index(answer["of"]["id"])
                links = links if measured is None else answered_about(links, measured)
        return {**document, "topic_entities": topic_entities(links, self._kb)}

    def _valued(
        self, record: Question, reading: ValueReading, links: Sequence[Link]
    ) -> Flow[Document | None]:
        """The document of a question for a value; None when it may be one for an entity after all."""
        if reading.entities:
            return of_name(record.question, reading, self._values)
        if reading.cue.over_all:
            return document_of(record.question, **abstained(Reason.NO_RELATION, NO_SUMS))
        inner = inner_question(record, reading, links, self._kb)
        prediction, notes = yield from self._predicted(inner, links)
        document = of_answers(record.question, reading, prediction, self._values, self._system.calibration)
        if document is not None:
            document["notes"] += notes
        return document

    def _predicted(self, record: Question, links: Sequence[Link]) -> Flow[Predicted]:
        """What the model says of a record; topics that it has are looked for in its own text."""
        (predicted,) = yield [Wanted(record, self._builder.link(record) if record.topic_entities else links)]
        return predicted
