import json
import shutil
from pathlib import Path

import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.questions.pseudo import generate_pseudo_questions
from numkbqa.reasoning.numerical.numerical_transformer import NumericalTransformer
from numkbqa.training import pretrained_numbers
from numkbqa.training.checkpoint import weights_of
from numkbqa.training.number_stage import pretrain_numerical
from numkbqa.training.pretrain import pretrain
from numkbqa.training.pretrained_numbers import MANIFEST, SHIPPED, WEIGHTS, find_start, read_pretrained
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUICK, settings_of

TINY = "tiny-32"
MINILM = "all-MiniLM-L6-v2-53aa51172d14"


@pytest.fixture(scope="module")
def numbers(world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pre-trained weights of the tiny encoder."""
    folder = tmp_path_factory.mktemp("pretrained")
    settings = settings_of([*QUICK, "number_training.start=random"], folder / "cache")
    pretrain(world_kb, folder / "numbers", settings)
    return folder / "numbers"


@pytest.fixture
def as_shipped(numbers: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package with these weights in place of its own."""
    monkeypatch.setattr(pretrained_numbers, "SHIPPED", numbers)
    return numbers


def quick(*overrides: str) -> Settings:
    return settings_of([*QUICK, *overrides], Path("unused"))


def test_the_shipped_weights_fit_the_default_settings() -> None:
    found = find_start(Settings(), MINILM)
    assert found is not None
    assert found.folder == SHIPPED
    model = NumericalTransformer(Settings().numbers, 384, 768)
    before = {name: p.clone() for name, p in weights_of(model).items()}
    found.load(model)
    assert any(not torch.equal(p, before[name]) for name, p in weights_of(model).items())
    assert (SHIPPED / WEIGHTS).stat().st_size < 5_000_000


@pytest.mark.parametrize(
    "override",
    [
        "number_training.start=random",
        "number_training.qind_epochs=0",
        "number_training.qgnd_epochs=0",
        "number_training.triplet_weight=0",
        "number_training.prediction_weight=0",
        "number_training.literal_sign=true",
        "numbers.sam=paper",
        "numbers.sne=false",
        "numbers.width=16",
        "numbers.rank_feature=none",
    ],
)
def test_an_ablation_does_not_start_from_what_it_leaves_out(as_shipped: Path, override: str) -> None:
    assert find_start(quick(), TINY) == read_pretrained(as_shipped)
    assert find_start(quick(override), TINY) is None


def test_another_encoder_starts_at_random(as_shipped: Path) -> None:
    assert find_start(quick(), "roberta-base") is None


def test_a_folder_can_be_asked_for_and_must_fit(numbers: Path) -> None:
    asked = f"number_training.start={numbers}"
    found = find_start(quick(asked, "number_training.qind_epochs=0"), TINY)
    assert found == read_pretrained(numbers)
    with pytest.raises(UserError, match="another encoder or other settings"):
        find_start(quick(asked, "numbers.sam=paper"), TINY)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"settings": {"heads": 3}, "encoder": "", "training": {}}']
)
def test_what_is_no_such_folder_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match="no pre-trained NumericalTransformer"):
        read_pretrained(tmp_path)
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="no pre-trained NumericalTransformer"):
        read_pretrained(tmp_path)


def test_a_folder_without_its_weights_is_refused(numbers: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(numbers, tmp_path / "copy")
    (copied / WEIGHTS).unlink()
    with pytest.raises(UserError, match="no pre-trained NumericalTransformer"):
        read_pretrained(copied)


def test_the_key_is_that_of_the_weights(numbers: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(numbers, tmp_path / "copy")
    assert read_pretrained(copied).key == read_pretrained(numbers).key
    weights = bytearray((copied / WEIGHTS).read_bytes())
    weights[-1] ^= 1
    (copied / WEIGHTS).write_bytes(weights)
    assert read_pretrained(copied).key != read_pretrained(numbers).key


def test_training_goes_on_from_them(workbench: Workbench, as_shipped: Path) -> None:
    torch.manual_seed(0)
    model = NumericalTransformer(workbench.settings.numbers, workbench.encoder.width, workbench.numbers.width)
    known = workbench.settings.number_training.model_copy(update={"good_enough": 0.001})
    settings = workbench.settings.model_copy(update={"number_training": known})
    adapted = Workbench(workbench.kb, settings)
    facts = pretrain_numerical(adapted, model)
    assert facts["start"] == read_pretrained(as_shipped).key
    assert facts["steps"] == {"QIND": 0}
    shipped = NumericalTransformer(settings.numbers, workbench.encoder.width, workbench.numbers.width)
    read_pretrained(as_shipped).load(shipped)
    assert all(torch.equal(p, weights_of(shipped)[name]) for name, p in weights_of(model).items())


def test_adapting_takes_fewer_instances(workbench: Workbench, as_shipped: Path) -> None:
    pseudo = list(generate_pseudo_questions(workbench.kb, count=40, seed=0))
    counts = []
    for adapting in (5, 1000):
        data = workbench.settings.number_data.model_copy(update={"adapting": adapting, "varied": 20})
        settings = workbench.settings.model_copy(update={"number_data": data})
        model = NumericalTransformer(settings.numbers, workbench.encoder.width, workbench.numbers.width)
        facts = pretrain_numerical(Workbench(workbench.kb, settings), model, pseudo=pseudo)
        counts.append(facts["instances"])
    few, every = counts
    assert isinstance(few, dict)
    assert isinstance(every, dict)
    assert (few["qind"], every["qind"]) == (5, 60)
    assert few["qgnd"] <= 2 * 5
    assert every["qgnd"] > 20


def test_the_manifest_tells_how_it_was_made(numbers: Path) -> None:
    manifest = json.loads((numbers / MANIFEST).read_text(encoding="utf-8"))
    assert manifest["encoder"] == TINY
    assert manifest["start"] == "random"
    assert manifest["training"]["qind_epochs"] == 1
    assert manifest["data"]["train"] == 60
