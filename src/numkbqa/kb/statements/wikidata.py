"""Full statements of Wikidata's RDF dump, `p:`, `ps:`, `psv:` and `pq:`, folded into the truthy `wdt:`."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import PROP, QUALIFIER, WIKIBASE, remove_nodes

_DIRECT: Final = f"{PROP}direct/"
_STATEMENT, _STATEMENT_VALUE = f"{PROP}statement/", f"{PROP}statement/value/"
_REFERENCE: Final = "http://www.wikidata.org/reference/"
_QUALIFIER_VALUE: Final = f"{QUALIFIER}value/"


def fold_wikidata(staging: Staging) -> None:
    """Fold statement nodes; deprecated statements are dropped.

    A statement with a literal becomes a literal of the truthy relation with rank and date, one with an entity
    becomes a fact with qualifiers. The truthy literals of the same relation, which repeat them without rank
    and date, give way.

    Args:
        staging: the graph, with value nodes folded: the full values hang on `psv:` and `pqv:` as literals.
    """
    if not staging.scalar(f"SELECT count(*) FROM role WHERE starts_with(relation, '{_STATEMENT}')"):
        return
    _find(staging)
    _fold_literals(staging)
    _fold_facts(staging)
    remove_nodes(staging, "wikidata_statement")
    _remove_references(staging)


def _find(staging: Staging) -> None:
    """The statement nodes: head, property, rank and date of each."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE wikidata_statement AS
        SELECT f.tail AS node, f.head AS head, f.relation[{len(PROP) + 1}:] AS property,
            coalesce(rank, 0) AS rank, coalesce(deprecated, false) AS deprecated, held_at
        FROM fact AS f
        LEFT JOIN (SELECT head AS node, max((tail = '{WIKIBASE}PreferredRank')::INTEGER) AS rank,
                bool_or(tail = '{WIKIBASE}DeprecatedRank') AS deprecated
            FROM fact WHERE relation = '{WIKIBASE}rank' GROUP BY head) AS ranked ON ranked.node = f.tail
        LEFT JOIN (SELECT entity AS node, coalesce(
                min(lexical) FILTER (relation IN ('{QUALIFIER}P585', '{_QUALIFIER_VALUE}P585')),
                min(lexical) FILTER (relation IN ('{QUALIFIER}P580', '{_QUALIFIER_VALUE}P580'))) AS held_at
            FROM literal WHERE starts_with(relation, '{QUALIFIER}') GROUP BY entity
        ) AS dated ON dated.node = f.tail
        WHERE regexp_full_match(f.relation, '{PROP}P[0-9]+')
        """
    )


def _fold_literals(staging: Staging) -> None:
    """The full value, with precision or unit, counts before the simple one."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE folded AS
        SELECT head, '{_DIRECT}' || property AS relation, lexical, datatype, unit, s.rank, s.held_at,
            source, line
        FROM wikidata_statement AS s JOIN literal ON s.node = entity
        WHERE NOT deprecated AND (relation = '{_STATEMENT_VALUE}' || property
            OR relation = '{_STATEMENT}' || property AND NOT EXISTS (
                SELECT 1 FROM literal AS full_value
                WHERE full_value.entity = s.node AND full_value.relation = '{_STATEMENT_VALUE}' || property))
        """
    )
    staging.execute("DELETE FROM literal WHERE (entity, relation) IN (SELECT (head, relation) FROM folded)")
    staging.execute("INSERT INTO literal SELECT * FROM folded")


def _fold_facts(staging: Staging) -> None:
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE folded AS
        SELECT s.node, s.head, '{_DIRECT}' || property AS relation, tail
        FROM wikidata_statement AS s
        JOIN fact ON s.node = fact.head AND fact.relation = '{_STATEMENT}' || property
        WHERE NOT deprecated
        """
    )
    staging.execute("INSERT INTO fact SELECT head, relation, tail FROM folded")
    staging.execute(
        f"""
        INSERT INTO qualifier
        SELECT folded.head, folded.relation, tail,
            '{_DIRECT}' || regexp_extract(literal.relation, 'P[0-9]+$'), lexical, datatype, unit, source,
            line
        FROM folded JOIN literal ON node = entity
        WHERE starts_with(literal.relation, '{_QUALIFIER_VALUE}')
            OR starts_with(literal.relation, '{QUALIFIER}') AND NOT EXISTS (
                SELECT 1 FROM literal AS full_value WHERE full_value.entity = node AND full_value.relation
                    = '{_QUALIFIER_VALUE}' || regexp_extract(literal.relation, 'P[0-9]+$'))
        """
    )


def _remove_references(staging: Staging) -> None:
    """Remove what statements are drawn from; with the statements gone it stands for itself."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE wikidata_reference AS
        SELECT head AS node FROM fact WHERE starts_with(head, '{_REFERENCE}')
        UNION SELECT entity FROM literal WHERE starts_with(entity, '{_REFERENCE}')
        """
    )
    remove_nodes(staging, "wikidata_reference")
