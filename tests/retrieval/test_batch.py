from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval import ExampleBuilder
from numkbqa.retrieval.batch import Batch, States, collate, size_bucketed_batches
from numkbqa.retrieval.examples import Example
from numkbqa.text import CachedEncoder
from tests.support.toy_kb import ToyKB, number

TEXTS = [
    "largest city in Germany?",
    "albums of Nina Falk and of Otto Brandt",
    "rivers of Norway, please tell",
]


@pytest.fixture(scope="module")
def examples(builder: ExampleBuilder) -> list[Example]:
    gold = (Answer(id="berlin"), Answer(id="rust"), Answer(id="nowhere"))
    return builder.build_all([Question(id=t, question=t, answers=gold) for t in TEXTS]).examples


@pytest.fixture(scope="module")
def states(encoder: CachedEncoder) -> list[States]:
    return encoder.word_states(TEXTS)


@pytest.fixture(scope="module")
def batch(examples: list[Example], states: list[States]) -> Batch:
    return collate(examples, states)


def test_offsets_cut_the_batch_into_its_questions(batch: Batch, examples: list[Example]) -> None:
    sizes = [example.num_entities for example in examples]
    assert batch.entity_offsets.tolist() == np.cumsum([0, *sizes]).tolist()
    assert batch.entity_question.tolist() == np.repeat(np.arange(3), sizes).tolist()
    assert batch.num_entities == sum(sizes)
    assert batch.num_answers.tolist() == [3, 3, 3]


def test_block_diagonal_equals_one_batch_a_question(
    batch: Batch, examples: list[Example], states: list[States]
) -> None:
    entity = pair = numerical = 0
    shifted = ("head", "tail", "fact_pair", "number_entity", "number_pair", "pair_question", "entity_pair")
    unshifted = (
        "topics",
        "answers",
        "seed",
        "pair_relation",
        "relevance",
        "low",
        "value",
        "entity_pair_count",
    )
    rows: dict[str, list[torch.Tensor]] = {name: [] for name in shifted}
    same: dict[str, list[torch.Tensor]] = {name: [] for name in unshifted}
    for place, (example, words) in enumerate(zip(examples, states, strict=True)):
        alone = collate([example], [words])
        shifts = dict.fromkeys(rows, entity) | {"fact_pair": pair, "entity_pair": pair}
        shifts |= {"number_pair": numerical, "pair_question": place}
        for name, parts in rows.items():
            parts.append(getattr(alone, name) + shifts[name])
        for name, parts in same.items():
            parts.append(getattr(alone, name))
        entity += alone.num_entities
        pair += alone.num_pairs
        numerical += alone.num_numerical_pairs
        assert torch.equal(batch.words[place][batch.word_mask[place]], alone.words[0])
    for name, parts in (rows | same).items():
        assert torch.equal(getattr(batch, name), torch.cat(parts)), name


def test_no_fact_or_number_crosses_questions(batch: Batch) -> None:
    question = batch.entity_question
    assert torch.equal(question[batch.head], question[batch.tail])
    assert torch.equal(question[batch.tail], batch.pair_question[batch.fact_pair])
    assert torch.equal(question[batch.number_entity], batch.numerical_pair_question[batch.number_pair])


@pytest.mark.parametrize(
    ("key", "order", "offsets"),
    [
        ("tail", None, "tail_offsets"),
        ("fact_pair", "by_pair", "pair_offsets"),
    ],
)
def test_offsets_delimit_the_facts_of_each_key(
    batch: Batch, key: str, order: str | None, offsets: str
) -> None:
    keys = getattr(batch, key)
    ordered = keys if order is None else keys[getattr(batch, order)]
    bounds = getattr(batch, offsets).tolist()
    assert bounds[-1] == batch.num_facts
    for value, (start, end) in enumerate(pairwise(bounds)):
        assert (ordered[start:end] == value).all()
        assert end - start == int((keys == value).sum())
    if order is not None:
        assert sorted(getattr(batch, order).tolist()) == list(range(batch.num_facts))


def test_entity_pairs_count_the_facts_of_each_pair_at_each_tail(batch: Batch) -> None:
    counts = torch.zeros(batch.num_entities, batch.num_pairs)
    counts.index_put_((batch.tail, batch.fact_pair), torch.ones(batch.num_facts), accumulate=True)
    entity = torch.repeat_interleave(torch.arange(batch.num_entities), batch.entity_pair_offsets.diff())
    assert torch.equal(counts[entity, batch.entity_pair], batch.entity_pair_count)
    assert len(entity) == int((counts > 0).sum())


def test_an_example_without_facts_can_be_batched(
    encoder: CachedEncoder, examples: list[Example], states: list[States]
) -> None:
    lonely = ToyKB([("a", "r", "b")], [("x", "size", number(3))], labels={"x": "Xanadu"})
    example = ExampleBuilder(lonely, encoder).build(Question(id="1", question="how large is Xanadu"))
    assert isinstance(example, Example)
    alone = collate([example], states[:1])
    assert (alone.num_entities, alone.num_facts, alone.num_pairs, len(alone.low)) == (1, 0, 0, 1)
    both = collate([example, examples[0]], states[:2])
    assert both.tail_offsets[:2].tolist() == [0, 0]
    assert both.num_facts == len(examples[0].head)


def test_pairs_are_the_distinct_relations_of_each_question(batch: Batch) -> None:
    found = list(zip(batch.pair_question.tolist(), batch.pair_relation.tolist(), strict=True))
    assert len(set(found)) == len(found) == batch.num_pairs
    assert set(batch.fact_pair.tolist()) == set(range(batch.num_pairs))


def test_seed_is_uniform_over_the_topics_of_each_question(batch: Batch) -> None:
    total = torch.zeros(3).index_add_(0, batch.entity_question, batch.seed)
    torch.testing.assert_close(total, torch.ones(3))
    assert torch.equal(batch.seed > 0, batch.topics)
    assert set(batch.seed[batch.entity_question == 1].tolist()) == {0.0, 0.5}


def test_a_question_without_topics_has_no_seed(examples: list[Example], states: list[States]) -> None:
    bare = replace(examples[0], topics=np.zeros_like(examples[0].topics))
    assert collate([bare], states[:1]).seed.sum() == 0


def test_numbers_are_in_the_order_of_their_pairs(batch: Batch) -> None:
    assert (batch.number_pair.diff() >= 0).all()
    assert batch.low.dtype == torch.float64
    assert len(batch.value) == len(batch.low) == len(batch.high) == len(batch.number_entity)


def test_padding_is_masked_and_zero(batch: Batch, states: list[States]) -> None:
    assert batch.word_mask.sum(dim=1).tolist() == [len(words) for words in states]
    assert (batch.words[~batch.word_mask] == 0).all()


def test_permuting_the_entities_permutes_the_batch(examples: list[Example], states: list[States]) -> None:
    example = examples[0]
    order = np.random.default_rng(0).permutation(example.num_entities)
    place = np.argsort(order)
    facts = np.argsort(place[example.tail], kind="stable")
    moved = replace(
        example,
        entities=example.entities[order],
        topics=example.topics[order],
        answers=example.answers[order],
        head=place[example.head][facts],
        tail=place[example.tail][facts],
        relation=example.relation[facts],
        number_entity=place[example.number_entity],
    )
    one, other = collate([example], states[:1]), collate([moved], states[:1])
    new = torch.from_numpy(place)

    def facts_of(batch: Batch, rename: torch.Tensor) -> list[tuple[int, int, int]]:
        ends = [rename[batch.head].tolist(), batch.fact_pair.tolist(), rename[batch.tail].tolist()]
        return sorted(zip(*ends, strict=True))

    assert facts_of(one, new) == facts_of(other, torch.arange(len(new)))
    assert torch.equal(one.seed, other.seed[new])
    assert torch.equal(new[one.number_entity], other.number_entity)


def test_moving_keeps_every_field(batch: Batch) -> None:
    moved = batch.to("cpu")
    for item in fields(batch):
        one, other = getattr(batch, item.name), getattr(moved, item.name)
        assert one == other if isinstance(one, int) else torch.equal(one, other)


def test_what_is_made_of_a_batch_is_made_once_and_forgotten_with_its_tensors(batch: Batch) -> None:
    batch = replace(batch)  # the fixture is shared
    assert batch.once("name", lambda: 1) == 1
    assert batch.once("name", lambda: 2) == 1
    assert batch.once(("name", 1), lambda: 3) == 3
    assert replace(batch, low=batch.low).once("name", lambda: 4) == 4
    assert batch.to("cpu").once("name", lambda: 5) == 5


def test_words_and_examples_must_match(examples: list[Example], states: list[States]) -> None:
    with pytest.raises(ValueError, match="3 examples and 2"):
        collate(examples, states[:2])
    with pytest.raises(ValueError, match="0 examples"):
        collate([], [])


def sized(example: Example, sizes: Iterable[int]) -> list[Example]:
    return [replace(example, head=np.zeros(size, np.int32)) for size in sizes]


def test_bucketed_batches_hold_every_example_once(examples: list[Example]) -> None:
    many = sized(examples[0], [int(s) for s in np.random.default_rng(1).integers(1, 9000, 103)])
    batches = size_bucketed_batches(many, 10, torch.Generator().manual_seed(1))
    assert sorted(i for batch in batches for i in batch) == list(range(103))
    assert sorted(map(len, batches)) == [3] + [10] * 10
    sizes = [[len(many[i].head) for i in batch] for batch in batches if len(batch) == 10]
    ratios = [max(batch) / min(batch) for batch in sizes]
    assert np.median(ratios) < 2


def test_bucketed_batches_differ_between_epochs_and_repeat_with_the_seed(examples: list[Example]) -> None:
    many = sized(examples[0], range(50, 110))
    generator = torch.Generator().manual_seed(5)
    first, second = size_bucketed_batches(many, 8, generator), size_bucketed_batches(many, 8, generator)
    assert first == size_bucketed_batches(many, 8, torch.Generator().manual_seed(5))
    assert {frozenset(batch) for batch in first} != {frozenset(batch) for batch in second}
