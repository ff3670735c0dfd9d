"""Reified statements, RDF 1.2 reifiers among them: what is said of a fact goes to the fact."""

from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import RDF, remove_nodes
from numkbqa.kb.statements.value_nodes import NODE_PARTS

SUBJECT, PREDICATE, OBJECT = f"{RDF}subject", f"{RDF}predicate", f"{RDF}object"
_FRAME: Final = f"'{SUBJECT}', '{PREDICATE}', '{OBJECT}'"


def fold_reified(staging: Staging) -> None:
    """Fold `rdf:Statement` nodes.

    What a node says of a literal fact becomes its unit, rank and date; the plain literal that it speaks of is
    the same literal. What it says of a fact between entities becomes qualifiers of that fact.

    Args:
        staging: the graph, with its roles and with value nodes folded.
    """
    if not staging.scalar("SELECT count(*) FROM fact WHERE relation = ?", [SUBJECT]):
        return
    _find(staging)
    _annotate_literals(staging)
    _qualify_facts(staging)
    remove_nodes(staging, "reified")


def _find(staging: Staging) -> None:
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE reified AS
        SELECT s.head AS node, s.tail AS subject, p.tail AS predicate, o.tail AS object,
            l.lexical AS lexical, l.datatype AS datatype, l.source AS source, l.line AS line,
            coalesce(said.held_at, l.held_at) AS held_at, coalesce(said.unit, l.unit) AS unit,
            coalesce(said.rank, 0) AS rank
        FROM fact AS s JOIN fact AS p ON s.head = p.head AND p.relation = '{PREDICATE}'
        LEFT JOIN fact AS o ON s.head = o.head AND o.relation = '{OBJECT}'
        LEFT JOIN literal AS l ON s.head = l.entity AND l.relation = '{OBJECT}'
        LEFT JOIN (
            SELECT node, min(text) FILTER (role = 'time') AS held_at,
                min(text) FILTER (role = 'unit') AS unit,
                max((text LIKE '%PreferredRank')::INTEGER) FILTER (role = 'rank') AS rank
            FROM ({NODE_PARTS}) JOIN role USING (relation)
            SEMI JOIN (SELECT head FROM fact WHERE relation = '{SUBJECT}') AS framed ON node = framed.head
            GROUP BY node
        ) AS said ON said.node = s.head
        WHERE s.relation = '{SUBJECT}' AND (o.tail IS NOT NULL OR l.lexical IS NOT NULL)
        """
    )


def _annotate_literals(staging: Staging) -> None:
    staging.execute(
        """
        DELETE FROM literal WHERE held_at IS NULL AND rank = 0
            AND (entity, relation, lexical, coalesce(datatype, '')) IN (
                SELECT (subject, predicate, lexical, coalesce(datatype, '')) FROM reified
                WHERE lexical IS NOT NULL)
        """
    )
    staging.execute(
        "INSERT INTO literal SELECT subject, predicate, lexical, datatype, unit, rank, held_at, source, line"
        " FROM reified WHERE lexical IS NOT NULL"
    )


def _qualify_facts(staging: Staging) -> None:
    staging.execute(
        "INSERT INTO fact SELECT subject, predicate, object FROM reified WHERE object IS NOT NULL"
    )
    staging.execute(
        f"""
        INSERT INTO qualifier
        SELECT subject, predicate, object, literal.relation, literal.lexical, literal.datatype, literal.unit,
            literal.source, literal.line
        FROM reified JOIN literal ON node = literal.entity
        WHERE object IS NOT NULL AND literal.relation NOT IN ({_FRAME})
        """
    )
