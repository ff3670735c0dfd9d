"""Predictions: what the model, basic reasoning alone and the exact sort answer to each question."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.evaluation.listed import listed
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.reasoning.comprehensive.model import ModelOutput, NumberInjectedReasoner
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.examples import Example
from numkbqa.values.ranks import Direction, dense_ranks, exact_sort
from numkbqa.values.several import standing_values

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ORDINAL = 0.5
"""Probability from which a question counts as ordinal."""


class Abstention(StrEnum):
    """Why a prediction is no answer."""

    NO_RELATION = "no_relation"
    """An order is asked for, and nothing near the topic has a number."""

    NO_VALUE = "no_value"
    """An order is asked for, and no candidate has a value."""

    TOO_FEW = "too_few"
    """The candidates have fewer distinct values than the k that is asked for."""

    NO_CANDIDATE = "no_candidate"
    """No entity has any probability."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """Everything the model says of one question.

    Args:
        example: the retrieved example.
        probabilities: the mixture p(e | q, G_q), shape (num_entities,).
        basic: p of basic reasoning alone, shape (num_entities,).
        candidates: the pruned candidates C, or what a list chooses among, shape (num_entities,).
        ordinal: p(t = O).
        cue: the ordinal determiner, direction and k as the lexicon reads them, or None.
        relation: place in `example.numerical_relations` of the relation with the largest alpha, or None.
        winners: the candidates that the exact sort puts first, shape (num_entities,).
        direction: which end of the relation is asked for; None without cue or relation.
        trained_rank: the highest k that the model was trained for; None for any.
        set_aside: local entities that would be candidates if they were of the class that is asked for.
    """

    example: Example
    probabilities: Floats
    basic: Floats
    candidates: Bools
    ordinal: float
    cue: OrdinalCue | None
    relation: int | None
    winners: Bools
    direction: Direction | None = None
    trained_rank: int | None = None
    set_aside: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))

    @property
    def question(self) -> Question:
        """The question."""
        return self.example.question

    @property
    def is_ordinal(self) -> bool:
        """Whether an order that is understood is asked for; a list ("the three largest") is one anyhow."""
        return self.cue is not None and (self.ordinal >= ORDINAL or self.cue.count > 1)

    @property
    def abstention(self) -> Abstention | None:
        """Why there is no answer, or None when there is one."""
        if self.is_ordinal and self.relation is None:
            return Abstention.NO_VALUE if len(self.example.number_relation) else Abstention.NO_RELATION
        if self.is_ordinal and self.cue is not None and self.direction is not None:
            distinct = int(self.ranks().max(initial=0))
            if distinct < self.cue.k:
                return Abstention.TOO_FEW if distinct else Abstention.NO_VALUE
        return None if self.probabilities.any() else Abstention.NO_CANDIDATE

    @property
    def sorted_exactly(self) -> bool:
        """Whether the exact sort decides: a list is asked for, or a rank that the model never saw."""
        if self.cue is None or not self.is_ordinal or not self.winners.any():
            return False
        return _beyond_training(self.cue, self.trained_rank)

    def ranks(self) -> Ints:
        """Rank of each candidate in the relation from 1; 0 for what has none, shape (num_entities,)."""
        if self.relation is None or self.direction is None:
            return np.zeros(self.example.num_entities, dtype=np.int64)
        return dense_ranks(
            *valued(self.example, self.candidates, self.relation, self.direction), self.direction
        )

    def ranking(self) -> list[int]:
        """The answers, best first: the model's ranking, with what must not be left to it.

        A candidate without a value never wins over its valued peers (docs/graphs.md, "Order"). Of a list, and
        beyond the ranks that the model was trained for, the exact sort's winners come first. There is
        no answer to a question that is abstained from.
        """
        if self.abstention is not None:
            return []
        ranking = self.model_ranking()
        if self.sorted_exactly:
            return _first(ranking, self.exact_ranking())
        if self.is_ordinal and ranking:
            missing = unvalued_peers(self.example, self.candidates, self.ranks())
            return _first(ranking, [entity for entity in ranking if not missing[entity]][:1])
        return ranking

    def model_ranking(self) -> list[int]:
        """Local entities with any probability, best first; equal ones by KB entity number."""
        return _ranking(self.probabilities, self.example)

    def basic_ranking(self) -> list[int]:
        """The same by basic reasoning alone."""
        return _ranking(self.basic, self.example)

    def exact_ranking(self) -> list[int]:
        """The exact sort's winners by rank, then the likeliest; basic reasoning's ranking without any."""
        if not self.winners.any():
            return self.basic_ranking()
        order = np.lexsort((self.example.entities, -self.basic, self.ranks()))
        return [int(i) for i in order if self.winners[i]]


def predict(
    model: NumberInjectedReasoner,
    dataset: Dataset,
    ordinal: Tensor,
    kb: KnowledgeBase,
    *,
    batch_size: int = 40,
    device: torch.device | str = "cpu",
    trained_rank: int | None = None,
) -> Iterator[Prediction]:
    """Answer every question of a dataset.

    Args:
        model: the model; put into evaluation mode.
        dataset: the questions.
        ordinal: p(t = O) of each question, shape (num_questions,).
        kb: the graph, for the kinds of the numerical relations.
        batch_size: questions a batch.
        device: where to compute.
        trained_rank: the highest k that the model was trained for; None for any.

    Yields:
        One prediction a question, in order.
    """
    model.eval()
    for indices, batch in dataset.in_order(batch_size, device):
        with torch.inference_mode():
            output = model(batch, ordinal[indices].to(device))
        yield from _split(output, batch, [dataset.examples[i] for i in indices], kb, trained_rank)


def _split(
    output: ModelOutput, batch: Batch, examples: list[Example], kb: KnowledgeBase, trained_rank: int | None
) -> Iterator[Prediction]:
    offsets = batch.entity_offsets.tolist()
    mixture, basic = _array(output.probabilities), _array(output.basic.probabilities)
    candidates, alpha = output.candidates.cpu().numpy(), _array(output.relevance)
    answerable, set_aside = output.answerable.cpu().numpy(), output.set_aside.cpu().numpy()
    start = 0
    for place, example in enumerate(examples):
        mine = slice(offsets[place], offsets[place + 1])
        end = start + len(example.numerical_relations)
        cue = parse_ordinal(example.question.question)
        # an event stands for a fact, and a fact is no answer
        things = ~kb.events(example.entities)
        chosen = candidates[mine] & things
        if cue is not None and _beyond_training(cue, trained_rank):
            chosen = listed(example, chosen, np.where(answerable[mine], mixture[mine], 0.0), kb)
        relation = _relation(alpha[start:end], example, chosen)
        direction = _direction(example, relation, cue, kb)
        yield Prediction(
            example,
            np.where(things & answerable[mine], mixture[mine], 0.0),
            np.where(things, basic[mine], 0.0),
            chosen,
            float(output.ordinal[place]),
            cue,
            relation,
            _winners(example, chosen, relation, cue, direction),
            direction,
            trained_rank,
            np.flatnonzero(set_aside[mine] & things),
        )
        start = end


def _beyond_training(cue: OrdinalCue, trained_rank: int | None) -> bool:
    """Whether a list is asked for, or a rank that the model never saw."""
    return cue.count > 1 or (trained_rank is not None and cue.k > trained_rank)


def _relation(alpha: Floats, example: Example, candidates: Bools) -> int | None:
    """Of the relations with a valued candidate that of the largest alpha, the first in R_q when equal.

    Without a number plug-in alpha is the relevance of retrieval, by which R_q is in order, too.
    """
    present = np.unique(example.number_relation[candidates[example.number_entity]])
    return int(present[alpha[present].argmax()]) if len(present) else None


def _direction(
    example: Example, relation: int | None, cue: OrdinalCue | None, kb: KnowledgeBase
) -> Direction | None:
    if relation is None or cue is None:
        return None
    return cue.direction_for(kb.numerical_relations[int(example.numerical_relations[relation])].kind)


def _winners(
    example: Example,
    candidates: Bools,
    relation: int | None,
    cue: OrdinalCue | None,
    direction: Direction | None,
) -> Bools:
    if relation is None or cue is None or direction is None:
        return np.zeros(example.num_entities, dtype=np.bool_)
    return exact_sort(*valued(example, candidates, relation, direction), direction, cue.k, cue.count)


def valued(example: Example, candidates: Bools, relation: int, direction: Direction) -> tuple[Floats, Floats]:
    """The interval of each candidate in a relation; NaN for others; of several values the one that counts.

    An entity with several values stands with its largest when asked for the maximum, else with its smallest.

    Args:
        example: the example.
        candidates: which entities take part, shape (num_entities,).
        relation: place in `example.numerical_relations`.
        direction: which end is asked for.

    Returns:
        Lower and upper keys, each of shape (num_entities,).
    """
    mine = np.flatnonzero((example.number_relation == relation) & candidates[example.number_entity])
    keys = example.low[mine], example.high[mine]
    standing = standing_values(example.number_entity[mine], keys, example.num_entities, direction)
    low = np.full(example.num_entities, np.nan)
    high = low.copy()
    has = standing >= 0
    low[has], high[has] = keys[0][standing[has]], keys[1][standing[has]]
    return low, high


def unvalued_peers(example: Example, candidates: Bools, ranks: Ints) -> Bools:
    """The candidates without a value that stand beside valued ones.

    Two candidates stand beside each other when one head leads to both by one relation, as a country does
    to its cities. The mayor of the largest city has no population either, but is no peer of the cities.

    Args:
        example: the example.
        candidates: which entities take part, shape (num_entities,).
        ranks: rank of each, 0 for those without a value, shape (num_entities,).

    Returns:
        bool, shape (num_entities,).
    """
    fact = example.head.astype(np.int64) * len(example.distinct_relations) + example.relation
    shared = np.isin(fact, fact[ranks[example.tail] > 0])
    peers = np.zeros(example.num_entities, dtype=np.bool_)
    peers[example.tail[shared]] = True
    peers &= candidates & (ranks == 0)
    return peers


def _first(ranking: list[int], winners: list[int]) -> list[int]:
    """The ranking with its winners before all others."""
    return [*winners, *(entity for entity in ranking if entity not in winners)]


def _ranking(p: Floats, example: Example) -> list[int]:
    order = np.lexsort((example.entities, -p))
    return [int(i) for i in order if p[i] > 0]


def _array(tensor: Tensor) -> Floats:
    return tensor.double().cpu().numpy()
