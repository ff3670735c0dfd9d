"""Sections of docs/results.md for profiles: an epoch by its parts and operators, and retrieval."""

from collections.abc import Mapping
from typing import Any

from numkbqa.experiments.markdown import gibibytes, percent, table

Json = Mapping[str, Any]


def profile_section(result: Json) -> list[str]:
    """Tables of an experiment of kind `profile`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Markdown paragraphs: what an epoch took, and its top operators.
    """
    parts = []
    for run in result["runs"]:
        sizes, speed = run["sizes"], run["retrieval"]["examples_per_second"]
        facts = [
            ["questions an epoch", str(run["questions"])],
            ["median subgraph", ", ".join(f"{count:.0f} {name}" for name, count in sizes.items())],
            ["seconds an epoch (median)", f"{run['epoch_seconds']:.2f}"],
            ["of each epoch measured", ", ".join(f"{seconds:.2f}" for seconds in run["epochs"])],
            ["seconds per 500 questions", f"{run['seconds_per_500_questions']:.2f}"],
            *([f"{name}, % of the time", percent(share)] for name, share in run["shares"].items()),
            ["retrieval, examples a second, one process", f"{speed:.1f}"],
            ["peak memory", gibibytes(run["peak_memory_bytes"])],
        ]
        operators = [[o["name"], str(o["calls"]), percent(o["share"])] for o in run["operators"]]
        parts += [
            table(["measure", "value"], facts),
            "Top operators by their own CPU time in one profiled epoch (profiling itself slows it down):",
            table(["operator", "calls", "% of CPU time"], operators),
        ]
    return parts
