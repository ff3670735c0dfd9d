"""Texts into numbers: entities and relations are numbered in the order of their text, facts are sorted."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.progress import TellProgress
from numkbqa.values import Note

FACTS_AT_ONCE: Final = 40_000_000
"""Facts whose names are told apart at once."""


def encode(staging: Staging, progress: TellProgress) -> None:
    """Number entities and relations, and sort the facts both ways.

    | table | columns, in order |
    |---|---|
    | thing | name; sorted, its `rowid` is the entity's number |
    | fact_relation | name; sorted, its `rowid` is the relation's number |
    | number_relation | name, kind, unit; sorted, its `rowid` is the numerical relation's number |
    | out_fact | head, relation, tail; distinct and sorted |
    | in_fact | tail, relation, head; sorted |
    | valued | entity, relation, low, high, precision, lexical, reason, rank, held_at, source, line |

    Args:
        staging: the graph, with its numerical relations chosen.
        progress: called with a stage and a count.
    """
    _make_valued(staging)
    progress("numbering entities", 0)
    _make_things(staging)
    progress("sorting facts", staging.scalar("SELECT count(*) FROM fact"))
    _make_facts(staging)
    _number_values(staging)


def _make_valued(staging: Staging) -> None:
    """The literals of numerical relations with what they were read as; the entities still as texts."""
    # One large join a statement: each holds a table in memory, and one table of all forms is what fits.
    staging.execute(
        """
        CREATE TABLE known AS
        SELECT form.relation, form.lexical, datatype, unit, form, low, high, precision,
            form_value.lexical AS said, reason
        FROM form LEFT JOIN form_value ON form.rowid = form_value.form
        """
    )
    staging.execute(
        f"""
        CREATE TABLE valued_text AS
        SELECT literal.entity, literal.relation, low, high, coalesce(precision, -1) AS precision,
            coalesce(said, trim(literal.lexical)) AS lexical,
            CASE WHEN form IS NULL THEN '{Note.NO_VALUE}' ELSE reason END AS reason,
            rank, held_at, source, line
        FROM literal SEMI JOIN measure USING (relation)
        LEFT JOIN known ON literal.relation = known.relation AND literal.lexical = known.lexical
            AND literal.datatype IS NOT DISTINCT FROM known.datatype
            AND literal.unit IS NOT DISTINCT FROM known.unit
        """
    )
    staging.execute("DROP TABLE known")
    # a relation none of whose values was kept does not exist
    staging.execute(
        "CREATE TABLE number_relation AS SELECT relation AS name, kind, unit FROM measure"
        " SEMI JOIN (SELECT relation FROM valued_text WHERE reason IS NULL) USING (relation) ORDER BY name"
    )


def _make_things(staging: Staging) -> None:
    # Told apart first and sorted then, and no more names at once than memory holds: DuckDB does not spill all
    # of a distinct.
    parts = 1 + staging.scalar("SELECT count(*) FROM fact") // FACTS_AT_ONCE
    staging.execute("CREATE TABLE distinct_thing (name VARCHAR)")
    for part in range(parts):
        # of one width, or DuckDB divides numbers of 128 bits
        mine = f"WHERE hash(name) % {parts}::UBIGINT = {part}::UBIGINT" if parts > 1 else ""
        staging.execute(
            "INSERT INTO distinct_thing SELECT DISTINCT name FROM (SELECT head AS name FROM fact UNION ALL"
            f" SELECT tail FROM fact UNION ALL SELECT entity FROM valued_text) {mine}"
        )
    staging.execute("CREATE TABLE thing AS SELECT name FROM distinct_thing ORDER BY name")
    staging.execute("DROP TABLE distinct_thing")


def _make_facts(staging: Staging) -> None:
    staging.execute("CREATE TABLE fact_relation AS SELECT DISTINCT relation AS name FROM fact ORDER BY name")
    staging.execute(
        """
        CREATE TABLE out_fact AS
        SELECT DISTINCT h.rowid::INTEGER AS head, r.rowid::INTEGER AS relation, t.rowid::INTEGER AS tail
        FROM fact JOIN thing AS h ON fact.head = h.name JOIN thing AS t ON fact.tail = t.name
        JOIN fact_relation AS r ON fact.relation = r.name
        ORDER BY head, relation, tail
        """
    )
    staging.execute(
        "CREATE TABLE in_fact AS SELECT tail, relation, head FROM out_fact ORDER BY tail, relation, head"
    )


def _number_values(staging: Staging) -> None:
    staging.execute(
        """
        CREATE TABLE valued AS
        SELECT thing.rowid::INTEGER AS entity, r.rowid::INTEGER AS relation, low, high, precision, lexical,
            reason, rank, held_at, source, line
        FROM valued_text JOIN thing ON entity = thing.name JOIN number_relation AS r ON relation = r.name
        """
    )
    staging.execute("DROP TABLE valued_text")
