"""Experiments of kind `speed`: how long `ask` takes on questions it never saw, stage by stage."""

import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from numkbqa.answering import Answerer
from numkbqa.errors import UserError
from numkbqa.experiments.definition import Speed
from numkbqa.experiments.inputs import Inputs
from numkbqa.experiments.shares import percentiles
from numkbqa.progress import peak_memory, say, stage
from numkbqa.questions.records import Question, read_questions
from numkbqa.training.checkpoint import load_system
from numkbqa.training.manifest import MANIFEST
from numkbqa.training.settings import Settings
from numkbqa.training.train import train

WHOLE = "all"

OTHER_WORDS = "please"
"""Makes another text of a question, about the same things."""


def run_speed(inputs: Inputs, settings: Settings, measures: Speed, folder: Path) -> dict[str, Any]:
    """Ask every question of the evaluation sets once, warm, in one process.

    Warm: each question was asked before in other words, so that linker and encoder are loaded and the vectors
    of relations and numbers are known, as they are to a service after a while; but its own text is new.

    Args:
        inputs: graph and question files.
        settings: settings of a model that must be trained first.
        measures: whose model is asked.
        folder: folder of the experiment, beside those of the others; a model trained here is kept in it.

    Returns:
        By evaluation set: milliseconds by stage and in all.

    Raises:
        UserError: there is no such model, or a file is wrong.
    """
    model = _model(inputs, settings, measures, folder)
    with TemporaryDirectory() as cache:
        answerer = Answerer(load_system(model, cache=Path(cache)))
        sets = {name: _timed(answerer, read_questions(file)) for name, file in inputs.evaluate.items()}
    headline = {name: f"p50 {one['ms'][WHOLE]['p50']} ms" for name, one in sets.items()}
    return {
        "config": answerer.system.manifest["settings"],
        "model": measures.model or "trained for this",
        "sets": sets,
        "headline": headline,
        "peak_memory_bytes": peak_memory(),
    }


def _model(inputs: Inputs, settings: Settings, measures: Speed, folder: Path) -> Path:
    """The folder of the model to ask; trained when the definition names none."""
    if measures.model:
        model = folder.parent / measures.model / "model"
        if not (model / MANIFEST).is_file():
            remedy = f"`numkbqa experiment run {measures.model.partition('/')[0]}` with the same output first"
            raise UserError("the experiment asks a model that is not there", where=model, remedy=remedy)
        return model
    with stage("training the model to ask"):
        train(inputs.kb, folder / "model", inputs.train, inputs.dev, settings, inputs.held_out_files)
    return folder / "model"


def _timed(answerer: Answerer, questions: Sequence[Question]) -> dict[str, Any]:
    for question in questions:
        answerer.ask(f"{question.question} {OTHER_WORDS}")
    times: dict[str, list[float]] = {WHOLE: []}
    slowest = ("", 0.0)
    for question in questions:
        start = time.perf_counter()
        answer = answerer.ask(question.question)
        whole = 1000 * (time.perf_counter() - start)
        times[WHOLE].append(whole)
        slowest = max(slowest, (question.question, whole), key=lambda pair: pair[1])
        for name, milliseconds in answer.to_json()["timing_ms"].items():
            times.setdefault(name, []).append(milliseconds)
    say(f"{len(questions)} questions asked, {sum(times[WHOLE]) / 1000:.1f} s")
    ms = {name: {"n": len(own), **percentiles(own)} for name, own in times.items()}
    return {"asked": len(questions), "ms": ms, "slowest": slowest[0]}
