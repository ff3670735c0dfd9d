"""Reads every distinct literal of a graph once, with the conventions of its whole relation."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from numkbqa.kb.relation_names import relation_words
from numkbqa.kb.staging import Columns, Staging, text_column
from numkbqa.kb.untyped import HOPELESS_SHARE, SAMPLE, read_together, value_share
from numkbqa.progress import TellProgress
from numkbqa.values import Convention, Kind, Literal, Reading, Survey, read_literal
from numkbqa.values.datatype import NUMBER_TYPES, is_measuring, is_untyped, xsd_name
from numkbqa.values.quantity import unit_symbol

NO_PRECISION: Final = -1
_CHUNK: Final = 200_000
_PLAIN: Final = (
    r"0|-?[1-9][0-9]{0,14}|-?(0|[1-9][0-9]{0,7})(\.[0-9]|\.[0-9]{2}|\.[0-9]{4,6})"  # at most 15 digits
)
"""Numbers that a float tells apart, but for three decimals, which may be a group of thousands."""


def read_forms(staging: Staging, units: Mapping[str, str], progress: TellProgress) -> None:
    """Read the literals of a graph; makes the tables `form` and `reading`.

    | table | columns |
    |---|---|
    | form | relation, lexical, datatype, unit, uses, typed, plain; its `rowid` numbers the form |
    | reading | form, kind, measure_unit, low, high, precision, note, exact, shown |

    A form is a distinct way in which literals of a relation are written, and `uses` counts them; `typed`
    says that its datatype, or a unit, makes it a measurement. A reading without `kind` is no value, and
    `note` says why. `shown` is the text together with a unit that stands beside it.

    `plain` forms are short numbers in digits, which mean the same in every convention but that of bare years:
    SQL reads them, twenty times faster than Python reads the others.

    Args:
        staging: the graph.
        units: unit of each relation that declares one for all of its plain numbers.
        progress: called with the stage and a count of forms.
    """
    _make_forms(staging)
    conventions = _conventions(staging)
    staging.execute(
        "CREATE TABLE reading (form BIGINT, kind VARCHAR, measure_unit VARCHAR, low DOUBLE, high DOUBLE,"
        " precision TINYINT, note VARCHAR, exact VARCHAR, shown VARCHAR)"
    )
    _make_relation_table(staging, conventions, units)
    done = _read_plain(staging)
    if done:
        progress("reading numbers", done)
    for columns in _form_chunks(staging, "NOT plain OR bare_years"):
        readings = [
            _with_unit(read_literal(literal, conventions[relation]), units.get(relation))
            for relation, literal in _literals(columns)
        ]
        staging.insert("reading", _reading_columns(columns, readings))
        done += len(readings)
        progress("reading numbers", done)
    staging.execute(
        "UPDATE form SET typed = true"
        " WHERE relation IN (SELECT relation FROM convention WHERE unit IS NOT NULL)"
        " AND rowid IN (SELECT form FROM reading WHERE kind = 'quantity')"
    )


def _make_forms(staging: Staging) -> None:
    """The distinct forms that may be values."""
    datatypes = [
        name for (name,) in staging.rows("SELECT DISTINCT datatype FROM literal") if name is not None
    ]
    measuring = [name for name in datatypes if is_measuring(name)]
    untyped = [name for name in datatypes if is_untyped(name)]
    numbers = [name for name in datatypes if xsd_name(name) in NUMBER_TYPES]
    staging.execute(
        "CREATE TABLE form AS SELECT relation, lexical, datatype, unit, count(*) AS uses,"
        " unit IS NOT NULL OR (datatype IS NOT NULL"
        " AND list_contains($measuring::VARCHAR[], datatype)) AS typed,"
        " unit IS NULL AND (datatype IS NULL OR list_contains($plain::VARCHAR[], datatype))"
        f" AND regexp_full_match(lexical, '{_PLAIN}') AS plain FROM literal"
        " WHERE unit IS NOT NULL OR datatype IS NULL OR list_contains($readable::VARCHAR[], datatype)"
        " GROUP BY ALL ORDER BY ALL",
        {"measuring": measuring, "plain": untyped + numbers, "readable": measuring + untyped},
    )


def _make_relation_table(
    staging: Staging, conventions: Mapping[str, Convention], units: Mapping[str, str]
) -> None:
    """The table `convention` (relation, bare_years, unit) of the relations whose forms are read."""
    staging.execute("CREATE TABLE convention (relation VARCHAR, bare_years BOOLEAN, unit VARCHAR)")
    if conventions:
        columns = {
            "relation": text_column(conventions),
            "bare_years": np.array([one.bare_years for one in conventions.values()]),
            "unit": text_column(units.get(relation) for relation in conventions),
        }
        staging.insert("convention", columns)


def _read_plain(staging: Staging) -> int:
    """Read the plain forms; returns how many."""
    staging.execute(
        "INSERT INTO reading SELECT form.rowid,"
        " CASE WHEN convention.unit IS NULL THEN 'number' ELSE 'quantity' END,"
        f" convention.unit, lexical::DOUBLE + 0.0, lexical::DOUBLE + 0.0, {NO_PRECISION}, NULL, NULL, NULL"
        " FROM form JOIN convention USING (relation) WHERE plain AND NOT bare_years"
    )
    return int(staging.scalar("SELECT count(*) FROM reading"))


def _text_relations(staging: Staging) -> list[str]:
    """Large relations without a typed literal, of whose sample less than half reads: descriptions, keys."""
    samples = staging.rows(
        f"SELECT relation, min_by(lexical, hash(lexical), {SAMPLE}) FROM form GROUP BY relation"
        f" HAVING NOT bool_or(typed) AND count(*) > {SAMPLE}"
    )
    return [relation for relation, sample in samples if value_share(read_together(sample)) < HOPELESS_SHARE]


def _form_chunks(staging: Staging, chosen: str) -> Iterator[Columns]:
    """The forms of the relations in `convention` for which a condition holds, some at a time."""
    total = staging.scalar("SELECT count(*) FROM form")
    for first in range(0, total, _CHUNK):
        yield staging.columns(
            "SELECT form.rowid AS form, relation, lexical, datatype, form.unit AS unit, uses"
            " FROM form JOIN convention USING (relation)"
            f" WHERE form.rowid >= {first} AND form.rowid < {first + _CHUNK} AND ({chosen})"
            " ORDER BY form.rowid"
        )


def _literals(columns: Columns) -> Iterator[tuple[str, Literal]]:
    texts = (columns[name].tolist() for name in ("lexical", "datatype", "unit"))
    return zip(columns["relation"].tolist(), map(Literal, *texts), strict=True)


def _conventions(staging: Staging) -> dict[str, Convention]:
    """Conventions of the relations that are not plainly text."""
    texts = set(_text_relations(staging))
    surveys: defaultdict[str, Survey] = defaultdict(Survey)
    for columns in _surveyed(staging):
        for (relation, literal), uses in zip(_literals(columns), columns["uses"].tolist(), strict=True):
            if relation not in texts:
                surveys[relation].see(literal, uses)
    words = relation_words(staging, list(surveys))
    return {relation: survey.decide(words[relation]) for relation, survey in surveys.items()}


def _surveyed(staging: Staging) -> Iterator[Columns]:
    """All forms that are not plain, and of the plain ones of a relation the extremes and a sample."""
    total = staging.scalar("SELECT count(*) FROM form")
    for first in range(0, total, _CHUNK):
        yield staging.columns(
            "SELECT relation, lexical, datatype, unit, uses FROM form"
            f" WHERE rowid >= {first} AND rowid < {first + _CHUNK} AND NOT plain ORDER BY rowid"
        )
    sample = (
        "list_concat([min_by(lexical, lexical::DOUBLE), max_by(lexical, lexical::DOUBLE)],"
        f" min_by(lexical, hash(lexical), {SAMPLE}))"
    )
    yield staging.columns(
        "SELECT relation, unnest(list_distinct(sample)) AS lexical, datatype,"
        " NULL::VARCHAR AS unit, 1 AS uses FROM"
        f" (SELECT relation, datatype, {sample} AS sample FROM form WHERE plain GROUP BY ALL) ORDER BY ALL"
    )


def _with_unit(reading: Reading, unit: str | None) -> Reading:
    """A plain number of a relation that declares a unit is a quantity in it."""
    value = reading.value
    if unit is None or value is None or value.kind is not Kind.NUMBER:
        return reading
    return reading._replace(value=replace(value, kind=Kind.QUANTITY, unit=unit))


def _reading_columns(columns: Columns, readings: list[Reading]) -> Columns:
    values = [reading.value for reading in readings]
    nan = float("nan")
    return {
        "form": columns["form"],
        "kind": text_column(None if value is None else value.kind.value for value in values),
        "measure_unit": text_column(None if value is None else value.unit for value in values),
        "low": np.array([nan if value is None else value.low for value in values], np.float64),
        "high": np.array([nan if value is None else value.high for value in values], np.float64),
        "precision": np.array(
            [NO_PRECISION if v is None or v.precision is None else v.precision for v in values], np.int8
        ),
        "note": text_column(None if reading.note is None else str(reading.note) for reading in readings),
        "exact": text_column(None if reading.exact is None else str(reading.exact) for reading in readings),
        "shown": text_column(map(_shown, columns["lexical"].tolist(), columns["unit"].tolist())),
    }


def _shown(lexical: str, unit: str | None) -> str | None:
    """The text of a quantity with the unit that is stated beside it, as people write it."""
    return None if unit is None else f"{lexical.strip()} {unit_symbol(unit)}"
