"""First part of a build: every source through its reader into the staging tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from numkbqa.errors import UserError
from numkbqa.kb.own_names import normalise_ids, restore_names
from numkbqa.kb.readers import Record, Source, expand_sources
from numkbqa.kb.readers.choice import NSM_FOLDER, NTRIPLES, TABLES, Plan, choose_readers
from numkbqa.kb.readers.graph import GraphReader
from numkbqa.kb.staging import Staging
from numkbqa.progress import TellProgress

if TYPE_CHECKING:
    import rdflib

    from numkbqa.kb.readers.tables.mapping import Mapping

Input: TypeAlias = "Path | rdflib.Graph"

_STEP = 50_000


@dataclass(slots=True)
class LoadReport:
    """What loading found out beside the records.

    Args:
        skipped_files: files of folders that no reader knows.
        remarks: what the readers say of their sources, a sentence each.
    """

    skipped_files: list[Path] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


class Loader:
    """Brings sources into a staging database.

    Args:
        staging: where to.
        mapping: how tables become a graph; None infers it.
        progress: called with a stage ("reading triples.tsv") and a count of records.
    """

    def __init__(self, staging: Staging, mapping: "Mapping | None", progress: TellProgress) -> None:
        self._staging, self._mapping, self._progress = staging, mapping, progress
        self._report = LoadReport()

    def load(self, inputs: Sequence[Input]) -> LoadReport:
        """Read files, folders and graphs.

        Args:
            inputs: paths and `rdflib.Graph` objects.

        Returns:
            What was found out.

        Raises:
            UserError: a source is missing, damaged or of no known format.
        """
        paths = [one for one in inputs if isinstance(one, Path)]
        if paths:
            taken = {path.name for path in self._staging.sources}
            self._load_files(choose_readers(expand_sources(paths, taken)))
        for graph in inputs:
            if not isinstance(graph, Path):
                reader = GraphReader(graph, tag=f"graph-{len(self._staging.sources)}")
                self._add_all(reader.read(), Path("rdflib.Graph"))
        self._staging.flush()
        restore_names(self._staging)
        normalise_ids(self._staging)
        return self._report

    def _load_files(self, plan: Plan) -> None:
        self._report.skipped_files = plan.skipped
        for source in plan.ntriples:
            self._progress(f"reading {source.path.name}", 0)
            NTRIPLES.load(source, self._staging, self._staging.add_source(source.path))
        for source, reader in plan.singles:
            self._add_all(reader.read(source), source.path)
        for group in plan.nsm_folders:
            self._add_all(NSM_FOLDER.read_group(group), group[0].path.parent)
        # a mapping may join tables of several folders; without one only those of a folder belong together
        groups = plan.tables if self._mapping is None else [list(chain.from_iterable(plan.tables))]
        others = [*plan.ntriples, *plan.singles, *plan.nsm_folders, *groups[1:]]
        for group in filter(None, groups):
            self._load_tables(group, lenient=bool(others))

    def _add_all(self, records: Iterable[Record], path: Path) -> None:
        source, stage, count = self._staging.add_source(path), f"reading {path.name}", 0
        for count, record in enumerate(records, start=1):
            self._staging.add(record, source)
            if count % _STEP == 0:
                self._progress(stage, count)
        self._progress(stage, count)

    def _load_tables(self, group: list[Source], *, lenient: bool) -> None:
        """Load tables; where there is something else to read, those of a folder may be unreadable."""
        numbers = [self._staging.add_source(source.path) for source in group]
        self._progress(f"reading {', '.join(source.path.name for source in group)}", 0)
        try:
            report = TABLES.load_group(group, self._staging, numbers, self._mapping)
        except UserError as error:
            if not lenient or self._mapping is not None or any(source.named for source in group):
                raise
            self._report.remarks.append(f"{error.where} was left out: {error.what}")
        else:
            self._report.remarks += report.remarks
