"""Sections of docs/results.md on the way to the candidates: linking, coverage, relations, and speed."""

from collections.abc import Mapping, Sequence
from typing import Any

from numkbqa.experiments.definition import HELD_OUT
from numkbqa.experiments.markdown import percent, table, with_interval
from numkbqa.experiments.speed_run import WHOLE

Json = Mapping[str, Any]

LINKING_NOTE = """\
Top-1 and top-5: the share of questions whose gold topics, all of them, are among the best, or the five best
candidates of the mentions found; of weak gold one is enough. *One of them*: the share of which at least one
is, at top-1. *Reaches*: some linked entity has a gold answer within two hops, a lenient measure that needs no
gold topic. Here and for weak gold each fact is a hop, also one of an n-ary node. *Beside*: linked entities a
question that are no gold topic. The typo is one letter swapped, dropped, inserted or substituted in one word
of each gold mention; questions without a mention of four letters have none and are left out. Times are of
linking alone."""

COVERAGE_NOTE = """\
*In G_q*: of the questions with an entity for an answer, the share of which one answer is in the subgraph;
*recall*: the mean share of their answers that are there. *Literal*: questions whose answers are values alone,
and the share of them of which some entity of the subgraph holds a number of that value."""

RELATIONS_NOTE = """\
Of the ordinal questions that can be judged, the share of which a right numerical relation is among the first
K of R_q. *Absent*: questions of which no entity of the subgraph has a value in a right relation."""

SPEED_NOTE = "Milliseconds a question by stage, the model warm and the question new."


def linking_section(result: Json) -> list[str]:
    """Tables of an experiment of kind `linking`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Markdown paragraphs.
    """
    rows = [
        [
            *_run_cells(result, run),
            name,
            form,
            str(found["top1"]["n"]),
            *(_share(found[key]) for key in ("top1", "top5", "some1", "reaches")),
            percent(found["beside"]),
            "; ".join(f"{kind} {count}" for kind, count in found["failures"].items()) or "-",
            *_times(found["ms"]),
        ]
        for run in result["runs"]
        for name, forms in run["sets"].items()
        for form, found in forms.items()
    ]
    header = [
        "set",
        "form",
        "n",
        "top-1",
        "top-5",
        "one of them",
        "reaches",
        "beside",
        "failures at top-1",
        "p50 ms",
        "p95 ms",
    ]
    gold = f"Gold topics by source: {_gold(result['runs'][0]['sets'])}."
    return [table([*_run_header(result), *header], rows, left=2), gold, LINKING_NOTE]


def coverage_section(result: Json) -> list[str]:
    """Table of an experiment of kind `coverage`; see `linking_section`."""
    rows = [
        [
            *_run_cells(result, run),
            _set_name(name),
            group,
            str(found["in_subgraph"]["n"]),
            _share(found["in_subgraph"]),
            percent(found["recall"]),
            _literal(found["literal"]),
            str(found["no_topic"]),
            *(_rounded(found[key]) for key in ("entities", "facts")),
        ]
        for run in result["runs"]
        for name, one in run["sets"].items()
        for group, found in one["groups"].items()
        if found["in_subgraph"]["n"] or found["literal"]["n"]
    ]
    header = [
        "set",
        "questions",
        "n",
        "in G_q",
        "recall",
        "literal",
        "no topic",
        "mean entities",
        "mean facts",
    ]
    return [table([*_run_header(result), *header], rows, left=3), COVERAGE_NOTE]


def relations_section(result: Json) -> list[str]:
    """Table of an experiment of kind `relations`; see `linking_section`."""
    rows = [
        [
            *_run_cells(result, run),
            name,
            str(found["ordinal"]),
            str(found["judged"]),
            *(_share(share) for share in found["recall"].values()),
            str(found["not_in_subgraph"]),
            percent(found["right_relations"]),
            _literal(found["weak_rule_agrees"]),
        ]
        for run in result["runs"]
        for name, found in run["sets"].items()
    ]
    ks = [f"K={k}" for k in next(iter(result["runs"][0]["sets"].values()))["recall"]]
    header = ["set", "ordinal", "judged", *ks, "absent", "right ones", "weak rule has a right one"]
    return [table([*_run_header(result), *header], rows, left=2), RELATIONS_NOTE]


def speed_section(result: Json) -> list[str]:
    """Table of an experiment of kind `speed`; see `linking_section`."""
    parts = []
    for run in result["runs"]:
        for name, one in run["sets"].items():
            stages = [stage for stage in one["ms"] if stage != WHOLE] + [WHOLE]
            rows = [
                [stage, *(f"{one['ms'][stage][key]:.1f}" for key in ("p50", "p95", "max"))]
                for stage in stages
            ]
            title = (
                f"{name}: {one['asked']} questions, model {run['model']}; the slowest was: {one['slowest']}"
            )
            parts += [title, table(["stage", "p50", "p95", "max"], rows)]
    return [*parts, SPEED_NOTE]


def _run_header(result: Json) -> list[str]:
    return ["variant"] if len(result["definition"]["variants"]) > 1 else []


def _run_cells(result: Json, run: Json) -> list[str]:
    return [run["variant"]] if len(result["definition"]["variants"]) > 1 else []


def _set_name(name: str) -> str:
    return "held out" if name == HELD_OUT else name


def _share(found: Json) -> str:
    return with_interval(found["percent"], found["interval"])


def _literal(found: Json) -> str:
    return f"{percent(found['percent'])} (n = {found['n']})" if found["n"] else "-"


def _rounded(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _times(ms: Json | None) -> Sequence[str]:
    return ["-", "-"] if ms is None else [f"{ms[key]:.2f}" for key in ("p50", "p95")]


def _gold(sets: Json) -> str:
    parts = []
    for name, forms in sets.items():
        sources = next(iter(forms.values()))["gold"]
        parts.append(f"{name} {', '.join(f'{source} {count}' for source, count in sources.items())}")
    return "; ".join(parts)
