import numpy as np
import pytest
import torch

from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.retrieval.relations.features import FEATURES
from numkbqa.training.relation_cases import RelationCase
from numkbqa.training.relation_scorer import (
    RelationTrainingSettings,
    TrainableRelationScorer,
    fit_to_questions,
    train_relation_scorer,
)
from numkbqa.training.workbench import Workbench
from tests.training.test_relation_cases import real_questions

WIDTH, RELATIONS = 6, 4
VECTORS = np.eye(RELATIONS, WIDTH, dtype=np.float32)
QUICK = RelationTrainingSettings(steps=60, rank=4)
CUE = FEATURES.index("kind agrees")


def case(number: int, *, made: bool, told_by: str) -> RelationCase:
    """A question whose right relation is the one that a feature, its support or its wording tells."""
    rng = np.random.default_rng(number)
    right = number % RELATIONS
    features = rng.normal(scale=0.1, size=(RELATIONS, len(FEATURES))).astype(np.float32)
    query, support = rng.normal(size=WIDTH).astype(np.float32), np.zeros(RELATIONS)
    if told_by == "feature":
        features[right, CUE] += 1
    elif told_by == "support":
        support[right] = 3.0
    elif told_by == "wording":
        query[right] += 5
    query /= np.linalg.norm(query)
    hits = np.arange(RELATIONS) == right
    start = rng.normal(scale=0.05, size=RELATIONS)
    return RelationCase(f"q{number}", made, np.arange(RELATIONS), hits, start, support, features, query)


def trained(told_by: str, *, made: bool) -> tuple[TrainableRelationScorer, dict[str, object]]:
    torch.manual_seed(0)
    module = TrainableRelationScorer(QUICK.rank, WIDTH)
    cases = [case(number, made=made, told_by=told_by) for number in range(80)]
    return module, train_relation_scorer(module, cases, VECTORS, 0.0, QUICK, seed=0)


@pytest.mark.parametrize("made", [True, False])
def test_a_feature_that_tells_is_learned(made: bool) -> None:
    module, facts = trained("feature", made=made)
    assert float(module.weights[CUE].detach()) > 0.1
    assert float(str(facts["held_out_after"])) > float(str(facts["held_out_before"])) + 20


@pytest.mark.parametrize("told_by", ["support", "wording"])
def test_support_and_vectors_are_learned_from_real_questions_alone(told_by: str) -> None:
    _, real = trained(told_by, made=False)
    assert float(str(real["held_out_after"])) > float(str(real["held_out_before"])) + 20
    module, _ = trained(told_by, made=True)
    assert float(module.support.detach()) == 0
    assert float(module.relation_side.detach().abs().max()) == 0


def test_the_frozen_scorer_scores_as_the_module() -> None:
    module, _ = trained("wording", made=False)
    one, scorer = case(7, made=False, told_by="wording"), module.frozen()
    added = scorer.added(one.features, one.query, VECTORS) + scorer.support * one.support
    query = torch.from_numpy(one.query) @ module.question_side.T
    bilinear = torch.from_numpy(VECTORS) @ module.relation_side.T @ query
    expected = torch.from_numpy(one.features) @ module.weights + bilinear
    np.testing.assert_allclose(added, expected.detach().numpy(), atol=1e-5)


def test_without_cases_nothing_is_added() -> None:
    module = TrainableRelationScorer(2, WIDTH)
    assert train_relation_scorer(module, [], VECTORS, 0.02, QUICK, seed=0) == {"cases": 0}
    assert not module.frozen().weights.any()


def test_nothing_is_added_when_the_held_out_questions_gain_nothing() -> None:
    # the cue marks what is right in one question and what is wrong in the other: whichever is held out loses
    told, misled = (case(number, made=True, told_by="nothing") for number in (0, 1))
    told.features[:, CUE], misled.features[:, CUE] = told.right, ~misled.right
    module, halves = TrainableRelationScorer(2, WIDTH), QUICK.model_copy(update={"held_out": 0.5})
    facts = train_relation_scorer(module, [told, misled], VECTORS, 0.0, halves, seed=0)
    assert facts["held_out_before"] == facts["held_out_after"]
    assert not module.frozen().weights.any()


def test_real_and_pseudo_questions_of_a_graph(workbench: Workbench) -> None:
    pseudo = list(generate_pseudo_questions(workbench.kb, count=12, seed=0))
    torch.manual_seed(0)
    module = TrainableRelationScorer(QUICK.rank, workbench.encoder.width)
    facts = fit_to_questions(module, workbench.builder, real_questions(), pseudo, QUICK, seed=0)
    assert int(str(facts["cases"])) > int(str(facts["real"])) > 0
    torch.manual_seed(0)
    again = TrainableRelationScorer(QUICK.rank, workbench.encoder.width)
    assert fit_to_questions(again, workbench.builder, real_questions(), pseudo, QUICK, seed=0) == facts
    assert again.frozen().key == module.frozen().key
