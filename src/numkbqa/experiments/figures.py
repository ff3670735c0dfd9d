"""Figures of a table: Hits@1 of each system by group of questions, over one seed or the mean of several."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numkbqa.errors import UserError
from numkbqa.evaluation import EvaluationReport
from numkbqa.evaluation.groups import BY_ORDER, CELLS, in_cells
from numkbqa.evaluation.metrics import score, share
from numkbqa.evaluation.report import Row
from numkbqa.reasoning.basic import basic_reasoner

SYSTEMS = {
    "nsm": "NSM",
    "nsm_exact_sort": "NSM + exact sort",
    "fine_tuned": "NSM inside NT-NSM",
    "nt_nsm": "NT-NSM",
    "exact_sort": "exact sort",
}
"""Systems of a table with their headings: the plain reasoner, an exact sort of its candidates, the reasoner
after fine-tuning on its own, the whole model, and an exact sort of the model's candidates. Keys and headings
are those of NSM with NT; `naming` puts another reasoner and plug-in into the headings."""

HITS = frozenset({*SYSTEMS, "subgraph", "pruned"})
"""What every question is graded for: each system, and whether an answer was within reach."""

WITH_NUMBERS = {"nt": "NT-NSM", "num": "NSM + Num", "none": "fine-tuned NSM"}
"""What NSM is called with each number plug-in (`Settings.plug_in`)."""


def naming(text: str, basic: str, plug_in: str = "nt") -> str:
    """A text about systems with the names of another basic reasoner and plug-in in place of NSM and NT.

    Args:
        text: about NSM and NT-NSM.
        basic: key of the reasoner (`Settings.basic`); one whose package is not installed is called by it.
        plug_in: key of the number plug-in (`Settings.plug_in`).

    Returns:
        The text about that reasoner.
    """
    try:
        name = basic_reasoner(basic).__name__
    except UserError:
        name = basic
    return text.replace("NT-NSM", WITH_NUMBERS[plug_in]).replace("NSM", name)


def basic_of(result: Mapping[str, Any], variant: str) -> str:
    """Key of the basic reasoner that a variant of an experiment trains.

    Args:
        result: the document of a result file.
        variant: name of one of its variants.

    Returns:
        The key.
    """
    basic: str = next(run["config"]["basic"] for run in result["runs"] if run["variant"] == variant)
    return basic


def plug_in_of(result: Mapping[str, Any], variant: str) -> str:
    """Key of the number plug-in that a variant of an experiment trains; older results know of NT alone.

    Args:
        result: the document of a result file.
        variant: name of one of its variants.

    Returns:
        The key.
    """
    config = next(run["config"] for run in result["runs"] if run["variant"] == variant)
    plug_in: str = config.get("plug_in", "nt")
    return plug_in


@dataclass(frozen=True, slots=True)
class Graded:
    """One question as every system answered it, over one seed or the mean of several.

    Args:
        id: its id.
        ordinal: whether it counts as ordinal.
        cell: its ordinal cell, as the model's reading has it; one for all systems.
        hits: Hits@1 of each system, and whether an answer was within reach ("subgraph", "pruned").
        f1: F1 of the model.
        plain_f1: F1 of the plain reasoner.
    """

    id: str
    ordinal: bool
    cell: str | None
    hits: Mapping[str, float]
    f1: float
    plain_f1: float = 0.0


def grade(model: EvaluationReport, plain: EvaluationReport) -> list[Graded]:
    """Bring the reports of the model and of the plain reasoner together, question by question.

    Args:
        model: report of the whole model.
        plain: report of the plain reasoner on the same questions (`load_system(..., plain=True)`).

    Returns:
        One record a question.
    """
    before = {row.question.id: row for row in plain.rows}
    return [_graded(row, before[row.question.id]) for row in model.rows]


def _graded(row: Row, plain: Row) -> Graded:
    hits = {
        "nsm": plain.basic,
        "nsm_exact_sort": plain.exact,
        "fine_tuned": row.basic,
        "nt_nsm": row.hit,
        "exact_sort": row.exact,
        "subgraph": float(row.in_subgraph),
        "pruned": float(row.in_candidates),
    }
    return Graded(row.question.id, row.ordinal, row.cell, hits, row.f1, plain.f1)


def mean_over_seeds(seeds: Sequence[Sequence[Graded]]) -> list[Graded]:
    """Average each question over seeds, so that intervals stay intervals over questions.

    Args:
        seeds: the same questions in the same order, one sequence a seed. Cells are those of the first seed.

    Returns:
        One record a question.

    Raises:
        UserError: the seeds are of other questions.
    """
    ids = [[one.id for one in graded] for graded in seeds]
    if any(own != ids[0] for own in ids):
        what = "the records of some seeds are of other questions"
        raise UserError(what, remedy="make them again (`numkbqa experiment run NAME --again`)")
    return [_mean(same) for same in zip(*seeds, strict=True)]


def _mean(same: Sequence[Graded]) -> Graded:
    first = same[0]
    hits = {name: sum(one.hits[name] for one in same) / len(same) for name in first.hits}
    f1s = (sum(getattr(one, name) for one in same) / len(same) for name in ("f1", "plain_f1"))
    return Graded(first.id, first.ordinal, first.cell, hits, *f1s)


def figures(
    graded: Sequence[Graded], breakdown: Mapping[str, Callable[[Graded], bool]] | None = None
) -> dict[str, dict[str, Any]]:
    """Figures of every group of questions.

    Args:
        graded: the questions.
        breakdown: further groups.

    Returns:
        By group: number of questions, Hits@1 with its 95 % interval by system, F1 of the model, how many per
        cent have an answer in G_q and among the candidates, and the model's Hits@1 over the latter.
    """
    groups = {**GROUPS, **(breakdown or {})}
    return {name: _group([one for one in graded if keep(one)]) for name, keep in groups.items()}


GROUPS: Mapping[str, Callable[[Graded], bool]] = {
    **BY_ORDER,
    **{cell: in_cells(cell) for cell in CELLS},
}
"""Groups of questions that every table has."""


def _group(graded: Sequence[Graded]) -> dict[str, Any]:
    f1s = [one.f1 for one in graded]
    systems = {name: score([one.hits[name] for one in graded], f1s) for name in SYSTEMS}
    reached = [one for one in graded if one.hits["pruned"] > 0]
    return {
        "n": len(graded),
        "hits1": {name: figure.hits1 for name, figure in systems.items()},
        "interval": {
            name: None if figure.interval is None else list(figure.interval)
            for name, figure in systems.items()
        },
        "f1": systems["nt_nsm"].f1,
        "in_subgraph": share([one.hits["subgraph"] for one in graded]),
        "among_candidates": share([one.hits["pruned"] for one in graded]),
        "hits1_if_candidate": share([one.hits["nt_nsm"] for one in reached]),
        "paired": gain([one.hits["nt_nsm"] for one in graded], [one.hits["nsm"] for one in graded]),
    }


def gain(hits: Sequence[float], before: Sequence[float], samples: int = 2000) -> dict[str, Any] | None:
    """The gain of one system over another with its 95 % interval, by a paired bootstrap over questions.

    Args:
        hits: Hits@1 of the one, a figure a question.
        before: Hits@1 of the other on the same questions.
        samples: bootstrap samples.

    Returns:
        "gain" and "interval" in points; None without questions.
    """
    if not len(hits):
        return None
    gains = np.asarray(hits) - np.asarray(before)
    drawn = np.random.default_rng(0).integers(0, len(gains), (samples, len(gains)))
    low, high = np.percentile(gains[drawn].mean(axis=1), [2.5, 97.5])
    interval = [round(100 * float(low), 2), round(100 * float(high), 2)]
    return {"gain": round(100 * float(gains.mean()), 2), "interval": interval}
