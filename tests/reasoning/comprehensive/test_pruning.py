import dataclasses

import numpy as np
import torch

from numkbqa.reasoning.comprehensive import PruningSettings, keep_asked_class, prune_entities, prune_relations
from numkbqa.retrieval.batch import collate
from tests.support.random_batch import random_batch, random_example, random_words


def test_relative_pruning_compares_with_the_best_of_the_same_question() -> None:
    _, batch = random_batch(0, num_questions=2)
    first = int(batch.entity_offsets[1])
    p = torch.full((batch.num_entities,), 0.04)
    p[1], p[2] = 0.9, 0.044
    everything = torch.ones(batch.num_entities, dtype=torch.bool)
    kept = prune_entities(p, everything, batch, PruningSettings(threshold=0.05), keep_answers=False)
    assert kept[:first].nonzero().flatten().tolist() == [1]
    assert kept[first:].all()


def test_the_highest_bar_leaves_the_best_alone_and_the_lowest_prunes_nothing_that_is_likely_at_all() -> None:
    _, batch = random_batch(0, num_questions=2)
    first = int(batch.entity_offsets[1])
    p = torch.zeros(batch.num_entities)
    p[1], p[2], p[first], p[first + 1] = 0.6, 0.4, 0.5, 0.5
    everything = torch.ones(batch.num_entities, dtype=torch.bool)
    kept = {
        bar: prune_entities(p, everything, batch, PruningSettings(threshold=bar), keep_answers=False)
        for bar in (0.0, 1.0)
    }
    assert kept[1.0].nonzero().flatten().tolist() == [1, first, first + 1]
    assert kept[0.0].nonzero().flatten().tolist() == [1, 2, first, first + 1]


def test_absolute_pruning_loses_equally_good_candidates() -> None:
    _, batch = random_batch(0, num_questions=2)
    p = torch.full((batch.num_entities,), 0.04)
    everything = torch.ones(batch.num_entities, dtype=torch.bool)
    settings = PruningSettings(threshold=0.05, rule="absolute")
    assert not prune_entities(p, everything, batch, settings, keep_answers=False).any()


def test_answers_are_kept_only_when_asked_for() -> None:
    _, batch = random_batch(0)
    p = torch.zeros(batch.num_entities)
    p[1] = 1.0
    gold = batch.answers > 0
    everything = torch.ones_like(gold)
    settings = PruningSettings()
    assert prune_entities(p, everything, batch, settings, keep_answers=True)[gold].all()
    assert int(prune_entities(p, everything, batch, settings, keep_answers=False)[gold].sum()) <= int(gold[1])


def test_relations_without_a_valued_candidate_take_no_place() -> None:
    rng = np.random.default_rng(0)
    example = dataclasses.replace(
        random_example(rng, num_entities=6),
        number_entity=np.array([1, 2, 3]),
        number_relation=np.array([0, 1, 2]),
        low=np.zeros(3),
        high=np.zeros(3),
        value=np.arange(3),
    )
    batch = collate([example, example], [random_words(rng)] * 2)
    candidates = torch.ones(batch.num_entities, dtype=torch.bool)
    assert prune_relations(candidates, batch, 2).tolist() == [True, True, False] * 2
    candidates[1] = False  # the only entity of the first question's most relevant relation
    assert prune_relations(candidates, batch, 2).tolist() == [False, True, True, True, True, False]


def test_only_the_asked_class_may_answer_where_a_candidate_of_it_has_a_number() -> None:
    rng = np.random.default_rng(0)
    members = np.arange(6) < 3
    example = dataclasses.replace(
        random_example(rng, num_entities=6),
        answers=np.arange(6) == 5,
        number_entity=np.array([2]),
        number_relation=np.array([0]),
        low=np.zeros(1),
        high=np.zeros(1),
        value=np.zeros(1, np.int64),
        of_asked_class=members,
    )
    batch = collate([example, example], [random_words(rng)] * 2)
    allowed = torch.ones(batch.num_entities, dtype=torch.bool)
    allowed[0] = False
    candidates = allowed.clone()
    candidates[6 + 2] = False  # of the second question the only member with a number is no candidate
    kept = keep_asked_class(candidates, allowed, batch, keep_answers=False)
    assert kept.tolist() == [False, True, True, False, False, False] + 6 * [True]
    kept = keep_asked_class(candidates, allowed, batch, keep_answers=True)
    assert kept[:6].tolist() == [False, True, True, False, False, True]


def test_what_may_be_no_answer_prunes_nothing() -> None:
    _, batch = random_batch(0)
    p = torch.full((batch.num_entities,), 0.01)
    p[1] = 0.9
    allowed = torch.ones(batch.num_entities, dtype=torch.bool)
    allowed[1] = False
    kept = prune_entities(p, allowed, batch, PruningSettings(), keep_answers=False)
    assert torch.equal(kept, allowed)
