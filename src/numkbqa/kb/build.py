"""Builds the embedded store out of source files."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.files import write_folder_aside
from numkbqa.kb.collect import Collector
from numkbqa.kb.folder import MANIFEST, check_replaceable, write_json, write_manifest
from numkbqa.kb.literal_tails import settle_untyped
from numkbqa.kb.numerical import NumericalChoice, choose_numerical
from numkbqa.kb.readers import Reader, Source, choose_readers, expand_sources
from numkbqa.kb.report import BuildReport, path_names, per_name
from numkbqa.kb.tables import Tables, make_tables
from numkbqa.kb.units import settle_units

Progress = Callable[[str, int], None]
_PROGRESS_STEP = 50_000


def build_kb(sources: Sequence[Path], output: Path, *, progress: Progress | None = None) -> BuildReport:
    """Build a knowledge base.

    Args:
        sources: files and folders; formats are told by name and content, `.gz` and `.zst` are undone.
        output: folder to write; a knowledge base that is already there is replaced by the complete new one.
        progress: called with a stage ("reading triples.tsv", "sorting", "writing") and a count of records.

    Returns:
        What was found and what was kept out.

    Raises:
        UserError: a source is missing, damaged or of no known format, the graph is empty, or `output` is
            something else than a knowledge base.
    """
    report_progress = progress or (lambda stage, count: None)
    check_replaceable(output)
    readable, skipped = choose_readers(expand_sources(sources))
    graph = _collect(readable, report_progress)
    settle_untyped(graph)
    settle_units(graph)
    choice = choose_numerical(graph)
    report_progress("sorting", len(graph.facts.head) + len(graph.values.low))
    tables = make_tables(graph, choice)
    _check_not_empty(tables, sources)
    report = _report(graph, choice, tables, skipped)
    report_progress("writing", report.facts + report.numeric_facts)
    _write(output, tables, report)
    return report


def _collect(readable: list[tuple[Source, Reader]], progress: Progress) -> Collector:
    graph = Collector()
    for source, reader in readable:
        stage, count = f"reading {source.path.name}", 0
        for count, record in enumerate(reader.read(source), start=1):
            graph.add(record)
            if count % _PROGRESS_STEP == 0:
                progress(stage, count)
        progress(stage, count)
    return graph


def _check_not_empty(tables: Tables, sources: Sequence[Path]) -> None:
    if not tables.counts["facts"] and not tables.counts["numeric_facts"]:
        raise UserError(
            "the graph is empty: there is no fact and no numeric fact in it",
            where=", ".join(map(str, sources)),
            remedy="Give files that hold facts (head, relation, tail), not names alone.",
        )


def _report(graph: Collector, choice: NumericalChoice, tables: Tables, skipped: list[Path]) -> BuildReport:
    names = graph.relations.strings()
    named = graph.names.keys()
    return BuildReport(
        content_hash=tables.content_hash(),
        relations=len(tables.relations),
        numerical_relations=len(tables.numerical_relations),
        unused_names=len(named) - tables.num_named(named),
        text_literals=per_name(choice.texts, names),
        unreadable_literals=per_name(graph.unreadable, names),
        minority_literals=per_name(choice.minority, names),
        unusable_units={names[relation]: units for relation, units in graph.unusable_units.items()},
        skipped_files=path_names(skipped),
        **tables.counts,
    )


def _write(output: Path, tables: Tables, report: BuildReport) -> None:
    manifest: dict[str, Any] = {
        "content_hash": report.content_hash,
        "counts": tables.counts,
        "relations": tables.relations,
        "numerical_relations": [asdict(relation) for relation in tables.numerical_relations],
    }
    with write_folder_aside(output, MANIFEST) as folder:
        write_json(folder / "report.json", report.as_dict())
        write_manifest(folder, manifest, tables.arrays)
