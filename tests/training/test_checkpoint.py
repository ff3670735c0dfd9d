import dataclasses
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from numkbqa.answering import GROWN, Answerer
from numkbqa.errors import UserError
from numkbqa.evaluation import predict
from numkbqa.evaluation.calibration import CALIBRATION
from numkbqa.kb import BuildOptions, build_kb, open_kb
from numkbqa.questions.records import Question
from numkbqa.training.checkpoint import (
    CLASSIFIER_FILE,
    PLAIN,
    RELATIONS_FILE,
    WEIGHTS,
    System,
    load_system,
    load_weights,
    plain_system,
    save_model,
    weights_of,
)
from numkbqa.training.manifest import MANIFEST, read_manifest
from numkbqa.training.settings import Settings
from tests.support.small_world import QUESTIONS, Trained, build_world, multiplied

TEXT = QUESTIONS[0][0]

NEW_FACTS = """
lutetia\tlocated_in\tfrance
lutetia\ttype\tcity
lutetia\ta_first_relation\tgermany
paris\ttwin\tberlin
"""
NEW_NUMBERS = """
lutetia\tpopulation\t9999999\txsd:integer\t
lutetia\taltitude\t35\txsd:integer\tmeter
"""
"""More about the toy world: a city larger than all, and relations that give all others another number."""


@pytest.fixture
def moved(trained: Trained, tmp_path: Path) -> Path:
    """A copy of the model with its graph, side by side as they were."""
    common = Path(*trained.model.parts[: _shared_parts(trained.model, trained.kb)])
    for folder in (trained.model, trained.kb):
        shutil.copytree(folder, tmp_path / "moved" / folder.relative_to(common))
    return tmp_path / "moved" / trained.model.relative_to(common)


def _shared_parts(one: Path, other: Path) -> int:
    return next(i for i, (a, b) in enumerate(zip(one.parts, other.parts, strict=False)) if a != b)


def its_kb(model: Path) -> Path:
    kb = json.loads((model / MANIFEST).read_text(encoding="utf-8"))["kb"]
    return model / str(kb["path"])


def change_manifest(model: Path, **entries: object) -> None:
    manifest = json.loads((model / MANIFEST).read_text(encoding="utf-8")) | entries
    (model / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def answers(system: System) -> list[tuple[str, float]]:
    found = Answerer(system).ask(TEXT).answers
    return [(answer["id"], answer["score"]) for answer in found]


def test_a_model_folder_holds_tensors_and_json_alone(trained: Trained) -> None:
    files = sorted(item.name for item in trained.model.iterdir())
    assert files == sorted([MANIFEST, WEIGHTS, CLASSIFIER_FILE, PLAIN, CALIBRATION, RELATIONS_FILE])


def test_a_model_brings_its_calibration_and_does_without_one(
    trained: Trained, system: System, moved: Path
) -> None:
    told = trained.report.stages["calibration"]
    assert isinstance(told, dict)
    assert system.calibration is not None
    assert dataclasses.asdict(system.calibration) == told
    assert told["questions"] > 0
    (moved / CALIBRATION).unlink()
    assert load_system(moved, cache=trained.cache).calibration is None
    (moved / CALIBRATION).write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="calibration"):
        load_system(moved, cache=trained.cache)


def test_the_manifest_tells_what_made_the_model_but_no_path_of_this_machine(trained: Trained) -> None:
    manifest = read_manifest(trained.model)
    assert manifest["training"]["questions"]["pseudo"] == trained.report.pseudo
    assert manifest["torch"] == torch.__version__
    kept = Settings.model_validate(manifest["settings"])
    assert kept == trained.settings.model_copy(update={"cache": None})
    assert not Path(manifest["kb"]["path"]).is_absolute()
    assert str(trained.model.parent) not in json.dumps(manifest)


def test_a_saved_model_answers_as_it_did(trained: Trained, system: System, tmp_path: Path) -> None:
    workbench = system.workbench
    save_model(tmp_path / "again", trained.kb, workbench, system.model, system.classifier, {"more": 1})
    again = load_system(tmp_path / "again", cache=trained.cache)
    assert again.manifest["more"] == 1
    assert answers(again) == answers(system)
    for name, tensor in weights_of(system.model).items():
        assert torch.equal(tensor, weights_of(again.model)[name])


def test_an_older_model_is_replaced_whole(trained: Trained, system: System, tmp_path: Path) -> None:
    old = tmp_path / "model"
    shutil.copytree(trained.model, old)
    (old / "leftover").write_text("x", encoding="utf-8")
    save_model(old, trained.kb, system.workbench, system.model, system.classifier, {})
    assert sorted(item.name for item in old.iterdir()) == sorted(
        [MANIFEST, WEIGHTS, CLASSIFIER_FILE, RELATIONS_FILE]
    )
    assert list(tmp_path.iterdir()) == [old]


def test_model_and_graph_can_move_together(moved: Path, trained: Trained, system: System) -> None:
    assert answers(load_system(moved, cache=trained.cache)) == answers(system)


def test_a_graph_that_is_gone_is_named(moved: Path) -> None:
    shutil.rmtree(its_kb(moved).resolve())
    with pytest.raises(UserError, match="is not at ") as error:
        load_system(moved)
    assert error.value.where == moved


def test_a_graph_that_changed_is_refused(moved: Path, tmp_path: Path) -> None:
    other = build_world(tmp_path / "other", multiplied(2.0))
    kb = its_kb(moved).resolve()
    shutil.rmtree(kb)
    other.rename(kb)
    with pytest.raises(UserError, match="changed since") as error:
        load_system(moved)
    assert error.value.where == kb


def grown(model: Path) -> Path:
    """The graph of a model, with more facts."""
    kb, source = its_kb(model).resolve(), model.parent / "more"
    source.mkdir()
    (source / "triples.tsv").write_text(NEW_FACTS.lstrip(), encoding="utf-8")
    (source / "numbers.tsv").write_text(NEW_NUMBERS.lstrip(), encoding="utf-8")
    (source / "names.tsv").write_text("lutetia\tLutetia\n", encoding="utf-8")
    build_kb([source], kb, BuildOptions(append=True))
    return kb


def test_a_model_answers_from_what_came_to_its_graph_later(moved: Path, trained: Trained) -> None:
    before = open_kb(trained.kb)
    after = open_kb(grown(moved))
    assert {"a_first_relation", "twin"} == {*after.relations} - {*before.relations}
    assert after.relations.index("located_in") != before.relations.index("located_in")
    answer = Answerer(load_system(moved, cache=trained.cache)).ask(TEXT).to_json()
    assert answer["answers"][0]["id"] == "lutetia"
    assert answer["evidence"]["rows"][0]["id"] == "lutetia"
    assert {"paris", "marseille"} <= {row["id"] for row in answer["evidence"]["rows"]}
    assert answer["notes"] == [GROWN]


@pytest.mark.parametrize("question", QUESTIONS[1:], ids=lambda question: question[2])
def test_a_model_answers_other_questions_upon_the_grown_graph_as_before(
    question: tuple[str, str, str], moved: Path, trained: Trained
) -> None:
    grown(moved)
    found = Answerer(load_system(moved, cache=trained.cache)).ask(question[0]).answers
    assert found[0]["id"] == question[2]


def test_basic_reasoning_grows_with_the_graph_too(moved: Path, trained: Trained) -> None:
    grown(moved)
    system = load_system(moved, cache=trained.cache, plain=True)
    assert system.graph_has_grown
    assert answers(system)


def test_a_grown_graph_may_grow_again(moved: Path, trained: Trained) -> None:
    kb = grown(moved)
    source = moved.parent / "again.tsv"
    source.write_text("lutetia\tnear\tparis\n", encoding="utf-8")
    build_kb([source], kb, BuildOptions(append=True))
    assert load_system(moved, cache=trained.cache).graph_has_grown


def test_a_graph_that_did_not_grow_says_nothing(system: System) -> None:
    assert not system.graph_has_grown
    assert Answerer(system).ask(TEXT).to_json()["notes"] == []


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no numkbqa model"):
        load_system(tmp_path)
    with pytest.raises(UserError, match="no numkbqa model"):
        load_system(tmp_path / "nowhere")


@pytest.mark.parametrize("content", ["{", "[]", '{"format": 999}', ""])
def test_a_manifest_of_another_kind_is_refused(moved: Path, content: str) -> None:
    (moved / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=r"manifest cannot be read|another version"):
        load_system(moved)


@pytest.mark.parametrize(
    "entries",
    [
        {"settings": {"unknown": 1}},
        {"settings": None},
        {"settings": {"seed": "one"}},
        {"kb": {}},
        {"kb": None},
        {"kb": {"path": "kb", "hash": "0", "relations": 5}},
        {"kb": {"path": 5, "hash": "0", "relations": []}},
        {"kb": {"path": "kb", "hash": None, "relations": []}},
    ],
)
def test_a_manifest_with_wrong_entries_is_refused(moved: Path, entries: dict[str, object]) -> None:
    change_manifest(moved, **entries)
    with pytest.raises(UserError) as error:
        load_system(moved)
    assert error.value.where == moved
    assert error.value.remedy


@pytest.mark.parametrize("file", [WEIGHTS, CLASSIFIER_FILE])
@pytest.mark.parametrize("damage", ["truncate", "remove"])
def test_damaged_weights_are_named(moved: Path, file: str, damage: str) -> None:
    if damage == "remove":
        (moved / file).unlink()
    else:
        content = (moved / file).read_bytes()
        (moved / file).write_bytes(content[: len(content) // 2])
    with pytest.raises(UserError, match="cannot be read") as error:
        load_system(moved)
    assert error.value.where == moved / file


def test_weights_that_are_no_numbers_are_refused(moved: Path) -> None:
    tensors = load_file(moved / WEIGHTS)
    tensors["basic.scorer.bias"].fill_(torch.nan)
    save_file(tensors, moved / WEIGHTS)
    with pytest.raises(UserError, match="no finite numbers") as error:
        load_system(moved)
    assert error.value.where == moved / WEIGHTS


def test_a_buffer_may_be_infinite(tmp_path: Path) -> None:
    def masked(value: float) -> torch.nn.Linear:
        module = torch.nn.Linear(2, 1)
        module.register_buffer("mask", torch.full((3,), value))
        return module

    save_file(weights_of(masked(-torch.inf)), tmp_path / "weights")
    found = masked(0.0)
    load_weights(found, tmp_path / "weights")
    assert dict(found.named_buffers())["mask"].isinf().all()
    save_file(weights_of(masked(torch.nan)), tmp_path / "weights")
    with pytest.raises(UserError, match="no finite numbers"):
        load_weights(found, tmp_path / "weights")


def test_weights_of_other_settings_are_refused(moved: Path) -> None:
    settings = json.loads((moved / MANIFEST).read_text(encoding="utf-8"))["settings"]
    settings["nsm"]["width"] += 1
    change_manifest(moved, settings=settings)
    with pytest.raises(UserError, match="other settings"):
        load_system(moved)


def test_the_plain_system_is_basic_reasoning_before_fine_tuning(trained: Trained, system: System) -> None:
    plain = plain_system(system, trained.model)
    questions = [Question(id=text, question=text, topic_entities=(topic,)) for text, topic, _ in QUESTIONS]
    dataset = plain.workbench.dataset(questions, "a test")
    ones = torch.ones(len(dataset))
    different = []
    for mixed, tuned in zip(
        predict(plain.model, dataset, ones, plain.kb),
        predict(system.model, dataset, ones, system.kb),
        strict=True,
    ):
        np.testing.assert_allclose(mixed.probabilities, mixed.basic, atol=1e-6)
        different.append(not np.allclose(mixed.basic, tuned.basic, atol=1e-4))
    assert any(different)
    loaded = load_system(trained.model, cache=trained.cache, plain=True)
    assert answers(loaded) == answers(plain)


def test_a_model_without_plain_parameters_says_so(moved: Path, system: System) -> None:
    (moved / PLAIN).unlink()
    with pytest.raises(UserError) as error:
        plain_system(system, moved)
    assert error.value.where == moved / PLAIN
