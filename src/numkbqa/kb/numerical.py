"""Which relations are numerical, and all their values in one kind and one unit (open point A15)."""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np

from numkbqa.kb.staging import Staging, text_column
from numkbqa.kb.untyped import FEW, MIN_DISTINCT, MIN_SHARE
from numkbqa.values import Kind, Note, Value
from numkbqa.values.exact_keys import separate_keys
from numkbqa.values.quantity import is_currency
from numkbqa.values.unify import Measure, choose_measure, convert

MIN_TYPED_SHARE: Final = 0.5
MIN_READ_SHARE: Final = 0.5
"""Of a column of numbers with flaws, so many have to be read: "12 Main Street" has an unknown unit too."""

ANOTHER_KIND, ANOTHER_UNIT, ANOTHER_CURRENCY = "another kind", "another unit", "another currency"
SUPERSEDED: Final = "superseded"
READ: Final = "read as values"

_AMBIGUOUS: Final = [str(Note.AMBIGUOUS_DATE), str(Note.AMBIGUOUS_SEPARATORS)]
_NEARLY: Final = f"""
    WITH text_reading AS (
        SELECT relation, uses, CASE WHEN kind IS NULL THEN note ELSE $read END AS outcome
        FROM form JOIN reading ON form.rowid = reading.form ANTI JOIN measure USING (relation)
    )
    SELECT relation, outcome, sum(uses) FROM text_reading JOIN evidence USING (relation)
    GROUP BY relation, outcome, total
    QUALIFY sum(sum(uses) FILTER (outcome = $read OR outcome IN (SELECT unnest($ambiguous::VARCHAR[]))))
        OVER (PARTITION BY relation) > {MIN_READ_SHARE} * total
    ORDER BY relation, outcome
"""

Counts = dict[str, dict[str, int]]


@dataclass(slots=True)
class NumericalChoice:
    """What was decided.

    Args:
        measures: kind and unit of each numerical relation, by name.
        texts: literals per relation that is not numerical.
        notes: literals that were kept though they are odd, per numerical relation and note.
        nearly: per relation that is not numerical though more than half of its literals read as values or are
            ambiguous ones: how many read as values (`READ`), and how many do not, by reason.
    """

    measures: dict[str, Measure]
    texts: dict[str, int] = field(default_factory=dict)
    notes: Counts = field(default_factory=dict)
    nearly: Counts = field(default_factory=dict)


def choose_numerical(staging: Staging) -> NumericalChoice:
    """Decide which relations are numerical, and bring their values into one kind and unit.

    A relation is numerical when at least half of its literals are values by their datatype or unit, or at
    least 90 % of them read as values and two values differ. A number with a flaw (an unknown unit) counts as
    read for this where half of all are read, and a single stray text is no hindrance to four values. Kind
    and unit are those of most values; values in other units of the same dimension are converted.

    Args:
        staging: the graph, with its forms read. Makes the table `form_value` (form, relation, low, high,
            precision, lexical, exact, reason, note): a row for each form of a numerical relation, with a
            reason where it has no value.

    Returns:
        The decision.
    """
    _make_evidence(staging)
    choice = NumericalChoice(_measures(staging))
    _make_measures(staging, choice)
    _make_conversions(staging)
    _make_form_values(staging)
    _separate_keys(staging)
    _count_outcome(staging, choice)
    return choice


def _make_evidence(staging: Staging) -> None:
    """Literals of each relation that say something, of these values, typed, flawed and different ones."""
    staging.execute(
        """
        CREATE TABLE evidence AS
        SELECT relation, total - coalesce(unknown, 0) AS total, coalesce(parsed, 0) AS parsed,
            coalesce(typed, 0) AS typed, coalesce(flawed, 0) AS flawed, coalesce(different, 0) AS different
        FROM (SELECT relation, count(*) AS total FROM literal GROUP BY relation)
        LEFT JOIN (
            SELECT relation, sum(uses) FILTER (kind IS NOT NULL) AS parsed,
                sum(uses) FILTER (kind IS NOT NULL AND typed) AS typed,
                sum(uses) FILTER (kind IS NULL AND note NOT IN ($none, $unknown)) AS flawed,
                sum(uses) FILTER (note = $unknown) AS unknown,
                count(DISTINCT (low, high)) FILTER (kind IS NOT NULL) AS different
            FROM form JOIN reading ON form.rowid = reading.form GROUP BY relation
        ) USING (relation)
        """,
        {"none": str(Note.NO_VALUE), "unknown": str(Note.UNKNOWN_VALUE)},
    )


def _measures(staging: Staging) -> dict[str, Measure]:
    """Kind and unit of each numerical relation, by name."""
    rows = staging.rows(
        f"""
        SELECT relation, kind, measure_unit, sum(uses)
        FROM form JOIN reading ON form.rowid = reading.form JOIN evidence USING (relation)
        WHERE kind IS NOT NULL AND (evidence.typed >= {MIN_TYPED_SHARE} * total OR different >= {MIN_DISTINCT}
            AND (parsed + flawed >= {MIN_SHARE} * total AND parsed >= {MIN_READ_SHARE} * total
                OR parsed >= {FEW} AND total - parsed - flawed <= 1))
        GROUP BY relation, kind, measure_unit ORDER BY relation
        """
    )
    counts: defaultdict[str, dict[Measure, int]] = defaultdict(dict)
    for relation, kind, unit, uses in rows:
        counts[relation][Kind(kind), unit] = int(uses)
    return {relation: choose_measure(of_one) for relation, of_one in counts.items()}


def _make_measures(staging: Staging, choice: NumericalChoice) -> None:
    staging.execute("CREATE TABLE measure (relation VARCHAR, kind VARCHAR, unit VARCHAR)")
    if choice.measures:
        kinds, units = zip(*choice.measures.values(), strict=True)
        columns = (choice.measures, (kind.value for kind in kinds), units)
        staging.insert("measure", dict(zip(("r", "k", "u"), map(text_column, columns), strict=True)))


def _make_conversions(staging: Staging) -> None:
    """Convert the forms whose unit is another one than that of their relation."""
    staging.execute(
        "CREATE TABLE conversion (form BIGINT, low DOUBLE, high DOUBLE, shown VARCHAR, reason VARCHAR)"
    )
    columns = staging.columns(
        "SELECT reading.form, lexical, reading.measure_unit AS old, measure.unit AS new, low, high, shown"
        " FROM form JOIN reading ON form.rowid = reading.form JOIN measure USING (relation)"
        " WHERE reading.kind = measure.kind AND reading.measure_unit <> measure.unit ORDER BY form"
    )
    if not len(columns["form"]):
        return
    values = [
        convert(Value(Kind.QUANTITY, low, high, lexical, unit=old), new)
        for lexical, old, new, low, high in zip(
            *(columns[name].tolist() for name in ("lexical", "old", "new", "low", "high")), strict=True
        )
    ]
    units = zip(columns["old"].tolist(), columns["new"].tolist(), strict=True)
    reasons = (None if v is not None else _reason(*pair) for v, pair in zip(values, units, strict=True))
    nan = float("nan")
    staging.insert(
        "conversion",
        {
            "form": columns["form"],
            "low": np.array([nan if value is None else value.low for value in values]),
            "high": np.array([nan if value is None else value.high for value in values]),
            "shown": columns["shown"],
            "reason": text_column(reasons),
        },
    )


def _reason(old: str, new: str) -> str:
    return ANOTHER_CURRENCY if is_currency(old) and is_currency(new) else ANOTHER_UNIT


def _make_form_values(staging: Staging) -> None:
    staging.execute(
        f"""
        CREATE TABLE form_value AS
        SELECT reading.form, relation, uses, coalesce(conversion.low, reading.low) AS low,
            coalesce(conversion.high, reading.high) AS high, precision,
            coalesce(conversion.shown, CASE WHEN reading.kind IS NULL THEN reading.shown END, trim(lexical))
                AS lexical,
            exact, CASE WHEN reading.kind IS NULL THEN note
                WHEN reading.kind <> measure.kind THEN '{ANOTHER_KIND}' ELSE conversion.reason END AS reason,
            CASE WHEN reading.kind IS NOT NULL THEN note END AS note
        FROM form JOIN reading ON form.rowid = reading.form JOIN measure USING (relation)
        LEFT JOIN conversion ON reading.form = conversion.form
        """
    )


def _separate_keys(staging: Staging) -> None:
    """Give numbers that floats cannot tell apart keys of their own, relation by relation."""
    crowded = staging.rows(
        "SELECT DISTINCT relation FROM form_value WHERE exact IS NOT NULL AND reason IS NULL"
    )
    for (relation,) in sorted(crowded):
        columns = staging.columns(
            "SELECT form, low, exact FROM form_value WHERE relation = ? AND reason IS NULL AND low = high",
            [relation],
        )
        exact = [None if text is None else Fraction(text) for text in columns["exact"].tolist()]
        keys = separate_keys(columns["low"], exact)
        with staging.scanned({"form": columns["form"], "key": keys}) as moved:
            staging.execute(
                f"UPDATE form_value SET low = key, high = key FROM {moved} AS moved"
                " WHERE form_value.form = moved.form AND low <> key"
            )


def _count_outcome(staging: Staging, choice: NumericalChoice) -> None:
    texts = "SELECT relation, total FROM evidence ANTI JOIN measure USING (relation)"
    choice.texts = {relation: int(total) for relation, total in staging.rows(texts)}
    notes = staging.rows(
        "SELECT relation, note, sum(uses) FROM form_value WHERE note IS NOT NULL"
        " GROUP BY ALL ORDER BY relation, note"
    )
    for relation, note, uses in notes:
        choice.notes.setdefault(relation, {})[note] = int(uses)
    for relation, outcome, uses in staging.rows(_NEARLY, {"read": READ, "ambiguous": _AMBIGUOUS}):
        choice.nearly.setdefault(relation, {})[outcome] = int(uses)
