"""Sections of docs/results.md for tables: systems, ablations and sweeps, the paper's effects beside ours."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numkbqa.evaluation.groups import CELLS
from numkbqa.experiments.intervals import FEWEST, same_direction, spread
from numkbqa.experiments.markdown import duration, plus_minus, signed, signed_interval, table
from numkbqa.experiments.rows import MODEL, PLAIN, SORTED

Json = Mapping[str, Any]

NOTE = """\
Hits@1 and F1 in per cent: the mean over seeds ± half of its 95 % interval (Student's t). Effects in points,
with a 95 % interval in brackets by a paired bootstrap over questions, each averaged over the seeds. *Same
direction?*: whether our effect points where the paper's does; "within noise" when its interval holds zero,
"too few" below ten questions, where no interval of a mean is told either."""

SWEEP_NOTE = """\
Hits@1 in per cent: the mean over seeds ± half of its 95 % interval (Student's t), which is not told below ten
questions."""

NOT_RUN = "not run"


def table_section(result: Json) -> list[str]:
    """Tables of an experiment of kind `table`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Markdown paragraphs.
    """
    definition = result["definition"]
    if definition["sweep"]:
        body, note = _sweep, SWEEP_NOTE
    else:
        body, note = (_ablations if definition["full"] else _systems), NOTE
    parts = []
    for data, name in _sets(result):
        rows = {row["variant"]: row for row in result["rows"] if (row["data"], row["set"]) == (data, name)}
        counts = next(iter(rows.values()))["groups"]
        sizes = f"{counts['all']['n']} questions, {counts.get('ordinal', {'n': 0})['n']} ordinal"
        parts += [f"### {data}: {name.replace('_', ' ')} ({sizes})", body(result, rows)]
    apart = _trained_apart(result)
    return [*parts, note, *([apart] if apart else []), _times(result)]


def _sets(result: Json) -> Iterator[tuple[str, str]]:
    """Data and evaluation set of every table, in the order of the definition."""
    found = dict.fromkeys((row["data"], row["set"]) for row in result["rows"])
    return iter(found)


def _systems(result: Json, rows: Mapping[str, Json]) -> str:
    """Every system on one evaluation set: its reasoner alone, and with numbers."""
    paper = PaperEffects(result["definition"])
    headline = next(iter(rows.values()))["headline"]
    groups = ["all", "ordinal", *([headline] if headline else []), *CELLS]
    header = [
        "system",
        "seeds",
        *(name.replace("_", " ") for name in groups),
        "F1, all",
        "F1, ordinal",
        "gain by numbers, ordinal",
        *(f"the paper's: {data}" for data in paper.data),
        "same direction?",
    ]
    alone = _plain_rows(result["definition"], rows)
    lines, told = [], set[str]()
    for variant in result["definition"]["variants"]:
        row, plain = rows.get(variant), result["definition"]["plain"].get(variant)
        effects = paper.effects(variant, plain) if plain else []
        blank = ["-"] * (2 + len(paper.data))
        if plain and plain not in told:
            told.add(plain)
            lines.append([plain, *_figures(alone.get(plain), PLAIN, groups), *blank])
            lines.append([f"{plain} + exact sort", *_figures(alone.get(plain), SORTED, groups), *blank])
        gain = _effect(row, "ordinal", "numbers", effects) if plain else blank
        lines.append([variant, *_figures(row, MODEL, groups), *gain])
    return table(header, lines, left=2)


def _plain_rows(definition: Json, rows: Mapping[str, Json]) -> dict[str, Json]:
    """What holds the figures of each reasoner alone: the first variant of it that was run."""
    found: dict[str, Json] = {}
    for variant in definition["variants"]:
        if variant in rows and (plain := definition["plain"].get(variant)):
            found.setdefault(plain, rows[variant])
    return found


def _ablations(result: Json, rows: Mapping[str, Json]) -> str:
    """The full model and what it becomes without its parts, on one evaluation set."""
    definition, full = result["definition"], result["definition"]["full"]
    paper = PaperEffects(definition)
    effects = ["effect", *(f"the paper's: {data}" for data in paper.data), "same direction?"]
    header = ["system", "seeds", "ordinal", *effects, "all", *effects]
    lines = []
    for variant in definition["variants"]:
        row, cells = rows.get(variant), []
        for group in ("ordinal", "all"):
            own = paper.effects(variant, full, group) if variant != full else [None] * len(paper.data)
            cells += [_mean(row, "hits1", MODEL, group), *_effect(row, group, "left_out", own)]
        lines.append([variant, _seeds(row), *cells])
    return table(header, lines, left=2)


def _sweep(result: Json, rows: Mapping[str, Json]) -> str:
    """One evaluation set at every value of the setting."""
    header = [result["definition"]["sweep"]["label"], "seeds", "all", "ordinal", "reasoner alone, ordinal"]
    lines = [
        [
            variant.rpartition(" = ")[2],
            _seeds(row),
            *(_mean(row, "hits1", MODEL, group) for group in ("all", "ordinal")),
            _mean(row, "hits1", PLAIN, "ordinal"),
        ]
        for variant in result["definition"]["variants"]
        for row in [rows.get(variant)]
    ]
    return table(header, lines, left=2)


class PaperEffects:
    """Differences between figures that the paper reports.

    Args:
        definition: a definition, as a result file holds it.
    """

    def __init__(self, definition: Json) -> None:
        figures = (definition["paper"] or {"figures": []})["figures"]
        self.data = list(dict.fromkeys(figure["data"] for figure in figures))
        self._figures = {(figure["system"], figure["data"]): figure for figure in figures}

    def effects(self, system: str, before: str, group: str = "ordinal") -> list[float | None]:
        """What the paper's system gains over another one.

        Args:
            system: the one.
            before: the other.
            group: "all" or "ordinal".

        Returns:
            Points for each of the paper's data sets; None where it reports not both.
        """
        pairs = ((self._figure(system, data, group), self._figure(before, data, group)) for data in self.data)
        return [None if one is None or other is None else round(one - other, 2) for one, other in pairs]

    def _figure(self, system: str, data: str, group: str) -> float | None:
        value: float | None = self._figures.get((system, data), {}).get(group)
        return value


def _figures(row: Json | None, system: str, groups: Sequence[str]) -> list[str]:
    hits = [_mean(row, "hits1", system, group) for group in groups]
    return [_seeds(row), *hits, *(_mean(row, "f1", system, group) for group in ("all", "ordinal"))]


def _effect(row: Json | None, group: str, kind: str, paper: Sequence[float | None]) -> list[str]:
    """Our effect, the paper's effects, and whether they point the same way."""
    theirs = ["-" if effect is None else signed(effect) for effect in paper]
    own = None if row is None else row["groups"].get(group)
    effect = None if own is None else own.get(kind)
    if own is None or effect is None:
        return ["-", *theirs, "-"]
    known = [value for value in paper if value is not None]
    direction = same_direction(known, effect["gain"], effect["interval"], own["n"])
    return [signed_interval(effect["gain"], effect["interval"]), *theirs, direction]


def _mean(row: Json | None, measure: str, system: str, group: str) -> str:
    if row is None or group not in row["groups"] or system not in row["groups"][group][measure]:
        return "-"
    own = row["groups"][group]
    found = spread(own[measure][system])
    return plus_minus(found.mean, found.half if own["n"] >= FEWEST else None)


def _seeds(row: Json | None) -> str:
    return NOT_RUN if row is None else ", ".join(map(str, row["seeds"]))


def _trained_apart(result: Json) -> str:
    """Names the ablations whose effect holds the chance of another basic reasoner, or is empty."""
    full = result["definition"]["full"]
    basic = {(run["data"], run["seed"], run["variant"]): _outcome(run, "basic") for run in result["runs"]}
    seeds: dict[tuple[str, str], list[str]] = {}
    for (data, seed, variant), outcome in basic.items():
        if outcome != basic.get((data, seed, full), outcome):
            seeds.setdefault((data, variant), []).append(str(seed))
    if not seeds:
        return ""
    rows: dict[str, list[str]] = {}
    for (data, variant), own in seeds.items():
        rows.setdefault(f"{data}, seed {', '.join(own)}", []).append(variant)
    told = "; ".join(f"{where}: {', '.join(variants)}" for where, variants in rows.items())
    return (
        "The basic reasoner of these rows was trained apart from the full model's, on other questions or in "
        "another session, and is another one, so that their effects hold the chance of its training too. "
        f"{told}."
    )


def _outcome(run: Json, stage: str) -> Json:
    """What a stage of training came to, but for its time."""
    return {
        name: fact for name, fact in run["training"]["stages"].get(stage, {}).items() if name != "seconds"
    }


def _times(result: Json) -> str:
    """How long the stages of every run took when they were trained."""
    lines = []
    for run in result["runs"]:
        stages = run["training"]["stages"]
        times = [f"{name} {duration(own['seconds'])}" for name, own in stages.items() if "seconds" in own]
        taken = duration(run["seconds"]["all"])
        lines.append([run["data"], run["variant"], str(run["seed"]), ", ".join(times), taken])
    note = (
        "A stage's time is that of its training, in whichever run that was; the run's own is without stages "
        "that it took up from others. Runs of several sessions were made on machines of different speed."
    )
    return f"{table(['data', 'variant', 'seed', 'stages', 'the run'], lines, left=4)}\n\n{note}"
