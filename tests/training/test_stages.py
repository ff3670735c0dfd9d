import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from numkbqa.training.stages import MARKER, run_stage


class Work:
    """Adds one to a module's weight and counts how often."""

    def __init__(self, module: nn.Linear) -> None:
        self.module, self.times = module, 0

    def __call__(self) -> dict[str, object]:
        self.times += 1
        with torch.no_grad():
            self.module.weight.add_(1.0)
        return {"loss": 0.5, "epochs": [1, 2]}


def fresh(seed: int = 0) -> tuple[nn.Linear, Work]:
    torch.manual_seed(seed)
    module = nn.Linear(2, 3).train()
    return module, Work(module)


def test_a_finished_stage_is_taken_up_with_its_parameters_and_facts(tmp_path: Path) -> None:
    first, work = fresh(0)
    facts = run_stage(tmp_path / "stages", "key", "numbers", first, work)
    second, again = fresh(1)
    assert run_stage(tmp_path / "stages", "key", "numbers", second, again) == facts
    seconds = facts.pop("seconds")
    assert facts == {"loss": 0.5, "epochs": [1, 2]}
    assert isinstance(seconds, float)
    assert seconds >= 0
    assert (work.times, again.times) == (1, 0)
    assert torch.equal(first.weight, second.weight)
    assert torch.equal(first.bias, second.bias)
    assert not first.training
    assert not second.training


@pytest.mark.parametrize(("key", "name"), [("other", "numbers"), ("key", "classifier")])
def test_another_key_or_name_is_another_stage(tmp_path: Path, key: str, name: str) -> None:
    run_stage(tmp_path, "key", "numbers", *fresh())
    module, work = fresh()
    run_stage(tmp_path, key, name, module, work)
    assert work.times == 1
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted(["numbers-key", f"{name}-{key}"])


def damage_weights(place: Path) -> None:
    (place / "weights.safetensors").write_bytes(b"no weights")


def damage_marker(place: Path) -> None:
    (place / MARKER).write_text("{", encoding="utf-8")


def lose_weights(place: Path) -> None:
    (place / "weights.safetensors").unlink()


def weights_of_another_shape(place: Path) -> None:
    save_file({"weight": torch.zeros(9, 9), "bias": torch.zeros(9)}, place / "weights.safetensors")


def lose_marker(place: Path) -> None:
    (place / MARKER).unlink()


def a_folder_as_marker(place: Path) -> None:
    (place / MARKER).unlink()
    (place / MARKER).mkdir()


def facts_of_another_kind(place: Path) -> None:
    (place / MARKER).write_text("[]", encoding="utf-8")


@pytest.mark.parametrize(
    "damage",
    [
        damage_weights,
        damage_marker,
        lose_weights,
        weights_of_another_shape,
        lose_marker,
        a_folder_as_marker,
        facts_of_another_kind,
    ],
)
def test_a_damaged_stage_is_computed_again(tmp_path: Path, damage: object) -> None:
    run_stage(tmp_path, "key", "numbers", *fresh())
    assert callable(damage)
    damage(tmp_path / "numbers-key")
    module, work = fresh()
    run_stage(tmp_path, "key", "numbers", module, work)
    assert work.times == 1
    repaired, again = fresh(1)
    run_stage(tmp_path, "key", "numbers", repaired, again)
    assert again.times == 0
    assert torch.equal(repaired.weight, module.weight)


def test_a_stage_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> dict[str, object]:
        raise KeyboardInterrupt

    module, _ = fresh()
    with pytest.raises(KeyboardInterrupt):
        run_stage(tmp_path / "stages", "key", "numbers", module, interrupted)
    assert list(tmp_path.rglob("*")) == []


def test_a_stage_is_kept_without_pickle(tmp_path: Path) -> None:
    run_stage(tmp_path, "key", "numbers", *fresh())
    files = sorted(item.name for item in (tmp_path / "numbers-key").iterdir())
    assert files == [MARKER, "weights.safetensors"]
    assert json.loads((tmp_path / "numbers-key" / MARKER).read_text(encoding="utf-8"))["loss"] == 0.5


def test_running_statistics_are_kept_and_text_vectors_are_not(tmp_path: Path) -> None:
    class Normed(nn.Module):
        def __init__(self, text: float) -> None:
            super().__init__()
            self.norm = nn.BatchNorm1d(2)
            self.register_buffer("text", torch.full((2,), text), persistent=False)

    first, second = Normed(1.0), Normed(2.0)

    def work() -> dict[str, object]:
        first.norm(torch.tensor([[1.0, 5.0], [3.0, 9.0]]))
        return {}

    run_stage(tmp_path, "key", "normed", first, work)
    run_stage(tmp_path, "key", "normed", second, lambda: pytest.fail("made again"))
    assert first.norm.running_mean is not None
    assert first.norm.running_mean.tolist() == pytest.approx([0.2, 0.7])
    assert second.norm.state_dict().keys() == first.norm.state_dict().keys()
    for name, tensor in first.norm.state_dict().items():
        assert torch.equal(second.norm.state_dict()[name], tensor), name
    assert second.get_buffer("text").tolist() == [2.0, 2.0]


def test_a_tensor_with_two_names_is_kept_once(tmp_path: Path) -> None:
    class Tied(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one = nn.Linear(2, 2)
            self.other = self.one

    first, second = Tied(), Tied()
    run_stage(tmp_path, "key", "tied", first, dict)
    run_stage(tmp_path, "key", "tied", second, lambda: pytest.fail("made again"))
    assert torch.equal(second.other.weight, first.one.weight)
