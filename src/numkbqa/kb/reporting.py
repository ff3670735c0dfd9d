"""The report of a build, counted from its staging tables."""

from typing import Final

from numkbqa.kb.derived import derived_counts
from numkbqa.kb.load import LoadReport
from numkbqa.kb.numerical import SUPERSEDED, NumericalChoice
from numkbqa.kb.report import BuildReport, SkippedStatement, by_count
from numkbqa.kb.staging import Staging
from numkbqa.kb.units import DeclaredUnits

FIRST_SKIPPED: Final = 1000
"""So many skipped statements are told one by one."""

_COUNTS: Final = {
    "entities": "SELECT count(*) FROM thing",
    "facts": "SELECT count(*) FROM out_fact",
    "numeric_facts": "SELECT count(*) FROM number",
    "relations": "SELECT count(*) FROM fact_relation",
    "numerical_relations": "SELECT count(*) FROM number_relation",
    "duplicate_facts": "SELECT (SELECT count(*) FROM fact) - (SELECT count(*) FROM out_fact)",
    "duplicate_numeric_facts": "SELECT (SELECT count(*) FROM valued WHERE reason IS NULL)"
    " - (SELECT count(*) FROM number)",
    "named_entities": "SELECT count(DISTINCT entity) FROM entity_name",
    "names": "SELECT count(*) FROM entity_name",
    "classes": "SELECT count(DISTINCT tail) FROM class_member",
    "events": "SELECT count(*) FROM thing SEMI JOIN event ON name = id",
    "unused_names": "SELECT count(DISTINCT thing) FROM named WHERE thing NOT IN (SELECT name FROM thing"
    " UNION ALL SELECT name FROM fact_relation UNION ALL SELECT name FROM number_relation)",
}


def make_report(
    staging: Staging, content_hash: str, loaded: LoadReport, units: DeclaredUnits, choice: NumericalChoice
) -> BuildReport:
    """Count what a build made.

    Args:
        staging: the graph, with all its tables made.
        content_hash: hash of the store.
        loaded: what loading found out.
        units: units of whole relations.
        choice: what was decided of the numerical relations.

    Returns:
        The report.
    """
    return BuildReport(
        content_hash=content_hash,
        text_literals=by_count(choice.texts),
        derived_numeric_facts=by_count(derived_counts(staging)),
        nearly_numerical=choice.nearly,
        set_aside=_set_aside(staging),
        notes=choice.notes,
        unusable_units=units.unusable,
        skipped_counts=_skipped_counts(staging, kept=False),
        kept_counts=_skipped_counts(staging, kept=True),
        skipped=_skipped(staging),
        skipped_files=tuple(sorted(map(str, loaded.skipped_files))),
        remarks=tuple(loaded.remarks),
        **{name: int(staging.scalar(sql)) for name, sql in _COUNTS.items()},
    )


def _set_aside(staging: Staging) -> dict[str, dict[str, int]]:
    rows = staging.rows(
        "SELECT r.name, reason, count(*) FROM valued JOIN number_relation AS r ON relation = r.rowid"
        f" WHERE reason IS NOT NULL AND reason <> '{SUPERSEDED}' GROUP BY ALL ORDER BY ALL"
    )
    found: dict[str, dict[str, int]] = {}
    for relation, reason, count in rows:
        found.setdefault(relation, {})[reason] = count
    return found


def _skipped_counts(staging: Staging, *, kept: bool) -> dict[str, int]:
    return by_count(
        dict(staging.rows("SELECT reason, count(*) FROM skipped WHERE kept = ? GROUP BY reason", [kept]))
    )


def _skipped(staging: Staging) -> tuple[SkippedStatement, ...]:
    rows = staging.rows(
        "SELECT source, line, reason, text, kept FROM skipped"
        f" ORDER BY source, line, reason, text LIMIT {FIRST_SKIPPED}"
    )
    return tuple(SkippedStatement(str(staging.sources[source]), *rest) for source, *rest in rows)
