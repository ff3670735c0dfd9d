"""The tables that derived numbers are gathered in, and their way among the numbers of the sources."""

from typing import Final

from numkbqa.kb.readings import NO_PRECISION
from numkbqa.kb.staging import Staging

_LAST_RANK: Final = 1_000_000
"""Rank of our own words for a relation: after every name that the user or a source gives."""


def make_derived_tables(staging: Staging) -> None:
    """Make the empty tables that derivations write to.

    | table | columns |
    |---|---|
    | derived_relation | name, kind, unit, text, context; `context` tells it from others of the same text |
    | derived_value | name, entity, low, high, lexical |

    Args:
        staging: the graph.
    """
    staging.execute(
        "CREATE TABLE derived_relation (name VARCHAR, kind VARCHAR, unit VARCHAR, text VARCHAR,"
        " context VARCHAR)"
    )
    staging.execute(
        "CREATE TABLE derived_value (name VARCHAR, entity INTEGER, low DOUBLE, high DOUBLE, lexical VARCHAR)"
    )


def add_derived(staging: Staging) -> None:
    """Put derived numbers among those of the sources, and number the numerical relations anew.

    A relation of a source that has the name of a derived one counts before it, as after building from an
    export that holds derived numbers.

    Args:
        staging: the graph, with its derived numbers made.
    """
    staging.execute("DELETE FROM derived_relation WHERE name IN (SELECT name FROM number_relation)")
    staging.execute("DELETE FROM derived_relation WHERE name NOT IN (SELECT name FROM derived_value)")
    staging.execute(
        "CREATE TABLE all_relation AS SELECT name, kind, unit, rowid AS old FROM number_relation"
        " UNION ALL SELECT name, kind, unit, NULL FROM derived_relation ORDER BY name"
    )
    staging.execute(
        f"""
        CREATE TABLE all_valued AS
        SELECT entity, r.rowid::INTEGER AS relation, low, high, precision, lexical, reason, rank, held_at,
            source, line
        FROM valued JOIN all_relation AS r ON relation = r.old
        UNION ALL
        SELECT entity, r.rowid::INTEGER, low, high, {NO_PRECISION}, lexical, NULL, 0, NULL, NULL, NULL
        FROM derived_value SEMI JOIN derived_relation USING (name) JOIN all_relation AS r USING (name)
        """
    )
    staging.execute("DROP TABLE valued")
    staging.execute("ALTER TABLE all_valued RENAME TO valued")
    staging.execute(
        "CREATE OR REPLACE TABLE number_relation AS SELECT name, kind, unit FROM all_relation ORDER BY name"
    )
    staging.execute(
        f"""
        INSERT INTO named
        SELECT name, CASE WHEN count(*) OVER (PARTITION BY text) > 1 AND context <> ''
            THEN text || ' by ' || context ELSE text END, ({_LAST_RANK}, 0, '')
        FROM derived_relation
        """
    )


def derived_counts(staging: Staging) -> dict[str, int]:
    """Derived relations of a graph.

    Args:
        staging: the graph, with its numbers derived.

    Returns:
        Number of numeric facts of each, by name.
    """
    return dict(
        staging.rows(
            "SELECT name, count(*) FROM derived_relation JOIN derived_value USING (name) GROUP BY name"
            " ORDER BY name"
        )
    )
