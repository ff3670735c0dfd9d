"""What is refused before the model is asked: impossible ranks, unknown places, orders by unknown measures."""

from collections.abc import Sequence
from typing import Any

from numkbqa.answering.measured import MeasureMatcher
from numkbqa.answering.reasons import NO_TOPIC, Reason, abstained, no_count_of, no_relation_for, not_in_graph
from numkbqa.answering.unknown_names import unknown_names, unknown_place
from numkbqa.questions.ordered_by import counted, counts_first, ordered_noun, qualifying
from numkbqa.questions.rank_words import rank_below_one
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import ExampleBuilder
from numkbqa.retrieval.linking import Link


class Refusals:
    """Knows what the graph cannot answer.

    Args:
        builder: links questions to the graph.
        matcher: compares measures with the relations of the graph.
    """

    def __init__(self, builder: ExampleBuilder, matcher: MeasureMatcher) -> None:
        self._builder, self._kb, self._matcher = builder, builder.kb, matcher

    def why(self, record: Question, links: Sequence[Link]) -> dict[str, Any] | None:
        """Why a question has no answer, as far as its wording and its topics say.

        Args:
            record: the question, with the topics that were given.
            links: its topics.

        Returns:
            `abstained` and `abstained_code`, or None when the model must be asked.
        """
        rank = rank_below_one(record.question)
        if rank is not None:
            return abstained(Reason.NO_RANK, f'"{rank}" was asked for, and ranks start at 1')
        if not links:
            return abstained(Reason.NO_TOPIC, NO_TOPIC)
        if not record.topic_entities and all(self._kb.is_class(link.entity) for link in links):
            name = self._unknown_place(record.question, links)
            if name is not None:
                return abstained(Reason.NO_TOPIC, not_in_graph(name))
        return self._unknown_order(record.question)

    def notes(self, question: str, links: Sequence[Link], unknown: Sequence[str]) -> list[str]:
        """What the graph holds otherwise than the question says, or does not hold at all.

        Args:
            question: its text.
            links: its topics.
            unknown: the names in it that the graph does not hold.

        Returns:
            A sentence for each misspelled name, each unknown one, and each order by a count.
        """
        typos = [f'"{link.mention}" is read as {self._kb.label(link.entity)}' for link in links if link.typo]
        names = [not_in_graph(name) for name in unknown]
        counts = [self._no_count_of(things) for things in self._uncounted(question)]
        return [*typos, *names, *counts]

    def unknown(self, record: Question, links: Sequence[Link]) -> list[str]:
        """The names in a question that the graph does not hold.

        Args:
            record: the question, with the topics that were given.
            links: its topics.

        Returns:
            The names as written; none when the topics were given.
        """
        if record.topic_entities:
            return []
        return unknown_names(record.question, links, self._builder.linker)

    def _unknown_place(self, question: str, links: Sequence[Link]) -> str | None:
        """What a question about a whole class limits it to, when the graph does not know it."""
        linker = self._builder.linker
        names = unknown_names(question, links, linker)
        if names:
            return names[0]
        place = unknown_place(question, links, linker)
        return None if place is None or self._matcher.knows(place) else place

    def _unknown_order(self, question: str) -> dict[str, Any] | None:
        """Why a question that orders by what the graph knows nothing of has no answer."""
        things = next((t for t in self._uncounted(question) if counts_first(question, t)), None)
        if things is not None:
            return abstained(Reason.NO_RELATION, self._no_count_of(things))
        if counted(question):
            return None
        measures = qualifying(question)
        if measures and not any(map(self._matcher.knows, measures)):
            return abstained(Reason.NO_RELATION, no_relation_for(measures[0]))
        noun = ordered_noun(question)
        # "the longest river" chooses by a thing of the graph, not by a number
        if noun is None or self._matcher.knows(noun) or self._builder.linker.link(noun):
            return None
        return abstained(Reason.NO_RELATION, no_relation_for(noun))

    def _uncounted(self, question: str) -> list[str]:
        """What a question orders by the number of, when the graph holds no such number."""
        return [things for things in counted(question) if not self._matcher.counts(things)]

    def _no_count_of(self, things: str) -> str:
        links = self._builder.linker.link(things)
        countable = self._matcher.knows_thing(things) or any(self._kb.is_class(link.entity) for link in links)
        derived = any(relation.derived for relation in self._kb.numerical_relations)
        return no_count_of(things, derivable=countable and not derived)
