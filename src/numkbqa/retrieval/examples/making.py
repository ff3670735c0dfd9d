"""Making one example of a linked and encoded question: subgraph, numerical relations and number sets."""

from dataclasses import dataclass

import numpy as np

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.asked_class import asked_class, no_class
from numkbqa.retrieval.examples.example import Example
from numkbqa.retrieval.numbers import number_sets
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance, SubgraphRetriever


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question with everything that needs the linker or the encoder already done.

    Args:
        question: the record.
        topics: KB entity numbers of its topic entities.
        relevance: how well each relation fits it.
        support_weight: see `top_relations`.
    """

    question: Question
    topics: tuple[int, ...]
    relevance: Relevance
    support_weight: float


class ExampleMaker:
    """Makes examples out of prepared questions; needs the graph alone, neither encoder nor torch.

    Args:
        kb: the graph.
        settings: settings of retrieval.
    """

    def __init__(self, kb: KnowledgeBase, settings: RetrievalSettings) -> None:
        self.kb, self.settings = kb, settings
        self._retriever = SubgraphRetriever(kb, settings)

    def make(self, prepared: Prepared) -> Example:
        """Make one example.

        Args:
            prepared: the question with its topics and the relevance of the relations.

        Returns:
            The example.
        """
        question, settings = prepared.question, self.settings
        topics = np.array(prepared.topics, dtype=np.int64)
        graph = self._retriever.retrieve(topics, prepared.relevance)
        numbers = number_sets(
            self.kb,
            graph.entities,
            prepared.relevance.numerical,
            settings.max_relations,
            prepared.support_weight,
        )
        asked = (
            asked_class(self.kb, question.question, graph.entities, topics)
            if settings.asked_class
            else no_class(len(graph.entities))
        )
        distinct, relation = np.unique(graph.relation, return_inverse=True)
        ids = {answer.id for answer in question.answers if answer.id is not None}
        literals = {answer.value for answer in question.answers if answer.id is None}
        gold = [entity for entity in map(self.kb.entity_index, sorted(ids)) if entity is not None]
        return Example(
            question=question,
            entities=graph.entities,
            topics=np.arange(len(graph.entities)) < graph.num_topics,
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
            of_asked_class=asked.members,
            asked_classes=asked.classes,
        )
