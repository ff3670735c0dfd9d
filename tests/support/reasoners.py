"""Small basic reasoners, and batches as plain lists for references that are written in loops."""

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from numkbqa.reasoning.basic import BasicReasoner, GraphVocabulary, basic_reasoner
from numkbqa.reasoning.batch_norm import BatchNorm
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.examples import Example

RELATIONS, WORD_WIDTH, ENTITIES = 5, 12, 112


def make_reasoner(key: str, seed: int = 0, **settings: Any) -> BasicReasoner:
    """A fresh reasoner for batches of `random_batch`, in evaluation mode."""
    torch.manual_seed(seed)
    vectors = np.random.default_rng(seed).standard_normal((RELATIONS, 7)).astype(np.float32)
    reasoner = basic_reasoner(key)
    chosen = reasoner.settings_class.model_validate({"width": 8, **settings})
    return reasoner(chosen, GraphVocabulary(vectors, WORD_WIDTH, ENTITIES)).eval()


Module = TypeVar("Module", bound=torch.nn.Module)


def shaken(module: Module) -> Module:
    """The module with every norm and scorer moved from where it starts, as if it had been trained."""
    torch.manual_seed(4)
    with torch.no_grad():
        for part in module.modules():
            if isinstance(part, BatchNorm):
                for parameter in part.parameters():
                    parameter.add_(torch.rand_like(parameter))
            elif isinstance(part, BasicReasoner):
                torch.nn.init.normal_(part.scorer.weight)
    return module


def in_double(batch: Batch) -> Batch:
    """The batch in float64."""
    floats = {
        field.name: getattr(batch, field.name).double()
        for field in dataclasses.fields(batch)
        if field.name != "num_questions" and getattr(batch, field.name).is_floating_point()
    }
    return dataclasses.replace(batch, **floats)


@dataclass(frozen=True)
class PlainQuestion:
    """A question of a batch: its words, its entities, and its facts (head, relation, tail)."""

    words: Tensor
    entities: list[int]
    facts: list[tuple[int, int, int]]


def plain_questions(batch: Batch) -> list[PlainQuestion]:
    """The questions of a batch, one by one."""
    relation = batch.pair_relation[batch.fact_pair].tolist()
    facts = list(zip(batch.head.tolist(), relation, batch.tail.tolist(), strict=True))
    owner = batch.entity_question.tolist()
    return [
        PlainQuestion(
            words=batch.words[q][batch.word_mask[q]],
            entities=[v for v in range(batch.num_entities) if owner[v] == q],
            facts=[fact for fact in facts if owner[fact[0]] == q],
        )
        for q in range(batch.num_questions)
    ]


def inverse(relation: int) -> int:
    """The number of the relation that runs the other way."""
    return (relation + RELATIONS) % (2 * RELATIONS)


def plain_start(
    layer: torch.nn.Linear, relations: Tensor, question: PlainQuestion, entity: int, kind: str
) -> Tensor:
    """The type layer of one entity, fact by fact, both ends."""
    total, degree = torch.zeros(layer.out_features, dtype=torch.float64), 0
    for h, r, t in question.facts:
        for end in (h, t):
            if end == entity:
                total, degree = total + layer(relations[r]), degree + 1
    return torch.relu(total / max(degree, 1) if kind == "mean" else total)


def renumbered(example: Example, place: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> Example:
    """The same example with entity v at place[v], and its facts in another order among those of a tail."""
    head, tail = place[example.head], place[example.tail]
    order = np.lexsort((-head, tail))
    back = np.argsort(place)
    return dataclasses.replace(
        example,
        entities=example.entities[back],
        topics=example.topics[back],
        answers=example.answers[back],
        head=head[order],
        relation=example.relation[order],
        tail=tail[order],
        number_entity=place[example.number_entity],
    )
