from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.questions.qgnd import NumberPair
from numkbqa.questions.records import Answer, Question
from numkbqa.reasoning.numerical.numerical_transformer import NumericalTransformer
from numkbqa.training.number_stage import _parted, balanced, pretrain_numerical, split_for_training
from numkbqa.training.workbench import Workbench
from numkbqa.values.ranks import Direction
from tests.support.small_world import QUESTIONS, QUICK, Trained, settings_of

REAL = [
    Question(id=f"q{i}", question=text, topic_entities=(topic,), answers=(Answer(id=answer),))
    for i, (text, topic, answer) in enumerate(QUESTIONS)
]


def fresh(workbench: Workbench) -> NumericalTransformer:
    torch.manual_seed(0)
    return NumericalTransformer(workbench.settings.numbers, workbench.encoder.width, workbench.numbers.width)


def instances(workbench: Workbench, *arguments: Any) -> dict[str, int]:
    facts = pretrain_numerical(workbench, fresh(workbench), *arguments)
    counts = facts["instances"]
    assert isinstance(counts, dict)
    return counts


def test_no_number_is_in_two_parts(workbench: Workbench) -> None:
    parts = split_for_training(workbench)
    assert len(parts) == 3
    for relation in range(len(workbench.kb.numerical_relations)):
        found = [
            {
                pair
                for one in part
                if one.relation == relation
                for pair in zip(one.low.tolist(), one.high.tolist(), strict=True)
            }
            for part in parts
        ]
        assert not found[0] & found[1]
        assert not found[0] & found[2]
        assert not found[1] & found[2]
    kept = sum(len(one.value) for one in parts[0])
    everything = sum(len(one.value) for part in parts for one in part)
    assert kept / everything == pytest.approx(0.8, abs=0.1)


def test_a_large_relation_is_thinned(world_kb: Path, tmp_path: Path) -> None:
    settings = settings_of([*QUICK, "number_data.max_values=10"], tmp_path)
    parts = split_for_training(Workbench(open_kb(world_kb), settings))
    assert max(len(one.value) for one in parts[0]) == 10
    assert all(len(one.value) <= 2 for part in parts[1:] for one in part)
    again = split_for_training(Workbench(open_kb(world_kb), settings))
    np.testing.assert_array_equal(parts[0][-1].value, again[0][-1].value)


def test_a_graph_with_few_numbers_trains_and_tests_on_all_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "triples.tsv").write_text("a\tin\tb\nc\tin\tb\n", encoding="utf-8")
    (tmp_path / "numbers.tsv").write_text(
        "a\tsize\t1\txsd:integer\nc\tsize\t2\txsd:integer\n", encoding="utf-8"
    )
    build_kb([tmp_path / "triples.tsv", tmp_path / "numbers.tsv"], tmp_path / "kb")
    small = Workbench(open_kb(tmp_path / "kb"), settings_of(QUICK, tmp_path / "cache"))
    assert [[len(one.value) for one in part] for part in split_for_training(small)] == [[2], [2], [2]]
    assert "too few numbers to hold some out" in capsys.readouterr().err
    assert instances(small)["qind"] == 60


def test_numbers_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("a\tin\tb\nc\tin\tb\n", encoding="utf-8")
    (tmp_path / "numbers.tsv").write_text(
        "a\tsize\t1\txsd:integer\nc\tsize\t1\txsd:integer\n", encoding="utf-8"
    )
    build_kb([tmp_path / "triples.tsv", tmp_path / "numbers.tsv"], tmp_path / "kb")
    alike = Workbench(open_kb(tmp_path / "kb"), settings_of(QUICK, tmp_path / "cache"))
    with pytest.raises(UserError, match="2 distinct values"):
        pretrain_numerical(alike, fresh(alike))


def test_without_questions_there_is_qind_alone(workbench: Workbench) -> None:
    assert instances(workbench) == {"qind": 60, "qgnd": 0}


def test_ordinal_questions_give_guided_instances_plain_ones_none(workbench: Workbench) -> None:
    plain = [question.model_copy(update={"ordinal": False}) for question in REAL]
    assert instances(workbench, plain)["qgnd"] == 0
    guided = instances(workbench, REAL)["qgnd"]
    assert guided >= len(REAL) - 2  # one of them stops the training, one may test it
    pseudo = list(generate_pseudo_questions(workbench.kb, count=20, seed=0, templates="wide"))
    assert instances(workbench, REAL, pseudo)["qgnd"] > guided


def test_topics_of_real_questions_are_linked_when_missing(workbench: Workbench) -> None:
    linked = [question.model_copy(update={"topic_entities": ()}) for question in REAL]
    assert instances(workbench, linked) == instances(workbench, REAL)


def test_the_skill_reaches_numbers_that_training_never_saw(trained: Trained) -> None:
    facts = trained.report.stages["numbers"]
    assert isinstance(facts, dict)
    assert facts["direct_hits1"]["all"] > 90
    assert facts["direct_hits1"]["top"] > 85
    assert facts["direct_hits1"]["bottom"] > 85
    assert facts["direct_hits1_qgnd"]["all"] > 70


def test_no_question_is_in_two_parts_and_no_part_is_the_whole() -> None:
    pairs = [NumberPair(f"question {i % 40}", 0, Direction.MAX, 1, np.array([i]), i) for i in range(100)]
    train, dev, test = _parted(pairs, (60 / 645, 85 / 645), seed=0)
    texts = [{pair.text for pair in part} for part in (train, dev, test)]
    assert [len(found) for found in texts] == [31, 4, 5]
    assert len(set.union(*texts)) == 40
    assert len(train) + len(dev) + len(test) == 100
    assert [len(part) for part in _parted(pairs[:2], (0.1, 0.1), seed=0)] == [1, 1, 0]
    assert [len(part) for part in _parted(pairs[:1], (0.1, 0.1), seed=0)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("real", "pseudo", "times"), [(3, 10, 3), (3, 9, 3), (3, 2, 1), (3, 0, 1), (0, 4, 0), (0, 0, 0)]
)
def test_half_of_the_pairs_are_in_peoples_own_words(real: int, pseudo: int, times: int) -> None:
    own = [NumberPair(f"r{i}", 0, Direction.MAX, 1, np.arange(2), 0) for i in range(real)]
    made = [NumberPair(f"p{i}", 0, Direction.MAX, 1, np.arange(2), 0) for i in range(pseudo)]
    assert [pair.text for pair in balanced(own, made)] == [pair.text for pair in own * times + made]


def steps(workbench: Workbench, *overrides: str) -> dict[str, int]:
    cache = workbench.settings.cache
    assert cache is not None
    changed = Workbench(workbench.kb, settings_of([*QUICK, *overrides], cache))
    found = pretrain_numerical(changed, fresh(changed), REAL)["steps"]
    assert isinstance(found, dict)
    return found


def test_each_data_set_can_be_left_out_and_both(workbench: Workbench) -> None:
    assert set(steps(workbench)) == {"QIND", "QGND"}
    assert set(steps(workbench, "number_training.qind_epochs=0")) == {"QGND"}
    assert set(steps(workbench, "number_training.qgnd_epochs=0")) == {"QIND"}
    neither = "number_training.qind_epochs=0", "number_training.qgnd_epochs=0"
    assert steps(workbench, *neither) == {}
    untouched = fresh(workbench)
    before = {name: p.clone() for name, p in untouched.named_parameters()}
    changed = Workbench(workbench.kb, settings_of([*QUICK, *neither], workbench.settings.cache or Path()))
    pretrain_numerical(changed, untouched, REAL)
    assert all(torch.equal(p, before[name]) for name, p in untouched.named_parameters())


def test_without_sne_a_number_is_its_start_state(workbench: Workbench) -> None:
    changed = Workbench(
        workbench.kb, settings_of([*QUICK, "numbers.sne=false"], workbench.settings.cache or Path())
    )
    handles = torch.arange(3)
    assert changed.numbers.width == workbench.encoder.width
    torch.testing.assert_close(
        changed.numbers(handles), workbench.numbers(handles)[:, : workbench.encoder.width]
    )
    assert instances(changed, REAL)["qind"] == 60


def test_sne_is_a_matter_of_the_numerical_transformer_alone(workbench: Workbench) -> None:
    settings = settings_of([*QUICK, "plug_in=num", "numbers.sne=false"], workbench.settings.cache or Path())
    assert Workbench(workbench.kb, settings).numbers.width == 2 * workbench.encoder.width


def test_parameters_move(workbench: Workbench) -> None:
    model = fresh(workbench)
    before = {name: parameter.clone() for name, parameter in model.named_parameters()}
    pretrain_numerical(workbench, model, REAL)
    still = [name for name, parameter in model.named_parameters() if torch.equal(parameter, before[name])]
    assert still == []
