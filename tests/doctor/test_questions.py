from collections import Counter

import pytest

from numkbqa.doctor import questions
from numkbqa.doctor.questions import MAX_CANDIDATES, MAX_K, MIXED, SEVERAL, UNNAMED, count_questions
from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.training.settings import Settings
from tests.support.toy_kb import ToyKB, number, toy_world


def counted(kb: ToyKB, **limits: int) -> dict[str, int]:
    return {count.relation: count.questions for count in count_questions(kb, **limits).by_relation}


def generated(kb: ToyKB) -> dict[str, int]:
    made = generate_pseudo_questions(
        kb, count=10**6, seed=1, templates="wide", max_k=MAX_K, max_candidates=MAX_CANDIDATES
    )
    found = Counter(kb.numerical_relations[question.relation].name for question in made)
    return {relation.name: found[relation.name] for relation in kb.numerical_relations}


def test_every_question_that_can_be_generated_is_counted() -> None:
    kb = toy_world()
    assert counted(kb) == generated(kb)
    finding = count_questions(kb)
    assert finding.questions == sum(generated(kb).values()) > 100
    assert finding.topics_examined == 1.0
    assert not any(count.estimate for count in finding.by_relation)


def test_the_limits_are_those_of_training() -> None:
    settings = Settings().augmentation
    assert (settings.max_k, settings.max_candidates, settings.templates) == (MAX_K, MAX_CANDIDATES, "wide")


def test_losses_have_their_reasons() -> None:
    facts = [("a", "in", "x"), ("b", "in", "x"), ("c", "in", "y"), ("d", "in", "y")]
    facts += [("a", "type", "city"), ("b", "type", "river")]
    numbers = [(entity, "size", number(i)) for i, entity in enumerate("abcd")]
    numbers += [("d", "size", number(77))]
    kb = ToyKB(facts, numbers, {"x": "X"})
    (size,) = count_questions(kb).by_relation
    assert size.questions == 0
    assert size.lost[MIXED] == 4
    assert size.lost[SEVERAL] == 2
    assert size.lost[UNNAMED] == 2


def test_parts_give_the_same_counts_as_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    kb = toy_world()
    whole = count_questions(kb)
    monkeypatch.setattr(questions, "CHUNK", 20)
    assert count_questions(kb) == whole


def test_a_sample_of_topics_or_groups_is_an_estimate_near_the_truth() -> None:
    facts = [(f"e{i:03d}", "in", f"p{i % 100:02d}") for i in range(1000)]
    numbers = [(f"e{i:03d}", "size", number(i)) for i in range(1000)]
    kb = ToyKB(facts, numbers, {f"p{i:02d}": f"Place {i}" for i in range(100)})
    truth = count_questions(kb).questions
    assert truth == 100 * 2 * MAX_K
    for limits in ({"memberships": 1000}, {"members_asked": 300}):
        finding = count_questions(kb, **limits)
        assert finding.by_relation[0].estimate
        assert 0.5 * truth < finding.questions < 1.6 * truth


def test_a_tiny_limit_still_looks_at_something() -> None:
    assert 0 < count_questions(toy_world(), memberships=1).topics_examined < 0.1


@pytest.mark.parametrize(
    "kb", [ToyKB([]), ToyKB([("a", "knows", "b")]), ToyKB([], [("a", "age", number(3))])]
)
def test_graphs_without_numbers_or_facts_give_none(kb: ToyKB) -> None:
    finding = count_questions(kb)
    assert finding.questions == 0
    assert len(finding.by_relation) == len(kb.numerical_relations)
