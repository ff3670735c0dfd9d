"""Evaluation: Hits@1 and F1, the four ordinal cells, where answers are lost, and how far confidence goes."""

from numkbqa.evaluation.calibration import Calibration, fit_calibration
from numkbqa.evaluation.gold import ValueAnswer
from numkbqa.evaluation.grading import summarise
from numkbqa.evaluation.losses import Lost
from numkbqa.evaluation.metrics import Score, f1_score, hit_at_1, retrieved_set, score
from numkbqa.evaluation.modes import Mode, Rules
from numkbqa.evaluation.predict import Prediction, predict
from numkbqa.evaluation.report import EvaluationReport
from numkbqa.evaluation.scoring import ScoreReport, score_predictions

__all__ = [
    "Calibration",
    "EvaluationReport",
    "Lost",
    "Mode",
    "Prediction",
    "Rules",
    "Score",
    "ScoreReport",
    "ValueAnswer",
    "f1_score",
    "fit_calibration",
    "hit_at_1",
    "predict",
    "retrieved_set",
    "score",
    "score_predictions",
    "summarise",
]
