"""How fast graphs become knowledge bases, how that grows with their size, and how fast they open and read.

Builds synthetic graphs (`bench.synthetic_graph`) of growing size; out of the smallest, in the same run, also
an rdflib graph and pyoxigraph stores, and prints the ratio to them. Each is measured in a fresh process.

    python -m bench.ingest                    graphs of 1M, 10M and 50M facts; prints the page
    python -m bench.ingest --largest --json runs/ingest.json --markdown docs/ingest.md
                                              with 100M facts; keeps the measurements and the page
    python -m bench.ingest --render runs/ingest.json --markdown docs/ingest.md
                                              the page again out of the measurements

Needs an idle machine, disk (`DISK_PER_FACT`) and `pip install rdflib`, a reference that nothing else needs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from bench.ingest_page import page
from bench.saved import add_options, report, save_measurements
from bench.synthetic_graph import BYTES_PER_FACT, Written, amount, check_space, write_graph

from numkbqa.experiments.environment import environment
from numkbqa.progress import say

Json = dict[str, Any]

SIZES: Final = ("1M", "10M", "50M")
LARGEST: Final = "100M"

DISK_PER_FACT: Final = 4 * BYTES_PER_FACT
"""Bytes free that a size asks for: the source, what the build spills, and the store."""

PATIENCE: Final = 300.0
"""Seconds that rdflib gets; beyond, it gets a file of a tenth."""

_OPENINGS = 3


def run(task: str, timeout: float | None = None, **arguments: object) -> Json:
    """Run a task of `bench.ingest_tasks` in a fresh process.

    Args:
        task: its name.
        timeout: seconds after which it is stopped.
        arguments: its arguments.

    Returns:
        What it found.

    Raises:
        subprocess.TimeoutExpired: it took longer.
    """
    words = [sys.executable, "-m", "bench.ingest_tasks", task, json.dumps(arguments, default=str)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=timeout, check=False)
    if done.returncode:
        raise SystemExit(f"{task} failed with exit code {done.returncode}")
    found: Json = json.loads(done.stdout)
    return found


def measure(facts: int, seed: int, folder: Path, *, references: bool) -> Json:
    """Measure one size, and remove its files.

    Args:
        facts: number of facts.
        seed: of the graph.
        folder: where its files go.
        references: whether to measure rdflib and pyoxigraph too.

    Returns:
        What goes into the result file for this size.
    """
    say(f"{facts:,} facts")
    check_space(folder, facts * DISK_PER_FACT)
    with tempfile.TemporaryDirectory(dir=folder.absolute()) as work:
        source, kb = Path(work, "graph.nt"), Path(work, "kb")
        written = write_graph(source, facts, seed)
        built = run("build", source=source, output=kb)
        looks = [run("look", kb=kb, seed=seed) for _ in range(_OPENINGS)]
        row = {
            "written": written._asdict(),
            "build": built,
            "kb_bytes": sum(file.stat().st_size for file in kb.rglob("*") if file.is_file()),
            "look": sorted(looks, key=lambda look: look["opening_ms"])[_OPENINGS // 2],
        }
        return {**row, "references": _references(source, written, seed)} if references else row


def _references(source: Path, written: Written, seed: int) -> Json:
    """The same file through other systems."""
    facts, store = {"facts": written.facts}, source.with_name("oxigraph")
    return {
        "rdflib Graph (memory)": _rdflib(source, written, seed),
        "pyoxigraph Store (memory)": facts | run("oxigraph_store", source=source),
        "pyoxigraph Store (disk)": facts | run("oxigraph_store", source=source, folder=store),
    }


def _rdflib(source: Path, written: Written, seed: int) -> Json:
    try:
        return {"facts": written.facts} | run("rdflib_graph", timeout=PATIENCE, source=source)
    except subprocess.TimeoutExpired:
        smaller = source.with_name("smaller.nt")
        return {"facts": write_graph(smaller, written.facts // 10, seed).facts} | run(
            "rdflib_graph", source=smaller
        )


def disagreement(row: Json) -> str | None:
    """What is wrong when the references did not find as many distinct statements in the file as we did."""
    written, build = row["written"], row["build"]
    ours = build["facts"] + build["numeric_facts"] + written["labels"] + written["units"]
    counts = {
        name: found["statements"]
        for name, found in row.get("references", {}).items()
        if found["facts"] == written["facts"]
    }
    wrong = {name: count for name, count in counts.items() if count != ours}
    return f"distinct statements differ: ours {ours}, {wrong}" if wrong else None


def measure_all(options: argparse.Namespace) -> Json:
    """Measure all sizes; what is measured is saved after each, for large ones take long."""
    document: Json = {"benchmark": "ingest", "seed": options.seed, "environment": environment(), "sizes": []}
    sizes = sorted({*options.sizes, *([amount(LARGEST)] if options.largest else [])})
    for size in sizes:
        references = size == sizes[0] and not options.no_references
        row = measure(size, options.seed, options.folder, references=references)
        document["sizes"].append(row)
        save_measurements(options.json, document)
    return document


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    default = [amount(size) for size in SIZES]
    parser.add_argument("--sizes", nargs="+", type=amount, default=default, help="numbers of facts: 300k 10M")
    parser.add_argument("--largest", action="store_true", help=f"measure {LARGEST} facts too")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--folder", type=Path, default=Path(tempfile.gettempdir()), help="for graphs and stores"
    )
    parser.add_argument("--no-references", action="store_true", help="leave rdflib and pyoxigraph out")
    add_options(parser)
    return parser.parse_args()


def main() -> None:
    """Measure, or read what was measured; print the page; stop with an error when the systems disagree."""
    document = report(_options(), measure_all, page)
    sys.exit(next(filter(None, map(disagreement, document["sizes"])), None))


if __name__ == "__main__":
    main()
