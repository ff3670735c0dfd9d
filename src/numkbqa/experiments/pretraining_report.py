"""Tables of experiments of kind `pretraining`: means over seeds, and what leaving a part out costs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from numkbqa.experiments.intervals import spread
from numkbqa.experiments.markdown import duration, percent, signed, table
from numkbqa.experiments.table_report import PaperEffects

Json = Mapping[str, Any]

NOTE = (
    "Direct Hits@1 in per cent on test instances with unseen numbers: the mean over seeds ± half of its 95 % "
    "interval (Student's t); top: nearer to the largest, bottom: nearer to the smallest; k1 upward: the "
    "answer's rank from the nearer end. Steps and time are means too; time includes making and embedding the "
    "instances."
)
SIZED_NOTE = (
    "Sets of exactly N unseen numbers of one relation. A size or a k beyond those of training is none that "
    "training ever showed; of such a k it never showed the words either."
)


def pretraining_section(result: Json) -> list[str]:
    """The body of a result of kind `pretraining`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Parts in Markdown: hits over all sizes, and by size where sizes were measured apart.
    """
    rows = _rows(result["runs"])
    effects = Effects(result["definition"], rows) if result["definition"]["full"] else None
    parts = [_hits_table(rows, effects), NOTE]
    if any(run.get("hits1_by_size") for run in result["runs"]):
        parts += [_size_table(rows), SIZED_NOTE]
    return parts


@dataclass(frozen=True, slots=True)
class Row:
    """The runs of one variant and one largest k, a seed each.

    Args:
        variant: the variant.
        max_k: largest k in training.
        runs: the runs, as the result file holds them.
    """

    variant: str
    max_k: int
    runs: Sequence[Json]

    @property
    def seeds(self) -> str:
        """The seeds, for a cell."""
        return ", ".join(str(run["seed"]) for run in self.runs)

    @property
    def guided(self) -> dict[int, float]:
        """Hits@1 on QGND by seed, of the runs that were tested on it."""
        hits = {run["seed"]: run.get("hits1_qgnd", {}).get("all") for run in self.runs}
        return {seed: figure for seed, figure in hits.items() if figure is not None}

    def hits(self, key: str, size: str = "") -> list[float]:
        """Hits@1 of the runs that have it, over all sizes or for number sets of one."""
        return [hits[key] for run in self.runs if key in (hits := _hits(run, size))]


class Effects:
    """What a variant loses on QGND against the full one, beside the paper's loss.

    Args:
        definition: definition of the experiment, as a result file holds it; it names the full variant.
        rows: all rows.
    """

    HEADER = ("effect, QGND", "the paper's")

    def __init__(self, definition: Json, rows: Sequence[Row]) -> None:
        self._full, self._paper = definition["full"], PaperEffects(definition)
        self._whole = {row.max_k: row.guided for row in rows if row.variant == self._full}

    def cells(self, row: Row) -> list[str]:
        """Our effect, averaged over the seeds that both have, and the paper's."""
        whole = self._whole.get(row.max_k, {})
        lost = [hits - whole[seed] for seed, hits in row.guided.items() if seed in whole]
        theirs = [own for own in self._paper.effects(row.variant, self._full, "all") if own is not None]
        if row.variant == self._full or not lost:
            return ["-", "-"]
        return [_mean(lost, signed), signed(theirs[0]) if theirs else "-"]


def _rows(runs: Iterable[Json]) -> list[Row]:
    found: dict[tuple[str, int], list[Json]] = {}
    for run in runs:
        found.setdefault((run["variant"], run["max_k"]), []).append(run)
    return [Row(variant, max_k, own) for (variant, max_k), own in found.items()]


def _hits_table(rows: Sequence[Row], effects: Effects | None) -> str:
    keys = _keys(run["hits1"] for row in rows for run in row.runs)
    guided = any(row.guided for row in rows)
    header = ["NumericalTransformer", "k up to", "seeds", "n", *keys, *(["QGND"] if guided else [])]
    lines = [
        [
            row.variant,
            str(row.max_k),
            row.seeds,
            str(row.runs[0]["instances"]["test"]),
            *(_mean(row.hits(key)) for key in keys),
            *([_mean(list(row.guided.values()))] if guided else []),
            *(effects.cells(row) if effects else []),
            f"{fmean(sum(run['steps'].values()) for run in row.runs):.0f}",
            duration(fmean(run["seconds"] for run in row.runs)),
        ]
        for row in rows
    ]
    return table([*header, *(Effects.HEADER if effects else ()), "steps", "time"], lines)


def _size_table(rows: Sequence[Row]) -> str:
    found = [(row, size) for row in rows for size in row.runs[0].get("hits1_by_size", {})]
    keys = _keys(_hits(run, size) for row, size in found for run in row.runs)
    lines = [
        [
            row.variant,
            str(row.runs[0]["config"]["number_data"]["max_numbers"]),
            str(row.max_k),
            row.seeds,
            size,
            *(_mean(row.hits(key, size)) for key in keys),
        ]
        for row, size in found
    ]
    header = ["NumericalTransformer", "trained N up to", "trained k up to", "seeds", "N", *keys]
    return table(header, lines)


def _keys(hits: Iterable[Json]) -> list[str]:
    """The columns of hits: over all, by the nearer end, and by every rank there is."""
    ranks = {int(key[1:]) for one in hits for key in one if key[0] == "k"}
    return ["all", "top", "bottom", *(f"k{k}" for k in range(1, max(ranks, default=0) + 1))]


def _hits(run: Json, size: str) -> Json:
    hits: Json = run.get("hits1_by_size", {}).get(size, {}) if size else run["hits1"]
    return hits


def _mean(figures: Sequence[float], written: Callable[[float], str] = percent) -> str:
    """Mean and half of its interval; the mean alone of a single seed, a dash of none."""
    if not figures:
        return "-"
    found = spread(figures)
    return written(found.mean) + ("" if found.half is None else f" ± {found.half:.1f}")
