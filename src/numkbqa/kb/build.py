"""Builds the embedded store out of source files, out of core."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.kb.arrays import ArrayWriter
from numkbqa.kb.derived import derive_numbers, derived_counts
from numkbqa.kb.encode import encode
from numkbqa.kb.folder import REPORT, building, content_hash, data_folder, publish, read_manifest, write_json
from numkbqa.kb.load import Input, Loader, LoadReport
from numkbqa.kb.numerical import NumericalChoice, choose_numerical
from numkbqa.kb.options import BuildOptions
from numkbqa.kb.protocol import NumericalRelation
from numkbqa.kb.readers.record import GIVEN_RANK, Name
from numkbqa.kb.readings import read_forms
from numkbqa.kb.records import load_records, save_records
from numkbqa.kb.relation_names import relation_words, settle_names
from numkbqa.kb.report import BuildReport
from numkbqa.kb.reporting import make_report
from numkbqa.kb.several import settle_several
from numkbqa.kb.staging import Staging
from numkbqa.kb.statements import settle_statements
from numkbqa.kb.tables import write_tables
from numkbqa.kb.units import DeclaredUnits, settle_units
from numkbqa.kb.untyped import settle_untyped
from numkbqa.progress import TellProgress
from numkbqa.values import Kind
from numkbqa.values.several import SeveralValues


def build_kb(
    sources: Sequence[Input],
    output: Path,
    options: BuildOptions | None = None,
    *,
    progress: TellProgress | None = None,
) -> BuildReport:
    """Build a knowledge base.

    Args:
        sources: files and folders, or `rdflib.Graph` objects; formats are told by name and content, `.gz` and
            `.zst` are undone.
        output: folder to write; a knowledge base that is already there is replaced by the complete new one.
        options: how to build.
        progress: called with a stage ("reading triples.tsv", "sorting", "writing") and a count.

    Returns:
        What was found and what was kept out.

    Raises:
        UserError: a source is missing, damaged or of no known format, the graph is empty, or `output` is
            something else than a knowledge base.
    """
    build = _Build(output, options or BuildOptions(), progress or (lambda stage, count: None))
    return build.run(sources)


class _Build:
    """One build, step by step."""

    def __init__(self, output: Path, options: BuildOptions, progress: TellProgress) -> None:
        self.output, self.progress = output, progress
        self.old = read_manifest(output) if options.append else None
        self.options = options if self.old is None else options.over(self.old["options"])

    def run(self, sources: Sequence[Input]) -> BuildReport:
        options = self.options
        with building(self.output) as folder:
            scratch = folder / "scratch"
            scratch.mkdir()
            with Staging(scratch, memory=options.memory, threads=options.threads) as staging:
                loaded = self._load(staging, sources)
                save_records(staging, folder)
                units, choice = self._settle(staging)
                self._check_not_empty(staging, sources)
                manifest, report = self._write(staging, folder, loaded, units, choice)
            shutil.rmtree(scratch)
            write_json(folder / REPORT, report.as_dict())
            publish(folder, manifest)
        return report

    def _load(self, staging: Staging, sources: Sequence[Input]) -> LoadReport:
        if self.old is not None:
            load_records(staging, data_folder(self.output, self.old), self.old["sources"])
        for relation, label in self.options.labels.items():
            staging.add(Name(relation, label, rank=GIVEN_RANK), 0)
        return Loader(staging, self.options.mapping, self.progress).load(sources)

    def _settle(self, staging: Staging) -> tuple[DeclaredUnits, NumericalChoice]:
        """Decide what is a fact, what a value, and which values count."""
        self.progress("settling statements", 0)
        settle_untyped(staging)
        settle_statements(staging)
        self.progress("settling names", 0)
        settle_names(staging)
        units = settle_units(staging, self.options.units)
        read_forms(staging, units.units, self.progress)
        choice = choose_numerical(staging)
        encode(staging, self.progress)
        settle_several(staging, self._policies(staging))
        derive_numbers(staging, self.options.derive, self.progress)
        return units, choice

    def _policies(self, staging: Staging) -> dict[str, SeveralValues]:
        """Policy of each numerical relation."""
        names = [name for (name,) in staging.rows("SELECT name FROM number_relation ORDER BY rowid")]
        return {name: self.options.policies.get(name, self.options.several) for name in names}

    def _check_not_empty(self, staging: Staging, sources: Sequence[Input]) -> None:
        if not staging.scalar("SELECT count(*) FROM thing"):
            raise UserError(
                "the graph is empty: there is no fact and no numeric fact in it",
                where=", ".join(map(str, sources)),
                remedy="Give files that hold facts (head, relation, tail), not names alone.",
            )

    def _write(
        self,
        staging: Staging,
        folder: Path,
        loaded: LoadReport,
        units: DeclaredUnits,
        choice: NumericalChoice,
    ) -> tuple[dict[str, Any], BuildReport]:
        num_entities = staging.scalar("SELECT count(*) FROM thing")
        self.progress("writing", num_entities)
        writer = ArrayWriter(folder)
        reasons = write_tables(staging, writer, num_entities=num_entities)
        schema = self._schema(staging) | {"reasons": reasons}
        manifest = {
            "content_hash": content_hash(folder, writer.shapes, schema),
            "parents": self._parents(),
            "options": self.options.as_dict(),
            **schema,
            "sources": [str(source) for source in staging.sources],
            "arrays": writer.shapes,
        }
        return manifest, make_report(staging, manifest["content_hash"], loaded, units, choice)

    def _parents(self) -> list[str]:
        """Hashes of the knowledge bases that this one grew out of, the latest last."""
        return [] if self.old is None else [*self.old["parents"], self.old["content_hash"]]

    def _schema(self, staging: Staging) -> dict[str, Any]:
        """What of the manifest belongs to the content: the relations."""
        relations = [name for (name,) in staging.rows("SELECT name FROM fact_relation ORDER BY rowid")]
        numerical = staging.rows("SELECT name, kind, unit FROM number_relation ORDER BY rowid")
        words = relation_words(staging, [*relations, *(name for name, _, _ in numerical)])
        policies, derived = self._policies(staging), derived_counts(staging)
        return {
            "relations": [(name, words[name]) for name in relations],
            "numerical_relations": [
                asdict(
                    NumericalRelation(
                        name, words[name], Kind(kind), unit, policies[name].value, name in derived
                    )
                )
                for name, kind, unit in numerical
            ],
        }
