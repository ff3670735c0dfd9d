"""The main job on the built-in world graph: build, train, evaluate and ask; finished steps are reused."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numkbqa.answering import Answer, Answerer
from numkbqa.errors import UserError
from numkbqa.experiments.figures import figures
from numkbqa.experiments.reuse import knowledge_base, world_graph
from numkbqa.experiments.training_run import measure
from numkbqa.progress import peak_memory, say, stage
from numkbqa.training.checkpoint import load_system
from numkbqa.training.settings import Settings
from numkbqa.training.train import train
from numkbqa.world import SAMPLE_QUESTIONS, question_file


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What the demo found.

    Args:
        figures: Hits@1 of each system on the test split, by group of questions (`experiments.figures`).
        answers: answers to the sample questions, in their order.
        seconds: wall time of the whole demo.
        peak_memory_bytes: its highest resident memory.
    """

    figures: Mapping[str, Mapping[str, Any]]
    answers: list[Answer]
    seconds: float
    peak_memory_bytes: int


def demo_settings(folder: Path) -> Settings:
    """Settings of the demo: the defaults, with everything that can be reused inside the demo's folder."""
    return Settings(cache=folder / "cache")


def run_demo(folder: Path, *, ask: bool = True, settings: Settings | None = None) -> DemoResult:
    """Run the demo; what an earlier run made of the same things is reused.

    The train split trains, the dev split selects; no pseudo question asks about a topic of the dev or
    test split.

    Args:
        folder: folder for everything it makes: world.nt, kb, model, cache.
        ask: whether to answer the sample questions at the end.
        settings: other settings than `demo_settings`.

    Returns:
        Figures and answers.

    Raises:
        UserError: the folder cannot be used, or the packages of the world graph are not installed.
    """
    start = time.monotonic()
    _make_folder(folder)
    settings = settings or demo_settings(folder)
    kb = knowledge_base([world_graph(folder / "world.nt")], folder / "kb")
    dev, test = question_file("dev"), question_file("test")
    train(kb, folder / "model", [question_file("train")], [dev], settings, [dev, test])
    measured = measure(folder / "model", {"test": test}, settings.cache)
    answers = _answers(folder / "model", settings.cache) if ask else []
    result = DemoResult(figures(measured["test"].graded), answers, time.monotonic() - start, peak_memory())
    say(f"demo: {result.seconds:.0f} s in all, peak memory {result.peak_memory_bytes / 2**20:.0f} MiB")
    return result


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"the folder cannot be made ({error.strerror})", where=folder, remedy="choose another one with -o"
        ) from None


def _answers(model: Path, cache: Path | None) -> list[Answer]:
    with stage(f"answering {len(SAMPLE_QUESTIONS)} questions"):
        answerer = Answerer(load_system(model, cache=cache))
        return [answerer.ask(question) for question in SAMPLE_QUESTIONS]
