"""Entities with several values in one relation: which of them count, by the policy of the relation."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from numkbqa.kb.numerical import SUPERSEDED
from numkbqa.kb.staging import Columns, Staging, text_column
from numkbqa.values import Literal, Value, number_text, read_literal
from numkbqa.values.several import SeveralValues, counting_values

_HELD_TYPES: Final = ("wikidata:time", "xsd:dateTime", "xsd:gYear", "edtf", None)


def settle_several(staging: Staging, policies: Mapping[str, SeveralValues]) -> None:
    """Set values aside that do not count beside others of their entity (docs/graphs.md, "Order").

    Args:
        staging: the graph, with its values numbered in the table `valued`; superseded ones get their reason,
            and `held_at` becomes the normalised text of its date.
        policies: policy of each relation; a missing one has the default.
    """
    _read_dates(staging)
    names = [name for (name,) in staging.rows("SELECT name FROM number_relation ORDER BY rowid")]
    staging.execute("CREATE TEMP TABLE superseded (value BIGINT)")
    for relation in _relations_with_choice(staging, [policies.get(name) for name in names]):
        values = _several(staging, relation)
        counting = counting_values(
            policies.get(names[relation], SeveralValues.DEFAULT),
            values["entity"].astype(np.int64),
            values["rank"] > 0,
            (values["held_low"], values["held_high"]),
            (values["low"], values["high"]),
        )
        staging.insert("superseded", {"value": values["value"][~counting]})
    staging.execute(
        f"UPDATE valued SET reason = '{SUPERSEDED}' WHERE rowid IN (SELECT value FROM superseded)"
    )


def _read_dates(staging: Staging) -> None:
    """The table `held`: key and text of each date at which values held."""
    texts = staging.columns("SELECT DISTINCT held_at FROM valued WHERE held_at IS NOT NULL")[
        "held_at"
    ].tolist()
    dates = [_date(text) for text in texts]
    nan = float("nan")
    columns = {
        "held_at": text_column(texts),
        "held_low": np.array([nan if date is None else date.low for date in dates]),
        "held_high": np.array([nan if date is None else date.high for date in dates]),
        "held": text_column(
            text if date is None else number_text(date) for text, date in zip(texts, dates, strict=True)
        ),
    }
    staging.execute("CREATE TABLE held (held_at VARCHAR, held_low DOUBLE, held_high DOUBLE, held VARCHAR)")
    if texts:
        staging.insert("held", columns)


def _date(text: str) -> Value | None:
    values = (read_literal(Literal(text, datatype)).value for datatype in _HELD_TYPES)
    return next((value for value in values if value is not None and value.precision is not None), None)


def _relations_with_choice(staging: Staging, policies: list[SeveralValues | None]) -> Iterator[int]:
    """Relations in which the policy can make a difference."""
    rows = staging.rows(
        "SELECT relation, bool_or(rank > 0 OR held_at IS NOT NULL) FROM valued WHERE reason IS NULL"
        " GROUP BY relation ORDER BY relation"
    )
    for relation, marked in rows:
        policy = policies[relation] or SeveralValues.DEFAULT
        if policy in {SeveralValues.MAX, SeveralValues.MIN} or (marked and policy is not SeveralValues.ALL):
            yield relation


def _several(staging: Staging, relation: int) -> Columns:
    """The values of those entities that have several different ones."""
    return staging.columns(
        """
        SELECT valued.rowid AS value, entity, rank, low, high, held_low, held_high
        FROM valued SEMI JOIN (
            SELECT entity FROM valued WHERE relation = $1 AND reason IS NULL
            GROUP BY entity HAVING count(DISTINCT (low, high)) > 1) USING (entity)
        LEFT JOIN held USING (held_at)
        WHERE relation = $1 AND reason IS NULL ORDER BY entity
        """,
        [relation],
    )
