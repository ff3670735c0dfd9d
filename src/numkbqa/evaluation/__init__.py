"""Evaluation: Hits@1 and F1, the four ordinal cells, ceilings and the exact-sort row."""

from numkbqa.evaluation.metrics import Score, f1_score, hit_at_1, retrieved_set, score
from numkbqa.evaluation.predict import Prediction, predict
from numkbqa.evaluation.report import EvaluationReport, summarise

__all__ = [
    "EvaluationReport",
    "Prediction",
    "Score",
    "f1_score",
    "hit_at_1",
    "predict",
    "retrieved_set",
    "score",
    "summarise",
]
