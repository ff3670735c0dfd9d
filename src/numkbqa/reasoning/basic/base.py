"""What every basic reasoner is: entity vectors and scores of G_q, made from the question and the facts."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from numkbqa.errors import UserError
from numkbqa.reasoning.facts import Facts
from numkbqa.reasoning.segments import block_softmax
from numkbqa.retrieval.batch import Batch


@dataclass(frozen=True, slots=True)
class BasicOutput:
    """What basic reasoning says of a batch.

    Args:
        entities: entity vectors after the last step, shape (num_entities, width).
        scores: raw answer scores, shape (num_entities,).
        allowed: which entities may be answers: no topics, and of NSM those that it reached, shape
            (num_entities,).
        probabilities: p(e | q, G_q) over the allowed entities of a question, a softmax, in whose place
            `loss=bce` puts each entity's own sigmoid, shape (num_entities,).
        steps: the distribution after each reasoning step, shape (num_steps, num_entities).
    """

    entities: Tensor
    scores: Tensor
    allowed: Tensor
    probabilities: Tensor
    steps: Tensor


@dataclass(frozen=True, slots=True)
class GraphVocabulary:
    """What a reasoner needs to know of the graph before it sees a batch.

    Args:
        relation_vectors: frozen text vectors of the entity relations, shape (num_relations, text_width).
        word_width: width of a question word state.
        num_entities: number of entities of the whole graph, for reasoners with a vector of each.
    """

    relation_vectors: NDArray[np.float32]
    word_width: int
    num_entities: int = 0

    @property
    def num_relations(self) -> int:
        """Number of entity relations, inverse ones not counted."""
        return len(self.relation_vectors)


class BasicReasoner(nn.Module, ABC):
    """Base class of basic reasoners; a subclass that has a `key` of its own is registered by it.

    A subclass has a file of its own: `key`, `paper` (citation), `settings_class` (a pydantic model) and
    `forward`; an object has `width` (of entity vectors) and `scorer` (a linear layer from one to its score).
    `relation_tables` names its parameters that have a row for each relation of the graph: forward ones first,
    then inverse ones, then rows of no relation. A model takes them along to a graph with more relations.
    """

    key: ClassVar[str]
    paper: ClassVar[str]
    settings_class: ClassVar[type[Any]]
    relation_tables: ClassVar[tuple[str, ...]] = ()
    registry: ClassVar[dict[str, type["BasicReasoner"]]] = {}

    width: int
    scorer: nn.Linear

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "key" not in cls.__dict__:  # a helper class that a reasoner is derived from
            return
        other = BasicReasoner.registry.setdefault(cls.key, cls)
        if (other.__module__, other.__qualname__) != (cls.__module__, cls.__qualname__):
            names = (f"{one.__module__}.{one.__qualname__}" for one in (other, cls))
            what = f"two basic reasoners have the key {cls.key!r}: {' and '.join(names)}"
            raise UserError(what, remedy="give the second one another key")
        BasicReasoner.registry[cls.key] = cls  # the same class, defined anew at a prompt

    @abstractmethod
    def forward(self, batch: Batch) -> BasicOutput:
        """Reason over a batch.

        Args:
            batch: the block-diagonal batch.

        Returns:
            Entity vectors, scores and probabilities.
        """

    def score(self, entities: Tensor) -> Tensor:
        """Score entity vectors.

        Args:
            entities: shape (num_entities, width).

        Returns:
            Raw scores, shape (num_entities,).
        """
        scores: Tensor = self.scorer(entities).squeeze(-1)
        return scores


def plain_sum(width: int) -> nn.Linear:
    """A scorer that starts as the plain sum of the places of a vector, and learns to weigh them.

    Args:
        width: width of the vectors.

    Returns:
        A layer from `width` to one score.
    """
    scorer = nn.Linear(width, 1)
    nn.init.ones_(scorer.weight)
    nn.init.zeros_(scorer.bias)
    return scorer


def distribution(scores: Tensor, batch: Batch, allowed: Tensor) -> Tensor:
    """Softmax of scores over the allowed entities of each question.

    Args:
        scores: raw scores, shape (num_entities,).
        batch: the batch, which says what entities are of one question.
        allowed: which entities may be answers, bool, shape (num_entities,).

    Returns:
        Probabilities, zero where not allowed, shape (num_entities,).
    """
    return block_softmax(scores, allowed, batch.entity_question, batch.entity_offsets)


def reached(prior: Tensor, facts: Facts, *, threshold: float = 1e-10) -> Tensor:
    """Entities that some fact reaches from an entity with probability (docs/systems.md, NSM).

    Args:
        prior: probability of each entity before the step, shape (num_entities,).
        facts: the facts, self loops among them if there are any.
        threshold: probability that still counts.

    Returns:
        bool, shape (num_entities,).
    """
    before = prior.detach()
    return torch.zeros_like(before).index_add_(0, facts.tail, before.index_select(0, facts.head)) > threshold
