"""Value nodes: a number with its unit and its date, as a node, becomes a literal of whoever points to it."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import INSTANCE, WIKIBASE, Role, has_role, remove_nodes

# How exactly Wikidata knows a date: 11 is a day, 8 a decade, 7 a century. Its JSON, which `wikidata:time`
# means, has no year 0, its RDF has one.
_DATATYPE: Final = (
    "CASE WHEN precision < 9 THEN 'wikidata:time' WHEN precision = 9 THEN 'xsd:gYear'"
    " WHEN precision = 10 THEN 'xsd:gYearMonth' WHEN precision = 11 THEN 'xsd:date' ELSE datatype END"
)
_YEAR: Final = "regexp_extract(lexical, '^-?([0-9]+)', 1)"
_SIGNED: Final = (
    "CASE WHEN regexp_matches(lexical, '^(-|0000)')"
    f" THEN printf('-%04d', {_YEAR}::BIGINT + 1) ELSE '+' || {_YEAR} END"
    " || regexp_replace(lexical, '^-?[0-9]+', '')"
)
_LEXICAL: Final = (
    f"CASE WHEN precision < 9 THEN {_SIGNED} || '/' || precision || '/gregorian' ELSE lexical END"
)
_MOST_NESTED: Final = 4

NODE_PARTS: Final = """
    SELECT entity AS node, relation, lexical AS text, datatype, unit, held_at, source, line,
        true AS is_literal
    FROM literal
    UNION ALL SELECT head, relation, tail, NULL, NULL, NULL, NULL, NULL, false FROM fact
    UNION ALL SELECT relation, stated_by, unit, datatype, NULL, NULL, source, NULL, NOT is_entity
    FROM relation_unit
"""
"""Everything that is said of a thing, whether with an entity or with a literal."""


def fold_value_nodes(staging: Staging) -> None:
    """Turn value nodes into literals of the things that point to them.

    A value node is pointed to and says one value, at most one unit and one date, and nothing else of weight;
    a name is no more than the value again ("5 km"). A node with an id of its own must say a unit or a date
    too, or be a node of Wikidata. The value may be a value node itself.

    Args:
        staging: the graph, with its roles.
    """
    if not has_role(staging, Role.VALUE):
        return
    for _ in range(_MOST_NESTED):
        if not _find(staging):
            return
        _fold(staging)


def _find(staging: Staging) -> bool:
    """Make the table `value_node`; whether there are any."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE value_node AS
        SELECT node, min(text) FILTER (role = 'value') AS lexical,
            min(datatype) FILTER (role = 'value') AS datatype,
            coalesce(min(text) FILTER (role = 'unit'), min(unit) FILTER (role = 'value')) AS unit,
            coalesce(min(text) FILTER (role = 'time'), min(held_at) FILTER (role = 'value')) AS held_at,
            coalesce(max((text LIKE '%PreferredRank')::INTEGER) FILTER (role = 'rank'), 0) AS rank,
            coalesce(bool_or(text LIKE '%DeprecatedRank') FILTER (role = 'rank'), false) AS deprecated,
            try_cast(min(text) FILTER (relation = '{WIKIBASE}timePrecision') AS INTEGER) AS precision,
            min(source) AS source, min(line) FILTER (role = 'value') AS line
        FROM ({NODE_PARTS}) JOIN role USING (relation)
        SEMI JOIN (SELECT entity FROM literal JOIN role USING (relation) WHERE role = 'value') AS valued
            ON node = valued.entity
        SEMI JOIN (SELECT tail FROM fact) ON node = tail
        GROUP BY node
        HAVING count(DISTINCT text) FILTER (role = 'value') = 1 AND count(*) FILTER (role = 'other') = 0
            AND bool_and(is_literal) FILTER (role = 'value')
            AND count(DISTINCT text) FILTER (role = 'unit') <= 1
            AND count(DISTINCT text) FILTER (role = 'time') <= 1
            AND (starts_with(node, '_:') OR bool_or(role IN ('unit', 'time'))
                OR bool_or(starts_with(relation, '{WIKIBASE}')))
        """
    )
    staging.execute(
        "DELETE FROM value_node USING name WHERE node = thing AND NOT contains(name.text, lexical)"
    )
    return bool(staging.scalar("SELECT count(*) FROM value_node"))


def _fold(staging: Staging) -> None:
    staging.execute(
        f"""
        INSERT INTO literal
        SELECT fact.head, fact.relation, {_LEXICAL}, {_DATATYPE}, unit, rank, held_at, source, line
        FROM fact JOIN value_node ON fact.tail = node
        WHERE NOT deprecated AND NOT regexp_matches(fact.relation, '{INSTANCE}')
        """
    )
    remove_nodes(staging, "value_node")
