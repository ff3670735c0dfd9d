"""Measurements that are kept as JSON, and their page in Markdown: what the benchmarks with a page share."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numkbqa.files import write_aside

Json = dict[str, Any]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let a benchmark be told where its measurements and its page go."""
    parser.add_argument("--json", type=Path, help="save the measurements")
    parser.add_argument("--markdown", type=Path, help="save the page")
    parser.add_argument("--render", type=Path, metavar="JSON", help="make the page of saved measurements")


def report(
    options: argparse.Namespace,
    measure: Callable[[argparse.Namespace], Json],
    page: Callable[[Json], str],
) -> Json:
    """Measure, or read what was measured; print the page, and save what is to be saved.

    Args:
        options: those of `add_options`, and what the benchmark is told besides.
        measure: the benchmark.
        page: makes its page.

    Returns:
        The measurements.
    """
    if options.render is None:
        document = measure(options)
        save_measurements(options.json, document)
    else:
        document = json.loads(options.render.read_text(encoding="utf-8"))
    text = page(document)
    print(text)
    if options.markdown is not None:
        _save(options.markdown, text)
    return document


def save_measurements(path: Path | None, document: Json) -> None:
    """Save measurements, so far as they are made; None saves nothing."""
    if path is not None:
        _save(path, json.dumps(document, indent=1) + "\n")


def _save(path: Path, text: str) -> None:
    with write_aside(path) as aside:
        aside.write_text(text, encoding="utf-8")
