"""Finished stages on disk, so that an interrupted or repeated run goes on from them."""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from safetensors.torch import save_file
from torch import nn

from numkbqa.errors import UserError
from numkbqa.files import write_folder_aside
from numkbqa.progress import say
from numkbqa.training.checkpoint import load_weights, weights_of

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
    facts = _finished(place, module)
    if facts is not None:
        say(f"{name}: reused from an earlier run")
    else:
        start = time.monotonic()
        facts = work()
        facts["seconds"] = round(time.monotonic() - start, 2)
        _keep(place, module, facts)
    module.eval()
    return facts


def _finished(place: Path, module: nn.Module) -> dict[str, object] | None:
    """Load what an earlier run left; None when there is nothing, or it is damaged and as good as nothing."""
    try:
        facts = json.loads((place / MARKER).read_text(encoding="utf-8"))
        load_weights(module, place / "weights.safetensors")
    except (OSError, ValueError, UserError):
        return None
    return facts if isinstance(facts, dict) else None


def _keep(place: Path, module: nn.Module, facts: dict[str, object]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir() and not (place / MARKER).is_file():  # damage in a folder of our own
        shutil.rmtree(place)
    with write_folder_aside(place, MARKER) as aside:
        save_file(weights_of(module), aside / "weights.safetensors")
        (aside / MARKER).write_text(json.dumps(facts), encoding="utf-8")
