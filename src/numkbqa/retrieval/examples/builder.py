"""Building examples: linking, subgraph, numerical relations and number sets of each question."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.progress import track
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.example import Example
from numkbqa.retrieval.examples.making import ExampleMaker, Prepared
from numkbqa.retrieval.examples.sharded import build_store, parts
from numkbqa.retrieval.examples.store import Dropped, Retrieved, examples_key, read_examples
from numkbqa.retrieval.linking import EntityLinker, Link, find_mentions, outermost
from numkbqa.retrieval.query import query_text
from numkbqa.retrieval.relations import RelationRetriever, RelationScorer, SentenceVectors
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance

NO_TOPIC = "no topic entity"

Linked = tuple[Question, Sequence[Link]]
"""A question with the links of its topic entities."""


@dataclass(frozen=True, slots=True)
class NoExample:
    """A question that nothing can be retrieved for.

    Args:
        question: the record.
        reason: why.
    """

    question: Question
    reason: str


class ExampleBuilder:
    """Makes examples out of questions.

    Args:
        kb: the graph.
        encoder: gives the sentence vectors of questions and relation texts.
        settings: settings of retrieval.
        cache: folder of what later runs can use again.
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        encoder: SentenceVectors,
        settings: RetrievalSettings | None = None,
        cache: Path | None = None,
    ) -> None:
        self.kb, self.settings, self._cache = kb, settings or RetrievalSettings(), cache
        self._encoder = encoder

    @cached_property
    def linker(self) -> EntityLinker:
        """The linker; made when the first question without topic entities comes."""
        return EntityLinker(self.kb, self.settings.linking, fit=self._fit, cache=self._cache)

    def _fit(self, queries: Sequence[str]) -> list[Relevance]:
        # the texts of all relations are encoded when the first mention is ambiguous, not before
        return self.relations.focused(queries)

    @cached_property
    def relations(self) -> RelationRetriever:
        """Compares questions with the relations of the graph."""
        return RelationRetriever(self.kb, self._encoder, self.settings.relations)

    def use_scorer(self, scorer: RelationScorer) -> None:
        """Choose numerical relations by a trained scorer from now on, if the settings say so.

        Args:
            scorer: the scorer.
        """
        self.relations = RelationRetriever(self.kb, self._encoder, self.settings.relations, scorer)

    @cached_property
    def _maker(self) -> ExampleMaker:
        return ExampleMaker(self.kb, self.settings)

    def link(self, question: Question) -> list[Link]:
        """Find the topic entities of a question: those of its record, else those that its text mentions.

        Args:
            question: the record.

        Returns:
            One link a topic entity.

        Raises:
            UserError: the record names an entity that the graph does not hold.
        """
        if not question.topic_entities:
            return self.linker.link(question.question)
        entities = [self._known(question, entity_id) for entity_id in question.topic_entities]
        return find_mentions(self.kb, question.question, entities)

    def link_all(self, questions: Sequence[Question]) -> list[list[Link]]:
        """Find the topic entities of questions as `link` does; what is ambiguous is compared in one go.

        Args:
            questions: the records.

        Returns:
            The links of each.

        Raises:
            UserError: a record names an entity that the graph does not hold.
        """
        unlinked = [question.question for question in questions if not question.topic_entities]
        linked = iter(self.linker.link_all(unlinked)) if unlinked else iter(())
        return [self.link(question) if question.topic_entities else next(linked) for question in questions]

    def build(self, question: Question) -> Example | NoExample:
        """Make the example of one question.

        Args:
            question: the record.

        Returns:
            The example, or why there is none.

        Raises:
            UserError: the record names an entity that the graph does not hold.
        """
        retrieved = self.build_all([question])
        if retrieved.examples:
            return retrieved.examples[0]
        return NoExample(*retrieved.dropped[0])

    def build_all(self, questions: Sequence[Question], *, description: str | None = None) -> Retrieved:
        """Make the examples of a few questions in memory, in this process.

        Args:
            questions: the records.
            description: what to show as progress; None shows nothing.

        Returns:
            The examples, and the questions that have no topic entity.

        Raises:
            UserError: a record names an entity that the graph does not hold.
        """
        dropped: Dropped = []
        made = self._made(questions, dropped)
        examples = list(made if description is None else track(made, description, len(questions)))
        return Retrieved(examples, dropped)

    def build_linked(self, linked: Sequence[Linked]) -> list[Example]:
        """Make the examples of a few linked questions in memory, in this process.

        Args:
            linked: the records with the links of each, at least one.

        Returns:
            One example a question.
        """
        return [self._maker.make(prepared) for prepared in self._prepared(linked)]

    def compared_texts(self, linked: Sequence[Linked]) -> list[str]:
        """The texts whose vectors `build_linked` asks for, for who encodes them with others in one go.

        Args:
            linked: the records with the links of each.

        Returns:
            Texts, in no special order.
        """
        asked = [question.question for question, _ in linked]
        return self.relations.compared_texts([self._query(*pair) for pair in linked], asked)

    def _made(self, questions: Sequence[Question], dropped: Dropped) -> Iterator[Example]:
        for part in parts(questions):
            prepared, without = self.prepare(part)
            dropped.extend(without)
            yield from map(self._maker.make, prepared)

    def build_all_cached(
        self,
        questions: Sequence[Question],
        folder: Path,
        *,
        processes: int = 1,
        description: str | None = None,
    ) -> Retrieved:
        """Read the examples of many questions from the disk, after building there what is missing.

        Examples never lie in memory together, and what an interrupted run finished is not built again. The
        files are the same whatever the number of processes.

        Args:
            questions: the records.
            folder: folder of all such stores; each gets a folder named by its key in it.
            processes: how many processes retrieve; more than one needs a graph that can be pickled.
            description: what to show as progress; None shows nothing.

        Returns:
            The examples, memory-mapped, and the questions that have no topic entity.

        Raises:
            UserError: a record names an entity that the graph does not hold, or `folder` cannot be written.
            Interrupted: the user stopped it; finished parts are kept for the next run.
        """
        key = examples_key(
            self.kb.content_hash, self._encoder.name, self.settings, questions, self.relations.key
        )
        path = folder / key[:24]
        build_store(
            path,
            key,
            questions,
            self.prepare,
            self._maker,
            processes=processes,
            description=description,
        )
        return read_examples(path, key)

    def prepare(self, questions: Sequence[Question]) -> tuple[list[Prepared], Dropped]:
        """Link and encode some questions together.

        Args:
            questions: the records.

        Returns:
            What their examples are made of, and the questions that have no topic entity.

        Raises:
            UserError: a record names an entity that the graph does not hold.
        """
        linked = [(question, self.link(question)) for question in questions]
        dropped = [(question, NO_TOPIC) for question, links in linked if not links]
        return self._prepared([(question, links) for question, links in linked if links]), dropped

    def _prepared(self, linked: Sequence[Linked]) -> list[Prepared]:
        asked = [question.question for question, _ in linked]
        relevance = self.relations.relevance([self._query(*pair) for pair in linked], asked)
        weight = self.relations.support_weight
        return [
            Prepared(question, tuple(link.entity for link in links), fit, weight)
            for (question, links), fit in zip(linked, relevance, strict=True)
        ]

    def relevance(self, questions: Sequence[Question]) -> list[Relevance]:
        """Compare questions with all relations, as their examples do.

        Args:
            questions: the records.

        Returns:
            How well each relation fits each question.
        """
        asked = [question.question for question in questions]
        return self.relations.relevance(self.queries(questions), asked)

    def queries(self, questions: Sequence[Question]) -> list[str]:
        """What relations are compared with: questions without their topics, with nouns for their adjectives.

        Args:
            questions: the records.

        Returns:
            One text of `query_text` a question.
        """
        return [self._query(question, self.link(question)) for question in questions]

    def _query(self, question: Question, links: Iterable[Link]) -> str:
        return query_text(question.question, outermost(links))

    def _known(self, question: Question, entity_id: str) -> int:
        entity = self.kb.entity_index(entity_id)
        if entity is None:
            raise UserError(
                f'question "{question.id}" has the topic entity "{entity_id}", which the graph does not hold',
                remedy="build the graph from the files that hold it, or leave topic_entities out",
            )
        return entity
