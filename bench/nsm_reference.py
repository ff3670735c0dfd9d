"""NSM as public implementations compute it: padded questions, one vector a fact.

Written from the formulas, with the parameters of a `numkbqa` NSM in its official setting, so that loss and
gradients of both can be compared. Kinder than the public code in two ways: index arrays are joined by numpy
and not grown by `append`, and facts are not shuffled. The question state is that at the last word, as ours.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.basic import NSM
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.losses import LOG_EPSILON

MASKED = -1e11
REACHED = 1e-10


class Padded(NamedTuple):
    """A batch of questions, each padded to the largest subgraph of the set.

    Args:
        seed: shape (num_questions, num_entities).
        candidates: entities that are neither pads nor topics, shape (num_questions, num_entities).
        answers: 1 for gold answers, shape (num_questions, num_entities).
        from_head: sparse, shape (num_facts, num_questions * num_entities).
        to_tail: sparse, shape (num_questions * num_entities, num_facts).
        to_head: sparse, shape (num_questions * num_entities, num_facts).
        relation: of each fact, self loops included, shape (num_facts,).
        question: of each fact, shape (num_facts,).
        words: shape (num_questions, num_words, word_width).
        word_mask: shape (num_questions, num_words).
    """

    seed: Tensor
    candidates: Tensor
    answers: Tensor
    from_head: Tensor
    to_tail: Tensor
    to_head: Tensor
    relation: Tensor
    question: Tensor
    words: Tensor
    word_mask: Tensor


def padded_batch(dataset: Dataset, indices: Sequence[int], num_relations: int, dtype: torch.dtype) -> Padded:
    """Put questions into padded arrays.

    Args:
        dataset: the questions.
        indices: which of them.
        num_relations: relations of the graph; facts of others are inverse ones and left out.
        dtype: of the numbers.

    Returns:
        The batch.
    """
    size = max(example.num_entities for example in dataset.examples)
    seed, candidates, answers = (np.zeros((len(indices), size), dtype=np.float32) for _ in range(3))
    facts = []
    for row, index in enumerate(indices):
        example = dataset.examples[index]
        own = slice(0, example.num_entities)
        seed[row, own] = example.topics / max(example.topics.sum(), 1)
        candidates[row, own], answers[row, own] = ~example.topics, example.answers
        relation, loop = example.distinct_relations[example.relation], np.arange(example.num_entities)
        kept = relation < num_relations
        head, tail = (
            np.concatenate([ends[kept], loop]) + row * size for ends in (example.head, example.tail)
        )
        loops = np.full(len(loop), 2 * num_relations)
        facts.append(np.stack([head, np.concatenate([relation[kept], loops]), tail, np.full(len(head), row)]))
    head, relation, tail, question = torch.from_numpy(np.concatenate(facts, axis=1))
    fact, nodes = torch.arange(len(head)), len(indices) * size
    words = [torch.from_numpy(dataset.word_states[index]) for index in indices]
    lengths = torch.tensor([len(states) for states in words])
    return Padded(
        torch.from_numpy(seed).to(dtype),
        torch.from_numpy(candidates) > 0,
        torch.from_numpy(answers).to(dtype),
        _ones(fact, head, (len(fact), nodes), dtype),
        _ones(tail, fact, (nodes, len(fact)), dtype),
        _ones(head, fact, (nodes, len(fact)), dtype),
        relation,
        question,
        torch.nn.utils.rnn.pad_sequence(words, batch_first=True).to(dtype),
        torch.arange(int(lengths.max())) < lengths.unsqueeze(1),
    )


def _ones(row: Tensor, column: Tensor, shape: tuple[int, int], dtype: torch.dtype) -> Tensor:
    places = torch.stack([row, column])
    return torch.sparse_coo_tensor(places, torch.ones(len(row), dtype=dtype), shape, check_invariants=False)


def reference_loss(model: NSM, batch: Padded) -> Tensor:
    """The loss of a batch, fact by fact.

    Args:
        model: parameters and settings; in training mode there is dropout.
        batch: the questions.

    Returns:
        KL(y/|y| || p), a scalar.
    """
    instructions = _instructions(model, batch)
    relations = model.relations()[batch.relation]
    assert model.type_layer is not None
    typed = model.type_layer(relations)
    shape = (*batch.seed.shape, model.width)
    both_ends = torch.sparse.mm(batch.to_tail, typed) + torch.sparse.mm(batch.to_head, typed)
    entities, p = torch.relu(both_ends).view(shape), batch.seed
    for layer, update, instruction in zip(
        model.relation_layers, model.entity_layers, instructions, strict=True
    ):
        messages = torch.relu(layer(relations) * instruction[batch.question])
        prior = torch.sparse.mm(batch.from_head, p.view(-1, 1))
        neighbours = torch.sparse.mm(batch.to_tail, messages * prior).view(shape)
        mass = torch.sparse.mm(batch.to_tail, prior.detach()).view(p.shape)
        entities = torch.relu(update(_drop(model, torch.cat([entities, neighbours], dim=-1))))
        scores = model.scorer(_drop(model, entities)).squeeze(-1)
        allowed = batch.candidates & (mass > REACHED)
        p = torch.softmax(scores + ~allowed * MASKED, dim=-1)
    total = batch.answers.sum(dim=1, keepdim=True)
    target = batch.answers / total.clamp_min(1)
    divergence = torch.xlogy(target, target) - target * (p + LOG_EPSILON).log()
    return divergence.sum() / len(p)


def _instructions(model: NSM, batch: Padded) -> list[Tensor]:
    own, mask = model.instructions, batch.word_mask
    words = functional.dropout(batch.words, model.settings.word_dropout, model.training)
    states, _ = own.lstm(words)
    question = states[torch.arange(len(states)), mask.sum(dim=1) - 1]
    instruction, made = torch.zeros_like(question), []
    for layer in own.question_layers:
        query = torch.cat([instruction, layer(_drop(model, question))], dim=-1)
        query = own.combine(_drop(model, query)).unsqueeze(1)
        logits = own.attention(_drop(model, query * states)).squeeze(-1)
        weight = logits.masked_fill(~mask, MASKED).softmax(dim=-1)
        instruction = (weight.unsqueeze(-1) * states).sum(dim=1)
        made.append(instruction)
    return made


def _drop(model: NSM, values: Tensor) -> Tensor:
    return functional.dropout(values, model.settings.linear_dropout, model.training)
