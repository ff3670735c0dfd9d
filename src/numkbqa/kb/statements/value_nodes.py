"""Value nodes: a number with its unit and its date, as a node, becomes a literal of whoever points to it."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import WIKIBASE, Role, has_role, remove_nodes

_DATATYPE_BY_PRECISION: Final = (
    "CASE precision WHEN 9 THEN 'xsd:gYear' WHEN 10 THEN 'xsd:gYearMonth' WHEN 11 THEN 'xsd:date'"
    " ELSE 'wikidata:time' END"
)
"""How exactly Wikidata knows a date; 8 is a decade, 7 a century."""

NODE_PARTS: Final = """
    SELECT entity AS node, relation, lexical AS text, datatype, unit, source, line FROM literal
    UNION ALL SELECT head, relation, tail, NULL, NULL, NULL, NULL FROM fact
    UNION ALL SELECT relation, stated_by, unit, datatype, NULL, source, NULL FROM relation_unit
"""
"""Everything that is said of a thing, whether with an entity or with a literal."""


def fold_value_nodes(staging: Staging) -> None:
    """Turn value nodes into literals of the things that point to them.

    A value node is pointed to, has no name, and says one value, at most one unit and one date, and nothing else
    of weight. A node with an id of its own must say a unit or a date too, or be a node of Wikidata.

    Args:
        staging: the graph, with its roles.
    """
    if not has_role(staging, Role.VALUE):
        return
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE value_node AS
        SELECT node, min(text) FILTER (role = 'value') AS lexical,
            min(datatype) FILTER (role = 'value') AS datatype,
            coalesce(min(text) FILTER (role = 'unit'), min(unit) FILTER (role = 'value')) AS unit,
            min(text) FILTER (role = 'time') AS held_at,
            coalesce(max(CASE WHEN text LIKE '%PreferredRank' THEN 1 ELSE 0 END) FILTER (role = 'rank'), 0) AS rank,
            coalesce(bool_or(text LIKE '%DeprecatedRank') FILTER (role = 'rank'), false) AS deprecated,
            try_cast(min(text) FILTER (relation = '{WIKIBASE}timePrecision') AS INTEGER) AS precision,
            min(source) AS source, min(line) FILTER (role = 'value') AS line
        FROM ({NODE_PARTS}) JOIN role USING (relation)
        SEMI JOIN (SELECT tail FROM fact) ON node = tail
        ANTI JOIN (SELECT thing FROM name) ON node = thing
        GROUP BY node
        HAVING count(DISTINCT text) FILTER (role = 'value') = 1 AND count(*) FILTER (role = 'other') = 0
            AND count(DISTINCT text) FILTER (role = 'unit') <= 1
            AND count(DISTINCT text) FILTER (role = 'time') <= 1
            AND (starts_with(node, '_:') OR bool_or(role IN ('unit', 'time'))
                OR bool_or(starts_with(relation, '{WIKIBASE}')))
        """
    )
    staging.execute(
        f"""
        INSERT INTO literal
        SELECT fact.head, fact.relation, CASE WHEN precision < 9 THEN
                regexp_replace(lexical, '^([^+-])', '+\\1') || '/' || precision || '/gregorian' ELSE lexical END,
            CASE WHEN precision IS NULL THEN datatype ELSE {_DATATYPE_BY_PRECISION} END,
            unit, rank, held_at, source, line
        FROM fact JOIN value_node ON fact.tail = node WHERE NOT deprecated
        """
    )
    remove_nodes(staging, "value_node")
