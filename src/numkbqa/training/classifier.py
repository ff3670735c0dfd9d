"""Training of the question classifier: first, and frozen afterwards (A33)."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from numkbqa.questions.records import Question
from numkbqa.reasoning.comprehensive import QuestionClassifier
from numkbqa.training.draws import draws_of
from numkbqa.training.workbench import Workbench

STEPS = 400
BATCH = 128


def train_classifier(
    workbench: Workbench,
    classifier: QuestionClassifier,
    real: Sequence[Question],
    pseudo: Sequence[Question] = (),
    *,
    seed: int,
) -> dict[str, object]:
    """Train p(t = O) on real and pseudo questions by binary cross-entropy.

    Args:
        workbench: gives the features.
        classifier: what is trained.
        real: real training questions; a missing `ordinal` is decided by the lexicon.
        pseudo: pseudo questions; together they weigh no more than the real ones.
        seed: order of the batches, and dropout.

    Returns:
        Facts: accuracy on the training questions.
    """
    questions = [*real, *pseudo]
    features = workbench.features([question.question for question in questions])
    gold = torch.tensor([float(question.is_ordinal) for question in questions])
    made = torch.tensor([0.0] * len(real) + [1.0] * len(pseudo))
    weight = _balanced(gold, made)
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(classifier.parameters(), lr=1e-3, weight_decay=1e-2)
    with draws_of("training of the question classifier", seed):
        classifier.train()
        for _ in range(STEPS):
            rows = torch.multinomial(weight, min(BATCH, len(gold)), replacement=True, generator=generator)
            loss = nn.functional.binary_cross_entropy_with_logits(classifier(features[rows]), gold[rows])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    classifier.eval()
    with torch.inference_mode():
        accuracy = ((classifier(features) > 0) == (gold > 0)).float().mean()
    return {"training_accuracy": round(100 * float(accuracy), 2)}


def _balanced(gold: Tensor, made: Tensor) -> Tensor:
    """Sampling weights: equal shares for both types, and within each for real and pseudo questions."""
    cell = (2 * gold + made).long()
    size = torch.bincount(cell, minlength=4)
    types = (size.view(2, 2) > 0).sum(dim=1)
    return 1.0 / (size * types.repeat_interleave(2)).clamp_min(1)[cell].float()
