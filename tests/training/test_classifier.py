import torch

from numkbqa.questions.records import Question
from numkbqa.reasoning.comprehensive import QuestionClassifier
from numkbqa.training.classifier import _balanced, train_classifier
from numkbqa.training.workbench import Workbench

PLACES = ("France", "Spain", "Norway", "Poland", "Italy")
ORDINAL = [f"what is the largest city of {place}?" for place in PLACES]
PLAIN = [f"which rivers flow through {place}?" for place in PLACES]


def questions(texts: list[str], ordinal: bool | None = None) -> list[Question]:
    return [Question(id=f"q{i}", question=text, ordinal=ordinal) for i, text in enumerate(texts)]


def fresh(workbench: Workbench, seed: int = 0) -> QuestionClassifier:
    torch.manual_seed(seed)
    return QuestionClassifier(workbench.settings.classifier, workbench.encoder.width)


def probabilities(workbench: Workbench, classifier: QuestionClassifier, texts: list[str]) -> list[float]:
    with torch.inference_mode():
        found: list[float] = classifier(workbench.features(texts)).sigmoid().tolist()
    return found


def test_tells_ordinal_questions_about_other_places(workbench: Workbench) -> None:
    classifier = fresh(workbench)
    facts = train_classifier(workbench, classifier, questions(ORDINAL[:4] + PLAIN[:4]), seed=0)
    assert facts == {"training_accuracy": 100.0}
    assert not classifier.training
    ordinal, plain = probabilities(workbench, classifier, [ORDINAL[4], PLAIN[4]])
    assert ordinal > 0.9
    assert plain < 0.1


def test_the_record_decides_against_the_lexicon(workbench: Workbench) -> None:
    classifier = fresh(workbench)
    train_classifier(workbench, classifier, questions(ORDINAL, False) + questions(PLAIN, True), seed=0)
    assert max(probabilities(workbench, classifier, ORDINAL)) < 0.1
    assert min(probabilities(workbench, classifier, PLAIN)) > 0.9


def test_a_rare_type_is_learned_as_well(workbench: Workbench) -> None:
    many = [f"which rivers flow through {place} and {other}?" for place in PLACES for other in PLACES]
    classifier = fresh(workbench)
    train_classifier(workbench, classifier, questions([*many, ORDINAL[0]]), seed=0)
    assert probabilities(workbench, classifier, [ORDINAL[0]])[0] > 0.9


def test_questions_of_one_type_alone_are_fine(workbench: Workbench) -> None:
    classifier = fresh(workbench)
    assert train_classifier(workbench, classifier, questions(ORDINAL), seed=0) == {"training_accuracy": 100.0}
    assert min(probabilities(workbench, classifier, ORDINAL)) > 0.9


def test_the_same_seed_gives_the_same_parameters(workbench: Workbench) -> None:
    states = []
    for seed in (3, 3, 4):
        classifier = fresh(workbench)
        torch.manual_seed(9)
        train_classifier(workbench, classifier, questions(ORDINAL + PLAIN), seed=seed)
        states.append(torch.cat([p.detach().flatten() for p in classifier.parameters()]))
    assert torch.equal(states[0], states[1])
    assert not torch.equal(states[0], states[2])


def test_both_types_and_within_them_real_and_pseudo_questions_weigh_the_same() -> None:
    gold = torch.tensor([1.0, 1.0, 1.0, 0.0])
    made = torch.tensor([0.0, 1.0, 1.0, 0.0])
    assert _balanced(gold, made).tolist() == [0.5, 0.25, 0.25, 1.0]


def test_many_pseudo_questions_do_not_drown_the_wording_of_a_few_real_ones(workbench: Workbench) -> None:
    made = [f"which city of {one} and {other}?" for one in PLACES for other in PLACES for _ in range(8)]
    classifier = fresh(workbench)
    real = questions(["which city of France and Spain?"], ordinal=True)
    train_classifier(workbench, classifier, real, questions(made + PLAIN, ordinal=False), seed=0)
    assert probabilities(workbench, classifier, ["which city of France and Spain?"])[0] > 0.3
