"""How much load the HTTP service bears, beside the same questions asked one by one in process.

Starts `numkbqa serve` on a model and asks it distinct questions with 1, 8 and 64 clients at a time; follows
its memory over many requests; asks with more clients than its queue has room for; and stops it.

    python -m bench.service_load MODEL QUESTIONS --json runs/service.json --markdown docs/service_load.md
    python -m bench.service_load --render runs/service.json --markdown docs/service_load.md
                                              the page again out of the measurements

Both sides start with an empty cache of texts and are warmed by the same questions, which are not measured.
Where the file holds too few, questions come again with other marks behind them, so that no text is known from
the cache; always as many, for longer texts take more memory. Needs an idle machine: the clients run on it,
too.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from bench.saved import add_options, report
from bench.service_client import Load, Server, serving
from bench.service_page import page

from numkbqa.answering import Answerer
from numkbqa.experiments.environment import environment
from numkbqa.progress import say
from numkbqa.questions.records import read_questions
from numkbqa.training.checkpoint import load_system

Json = dict[str, Any]

QUEUE: Final = 64
"""Questions that may wait; also the most clients of the first part, so that none of them is refused."""

MARKS: Final = 8
"""Marks behind a question that came before; two to this power are its rounds."""

FLAT: Final = 0.02
"""Memory counts as flat when the second half of the requests adds less than this share to what the process
has allocated. Pages of mapped files do not count: the system takes them back when it needs them."""


def distinct(questions: Sequence[str], count: int, start: int = 0) -> list[str]:
    """Take distinct questions.

    Args:
        questions: distinct texts.
        count: how many to take.
        start: how many have been taken before.

    Returns:
        The questions; those beyond the last text begin again, with marks that say how often they came.
    """
    rounds = (divmod(place, len(questions)) for place in range(start, start + count))
    return [questions[place] + (_marks(again) if again else "") for again, place in rounds]


def _marks(number: int) -> str:
    return f"{number:0{MARKS}b}".replace("0", "?").replace("1", "!")


class Supply:
    """Hands out questions, none of them twice.

    Args:
        questions: distinct texts.
    """

    def __init__(self, questions: Sequence[str]) -> None:
        self.questions, self.taken = list(dict.fromkeys(questions)), 0

    def take(self, count: int) -> list[str]:
        """The next questions."""
        taken = distinct(self.questions, count, self.taken)
        self.taken += count
        return taken


def reference(model: Path, cache: Path, warm_up: Sequence[str], questions: Sequence[str]) -> Json:
    """Ask in process, one question after the other.

    Args:
        model: the model.
        cache: folder of its text cache.
        warm_up: questions that are not measured.
        questions: questions that are.

    Returns:
        Times, and what was answered.
    """
    answerer = Answerer(load_system(model, cache=cache))
    for question in warm_up:
        answerer.ask(question)
    latencies, answers = [], []
    for question in questions:
        start = time.perf_counter()
        document = answerer.ask(question).to_json()
        latencies.append(time.perf_counter() - start)
        answers.append(substance(document))
    return {**figures(latencies, sum(latencies)), "answers": answers}


def substance(document: Json) -> list[Any]:
    """What a document answers: its answers without their scores, or why there is none."""
    told = [{key: answer.get(key) for key in ("id", "value", "of")} for answer in document["answers"]]
    return [told, document["abstained_code"]]


def figures(latencies: Sequence[float], seconds: float) -> Json:
    """Requests a second and percentiles of their times in milliseconds."""
    p50, p95, p99 = np.percentile(np.array(latencies) * 1e3, [50, 95, 99]).tolist()
    return {
        "requests": len(latencies),
        "per_second": len(latencies) / seconds,
        "p50": p50,
        "p95": p95,
        "p99": p99,
    }


def level(server: Server, questions: Sequence[str], clients: int) -> tuple[Json, Load]:
    """Measure one number of clients."""
    say(f"{clients} clients, {len(questions)} questions")
    before = server.batches()
    load = server.ask(questions, clients)
    after = server.batches()
    row = {
        "clients": clients,
        **figures(load.latencies.get(200, [0.0]), load.seconds),
        "batch": (after.questions - before.questions) / (after.runs - before.runs),
        "statuses": load.statuses,
    }
    return row, load


def memory(server: Server, supply: Supply, requests: int, steps: int, clients: int) -> Json:
    """Follow the memory over many requests."""
    rows, statuses = [{"requests": 0, **server.memory()._asdict()}], dict[int, int]()
    for step in range(steps):
        load = server.ask(supply.take(requests // steps), clients)
        for status, count in load.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
        rows.append({"requests": (step + 1) * (requests // steps), **server.memory()._asdict()})
        say(f"{rows[-1]['requests']} requests: {rows[-1]['own'] / 2**20:.0f} MiB")
    half, end = rows[len(rows) // 2]["own"], rows[-1]["own"]
    growth = (end - half) / half
    return {"rows": rows, "statuses": statuses, "growth_of_second_half": growth, "flat": growth < FLAT}


def overload(server: Server, supply: Supply, clients: int) -> Json:
    """Ask with many more clients than the queue has room for, then once more alone."""
    say(f"overload: {clients} clients, room for {QUEUE}")
    load = server.ask(supply.take(4 * clients), clients)
    after = server.ask(supply.take(1), 1)
    return {
        "clients": clients,
        "statuses": load.statuses,
        "seconds": load.seconds,
        "answered": figures(load.latencies.get(200, [0.0]), load.seconds),
        "refused": figures(load.latencies.get(429, [0.0]), load.seconds),
        "status_afterwards": min(after.statuses),
    }


def measure(options: argparse.Namespace) -> Json:
    """Measure everything on one model."""
    supply = Supply(
        [question.question for question in read_questions(options.questions, require_answers=False)]
    )
    warm_up, asked = supply.take(options.warm_up), supply.take(options.requests)
    with tempfile.TemporaryDirectory() as work:
        say(f"reference: {len(asked)} questions one by one in process")
        alone = reference(options.model, Path(work, "reference"), warm_up, asked)
        with serving(options.model, Path(work, "served"), f"serve.max_waiting={QUEUE}") as server:
            server.ask(warm_up, 1)
            levels = []
            for clients in options.clients:
                questions = asked if clients == options.clients[0] else supply.take(options.requests)
                row, load = level(server, questions, clients)
                levels.append(row)
                if questions is asked:
                    same = [substance(load.answers[i]) == alone["answers"][i] for i in sorted(load.answers)]
            long = memory(server, supply, options.memory_requests, options.steps, 8)
            flood = overload(server, supply, options.overload)
            code = server.stop()
    return {
        "benchmark": "service_load",
        "seed": 0,
        "environment": environment(),
        "model": options.model.resolve().name if options.name is None else options.name,
        "questions": len(supply.questions),
        "reference": {key: value for key, value in alone.items() if key != "answers"},
        "same_answers": sum(same) / len(same),
        "levels": levels,
        "memory": long,
        "overload": flood,
        "exit_code": code,
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=Path, nargs="?", help="a model folder")
    parser.add_argument("questions", type=Path, nargs="?", help="a question file")
    parser.add_argument("--name", help="what the page calls the model")
    parser.add_argument("--clients", nargs="+", type=int, default=[1, 8, 64])
    parser.add_argument("--requests", type=int, default=1_000, help="questions for each number of clients")
    parser.add_argument("--warm-up", type=int, default=100, help="questions that are not measured")
    parser.add_argument("--memory-requests", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=10, help="how often the memory is looked at")
    parser.add_argument("--overload", type=int, default=256, help="clients that are too many at once")
    add_options(parser)
    options = parser.parse_args()
    if options.render is None and (options.model is None or options.questions is None):
        parser.error("name a model and a question file, or --render measurements")
    return options


def main() -> None:
    """Measure, or read what was measured; print the page."""
    report(_options(), measure, page)


if __name__ == "__main__":
    main()
