"""The page of `bench.ingest`: tables in Markdown."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from numkbqa.experiments.markdown import gibibytes, table

Json = dict[str, Any]

_INTRODUCTION: Final = """\
# Ingest

This file is generated; to change it, measure again, or make it of saved measurements:

```sh
python -m bench.ingest --json runs/ingest.json --markdown docs/ingest.md
python -m bench.ingest --render runs/ingest.json --markdown docs/ingest.md
```

Synthetic graphs in N-Triples: one entity per eight facts, hubs, 200 relations as skewed as real ones, 10 % of
the facts numeric (integers, decimals, years, months, days; with units and without), labels. Each measurement
is a fresh process. Time is from a file in the page cache to the closed store, without imports; peak memory is
the highest resident one, mapped files included. "Kept" counts distinct facts."""

_READING: Final = """\
In a fresh process, the page cache warm: nothing was dropped from it. Median and 95th percentile over 2,000
random entities, one at a time. Neighbours are all facts of an entity, in both directions; the hub is the
entity with most of them, asked for 20 times."""

_BESIDE: Final = """\
The same file in the same run; rdflib gets a file of a tenth when it takes longer than five minutes (see
"facts"). All must find equally many distinct statements in a file, or the run fails. "numkbqa to it" is the
ratio of facts/s: above 1 numkbqa is faster."""


def page(document: Json) -> str:
    """The whole page.

    Args:
        document: the measurements of `bench.ingest`.

    Returns:
        Markdown.
    """
    sizes = document["sizes"]
    parts = [
        _INTRODUCTION,
        "## Building",
        _building(sizes),
        _growth(sizes),
        "Seconds by stage:",
        _stages(sizes),
        "## Opening and reading",
        _READING,
        _reading(sizes),
        *_beside(sizes),
        environment_lines(document),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def growth(facts: Sequence[float], figure: Sequence[float]) -> float:
    """The exponent by which a figure grows with the number of facts (1: linear), fitted to its logarithm."""
    return float(np.polyfit(np.log(facts), np.log(figure), 1)[0])


def _building(sizes: list[Json]) -> str:
    header = [
        "facts",
        "seconds",
        "facts/s",
        "peak memory",
        "source",
        "store",
        "kept facts",
        "kept numeric facts",
    ]
    return table(header, [_building_row(row) for row in sizes], left=0)


def _building_row(row: Json) -> list[str]:
    build, facts = row["build"], row["written"]["facts"]
    return [
        f"{facts:,}",
        f"{build['seconds']:.1f}",
        f"{facts / build['seconds']:,.0f}",
        gibibytes(build["peak_memory"]),
        gibibytes(row["written"]["bytes"]),
        gibibytes(row["kb_bytes"]),
        f"{build['facts']:,}",
        f"{build['numeric_facts']:,}",
    ]


def _growth(sizes: list[Json]) -> str:
    if len(sizes) < 2:
        return ""
    facts = [row["written"]["facts"] for row in sizes]
    seconds, memory = ([row["build"][name] for row in sizes] for name in ("seconds", "peak_memory"))
    return (
        f"From {facts[0]:,} to {facts[-1]:,} facts time grows with the exponent {growth(facts, seconds):.2f} "
        f"(1 is linear), peak memory with {growth(facts, memory):.2f} (times {memory[-1] / memory[0]:.1f})."
    )


def _stages(sizes: list[Json]) -> str:
    names = dict.fromkeys(name for row in sizes for name in row["build"]["stages"])
    header = ["stage", *(f"{row['written']['facts']:,}" for row in sizes)]
    return table(header, [[name, *(_seconds(row, name) for row in sizes)] for name in names])


def _seconds(row: Json, stage: str) -> str:
    seconds = row["build"]["stages"].get(stage)
    return "-" if seconds is None else f"{seconds:.1f}"


def _reading(sizes: list[Json]) -> str:
    header = [
        "facts",
        "opening",
        "neighbours",
        "numbers",
        "id to number",
        "facts of the hub",
        "its neighbours",
    ]
    return table(header, [_reading_row(row) for row in sizes], left=0)


def _reading_row(row: Json) -> list[str]:
    look = row["look"]
    return [
        f"{row['written']['facts']:,}",
        f"{look['opening_ms']:.1f} ms",
        *(_microseconds(look[name]) for name in ("neighbours_us", "numbers_us", "index_us")),
        f"{look['hub_degree']:,}",
        _microseconds(look["hub_us"]),
    ]


def _microseconds(found: Json) -> str:
    return f"{found['p50']:,.0f}, {found['p95']:,.0f} µs"


def _beside(sizes: list[Json]) -> list[str]:
    row = next((row for row in sizes if "references" in row), None)
    if row is None:
        return []
    ours = {**row["build"], "facts": row["written"]["facts"]}
    rows = [_beside_row(name, found, ours) for name, found in row["references"].items()]
    header = ["system", "facts", "seconds", "facts/s", "numkbqa to it", "peak memory"]
    return ["## Beside others", _BESIDE, table(header, [_beside_row("numkbqa", ours, ours), *rows])]


def _beside_row(name: str, found: Json, ours: Json) -> list[str]:
    rate, our_rate = (system["facts"] / system["seconds"] for system in (found, ours))
    return [
        name,
        f"{found['facts']:,}",
        f"{found['seconds']:.1f}",
        f"{rate:,.0f}",
        f"{our_rate / rate:.2f}",
        gibibytes(found["peak_memory"]),
    ]


def environment_lines(document: Json) -> str:
    """What ran on what machine, as a list in Markdown."""
    about = document["environment"]
    machine = about["machine"]
    hardware = f"{machine['cores']} cores, {machine['memory_gib']} GiB memory"
    return (
        f"- numkbqa {about['numkbqa']}, commit {about['commit']}; seed {document['seed']}\n"
        f"- {hardware}, Python {machine['python']}, {machine['system']}"
    )
