"""How long hostile questions take: the worst must stay under two seconds on any graph.

Asks a model each question of `tests/support/hostile_questions.py`, warm, and prints its time beside that of
an ordinary question in the same run. Without a model, a small one of the toy world is trained.

    python -m bench.hostile_questions [MODEL] [--mention NAME] [--repeats 3]
"""

import argparse
import contextlib
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from numkbqa.answering import Answerer
from numkbqa.errors import UserError
from numkbqa.training.checkpoint import load_system
from numkbqa.training.train import train
from tests.support.hostile_questions import EMPTY, all_names, hostile_questions
from tests.support.small_world import QUICK, build_world, settings_of

LIMIT = 2.0
"""Seconds that no question may take."""

MENTIONS = 4_000
"""How often a name is repeated in the longest question: what grows with the square of the mentions shows."""


class Timed(NamedTuple):
    """One question: its slowest answer in seconds, and the stage that took most of it."""

    name: str
    seconds: float
    stage: str


def timed(answerer: Answerer, name: str, question: str, repeats: int) -> Timed:
    """Ask a question several times and keep the slowest."""
    worst = Timed(name, 0.0, "refused")
    for repeat in range(repeats):
        # another text each time, so that nothing is read from the cache of texts
        asked = question + "?" * (repeat + 1) if name not in EMPTY else question
        start, stages = time.perf_counter(), {"refused": 0.0}
        with contextlib.suppress(UserError):
            stages = answerer.ask(asked).to_json()["timing_ms"]
        seconds = time.perf_counter() - start
        if seconds >= worst.seconds:
            worst = Timed(name, seconds, max(stages, key=lambda stage: stages[stage]))
    return worst


def measure(answerer: Answerer, mention: str, repeats: int) -> list[Timed]:
    """Time all questions, the ordinary one first, then the slowest first."""
    kb = answerer.system.kb
    ordinary = f"What is the largest of {mention}?"
    answerer.ask(ordinary)
    names = [kb.label(entity) for entity in range(min(kb.num_entities, 5_000))]
    longest = {"all names at once": all_names(names), "a mention 4000 times": f"{mention} and " * MENTIONS}
    questions = {**EMPTY, **hostile_questions(mention), **longest}
    rows = [timed(answerer, name, question, repeats) for name, question in questions.items()]
    rows.sort(key=lambda row: -row.seconds)
    return [timed(answerer, "(ordinary)", ordinary, repeats), *rows]


def best_known(answerer: Answerer) -> str:
    """The label of the entity with most facts that has a name and is no class."""
    kb = answerer.system.kb
    order = np.argsort(-kb.degree(np.arange(kb.num_entities)), kind="stable")
    return next(kb.label(int(e)) for e in order if kb.names(int(e)) and not kb.is_class(int(e)))


def main() -> None:
    """Print the table, and fail when a question takes longer than the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=Path, nargs="?", help="a model folder")
    parser.add_argument("--mention", help="a name of the graph; default: that of its best connected entity")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        model = arguments.model or small_model(Path(folder))
        answerer = Answerer(load_system(model, cache=Path(folder) / "texts"))
        rows = measure(answerer, arguments.mention or best_known(answerer), arguments.repeats)
    ordinary = rows[0].seconds
    print(f"{'question':<36}{'seconds':>9}{'x ordinary':>12}  most of it in")
    for row in rows:
        print(f"{row.name:<36}{row.seconds:>9.3f}{row.seconds / ordinary:>12.1f}  {row.stage}")
    worst = max(rows, key=lambda row: row.seconds)
    print(f"worst: {worst.seconds:.3f} s ({worst.name}); limit {LIMIT} s")
    if worst.seconds > LIMIT:
        raise SystemExit(f"{worst.name} takes longer than {LIMIT} s")


def small_model(folder: Path) -> Path:
    """A model of the toy world that learned next to nothing."""
    train(build_world(folder), folder / "model", settings=settings_of(QUICK, folder / "cache"))
    return folder / "model"


if __name__ == "__main__":
    main()
