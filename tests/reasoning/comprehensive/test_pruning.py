import dataclasses

import numpy as np
import torch

from numkbqa.reasoning.comprehensive import PruningSettings, prune_entities, prune_relations
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
