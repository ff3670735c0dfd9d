"""Durations from a start to an end: "the longest war", "who lived longest".

`duration>START..END` of an entity is the time between its two dates, and no date of today ever stands in for
an end. Dates are known to a day, a month or a year, so the time between them is an interval: from 1939 to
1945 it is five to seven years, and ties with every time in between. Two days are a whole number apart.
"""

from typing import Final

import numpy as np

from numkbqa.kb.derived.pairs import DatePair, find_pairs
from numkbqa.kb.relation_names import relation_words
from numkbqa.kb.relation_text import JOINED
from numkbqa.kb.staging import Staging, text_column

MIN_DISTINCT: Final = 2
"""So many different durations have to be there for anything to be compared."""
DAYS_IN_YEAR: Final = 365.25
"""A Julian year, as units of time are converted by (Pint's "year")."""
YEARS_FROM: Final = 2 * DAYS_IN_YEAR
"""From this median on, in days, the durations of a relation are in years."""
DECIMALS: Final = 4
"""Of years; a day is 0.0027 of one, so that days stay apart."""

# the last day that a date may be: a day and an instant are points, a month and a year are not
_LAST: Final = "CASE WHEN high - low < 1 THEN low ELSE floor(high) END"


def derive_durations(staging: Staging) -> None:
    """Measure the time from start to end of every entity that has one of each in force.

    An end that lies before its start gives no duration, nor do several starts or ends.

    Args:
        staging: the graph, encoded and with its values settled; writes to `derived_relation` and
            `derived_value`.
    """
    dates = [
        name for (name,) in staging.rows("SELECT name FROM number_relation WHERE kind = 'date' ORDER BY name")
    ]
    pairs = find_pairs(relation_words(staging, dates))
    if pairs:
        _make_pairs(staging, pairs)
        _make_spans(staging)
        _add_spans(staging)


def _make_pairs(staging: Staging, pairs: list[DatePair]) -> None:
    """The table `date_pair` (pair, name, first, last, text, context); `first` and `last` are relations."""
    columns = {
        "pair": np.arange(len(pairs)),
        "name": text_column(f"duration{JOINED}{pair.start}..{pair.end}" for pair in pairs),
        "first": text_column(pair.start for pair in pairs),
        "last": text_column(pair.end for pair in pairs),
        "text": text_column(pair.text for pair in pairs),
        "context": text_column(pair.context for pair in pairs),
    }
    with staging.scanned(columns) as given:
        staging.execute(
            f"""
            CREATE OR REPLACE TEMP TABLE date_pair AS
            SELECT pair, given.name, f.rowid AS first, l.rowid AS last, text, context FROM {given} AS given
            JOIN number_relation AS f ON first = f.name JOIN number_relation AS l ON last = l.name
            """
        )


def _make_spans(staging: Staging) -> None:
    """The table `span` (pair, entity, low, high, lexical), in days."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE only_date AS
        SELECT entity, relation, min(low) AS low, min({_LAST}) AS last, min(lexical) AS lexical
        FROM valued SEMI JOIN (SELECT first AS relation FROM date_pair UNION SELECT last FROM date_pair)
            AS paired USING (relation)
        ANTI JOIN (SELECT thing.rowid AS entity FROM thing SEMI JOIN event ON name = id) AS joint
            USING (entity)
        WHERE reason IS NULL GROUP BY entity, relation HAVING min(low) = max(low) AND min(high) = max(high)
        """
    )
    staging.execute(
        """
        CREATE OR REPLACE TEMP TABLE span AS
        SELECT pair, s.entity, greatest(e.low - s.last, 0.0) AS low, e.last - s.low AS high,
            s.lexical || ' to ' || e.lexical AS lexical
        FROM date_pair JOIN only_date AS s ON s.relation = first
        JOIN only_date AS e ON e.relation = date_pair.last AND e.entity = s.entity
        WHERE e.last >= s.low
        """
    )


def _add_spans(staging: Staging) -> None:
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE measured AS
        SELECT pair, median(low) >= {YEARS_FROM} AS in_years FROM span GROUP BY pair
        HAVING count(DISTINCT (low, high)) >= {MIN_DISTINCT}
        """
    )
    staging.execute(
        "INSERT INTO derived_relation SELECT name, 'quantity', CASE WHEN in_years THEN 'year' ELSE 'day' END,"
        " text, context FROM date_pair JOIN measured USING (pair)"
    )
    low, high = (
        f"CASE WHEN in_years THEN round({end} / {DAYS_IN_YEAR}, {DECIMALS}) ELSE {end} END"
        for end in ("low", "high")
    )
    staging.execute(
        f"INSERT INTO derived_value SELECT name, entity, {low}, {high}, lexical"
        " FROM span JOIN measured USING (pair) JOIN date_pair USING (pair)"
    )
