from dataclasses import replace

import torch

from numkbqa.reasoning.comprehensive import NTPlugIn, NumberInjectedReasoner, PruningSettings
from tests.support.random_batch import random_batch
from tests.support.random_model import random_fusion, random_model


def nt(model: NumberInjectedReasoner) -> NTPlugIn:
    assert isinstance(model.plug_in, NTPlugIn)
    return model.plug_in


def test_starts_as_basic_reasoning() -> None:
    _, batch = random_batch(3)
    output = random_model()(batch, torch.ones(batch.num_questions))
    torch.testing.assert_close(output.comprehensive, output.basic.probabilities)
    torch.testing.assert_close(output.probabilities, output.basic.probabilities)


def test_a_plain_question_takes_basic_reasoning_alone() -> None:
    _, batch = random_batch(3)
    output = random_fusion()(batch, torch.tensor([0.0, 1.0, 0.0, 1.0]))
    plain = torch.isin(batch.entity_question, torch.tensor([0, 2]))
    torch.testing.assert_close(output.probabilities[plain], output.basic.probabilities[plain])
    assert not torch.allclose(output.probabilities[~plain], output.basic.probabilities[~plain])


def test_numbers_change_only_the_scores_of_candidates() -> None:
    _, batch = random_batch(3)
    model = random_fusion()
    ordinal = torch.ones(batch.num_questions)
    output = model(batch, ordinal)
    before = nt(model)._without_numbers(output.basic, batch).scores
    changed = (output.scores - before).abs() > 1e-6
    assert changed.any()
    assert not (changed & ~output.candidates).any()


def test_the_mixture_is_a_distribution_and_weighs_by_type() -> None:
    _, batch = random_batch(6)
    p = torch.tensor([0.25, 0.5, 0.75, 1.0])
    output = random_fusion()(batch, p)
    weight = p[batch.entity_question]
    expected = weight * output.comprehensive + (1 - weight) * output.basic.probabilities
    torch.testing.assert_close(output.probabilities, expected)


def test_printed_probabilities_are_sigmoids_that_mu_is_a_bound_of() -> None:
    _, batch = random_batch(6)
    model, p = random_fusion(), torch.tensor([0.25, 0.5, 0.75, 1.0])
    model.sigmoid, model.pruning = True, PruningSettings(rule="absolute", threshold=0.5)
    output = model(batch, p)
    weight, basic = p[batch.entity_question], output.basic.scores.sigmoid() * output.basic.allowed
    expected = weight * output.scores.sigmoid() * output.answerable + (1 - weight) * basic
    torch.testing.assert_close(output.probabilities, expected)
    torch.testing.assert_close(output.basic.probabilities, basic)
    assert torch.equal(output.candidates, output.answerable & (output.basic.scores > 0))


def test_training_keeps_gold_answers_among_the_candidates() -> None:
    _, batch = random_batch(3, num_questions=8)
    model = random_model()
    reachable = (batch.answers > 0) & model(batch, torch.zeros(8)).basic.allowed
    kept = model.train()(batch, torch.zeros(8)).candidates
    assert (kept | ~reachable).all()


def test_numbers_of_relations_left_out_do_not_matter() -> None:
    _, batch = random_batch(3)
    model = random_fusion(max_relations=1)
    ordinal = torch.ones(batch.num_questions)
    output = model(batch, ordinal)
    assert output.relevance.shape == (batch.num_numerical_pairs,)
    counted = output.relevance > 0
    assert torch.bincount(batch.numerical_pair_question[counted], minlength=batch.num_questions).max() == 1
    for pairs, matter in ((~counted, False), (counted, True)):
        theirs = pairs[batch.number_pair]
        assert theirs.any()
        low = torch.where(theirs, -batch.low, batch.low)  # their order the other way round
        turned = model(replace(batch, low=low, high=low), ordinal)
        assert torch.equal(turned.relevance, output.relevance)
        assert torch.allclose(turned.scores, output.scores, atol=1e-6) != matter


def test_alpha_of_the_relations_of_a_question_is_a_distribution() -> None:
    _, batch = random_batch(3)
    output = random_fusion()(batch, torch.ones(batch.num_questions))
    per_question = torch.zeros(batch.num_questions).index_add_(
        0, batch.numerical_pair_question, output.relevance.detach()
    )
    assert per_question.sum() > 1
    assert all(abs(total - 1) < 1e-5 or total == 0 for total in per_question.tolist())
