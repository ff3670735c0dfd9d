"""Throughput of batches: questions a second when 1, 4, 16, ... of them are answered together.

Every round asks the same questions in other words, so that no text is in the cache of texts; linker, encoder
and the vectors of relations and numbers are warm, as they are to a service after a while. Prints the ratio
to one question at a time in the same run.

    python -m bench.batches MODEL QUESTIONS... [--sizes 1 4 16] [--questions 160]
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from numkbqa.answering import Answer, Answerer, Asked
from numkbqa.questions.records import read_questions
from numkbqa.training.checkpoint import load_system

WORDS = ("please", "kindly", "now", "today", "then", "again", "here", "soon", "well", "quick", "right", "yes")
"""A round adds one of these to each question."""


class Round(NamedTuple):
    """Questions that were answered in batches of one size: how many a second, and milliseconds by stage."""

    size: int
    per_second: float
    stages: dict[str, float]


def measure(answerer: Answerer, texts: Sequence[str], sizes: Sequence[int]) -> list[Round]:
    """Ask all texts once for each size, after a round that warms up.

    Args:
        answerer: what is asked.
        texts: the questions.
        sizes: batch sizes, at most as many as there are words to tell the rounds apart.

    Returns:
        One round a size.
    """
    ask(answerer, [f"{text} {WORDS[0]}" for text in texts], max(sizes))
    return [
        ask(answerer, [f"{text} {word}" for text in texts], size)
        for size, word in zip(sizes, WORDS[1:], strict=False)
    ]


def ask(answerer: Answerer, texts: Sequence[str], size: int) -> Round:
    """Ask texts in batches of a size."""
    stages: dict[str, float] = {}
    start = time.perf_counter()
    for first in range(0, len(texts), size):
        for found in answerer.ask_all([Asked(text) for text in texts[first : first + size]]):
            times = found.to_json()["timing_ms"] if isinstance(found, Answer) else {}
            for name, milliseconds in times.items():
                stages[name] = stages.get(name, 0.0) + milliseconds / len(texts)
    return Round(size, len(texts) / (time.perf_counter() - start), stages)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("files", type=Path, nargs="+", help="question files; only their texts are read")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--questions", type=int, default=160, help="how many of them are asked")
    arguments = parser.parse_args()
    asked = [one.question for file in arguments.files for one in read_questions(file, require_answers=False)]
    step = max(1, len(asked) // arguments.questions)
    with TemporaryDirectory() as cache:
        answerer = Answerer(load_system(arguments.model, cache=Path(cache)))
        rounds = measure(answerer, asked[::step][: arguments.questions], arguments.sizes)
    print(f"{'batch':>6}{'a second':>10}{'ratio':>7}  ms a question by stage")
    for size, per_second, stages in rounds:
        told = ", ".join(f"{name} {milliseconds:.1f}" for name, milliseconds in stages.items())
        print(f"{size:>6}{per_second:>10.1f}{per_second / rounds[0].per_second:>7.2f}  {told}")


if __name__ == "__main__":
    main()
