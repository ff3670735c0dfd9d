import json
from pathlib import Path

import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.kb import open_kb
from numkbqa.reasoning.numerical.numerical_transformer import (
    NumericalTransformer,
    NumericalTransformerSettings,
)
from numkbqa.training.checkpoint import load_weights
from numkbqa.training.pretrain import PretrainingReport, pretrain
from numkbqa.training.pretrained_numbers import MANIFEST, WEIGHTS
from numkbqa.training.settings import Settings
from tests.support.small_world import QUICK, settings_of


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return settings_of(QUICK, tmp_path_factory.mktemp("pretrain") / "cache")


@pytest.fixture(scope="module")
def numbers(world_kb: Path, settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("numbers") / "numbers"
    pretrain(world_kb, folder, settings)
    return folder


def weights(folder: Path) -> torch.Tensor:
    settings = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["settings"]
    model = NumericalTransformer(NumericalTransformerSettings.model_validate(settings), 32, 64)
    load_weights(model, folder / WEIGHTS)
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


def test_the_folder_holds_weights_and_what_they_belong_to(numbers: Path, world_kb: Path) -> None:
    assert sorted(item.name for item in numbers.iterdir()) == sorted([MANIFEST, WEIGHTS])
    manifest = json.loads((numbers / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["kb"] == open_kb(world_kb).content_hash
    assert manifest["encoder"] == "tiny-32"
    assert set(manifest["direct_hits1"]) >= {"all", "top", "bottom", "k1"}
    assert manifest["instances"]["qind"] == 60
    assert manifest["instances"]["qgnd"] > 0  # of pseudo questions
    assert torch.isfinite(weights(numbers)).all()


def test_the_same_seed_gives_the_same_weights(
    numbers: Path, world_kb: Path, settings: Settings, tmp_path: Path
) -> None:
    pretrain(world_kb, tmp_path / "same", settings)
    assert torch.equal(weights(tmp_path / "same"), weights(numbers))
    pretrain(world_kb, tmp_path / "other", settings.model_copy(update={"seed": 1}))
    assert not torch.equal(weights(tmp_path / "other"), weights(numbers))


def test_a_strangers_folder_is_refused_before_any_work(
    world_kb: Path, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("years of work", encoding="utf-8")
    with pytest.raises(UserError, match="did not write"):
        pretrain(world_kb, tmp_path, settings)
    assert (tmp_path / "thesis.tex").exists()
    assert capsys.readouterr().err == ""


def test_the_report_is_flat_json() -> None:
    report = PretrainingReport({"steps": {"QIND": 3}}, 17)
    assert report.to_json() == {"steps": {"QIND": 3}, "peak_memory_bytes": 17}
