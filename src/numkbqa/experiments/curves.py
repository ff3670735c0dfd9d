"""Figures of sweeps as PNG files: our curve with its interval over seeds, the paper's points beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numkbqa.evaluation.reliability_figure import check_figures
from numkbqa.experiments.intervals import FEWEST, Spread, spread
from numkbqa.experiments.rows import MODEL
from numkbqa.files import write_aside

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Json = Mapping[str, Any]

HEIGHT, WIDTH = 3.8, 4.4  # inches of a panel
DOTS = 110  # per inch

PANELS = {"all": "all questions", "ordinal": "ordinal questions"}
"""Groups of questions that have a panel, with its title."""

SECONDS = "time of a run"
"""Title of the panel of seconds."""


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: the value of the setting, and the figure there."""

    name: str
    points: tuple[tuple[float, Spread], ...]


def panels_of(result: Json) -> dict[str, list[Line]]:
    """The curves of a sweep.

    Args:
        result: document of an experiment with a sweep.

    Returns:
        By title of a panel, its lines; a line has the values alone that were run.
    """
    return _training_panels(result) if result["kind"] == "table" else _pretraining_panels(result)


def draw_sweep(result: Json, file: Path) -> None:
    """Draw a sweep.

    Args:
        result: document of an experiment with a sweep.
        file: the PNG file to write.

    Raises:
        UserError: Matplotlib is not installed, or `file` is no PNG file.
    """
    check_figures(file)
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    panels, sweep = panels_of(result), result["definition"]["sweep"]
    count = max(len(panels), 1)
    figure = Figure(figsize=(WIDTH * count, HEIGHT), dpi=DOTS, layout="constrained")
    axes = figure.subplots(1, count, squeeze=False)[0]
    names = dict.fromkeys(line.name for lines in panels.values() for line in lines)
    colours = {name: f"C{place}" for place, name in enumerate(names)}
    for ax, (title, lines) in zip(axes, panels.items(), strict=False):
        _draw(ax, lines, colours)
        _draw_paper(ax, result, title)
        ax.set(title=title, xlabel=sweep["label"], ylabel="seconds" if title == SECONDS else "Hits@1, %")
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(axis="y", color="0.9")
    shown = {
        label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)
    }
    figure.legend(
        shown.values(), shown.keys(), loc="outside lower center", ncols=3, frameon=False, fontsize="small"
    )
    with write_aside(file) as aside:
        figure.savefig(aside, format="png")


def _training_panels(result: Json) -> dict[str, list[Line]]:
    panels: dict[str, list[Line]] = {}
    sets = dict.fromkeys((row["data"], row["set"]) for row in result["rows"])
    for group, title in PANELS.items():
        for data, name in sets:
            rows = [row for row in result["rows"] if (row["data"], row["set"]) == (data, name)]
            found = {row["variant"]: row["groups"].get(group) for row in rows}
            values = {
                variant: own["hits1"][MODEL] for variant, own in found.items() if own and own["n"] >= FEWEST
            }
            if values:
                line = _line(f"{data}, {name.replace('_', ' ')}", result, values)
                panels.setdefault(title, []).append(line)
    return panels


def _pretraining_panels(result: Json) -> dict[str, list[Line]]:
    ks = dict.fromkeys(run["max_k"] for run in result["runs"])
    panels: dict[str, list[Line]] = {"direct Hits@1": [], SECONDS: []}
    for k in ks:
        hits: dict[str, list[float]] = {}
        seconds: dict[str, list[float]] = {}
        for run in result["runs"]:
            if run["max_k"] == k:
                hits.setdefault(run["variant"], []).append(run["hits1"]["all"])
                seconds.setdefault(run["variant"], []).append(run["seconds"])
        name = f"k up to {k}"
        panels["direct Hits@1"].append(_line(name, result, hits))
        panels[SECONDS].append(_line(name, result, seconds))
    return panels


def _line(name: str, result: Json, values: Mapping[str, Sequence[float]]) -> Line:
    """A line through the variants that were run, by value of the setting."""
    definition = result["definition"]
    places = dict(zip(definition["variants"], definition["sweep"]["values"], strict=True))
    points = sorted((float(places[variant]), spread(figures)) for variant, figures in values.items())
    return Line(name, tuple(points))


def _draw(ax: "Axes", lines: Sequence[Line], colours: Mapping[str, str]) -> None:
    for line in lines:
        colour = colours[line.name]
        x, means = [at for at, _ in line.points], [point.mean for _, point in line.points]
        ax.plot(x, means, marker="o", markersize=4, linewidth=1.5, label=line.name, color=colour)
        halves = [point.half or 0.0 for _, point in line.points]
        low = [mean - half for mean, half in zip(means, halves, strict=True)]
        high = [mean + half for mean, half in zip(means, halves, strict=True)]
        ax.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)


def _draw_paper(ax: "Axes", result: Json, title: str) -> None:
    """The points that the paper gives as numbers; its curves are pictures."""
    group = next((group for group, shown in PANELS.items() if shown == title), "all")
    figures = [] if title == SECONDS else (result["definition"]["paper"] or {"figures": []})["figures"]
    points: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        if figure["at"] is not None and figure[group] is not None:
            points.setdefault(figure["data"], []).append((figure["at"], figure[group]))
    for marker, (data, own) in zip(cycle("x+*1234"), points.items(), strict=False):
        x, y = zip(*own, strict=True)
        ax.scatter(x, y, marker=marker, color="0.25", label=f"the paper: {data}", zorder=3)
