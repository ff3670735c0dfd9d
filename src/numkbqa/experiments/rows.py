"""Rows of a table: each variant on each evaluation set, seed by seed, and what it gains or loses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numkbqa.evaluation.metrics import share
from numkbqa.experiments.figures import GROUPS, Graded, gain, mean_over_seeds
from numkbqa.experiments.training_run import Groups

PLAIN, SORTED, MODEL = "nsm", "nsm_exact_sort", "nt_nsm"
"""Keys of `figures.SYSTEMS`: the plain reasoner, an exact sort of its candidates, and the whole model."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One variant upon one evaluation set.

    Args:
        data: the training experiment whose data is used.
        variant: the variant.
        set: name of the evaluation set.
        seeds: every question as it was answered, by seed.
        headline: the group of questions that matters most with these data, or "".
    """

    data: str
    variant: str
    set: str
    seeds: Mapping[int, Sequence[Graded]]
    headline: str = ""


def rows_of(
    cells: Sequence[Cell], groups: Mapping[tuple[str, str], Groups], full: str
) -> list[dict[str, Any]]:
    """The rows of a table as its result file holds them.

    Args:
        cells: what was measured.
        groups: further groups of questions, by data and evaluation set.
        full: the variant that the others leave something out of, or "".

    Returns:
        One row a cell. By group of questions: "n"; Hits@1 of the plain reasoner, of an exact sort of its
        candidates and of the model, F1 of the first and the last, each a figure a seed; "numbers", what the
        model gains over its plain reasoner; and "left_out", what over the full model on the seeds that both
        have.
    """
    whole = {(cell.data, cell.set): cell for cell in cells if cell.variant == full}
    return [
        _row(cell, groups.get((cell.data, cell.set), {}), whole.get((cell.data, cell.set))) for cell in cells
    ]


def _row(cell: Cell, groups: Groups, full: Cell | None) -> dict[str, Any]:
    if full is not None and full.variant == cell.variant:
        full = None
    found = {name: _group(cell, keep, full) for name, keep in {**GROUPS, **groups}.items()}
    return {
        "data": cell.data,
        "variant": cell.variant,
        "set": cell.set,
        "seeds": list(cell.seeds),
        "headline": cell.headline,
        "groups": {name: group for name, group in found.items() if group["n"]},
    }


def _group(cell: Cell, keep: Callable[[Graded], bool], full: Cell | None) -> dict[str, Any]:
    # a question's cell is the model's reading, which may change with the seed: the first one decides
    first = next(iter(cell.seeds.values()))
    places = [place for place, one in enumerate(first) if keep(one)]
    seeds = {seed: [graded[place] for place in places] for seed, graded in cell.seeds.items()}
    mean = mean_over_seeds(list(seeds.values()))
    group = {
        "n": len(mean),
        "hits1": {
            name: [share([one.hits[name] for one in graded]) for graded in seeds.values()]
            for name in (PLAIN, SORTED, MODEL)
        },
        "f1": {
            PLAIN: [share([one.plain_f1 for one in graded]) for graded in seeds.values()],
            MODEL: [share([one.f1 for one in graded]) for graded in seeds.values()],
        },
        "numbers": gain([one.hits[MODEL] for one in mean], [one.hits[PLAIN] for one in mean]),
    }
    return group if full is None else {**group, "left_out": _left_out(seeds, full)}


def _left_out(seeds: Mapping[int, list[Graded]], full: Cell) -> dict[str, Any] | None:
    """Gain over the full model, on the same questions and seeds."""
    both = [seed for seed in seeds if seed in full.seeds]
    if not both:
        return None
    own = mean_over_seeds([seeds[seed] for seed in both])
    whole = {one.id: one.hits[MODEL] for one in mean_over_seeds([full.seeds[seed] for seed in both])}
    return gain([one.hits[MODEL] for one in own], [whole[one.id] for one in own])
