import numpy as np
import torch

from numkbqa.reasoning.comprehensive import ClassifierSettings, QuestionClassifier, question_features
from numkbqa.text.tiny import TinyEncoder

ENCODER = TinyEncoder(6)
TEXTS = ["what is the largest city?", "who", "which river is it"]


def test_features_are_the_start_state_and_the_strongest_value_of_the_other_tokens() -> None:
    features = question_features(ENCODER, TEXTS)
    assert features.shape == (3, 12)
    assert features.dtype == np.float32
    for row, states in zip(features, ENCODER.encode(TEXTS), strict=True):
        np.testing.assert_array_equal(row[:6], states[0])
        expected = [max(float(token[i]) for token in states[1:]) for i in range(6)]
        np.testing.assert_allclose(row[6:], expected)


def test_other_questions_do_not_change_the_features_of_one() -> None:
    alone = question_features(ENCODER, TEXTS[1:2])
    np.testing.assert_array_equal(question_features(ENCODER, TEXTS)[1:2], alone)


def test_no_question_has_features_of_the_right_width() -> None:
    assert question_features(ENCODER, []).shape == (0, 12)


def test_gives_one_logit_a_question() -> None:
    classifier = QuestionClassifier(ClassifierSettings(hidden=4), 6).eval()
    features = torch.from_numpy(question_features(ENCODER, TEXTS))
    logits = classifier(features)
    assert logits.shape == (3,)
    torch.testing.assert_close(classifier(features[1:2]), logits[1:2])
    assert classifier(features[:0]).shape == (0,)


def test_every_parameter_learns() -> None:
    torch.manual_seed(0)
    classifier = QuestionClassifier(ClassifierSettings(hidden=16, dropout=0.0), 6)
    features = torch.from_numpy(question_features(ENCODER, TEXTS))
    torch.autograd.backward(classifier(features).square().sum())
    still = [
        name for name, p in classifier.named_parameters() if p.grad is None or not p.grad.abs().sum() > 0
    ]
    assert still == []
