"""Finished stages on disk, so that an interrupted or repeated run goes on from them."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from safetensors.torch import save_file
from torch import nn

from numkbqa.errors import UserError
from numkbqa.files import write_folder_aside
from numkbqa.progress import say
from numkbqa.training.checkpoint import load_weights

MARKER = "stage.json"


def run_stage(
    folder: Path, key: str, name: str, module: nn.Module, work: Callable[[], dict[str, object]]
) -> dict[str, object]:
    """Train a module, or load it when a stage of the same key finished before.

    Args:
        folder: folder of all stages.
        key: hash of everything the stage depends on.
        name: name of the stage, for its folder and progress.
        module: what is trained; holds the trained parameters afterwards.
        work: trains the module and returns facts to keep.

    Returns:
        The facts of the stage, and "seconds": how long it took when it was trained.
    """
    place = folder / f"{name}-{key}"
    try:
        facts: dict[str, object] = json.loads((place / MARKER).read_text(encoding="utf-8"))
        load_weights(module, place / "weights.safetensors")
        say(f"{name}: reused from an earlier run")
    except (FileNotFoundError, ValueError, UserError):
        start = time.monotonic()
        facts = work()
        facts["seconds"] = round(time.monotonic() - start, 2)
        _keep(place, module, facts)
    module.eval()
    return facts


def _keep(place: Path, module: nn.Module, facts: dict[str, object]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with write_folder_aside(place, MARKER) as aside:
        tensors = {name: p.detach().contiguous().cpu() for name, p in module.named_parameters()}
        save_file(tensors, aside / "weights.safetensors")
        (aside / MARKER).write_text(json.dumps(facts), encoding="utf-8")
