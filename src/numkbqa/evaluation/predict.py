"""Predictions: what the model, basic reasoning alone and the exact sort answer to each question."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.reasoning.comprehensive.model import ModelOutput, NumberInjectedReasoner
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.examples import Example
from numkbqa.values.ranks import Direction, exact_sort

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Prediction:
    """Everything the model says of one question.

    Args:
        example: the retrieved example.
        probabilities: the mixture p(e | q, G_q), shape (num_entities,).
        basic: p of basic reasoning alone, shape (num_entities,).
        candidates: the pruned candidates C, shape (num_entities,).
        ordinal: p(t = O).
        cue: the ordinal determiner, direction and k as the lexicon reads them, or None.
        relation: place in `example.numerical_relations` of the relation with the largest alpha, or None.
        winners: the candidates that the exact sort puts first, shape (num_entities,).
    """

    example: Example
    probabilities: Floats
    basic: Floats
    candidates: Bools
    ordinal: float
    cue: OrdinalCue | None
    relation: int | None
    winners: Bools

    @property
    def question(self) -> Question:
        """The question."""
        return self.example.question

    def ranking(self) -> list[int]:
        """Local entities with any probability, best first; equal ones by KB entity number."""
        return _ranking(self.probabilities, self.example)

    def basic_ranking(self) -> list[int]:
        """The same by basic reasoning alone."""
        return _ranking(self.basic, self.example)

    def exact_ranking(self) -> list[int]:
        """The exact sort's winners, likeliest first; basic reasoning's ranking when it has none."""
        if not self.winners.any():
            return self.basic_ranking()
        return _ranking(np.where(self.winners, self.basic + 1e-12, 0.0), self.example)


def predict(
    model: NumberInjectedReasoner,
    dataset: Dataset,
    ordinal: Tensor,
    kb: KnowledgeBase,
    *,
    batch_size: int = 40,
    device: torch.device | str = "cpu",
) -> Iterator[Prediction]:
    """Answer every question of a dataset.

    Args:
        model: the model; put into evaluation mode.
        dataset: the questions.
        ordinal: p(t = O) of each question, shape (num_questions,).
        kb: the graph, for the kinds of the numerical relations.
        batch_size: questions a batch.
        device: where to compute.

    Yields:
        One prediction a question, in order.
    """
    model.eval()
    for indices, batch in dataset.in_order(batch_size, device):
        with torch.inference_mode():
            output = model(batch, ordinal[indices].to(device))
        yield from _split(output, batch, [dataset.examples[i] for i in indices], kb)


def _split(
    output: ModelOutput, batch: Batch, examples: list[Example], kb: KnowledgeBase
) -> Iterator[Prediction]:
    offsets = batch.entity_offsets.tolist()
    mixture, basic = _array(output.probabilities), _array(output.basic.probabilities)
    candidates, alpha = output.candidates.cpu().numpy(), _array(output.relevance)
    start = 0
    for place, example in enumerate(examples):
        mine = slice(offsets[place], offsets[place + 1])
        end = start + len(example.numerical_relations)
        cue = parse_ordinal(example.question.question)
        # an event stands for a fact, and a fact is no answer
        things = np.array([not kb.is_event(entity) for entity in example.entities.tolist()])
        chosen = candidates[mine] & things
        relation = _relation(alpha[start:end], example, chosen)
        yield Prediction(
            example,
            np.where(things, mixture[mine], 0.0),
            np.where(things, basic[mine], 0.0),
            chosen,
            float(output.ordinal[place]),
            cue,
            relation,
            _winners(example, chosen, relation, cue, kb),
        )
        start = end


def _relation(alpha: Floats, example: Example, candidates: Bools) -> int | None:
    """The relation that matters most: by alpha, or by cosine among those with a valued candidate."""
    if len(alpha) and alpha.max() > 0:
        return int(alpha.argmax())
    present = np.unique(example.number_relation[candidates[example.number_entity]])
    return int(present[0]) if len(present) else None


def _winners(
    example: Example, candidates: Bools, relation: int | None, cue: OrdinalCue | None, kb: KnowledgeBase
) -> Bools:
    if relation is None or cue is None:
        return np.zeros(example.num_entities, dtype=np.bool_)
    kind = kb.numerical_relations[int(example.numerical_relations[relation])].kind
    direction = cue.direction_for(kind)
    return exact_sort(*valued(example, candidates, relation, direction), direction, cue.k)


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
    mine = (example.number_relation == relation) & candidates[example.number_entity]
    order = np.flatnonzero(mine)
    key = example.low[order] if direction is Direction.MAX else -example.high[order]
    order = order[np.argsort(key, kind="stable")]
    low = np.full(example.num_entities, np.nan)
    high = low.copy()
    low[example.number_entity[order]] = example.low[order]
    high[example.number_entity[order]] = example.high[order]
    return low, high


def _ranking(p: Floats, example: Example) -> list[int]:
    order = np.lexsort((example.entities, -p))
    return [int(i) for i in order if p[i] > 0]


def _array(tensor: Tensor) -> Floats:
    return tensor.double().cpu().numpy()
