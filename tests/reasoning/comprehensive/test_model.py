from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from tests.support.random_batch import random_batch

from numkbqa.reasoning.basic import NSM, GraphVocabulary, NSMSettings
from numkbqa.reasoning.comprehensive import ComprehensiveSettings, NumberInjectedReasoner
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.reasoning.numerical.numerical_transformer import NumericalTransformer, NumericalTransformerSettings

RELATIONS, WORD_WIDTH, NUMBER_WIDTH = 5, 12, 10


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    rows = [np.random.default_rng(int(text) + 1).standard_normal(NUMBER_WIDTH) for text in texts]
    return np.asarray(rows, dtype=np.float32)


def make(seed: int = 0) -> NumberInjectedReasoner:
    torch.manual_seed(seed)
    vectors = np.random.default_rng(seed).standard_normal((RELATIONS, 7)).astype(np.float32)
    basic = NSM(NSMSettings(width=8), GraphVocabulary(vectors, WORD_WIDTH))
    numerical = NumericalTransformer(NumericalTransformerSettings(width=16), WORD_WIDTH, NUMBER_WIDTH)
    relation_vectors = np.random.default_rng(1).standard_normal((3, WORD_WIDTH)).astype(np.float32)
    numbers = NumberVectors(str, embed, NUMBER_WIDTH)
    return NumberInjectedReasoner(basic, numerical, numbers, relation_vectors, ComprehensiveSettings()).eval()


def trained_fusion(seed: int = 0) -> NumberInjectedReasoner:
    model = make(seed)
    torch.nn.init.normal_(model.integration.merge.weight)
    return model


def test_starts_as_basic_reasoning() -> None:
    _, batch = random_batch(3)
    output = make()(batch, torch.ones(batch.num_questions))
    torch.testing.assert_close(output.comprehensive, output.basic.probabilities)
    torch.testing.assert_close(output.probabilities, output.basic.probabilities)


def test_a_plain_question_takes_basic_reasoning_alone() -> None:
    _, batch = random_batch(3)
    output = trained_fusion()(batch, torch.tensor([0.0, 1.0, 0.0, 1.0]))
    plain = torch.isin(batch.entity_question, torch.tensor([0, 2]))
    torch.testing.assert_close(output.probabilities[plain], output.basic.probabilities[plain])
    assert not torch.allclose(output.probabilities[~plain], output.basic.probabilities[~plain])


def test_numbers_change_only_the_scores_of_candidates() -> None:
    _, batch = random_batch(3)
    model = trained_fusion()
    ordinal = torch.ones(batch.num_questions)
    output = model(batch, ordinal)
    before = model._without_numbers(output.basic, batch)[0]
    changed = (output.scores - before).abs() > 1e-6
    assert changed.any()
    assert not (changed & ~output.candidates).any()


def test_the_mixture_is_a_distribution_and_weighs_by_type() -> None:
    _, batch = random_batch(6)
    p = torch.tensor([0.25, 0.5, 0.75, 1.0])
    output = trained_fusion()(batch, p)
    weight = p[batch.entity_question]
    expected = weight * output.comprehensive + (1 - weight) * output.basic.probabilities
    torch.testing.assert_close(output.probabilities, expected)


def test_the_numerical_transformer_stays_frozen_and_without_dropout() -> None:
    model = make().train()
    assert not model.numerical.training
    assert not any(parameter.requires_grad for parameter in model.numerical.parameters())
    _, batch = random_batch(3)
    model(batch, torch.ones(batch.num_questions)).probabilities[batch.answers > 0].sum().backward()
    assert all(parameter.grad is None for parameter in model.numerical.parameters())
    assert float(model.integration.merge.weight.grad.abs().sum()) > 0


def test_training_keeps_gold_answers_among_the_candidates() -> None:
    _, batch = random_batch(3, num_questions=8)
    model = make()
    reachable = (batch.answers > 0) & model(batch, torch.zeros(8)).basic.allowed
    kept = model.train()(batch, torch.zeros(8)).candidates
    assert (kept | ~reachable).all()


def test_numbers_of_other_relations_do_not_matter() -> None:
    examples, batch = random_batch(3)
    model = trained_fusion()
    output = model(batch, torch.ones(batch.num_questions))
    assert output.relevance.shape == (batch.num_numerical_pairs,)
    per_question = torch.zeros(batch.num_questions).index_add_(
        0, batch.numerical_pair_question, output.relevance.detach()
    )
    assert all(abs(total - 1) < 1e-5 or total == 0 for total in per_question.tolist())
    assert len(examples) == batch.num_questions
