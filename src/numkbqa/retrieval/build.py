"""Building examples: linking, subgraph, numerical relations and number sets of each question."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from numkbqa.errors import UserError
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.progress import track
from numkbqa.questions.records import Question
from numkbqa.retrieval.example import Example
from numkbqa.retrieval.linking import EntityLinker, Link, find_mention
from numkbqa.retrieval.numbers import number_sets
from numkbqa.retrieval.query import query_text
from numkbqa.retrieval.relations import RelationRetriever, SentenceVectors
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.store import Retrieved, examples_key, read_examples, write_examples
from numkbqa.retrieval.subgraph import Relevance, SubgraphRetriever

NO_TOPIC = "no topic entity"
ENCODED_AT_ONCE = 1024
CHUNK = 16


@dataclass(frozen=True, slots=True)
class NoExample:
    """A question that nothing can be retrieved for.

    Args:
        question: the record.
        reason: why.
    """

    question: Question
    reason: str


@dataclass(frozen=True, slots=True)
class _Task:
    """A question with everything that needs the linker or the encoder already done."""

    question: Question
    topics: tuple[int, ...]
    relevance: Relevance


class ExampleBuilder:
    """Makes examples out of questions.

    Args:
        kb: the graph.
        encoder: gives the sentence vectors of questions and relation texts.
        settings: settings of retrieval.
    """

    def __init__(
        self, kb: KnowledgeBase, encoder: SentenceVectors, settings: RetrievalSettings | None = None
    ) -> None:
        self.kb, self.settings = kb, settings or RetrievalSettings()
        self._encoder = encoder
        self._retriever = SubgraphRetriever(kb, self.settings)

    @cached_property
    def linker(self) -> EntityLinker:
        """The linker; made when the first question without topic entities comes."""
        return EntityLinker(self.kb)

    @cached_property
    def relations(self) -> RelationRetriever:
        """Compares questions with the relations of the graph."""
        return RelationRetriever(self.kb, self._encoder, self.settings.named_bonus)

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
        return [find_mention(self.kb, question.question, entity) for entity in entities]

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

    def build_all(
        self, questions: Sequence[Question], *, processes: int = 1, description: str | None = None
    ) -> Retrieved:
        """Make the examples of many questions.

        Args:
            questions: the records.
            processes: how many processes to use; more than one needs a graph that can be pickled.
            description: what to show as progress; None shows nothing.

        Returns:
            The examples, and the questions that have no topic entity.

        Raises:
            UserError: a record names an entity that the graph does not hold.
        """
        dropped: list[tuple[Question, str]] = []
        make = partial(_make_example, self.kb, self._retriever)
        tasks = self._tasks(questions, dropped)
        if processes > 1 and len(questions) > CHUNK:
            made = _in_processes(self.kb, self.settings, tasks, processes)
        else:
            made = map(make, tasks)
        examples = list(made if description is None else track(made, description, len(questions)))
        return Retrieved(examples, dropped)

    def build_all_cached(
        self,
        questions: Sequence[Question],
        folder: Path,
        *,
        processes: int = 1,
        description: str | None = None,
    ) -> Retrieved:
        """Like `build_all`, but read from the disk what was built before for the same graph and questions.

        Args:
            questions: the records.
            folder: folder of all such stores; each gets a folder named by its key in it.
            processes: see `build_all`.
            description: see `build_all`.

        Returns:
            The examples, memory-mapped, and the questions that have no topic entity.

        Raises:
            UserError: a record names an entity that the graph does not hold, or `folder` cannot be written.
        """
        key = examples_key(self.kb.content_hash, self._encoder.name, self.settings, questions)
        path = folder / key[:24]
        if not path.exists():
            retrieved = self.build_all(questions, processes=processes, description=description)
            write_examples(path, retrieved, key)
        return read_examples(path, key)

    def _tasks(self, questions: Sequence[Question], dropped: list[tuple[Question, str]]) -> Iterator[_Task]:
        for start in range(0, len(questions), ENCODED_AT_ONCE):
            linked: list[tuple[Question, list[Link]]] = []
            for question in questions[start : start + ENCODED_AT_ONCE]:
                links = self.link(question)
                if links:
                    linked.append((question, links))
                else:
                    dropped.append((question, NO_TOPIC))
            relevance = self.relations.relevance([self._query(*pair) for pair in linked])
            for (question, links), fit in zip(linked, relevance, strict=True):
                yield _Task(question, tuple(link.entity for link in links), fit)

    def relevance(self, questions: Sequence[Question]) -> list[Relevance]:
        """Compare questions with all relations, as their examples do.

        Args:
            questions: the records.

        Returns:
            How well each relation fits each question.
        """
        return self.relations.relevance(
            [self._query(question, self.link(question)) for question in questions]
        )

    def _query(self, question: Question, links: Iterable[Link]) -> str:
        if self.settings.query == "plain":
            return question.question
        spans = {(link.start, link.end) for link in links if link.mention}
        outermost = {s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)}
        return query_text(question.question, outermost)

    def _known(self, question: Question, entity_id: str) -> int:
        entity = self.kb.entity_index(entity_id)
        if entity is None:
            raise UserError(
                f'question "{question.id}" has the topic entity "{entity_id}", which the graph does not hold',
                remedy="build the graph from the files that hold it, or leave topic_entities out",
            )
        return entity


def _make_example(kb: KnowledgeBase, retriever: SubgraphRetriever, task: _Task) -> Example:
    graph = retriever.retrieve(np.array(task.topics, dtype=np.int64), task.relevance)
    settings, size = retriever.settings, len(graph.entities)
    numbers = number_sets(
        kb, graph.entities, task.relevance.numerical, settings.max_relations, settings.support_weight
    )
    distinct, relation = np.unique(graph.relation, return_inverse=True)
    ids = {answer.id for answer in task.question.answers if answer.id is not None}
    literals = {answer.value for answer in task.question.answers if answer.id is None}
    gold = [entity for entity in map(kb.entity_index, sorted(ids)) if entity is not None]
    return Example(
        question=task.question,
        entities=graph.entities,
        topics=np.arange(size) < graph.num_topics,
        answers=np.isin(graph.entities, gold),
        num_answers=len(ids) + len(literals),
        head=graph.head.astype(np.int32),
        relation=relation.astype(np.int32),
        tail=graph.tail.astype(np.int32),
        distinct_relations=distinct,
        numerical_relations=numbers.relations,
        relevance=numbers.relevance,
        number_entity=numbers.entity,
        number_relation=numbers.relation,
        low=numbers.low,
        high=numbers.high,
        value=numbers.value,
    )


def _in_processes(
    kb: KnowledgeBase, settings: RetrievalSettings, tasks: Iterable[_Task], processes: int
) -> Iterator[Example]:
    # Spawned, not forked: the parent may hold threads of the encoder.
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, _start_worker, (kb, settings)) as pool:
        waiting = iter(tasks)
        # In portions: `map` would take all tasks, and with them all cosines, into memory at once.
        while portion := list(islice(waiting, ENCODED_AT_ONCE)):
            yield from pool.map(_work, portion, chunksize=CHUNK)


_worker: dict[str, SubgraphRetriever] = {}


def _start_worker(kb: KnowledgeBase, settings: RetrievalSettings) -> None:
    _worker["retriever"] = SubgraphRetriever(kb, settings)


def _work(task: _Task) -> Example:
    retriever = _worker["retriever"]
    return _make_example(retriever.kb, retriever, task)
