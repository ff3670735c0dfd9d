"""Sections of docs/results.md for training: hits by system and group, where answers were lost, and stages."""

from collections.abc import Mapping
from typing import Any

from numkbqa.evaluation.groups import CELLS
from numkbqa.experiments.definition import HELD_OUT
from numkbqa.experiments.figures import SYSTEMS, basic_of, naming, plug_in_of
from numkbqa.experiments.markdown import duration, gibibytes, percent, signed, table, with_interval

Json = Mapping[str, Any]


def training_section(result: Json) -> list[str]:
    """Tables of an experiment of kind `train`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Markdown paragraphs: a table and what it does not show for each evaluation set of each variant, then
        what training took.
    """
    parts = []
    for variant, sets in result["mean"].items():
        several = len(result["mean"]) > 1
        for name, figures in sets.items():
            title = f"### {f'{variant}: ' if several else ''}{_set_title(result, name)}"
            said = _hits_table(figures), _sentences(result, variant, name, figures)
            names = basic_of(result, variant), plug_in_of(result, variant)
            parts += [title, *(naming(text, *names) for text in said)]
    return [*parts, _training_facts(result)]


def _set_title(result: Json, name: str) -> str:
    definition = result["definition"]
    if name == HELD_OUT and definition["holdout"]:
        rule = definition["holdout"]
        return f"held out: {100 * rule['share']:.0f} % of {rule['file']} (seed {rule['seed']})"
    return f"{name} ({definition['evaluate'][name]})"


def _hits_table(figures: Json) -> str:
    ceilings = ("answer in G_q", "among candidates", "NT-NSM given candidate", "F1 of NT-NSM")
    header = ["questions", "n", *SYSTEMS.values(), *ceilings]
    return table(header, [_row(name, group) for name, group in figures.items() if group["n"]])


def _row(name: str, group: Json) -> list[str]:
    systems = [with_interval(group["hits1"][system], group["interval"][system]) for system in SYSTEMS]
    rest = [group[key] for key in ("in_subgraph", "among_candidates", "hits1_if_candidate", "f1")]
    return [name.replace("_", " "), str(group["n"]), *systems, *map(percent, rest)]


def _sentences(result: Json, variant: str, name: str, figures: Json) -> str:
    lines = [
        f"NT-NSM minus NSM, {group} questions: {_gain(figures[group]['paired'])}."
        for group in ("all", "ordinal", result["definition"]["headline"])
        if group and figures[group]["paired"]
    ]
    if figures["ordinal"]["n"] and (missing := figures["ordinal"]["n"] - _in_cells(figures)):
        lines.append(
            f"{missing} of the ordinal questions are in no cell: no example, or no ordinal word read."
        )
    own = [run for run in result["runs"] if run["variant"] == variant]
    if lost := _lost(own[0]["evaluation"][name].get("lost", {})):
        lines.append(f"Lost by NT-NSM: {lost}.")
    if calibration := own[0]["evaluation"][name].get("calibration"):
        lines.append(_confidence(calibration))
    if len(own) > 1:
        for group in ("all", "ordinal"):
            hits = [percent(run["evaluation"][name]["figures"][group]["hits1"]["nt_nsm"]) for run in own]
            lines.append(f"NT-NSM by seed, {group} questions: {', '.join(hits)}.")
    return "\n".join(f"- {line}" for line in lines)


def _lost(counts: Json) -> str:
    """Where the wrong answers were lost, ordinal and plain questions apart, the commonest first."""
    named = [
        (number, f"{kind}, {reason}")
        for kind in ("ordinal", "plain")
        for reason, number in counts.get(kind, {}).items()
    ]
    return "; ".join(f"{text} {number}" for number, text in sorted(named, key=lambda one: -one[0]))


def _confidence(calibration: Json) -> str:
    """How far confidence can be trusted, calibrated beside the bare mass of the first answer."""
    figures = [
        f"{name} {percent(100 * value)}"
        for name, key in (("calibrated", "ece"), ("mass alone", "ece_uncalibrated"))
        if (value := calibration[key]) is not None
    ]
    surest = calibration["accuracy_at_coverage"]["0.80"]
    return (
        f"Confidence over {calibration['n']} questions: calibration error in points "
        f"{', '.join(figures) or '-'}; the surest 80 % are {percent(surest)} % right."
    )


def _gain(paired: Json) -> str:
    low, high = paired["interval"]
    return f"{signed(paired['gain'])} points [{signed(low)}, {signed(high)}]"


def _in_cells(figures: Json) -> int:
    return sum(figures[cell]["n"] for cell in CELLS)


def _training_facts(result: Json) -> str:
    rows = []
    for run in result["runs"]:
        counts, stages = run["training"]["questions"], run["training"]["seconds"]
        rows.append(
            [
                run["variant"],
                str(run["seed"]),
                ", ".join(f"{count} {name}" for name, count in counts.items()),
                ", ".join(f"{name} {duration(seconds)}" for name, seconds in stages.items()),
                duration(run["seconds"]["training"]),
                gibibytes(run["peak_memory_bytes"]),
            ]
        )
    header = ["variant", "seed", "questions", "stages", "training", "peak memory"]
    note = "A stage that an earlier run finished with the same inputs and settings is reused: near 0 s."
    return f"{table(header, rows, left=4)}\n\n{note}"
