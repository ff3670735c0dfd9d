"""Random examples and batches for tests of reasoners: small graphs with both directions of every fact."""

import dataclasses

import numpy as np

from numkbqa.questions.records import Question
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.retrieval.examples import Example


def random_example(
    rng: np.random.Generator,
    *,
    num_entities: int = 9,
    num_facts: int = 14,
    num_relations: int = 5,
    num_numerical: int = 3,
    num_topics: int = 1,
    name: str = "q",
) -> Example:
    """A subgraph with one topic or two (its first entity, its last), an answer at most and many numbers."""
    head = rng.integers(0, num_entities, num_facts)
    tail = rng.integers(0, num_entities, num_facts)
    relation = rng.integers(0, num_relations, num_facts)
    heads, tails = np.concatenate([head, tail]), np.concatenate([tail, head])
    relations = np.concatenate([relation, relation + num_relations])
    order = np.argsort(tails, kind="stable")
    distinct, local = np.unique(relations[order], return_inverse=True)
    topics, answers = np.zeros(num_entities, bool), np.zeros(num_entities, bool)
    topics[[0, -1][:num_topics]] = True
    answers[tails[order][heads[order] == 0][:1]] = True
    answers[topics] = False
    carriers = rng.permutation(num_entities)[: num_entities - 2]
    pair = np.sort(rng.integers(0, num_numerical, len(carriers)))
    low = rng.integers(-50, 50, len(carriers)).astype(np.float64)
    return Example(
        question=Question(id=name, question=f"what is the largest of {name}?"),
        entities=np.arange(num_entities, dtype=np.int64) + 100,
        topics=topics,
        answers=answers,
        num_answers=max(1, int(answers.sum())),
        head=heads[order].astype(np.int64),
        relation=local.astype(np.int64),
        tail=tails[order].astype(np.int64),
        distinct_relations=distinct.astype(np.int64),
        numerical_relations=np.arange(num_numerical, dtype=np.int64),
        relevance=np.linspace(0.9, 0.1, num_numerical),
        number_entity=carriers.astype(np.int64),
        number_relation=pair.astype(np.int64),
        low=low,
        high=low.copy(),
        value=np.arange(len(carriers), dtype=np.int64),
        of_asked_class=np.zeros(num_entities, bool),
        asked_classes=np.zeros(0, np.int64),
    )


def without_numbers(example: Example) -> Example:
    """The same question where no entity has a number."""
    nothing = np.zeros(0, dtype=np.int64)
    return dataclasses.replace(
        example,
        numerical_relations=nothing,
        relevance=np.zeros(0),
        number_entity=nothing,
        number_relation=nothing,
        low=np.zeros(0),
        high=np.zeros(0),
        value=nothing,
    )


def random_words(
    rng: np.random.Generator, width: int = 12
) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """States of three to six words."""
    return rng.standard_normal((int(rng.integers(3, 7)), width)).astype(np.float32)


def random_batch(seed: int = 0, *, num_questions: int = 4, width: int = 12) -> tuple[list[Example], Batch]:
    """Several random examples, with one and two topics in turn, and their batch."""
    rng = np.random.default_rng(seed)
    examples = [
        random_example(rng, num_entities=int(rng.integers(5, 12)), num_topics=1 + i % 2, name=f"q{i}")
        for i in range(num_questions)
    ]
    return examples, collate(examples, [random_words(rng, width) for _ in examples])
