"""Training of the scorer of numerical relations: seconds, on question-answer pairs and pseudo questions."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor, nn

from numkbqa.config import Section
from numkbqa.questions.ordinal import has_ordinal_word
from numkbqa.questions.pseudo import PseudoQuestion
from numkbqa.questions.records import Question
from numkbqa.reasoning.segments import segment_max, segment_softmax, segment_sum
from numkbqa.retrieval.examples import ExampleBuilder
from numkbqa.retrieval.relations import RelationScorer
from numkbqa.retrieval.relations.features import FEATURES
from numkbqa.training.relation_cases import (
    RelationCase,
    Vectors,
    pseudo_relation_cases,
    relation_cases,
)

EVALUATE_EVERY = 20

LEAST_LIKELIHOOD = 1e-8
"""What a likelihood counts for at least, so that its logarithm is finite."""


class RelationTrainingSettings(Section):
    """Training of the scorer of numerical relations."""

    questions: int = Field(800, ge=1)
    """Real questions, and pseudo ones, that it is trained on at most."""

    word_dropout: float = Field(0.2, ge=0.0, lt=1.0)
    """Share of the words left out of the second wording of each question."""

    rank: int = Field(16, ge=1)
    """Rank of the bilinear term on the frozen vectors of question and relation."""

    steps: int = Field(200, ge=0)
    """Steps of training, each on all cases."""

    learning_rate: float = Field(0.02, gt=0.0)
    """Learning rate of Adam."""

    sharpness: float = Field(20.0, gt=0.0)
    """Factor between scores, which are on the scale of cosines, and the logits of the relations."""

    decay: float = Field(0.3, ge=0.0)
    """Weight of the squared feature weights in the loss: keeps the scorer near the focused score."""

    bilinear_decay: float = Field(3.0, ge=0.0)
    """Weight of the mean squared bilinear logit of the cases in the loss."""

    held_out: float = Field(0.15, gt=0.0, lt=1.0)
    """Share of the cases that choose the step; the focused score itself takes part in the choice."""


class TrainableRelationScorer(nn.Module):
    """The parameters of a `RelationScorer`; starts as one that adds nothing.

    Args:
        rank: rank of the bilinear term.
        width: width of the frozen vectors.
    """

    def __init__(self, rank: int, width: int) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(len(FEATURES)))
        self.support = nn.Parameter(torch.zeros(()))
        self.question_side = nn.Parameter(torch.randn(rank, width) / width**0.5)
        self.relation_side = nn.Parameter(torch.zeros(rank, width))

    def forward(self, batch: "_Batch") -> tuple[Tensor, Tensor, Tensor]:
        """What is added to each pair.

        Args:
            batch: pairs of cases and relations.

        Returns:
            By wording, by support, by the bilinear term, each of shape (num_pairs,).
        """
        wording = batch.features[:, :-1] @ self.weights[:-1]
        support = batch.features[:, -1] * self.weights[-1] + batch.support * self.support
        query = (batch.query @ self.question_side.T)[batch.case]
        relation = (batch.vectors @ self.relation_side.T)[batch.relation]
        return wording, support, (query * relation).sum(dim=-1)

    def frozen(self) -> RelationScorer:
        """The scorer that retrieval uses."""
        arrays = [
            p.detach().cpu().numpy().copy() for p in (self.weights, self.question_side, self.relation_side)
        ]
        return RelationScorer(arrays[0], float(self.support.detach()), arrays[1], arrays[2])


@dataclass(frozen=True, slots=True)
class _Batch:
    """Cases side by side; a pair is a case with one relation of its subgraph."""

    case: Tensor
    relation: Tensor
    right: Tensor
    start: Tensor
    support: Tensor
    features: Tensor
    query: Tensor
    vectors: Tensor
    made: Tensor
    weight: Tensor


def fit_to_questions(
    module: TrainableRelationScorer,
    builder: ExampleBuilder,
    real: Sequence[Question],
    pseudo: Sequence[PseudoQuestion],
    settings: RelationTrainingSettings,
    *,
    seed: int,
) -> dict[str, object]:
    """Train the scorer on two wordings of each question: as it is, and with words left out.

    Args:
        module: what is trained.
        builder: linking and retrieval.
        real: real training questions.
        pseudo: pseudo questions for training.
        settings: see `RelationTrainingSettings`.
        seed: which words are left out, and which questions are held out.

    Returns:
        The facts of `train_relation_scorer`.
    """
    # by the words, which is all there is at answering time; a record may say otherwise, but tells no rank
    ordinal = [q for q in real if has_ordinal_word(q.question)][: settings.questions]
    made = pseudo[: settings.questions]
    wordings = (0.0, settings.word_dropout)
    cases = relation_cases(builder, ordinal, wordings, seed=seed)
    cases += pseudo_relation_cases(builder, made, wordings, seed=seed)
    weight = builder.settings.relations.support_weight
    vectors = builder.relations.features.short
    return train_relation_scorer(module, cases, vectors, weight, settings, seed=seed)


def train_relation_scorer(
    module: TrainableRelationScorer,
    cases: Sequence[RelationCase],
    vectors: Vectors,
    support_weight: float,
    settings: RelationTrainingSettings,
    *,
    seed: int,
) -> dict[str, object]:
    """Train the scorer by the marginal likelihood of the relations that may be right.

    Real and pseudo questions weigh alike in what the features of wording are worth. Two things are learned
    from real questions alone: the bilinear term, which would learn the templates by heart, and the worth of
    support, since the generator draws relations uniformly and people ask about common ones.

    Args:
        module: what is trained.
        cases: cases of both sorts.
        vectors: unit vectors of the numerical relations, shape (num_numerical_relations, width).
        support_weight: weight of log(number of values) to start from.
        settings: see `RelationTrainingSettings`.
        seed: which cases are held out.

    Returns:
        Facts: number of cases; per cent of the held-out ones whose first relation is right, before and after.
    """
    train, held_out = _split(cases, settings.held_out, seed)
    if not train or not held_out:
        return {"cases": len(cases)}
    batch = _batch(train, vectors, support_weight)
    judge = _batch(held_out, vectors, support_weight)
    optimizer = torch.optim.Adam(module.parameters(), lr=settings.learning_rate)
    best, before = _judge(module, judge, settings.sharpness)
    kept = copy.deepcopy(module.state_dict())
    for step in range(1, settings.steps + 1):
        loss = _loss(module, batch, settings)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        if step % EVALUATE_EVERY == 0 and (now := _judge(module, judge, settings.sharpness)[0]) > best:
            best, kept = now, copy.deepcopy(module.state_dict())
    module.load_state_dict(kept)
    return {
        "cases": len(cases),
        "real": sum(not case.made for case in cases),
        "held_out_before": before,
        "held_out_after": _judge(module, judge, settings.sharpness)[1],
    }


def _loss(module: TrainableRelationScorer, batch: _Batch, settings: RelationTrainingSettings) -> Tensor:
    wording, support, bilinear = module(batch)
    personal = support + bilinear
    added = wording + torch.where(batch.made[batch.case], personal.detach(), personal)
    likelihood = _log_likelihood(batch.start + added, batch, settings.sharpness)
    near = module.weights.square().sum() + module.support.square()
    small: Tensor = settings.sharpness * bilinear.square().mean()
    return settings.decay * near + settings.bilinear_decay * small - (batch.weight * likelihood).sum()


def _log_likelihood(scores: Tensor, batch: _Batch, sharpness: float) -> Tensor:
    """The log of p(one of the right relations) of each case, shape (num_cases,)."""
    cases, everything = len(batch.weight), torch.ones_like(batch.right)
    p = segment_softmax(sharpness * scores, batch.case, cases, everything)
    return segment_sum(p * batch.right, batch.case, cases).clamp_min(LEAST_LIKELIHOOD).log()


@torch.inference_mode()
def _judge(module: TrainableRelationScorer, batch: _Batch, sharpness: float) -> tuple[float, float]:
    """Log-likelihood, and per cent of the cases whose first relation is right; both sorts weigh alike."""
    scores = batch.start + sum(module(batch))
    likelihood = _log_likelihood(scores, batch, sharpness)
    best = segment_max(scores, batch.case, len(batch.weight))[batch.case] == scores
    first = segment_max((best & batch.right).float(), batch.case, len(batch.weight))
    return float(batch.weight @ likelihood), round(100 * float(batch.weight @ first), 2)


def _split(
    cases: Sequence[RelationCase], share: float, seed: int
) -> tuple[list[RelationCase], list[RelationCase]]:
    """Cases to train on, and those held out; the wordings of one question stay together."""
    questions = sorted({case.question for case in cases})
    order = np.random.default_rng(seed).permutation(len(questions))
    held = {questions[i] for i in order[: round(share * len(questions))]}
    inside = [case for case in cases if case.question not in held]
    return inside, [case for case in cases if case.question in held]


def _batch(cases: Sequence[RelationCase], vectors: Vectors, support_weight: float) -> _Batch:
    sizes = [len(case.relations) for case in cases]
    support = np.concatenate([case.support for case in cases])
    made = np.array([case.made for case in cases])
    share = np.bincount(made.astype(np.int64), minlength=2)
    weight = 1.0 / (share[made.astype(np.int64)] * (share > 0).sum())
    return _Batch(
        case=torch.from_numpy(np.repeat(np.arange(len(cases)), sizes)),
        relation=torch.from_numpy(np.concatenate([case.relations for case in cases])),
        right=torch.from_numpy(np.concatenate([case.right for case in cases])),
        start=_floats(np.concatenate([case.focused for case in cases]) + support_weight * support),
        support=_floats(support),
        features=torch.from_numpy(np.concatenate([case.features for case in cases])),
        query=torch.from_numpy(np.stack([case.query for case in cases])),
        vectors=torch.from_numpy(vectors),
        made=torch.from_numpy(made),
        weight=_floats(weight),
    )


def _floats(values: NDArray[np.float64]) -> Tensor:
    return torch.from_numpy(values.astype(np.float32))
