"""Training and asking with each number plug-in, on the toy world."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from numkbqa.answering import Answerer
from numkbqa.errors import UserError
from numkbqa.reasoning.comprehensive import NTPlugIn, NumPlugIn
from numkbqa.reasoning.numerical import NumReasoner, NumSettings
from numkbqa.reasoning.numerical.number_table import NumberTable
from numkbqa.training.checkpoint import WEIGHTS, System, load_system, plain_system, weights_of
from numkbqa.training.manifest import MANIFEST
from numkbqa.training.pretrain import pretrain
from numkbqa.training.pretrain_numbers import NumberSplit, direct_hits, pretrain_numbers
from numkbqa.training.train import train
from tests.support.small_world import QUESTIONS, QUICK, Trained, copied_model, settings_of
from tests.training.test_pretrain_numbers import QUICK as QUICK_PRETRAINING
from tests.training.test_pretrain_numbers import WIDTH, make_data

QUICKLY = (*QUICK, "augmentation.at_least=8", "num.width=8", "num.heads=2", "num.feed_forward=8")


def trained_with(kb: Path, folder: Path, *overrides: str) -> System:
    settings = settings_of([*QUICKLY, *overrides], folder / "cache")
    train(kb, folder / "model", settings=settings)
    return load_system(folder / "model", cache=folder / "cache")


def answers(system: System) -> list[tuple[str, float]]:
    found = Answerer(system).ask(QUESTIONS[0][0]).answers
    return [(answer["id"], answer["score"]) for answer in found]


@pytest.mark.parametrize("basic", ["nsm", "graftnet"])
def test_num_is_trained_saved_and_asked(basic: str, world_kb: Path, tmp_path: Path) -> None:
    system = trained_with(world_kb, tmp_path, "plug_in=num", f"basic={basic}", "graftnet.width=8")
    assert isinstance(system.model.plug_in, NumPlugIn)
    assert system.manifest["settings"]["plug_in"] == "num"
    numbers = system.manifest["training"]["stages"]["numbers"]
    assert numbers["instances"]["qind"] == 60
    assert numbers["test_numbers_without_vector"] == 0
    assert set(numbers["direct_hits1"]) >= {"all", "top", "bottom"}
    injected = system.model.plug_in.fusion.merge.weight[:, 8:]
    assert float(injected.detach().abs().sum()) > 0  # it started as zeros
    assert answers(system)
    plain = plain_system(system, tmp_path / "model")
    assert plain.model.plug_in is None
    assert answers(plain)


def test_a_table_of_numbers_is_saved_with_the_model(
    world_kb: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # QGND may hold any number of the graph, and leaves none unseen in so small a one.
    qind_alone = "number_training.qgnd_epochs=0"
    system = trained_with(world_kb, tmp_path, "plug_in=num", "num.start=table", qind_alone)
    assert "have no vector: pre-training never saw them" in capsys.readouterr().err
    assert system.manifest["training"]["stages"]["numbers"]["test_numbers_without_vector"] > 0
    assert system.model.plug_in is not None
    numerical = system.model.plug_in.numerical
    assert isinstance(numerical, NumReasoner)
    assert isinstance(numerical.start, NumberTable)
    assert len(numerical.start.names) > 20
    assert not any(parameter.requires_grad for parameter in numerical.parameters())
    again = load_system(tmp_path / "model", cache=tmp_path / "cache")
    assert answers(again) == answers(system)


def test_without_a_plug_in_there_is_no_number_stage(world_kb: Path, tmp_path: Path) -> None:
    system = trained_with(world_kb, tmp_path, "plug_in=none")
    assert system.model.plug_in is None
    assert system.manifest["training"]["stages"]["numbers"] == {}
    assert answers(system)
    with pytest.raises(UserError, match="none"):
        pretrain(world_kb, tmp_path / "numbers", system.workbench.settings)


def test_a_model_from_before_there_were_plug_ins_opens_and_answers_as_it_did(
    trained: Trained, system: System, tmp_path: Path
) -> None:
    model = copied_model(trained, tmp_path)
    tensors = {name.removeprefix("plug_in."): t for name, t in load_file(model / WEIGHTS).items()}
    assert any(name.startswith("integration.") for name in tensors)
    save_file(tensors, model / WEIGHTS)
    manifest = json.loads((model / MANIFEST).read_text(encoding="utf-8"))
    for key in ("plug_in", "num"):
        del manifest["settings"][key]
    del manifest["settings"]["comprehensive"]["fusion"]
    (model / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    old = load_system(model, cache=trained.cache)
    assert isinstance(old.model.plug_in, NTPlugIn)
    now = weights_of(system.model)
    assert all(torch.equal(now[name], tensor) for name, tensor in weights_of(old.model).items())
    assert answers(old) == answers(system)


def test_numbers_alone_are_pre_trained_for_the_chosen_plug_in(world_kb: Path, tmp_path: Path) -> None:
    settings = settings_of([*QUICKLY, "plug_in=num"], tmp_path / "cache")
    report = pretrain(world_kb, tmp_path / "numbers", settings)
    assert report.to_json()["instances"]
    manifest = json.loads((tmp_path / "numbers" / "numkbqa-numbers.json").read_text(encoding="utf-8"))
    assert manifest["plug_in"] == "num"
    assert manifest["settings"]["width"] == 8
    weights = load_file(tmp_path / "numbers" / "numerical.safetensors")
    assert {name.partition(".")[0] for name in weights} == {"start", "gnn", "words", "transformer", "scorer"}


def test_num_learns_the_largest_of_unseen_numbers_and_the_smallest_less_well() -> None:
    """Numbers hear of larger ones alone, so that the smallest is the hardest to tell."""
    torch.manual_seed(0)
    model = NumReasoner(NumSettings(width=32, heads=4, feed_forward=128), WIDTH, 2 * WIDTH)
    split = NumberSplit(make_data(0, 1500), make_data(1, 200, 10_000))
    pretrain_numbers(model, split, None, QUICK_PRETRAINING, progress=lambda _: None)
    hits = direct_hits(model, make_data(2, 300, 20_000))
    assert hits["all"] > 0.65
    assert hits["top"] > 0.95
    assert 0.35 < hits["bottom"] < hits["top"]
