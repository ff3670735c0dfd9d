from pathlib import Path

import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.evaluating import answer_questions
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.inputs import Inputs, prepare
from numkbqa.experiments.training_run import breakdown_groups, measure, run_training
from numkbqa.questions.records import read_questions
from numkbqa.training.checkpoint import PLAIN, load_system
from numkbqa.training.settings import Settings


@pytest.fixture(scope="module")
def inputs(data: Path, definition: Definition, tmp_path_factory: pytest.TempPathFactory) -> Inputs:
    return prepare(definition, tmp_path_factory.mktemp("runs") / "small", data)


@pytest.fixture(scope="module")
def settings(definition: Definition, inputs: Inputs) -> Settings:
    extra = ("fine_tuning.epochs=3", "fine_tuning.learning_rate=0.05")
    return definition.settings_of("default", 0, inputs.kb.parent / "cache", extra)


@pytest.fixture(scope="module")
def model(inputs: Inputs, settings: Settings) -> Path:
    run_training(inputs, settings, inputs.kb.parent / "run")
    return inputs.kb.parent / "run" / "model"


def test_the_plain_reasoner_is_that_of_before_fine_tuning(model: Path, settings: Settings) -> None:
    full = load_system(model, cache=settings.cache)
    plain = load_system(model, cache=settings.cache, plain=True)
    pairs = zip(full.model.basic.parameters(), plain.model.basic.parameters(), strict=True)
    assert any(not torch.equal(one, other) for one, other in pairs)


def test_the_plain_system_ranks_by_its_basic_reasoner_alone(
    model: Path, settings: Settings, inputs: Inputs
) -> None:
    plain = load_system(model, cache=settings.cache, plain=True)
    answered = answer_questions(plain, read_questions(inputs.evaluate["dev"]))
    assert answered.predictions
    for one in answered.predictions:
        by_meaning = [entity for entity in one.basic_ranking() if one.probabilities[entity] > 0]
        assert one.model_ranking() == by_meaning


def test_a_model_without_its_plain_reasoner_says_so(model: Path, settings: Settings, tmp_path: Path) -> None:
    for file in model.iterdir():
        if file.name != PLAIN:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    manifest = tmp_path / "numkbqa-model.json"
    kb = (model / "../../kb").resolve()
    manifest.write_text(manifest.read_text().replace("../../kb", str(kb)), encoding="utf-8")
    with pytest.raises(UserError, match=rf"(?s)the weights cannot be read.*{PLAIN}"):
        load_system(tmp_path, cache=settings.cache, plain=True)


def test_measuring_brings_both_systems_together(model: Path, settings: Settings, inputs: Inputs) -> None:
    sets = measure(model, {"dev": inputs.evaluate["dev"]}, settings.cache)
    one = sets["dev"]
    assert [g.hits["nt_nsm"] for g in one.graded] == [row.hit for row in one.report.rows]
    assert [g.hits["nsm"] for g in one.graded] == [row.basic for row in one.plain.rows]


def test_groups_of_the_breakdown_are_read_from_the_question_file(
    definition: Definition, inputs: Inputs, model: Path, settings: Settings
) -> None:
    groups = breakdown_groups(definition, inputs)
    graded = measure(model, {"dev": inputs.evaluate["dev"]}, settings.cache)["dev"].graded
    assert {one.id for one in graded if groups["dev"]["odd"](one)} == {"q19", "q21"}
