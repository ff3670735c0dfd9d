from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from numkbqa.kb import open_kb
from numkbqa.reasoning.comprehensive import NTPlugIn
from numkbqa.training.algorithm1 import Trained, run_algorithm1
from numkbqa.training.checkpoint import weights_of
from numkbqa.training.questions import gather_questions
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUESTIONS, QUICK, settings_of, write_questions
from tests.support.small_world import Trained as TrainedWorld

STAGES = ["relations", "classifier", "numbers", "basic", "fine-tuning", "calibration"]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("algorithm1") / "cache"


def run(kb: Path, cache: Path, *overrides: str) -> Trained:
    workbench = Workbench(open_kb(kb), settings_of([*QUICK, *overrides], cache))
    train = write_questions(cache.parent / "train.jsonl", QUESTIONS[:6])
    dev = write_questions(cache.parent / "dev.jsonl", QUESTIONS[6:])
    return run_algorithm1(workbench, gather_questions(workbench, [train], [dev]))


@pytest.fixture(scope="module")
def first(world_kb: Path, cache: Path) -> Trained:
    return run(world_kb, cache)


def stages(cache: Path) -> dict[str, int]:
    """Weights of each stage kept, with the time they were written at."""
    files = (cache / "stages").glob("*/weights.safetensors")
    return {file.parent.name: file.stat().st_mtime_ns for file in files}


def flat(trained: Trained) -> torch.Tensor:
    modules = (trained.model, trained.classifier)
    return torch.cat([p.flatten() for module in modules for p in weights_of(module).values()])


def facts(trained: Trained, stage: str) -> dict[str, Any]:
    found = trained.facts[stage]
    assert isinstance(found, dict)
    return found


def test_every_stage_tells_what_it_did(first: Trained) -> None:
    assert list(first.facts) == STAGES
    assert list(first.seconds) == STAGES
    assert facts(first, "relations")["cases"] > 0
    assert 0 <= facts(first, "classifier")["training_accuracy"] <= 100
    assert facts(first, "numbers")["instances"]["qind"] == 60
    for stage in ("basic", "fine-tuning"):
        assert facts(first, stage)["questions"] > 6  # pseudo questions too
        assert facts(first, stage)["dropped"] == 0
        assert len(facts(first, stage)["losses"]) == 2
        assert 1 <= facts(first, stage)["best_epoch"] <= 2
    assert first.calibration is not None
    assert facts(first, "calibration") == asdict(first.calibration)
    assert 0 < first.calibration.questions <= 4  # those that selected
    assert not first.model.training
    assert not first.classifier.training


def test_fine_tuning_moves_basic_reasoning_and_the_fusion_but_not_the_numbers(
    first: Trained, cache: Path
) -> None:
    tuned = weights_of(first.model.basic)
    assert sorted(tuned) == sorted(first.plain)
    assert any(not torch.equal(tuned[name], first.plain[name]) for name in tuned)
    plug_in = first.model.plug_in
    assert isinstance(plug_in, NTPlugIn)
    injected = plug_in.integration.merge.weight.detach()[:, first.model.basic.width :]
    assert float(injected.abs().sum()) > 0  # it started as zeros
    numbers = weights_of(plug_in.numerical)
    kept = [load_file(file) for file in (cache / "stages").glob("numbers-*/weights.safetensors")]
    assert any(all(torch.equal(stage[name], p) for name, p in numbers.items()) for stage in kept)
    assert not any(parameter.requires_grad for parameter in plug_in.numerical.parameters())


def test_the_numbers_can_be_fine_tuned_too(first: Trained, world_kb: Path, cache: Path) -> None:
    tuned = run(world_kb, cache, "comprehensive.freeze_numbers=false")
    frozen, free = first.model.plug_in, tuned.model.plug_in
    assert isinstance(frozen, NTPlugIn)
    assert isinstance(free, NTPlugIn)
    before, after = weights_of(frozen.numerical), weights_of(free.numerical)
    assert any(not torch.equal(after[name], tensor) for name, tensor in before.items())
    assert all(parameter.requires_grad for parameter in free.numerical.parameters())


def test_a_second_run_takes_up_every_stage(first: Trained, world_kb: Path, cache: Path) -> None:
    before = stages(cache)
    again = run(world_kb, cache)
    assert stages(cache) == before
    assert again.facts == first.facts
    assert torch.equal(flat(again), flat(first))
    assert all(torch.equal(again.plain[name], tensor) for name, tensor in first.plain.items())


@pytest.mark.parametrize(
    ("override", "redone"),
    [
        ("fine_tuning.epochs=1", ["model"]),
        ("comprehensive.integration.departure_weight=0", ["model"]),
        ("basic_training.epochs=1", ["model", "nsm"]),
        ("number_training.qgnd_epochs=0", ["model", "numbers"]),
        ("classifier.hidden=5", ["classifier", "model"]),
    ],
)
def test_a_changed_setting_redoes_what_hangs_on_it_alone(
    first: Trained, world_kb: Path, cache: Path, override: str, redone: list[str]
) -> None:
    before = stages(cache)
    run(world_kb, cache, override)
    new = sorted(name.rpartition("-")[0] for name in set(stages(cache)) - set(before))
    assert new == redone
    assert {name: time for name, time in stages(cache).items() if name in before} == before


def test_the_seed_decides_everything(first: Trained, world_kb: Path, tmp_path: Path) -> None:
    same = run(world_kb, tmp_path / "cache")
    assert torch.equal(flat(same), flat(first))
    other = run(world_kb, tmp_path / "cache", "seed=1")
    assert not torch.equal(flat(other), flat(first))


def test_the_printed_loss_trains_as_well(first: Trained, world_kb: Path, cache: Path) -> None:
    printed = run(world_kb, cache, "loss=bce")
    assert facts(printed, "basic")["losses"][1] < facts(printed, "basic")["losses"][0]
    assert torch.isfinite(flat(printed)).all()
    assert not torch.equal(flat(printed), flat(first))


def test_losses_fall_and_numbers_lift_the_ordinal_questions(trained: TrainedWorld) -> None:
    basic, tuned = trained.report.stages["basic"], trained.report.stages["fine-tuning"]
    assert isinstance(basic, dict)
    assert isinstance(tuned, dict)
    assert basic["losses"][-1] < basic["losses"][0] / 2
    ordinal_hits = [selection[1] for selection in tuned["selections"]]
    assert max(ordinal_hits) > 60  # of five cities, basic reasoning guesses one


@pytest.mark.parametrize("system", [["basic=graftnet"], ["plug_in=num"], ["numbers.sne=false"]])
def test_a_run_does_not_depend_on_the_runs_before_it(
    system: list[str], world_kb: Path, tmp_path: Path, first: Trained, cache: Path
) -> None:
    """It shares some stages with the full model: whoever makes them, they come out the same."""
    torch.manual_seed(len(system[0]))
    alone = run(world_kb, tmp_path / "cache", *system)
    after = run(world_kb, cache, *system)
    assert torch.equal(flat(alone), flat(after))
    assert len(stages(tmp_path / "cache")) == 5  # nothing was there for it to share
