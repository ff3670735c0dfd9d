"""Batches: examples side by side as one block-diagonal graph, without padding over entities."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.questions.ordinal import asked_rank
from numkbqa.retrieval.examples.example import Example, Locals

Ints = NDArray[np.int64]
States = NDArray[np.float32]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Batch:
    """Several questions with their subgraphs; entity, fact and number indices run over the whole batch.

    A *pair* is a distinct (question, relation); the message of a fact depends on its pair only. A
    *numerical pair* is a (question, numerical relation of its R_q).

    Args:
        num_questions: number of questions.
        entity_offsets: first entity of each question, shape (num_questions + 1,).
        entity_question: question of each entity, shape (num_entities,).
        kb_entity: KB entity number of each entity, shape (num_entities,).
        topics: which entities are topic entities, bool, shape (num_entities,).
        answers: 1 for gold answers, float32, shape (num_entities,).
        num_answers: gold answers of each question, also those outside its subgraph, shape (num_questions,).
        of_asked_class: which entities are of the class that their question asks for, bool,
            shape (num_entities,).
        seed: distribution over entities, uniform over a question's topics, float32, shape (num_entities,).
        head: shape (num_facts,).
        tail: ascending, shape (num_facts,).
        fact_pair: pair of each fact, shape (num_facts,).
        tail_offsets: first fact of each tail, shape (num_entities + 1,).
        by_pair: facts in the order of their pairs, shape (num_facts,).
        pair_offsets: first place in `by_pair` of each pair, shape (num_pairs + 1,).
        entity_pair: distinct pairs that reach an entity, entity by entity, shape (num_entity_pairs,).
        entity_pair_count: how many facts of the pair reach it, float32, shape (num_entity_pairs,).
        entity_pair_offsets: first place in `entity_pair` of each entity, shape (num_entities + 1,).
        pair_question: question of each pair, ascending, shape (num_pairs,).
        pair_relation: KB relation of each pair, inverse ones from num_relations on, shape (num_pairs,).
        words: states of the question's words, zero at pads, shape (num_questions, max_words, width).
        word_mask: which places are words, bool, shape (num_questions, max_words).
        asked: rank that each question asks for in its words, from 1, shape (num_questions,).
        numerical_pair_question: question of each numerical pair, ascending, shape (num_numerical_pairs,).
        numerical_pair_relation: KB numerical relation of each, by falling relevance within a question,
            shape (num_numerical_pairs,).
        relevance: how well each fits its question, float32, shape (num_numerical_pairs,).
        number_entity: entity of each number, shape (num_numbers,).
        number_pair: numerical pair of each number, ascending, shape (num_numbers,).
        low: lower comparison key, float64, shape (num_numbers,).
        high: upper comparison key, float64, shape (num_numbers,).
        value: KB value handle of each number, shape (num_numbers,).
    """

    num_questions: int
    entity_offsets: Tensor
    entity_question: Tensor
    kb_entity: Tensor
    topics: Tensor
    answers: Tensor
    num_answers: Tensor
    of_asked_class: Tensor
    seed: Tensor
    head: Tensor
    tail: Tensor
    fact_pair: Tensor
    tail_offsets: Tensor
    by_pair: Tensor
    pair_offsets: Tensor
    entity_pair: Tensor
    entity_pair_count: Tensor
    entity_pair_offsets: Tensor
    pair_question: Tensor
    pair_relation: Tensor
    words: Tensor
    word_mask: Tensor
    asked: Tensor
    numerical_pair_question: Tensor
    numerical_pair_relation: Tensor
    relevance: Tensor
    number_entity: Tensor
    number_pair: Tensor
    low: Tensor
    high: Tensor
    value: Tensor

    @property
    def num_entities(self) -> int:
        """Number of entities over all questions."""
        return len(self.entity_question)

    @property
    def num_facts(self) -> int:
        """Number of facts over all questions, both directions counted."""
        return len(self.head)

    @property
    def num_pairs(self) -> int:
        """Number of distinct (question, relation) pairs."""
        return len(self.pair_question)

    @property
    def num_numerical_pairs(self) -> int:
        """Number of (question, numerical relation) pairs."""
        return len(self.numerical_pair_question)

    @cached_property
    def _made(self) -> dict[Hashable, Any]:
        return {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Make something out of the batch that its tensors alone decide, and keep it as long as the batch.

        Args:
            key: names it; a name and the settings it depends on.
            make: makes it.

        Returns:
            What was made, now or before.
        """
        if key not in self._made:
            self._made[key] = make()
        found: Made = self._made[key]
        return found

    def to(self, device: torch.device | str) -> "Batch":
        """Move every tensor.

        Args:
            device: where to.

        Returns:
            The batch there.
        """
        moved = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "num_questions"}
        return replace(self, **{name: tensor.to(device) for name, tensor in moved.items()})


def collate(
    examples: Sequence[Example], word_states: Sequence[States], device: torch.device | str = "cpu"
) -> Batch:
    """Put examples side by side.

    Args:
        examples: at least one.
        word_states: states of the words of each example's question, each of shape (num_words, width).
        device: where the batch shall live.

    Returns:
        The block-diagonal batch.

    Raises:
        ValueError: there are no examples, or not one array of word states for each.
    """
    if not examples or len(examples) != len(word_states):
        raise ValueError(f"{len(examples)} examples and {len(word_states)} arrays of word states")
    arrays = _entities(examples) | _facts(examples) | _numbers(examples) | _words(examples, word_states)
    tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
    batch = Batch(num_questions=len(examples), **tensors)
    return batch if torch.device(device).type == "cpu" else batch.to(device)


def size_bucketed_batches(
    examples: Sequence[Example], batch_size: int, generator: torch.Generator
) -> list[list[int]]:
    """Draw shuffled batches of examples of similar size, so that no batch is much larger than the others.

    Args:
        examples: what to draw from.
        batch_size: examples in a batch; only one batch may hold fewer.
        generator: source of randomness.

    Returns:
        Indices of the examples of each batch; every example is in exactly one.
    """
    sizes = torch.tensor([1.0 + len(example.head) for example in examples], dtype=torch.float64)
    # The noise lets neighbours in size change places, so that no two epochs have the same batches.
    noise = torch.rand(len(sizes), generator=generator, dtype=torch.float64)
    order = torch.argsort(sizes.log() + 0.25 * noise, stable=True).tolist()
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


def _offsets(sizes: Sequence[int] | Ints) -> Ints:
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(np.asarray(sizes, dtype=np.int64), out=offsets[1:])
    return offsets


def _join(examples: Sequence[Example], field: Callable[[Example], NDArray[np.generic]]) -> Ints:
    return np.concatenate([field(example) for example in examples]).astype(np.int64, copy=False)


def _shifted(examples: Sequence[Example], field: Callable[[Example], Locals], offsets: Ints) -> Ints:
    """Join local indices after adding each example's offset."""
    return np.concatenate([field(e) + shift for e, shift in zip(examples, offsets[:-1], strict=True)])


def _owner(offsets: Ints) -> Ints:
    return np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))


def _entities(examples: Sequence[Example]) -> dict[str, NDArray[np.generic]]:
    offsets = _offsets([example.num_entities for example in examples])
    question = _owner(offsets)
    topics = np.concatenate([example.topics for example in examples])
    num_topics = np.bincount(question[topics], minlength=len(examples))
    answers = np.concatenate([example.answers for example in examples])
    return {
        "entity_offsets": offsets,
        "entity_question": question,
        "kb_entity": _join(examples, lambda e: e.entities),
        "topics": topics,
        "answers": answers.astype(np.float32),
        "num_answers": np.array([example.num_answers for example in examples], dtype=np.int64),
        "of_asked_class": np.concatenate([example.of_asked_class for example in examples]),
        "seed": (topics / np.maximum(num_topics, 1)[question]).astype(np.float32),
    }


def _facts(examples: Sequence[Example]) -> dict[str, NDArray[np.generic]]:
    entity_offsets = _offsets([example.num_entities for example in examples])
    pair_offsets = _offsets([len(example.distinct_relations) for example in examples])
    head = _shifted(examples, lambda e: e.head, entity_offsets)
    tail = _shifted(examples, lambda e: e.tail, entity_offsets)
    pair = _shifted(examples, lambda e: e.relation, pair_offsets)
    num_entities, num_pairs = int(entity_offsets[-1]), int(pair_offsets[-1])
    return {
        "head": head,
        "tail": tail,
        "fact_pair": pair,
        "tail_offsets": _offsets(np.bincount(tail, minlength=num_entities)),
        "by_pair": _order(pair, num_pairs),
        "pair_offsets": _offsets(np.bincount(pair, minlength=num_pairs)),
        **_entity_pairs(tail, pair, num_entities, num_pairs),
        "pair_question": _owner(pair_offsets),
        "pair_relation": _join(examples, lambda e: e.distinct_relations),
    }


def _order(keys: Ints, num_keys: int) -> Ints:
    """Stable order of small integers; 16-bit ones are sorted by radix, several times faster."""
    return np.argsort(keys.astype(np.uint16) if num_keys < 2**16 else keys, kind="stable")


def _entity_pairs(
    tail: Ints, pair: Ints, num_entities: int, num_pairs: int
) -> dict[str, NDArray[np.generic]]:
    """Distinct (tail, pair) with their number of facts: a question's type layer never changes."""
    key = np.sort(tail * num_pairs + pair)
    start = np.flatnonzero(np.diff(key, prepend=-1))
    entity = key[start] // max(num_pairs, 1)
    return {
        "entity_pair": key[start] % max(num_pairs, 1),
        "entity_pair_count": np.diff(start, append=len(key)).astype(np.float32),
        "entity_pair_offsets": _offsets(np.bincount(entity, minlength=num_entities)),
    }


def _numbers(examples: Sequence[Example]) -> dict[str, NDArray[np.generic]]:
    entity_offsets = _offsets([example.num_entities for example in examples])
    pair_offsets = _offsets([len(example.numerical_relations) for example in examples])
    pair = _shifted(examples, lambda e: e.number_relation, pair_offsets)
    order = np.argsort(pair, kind="stable")
    return {
        "numerical_pair_question": _owner(pair_offsets),
        "numerical_pair_relation": _join(examples, lambda e: e.numerical_relations),
        "relevance": np.concatenate([e.relevance for e in examples]).astype(np.float32),
        "number_entity": _shifted(examples, lambda e: e.number_entity, entity_offsets)[order],
        "number_pair": pair[order],
        "low": np.concatenate([example.low for example in examples])[order],
        "high": np.concatenate([example.high for example in examples])[order],
        "value": _join(examples, lambda e: e.value)[order],
    }


def _words(examples: Sequence[Example], word_states: Sequence[States]) -> dict[str, NDArray[np.generic]]:
    longest = max(len(states) for states in word_states)
    words = np.zeros((len(word_states), longest, word_states[0].shape[1]), dtype=np.float32)
    mask = np.zeros((len(word_states), longest), dtype=np.bool_)
    for row, states in enumerate(word_states):
        words[row, : len(states)] = states
        mask[row, : len(states)] = True
    asked = np.array([asked_rank(example.question.question) for example in examples], dtype=np.int64)
    return {"words": words, "word_mask": mask, "asked": asked}
