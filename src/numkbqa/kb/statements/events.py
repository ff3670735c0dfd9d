"""N-ary nodes: events that stand for a fact with more than two places, which its numbers belong to.

(Lincoln, tenure, _:t), (_:t, office, President), (_:t, start, 1861): the year stands on a node that nobody
asks for. It is handed on to Lincoln as `tenure>start`. It is not handed on to President, who would have
forty-six of them: a number goes to the neighbours of a slot only when the slot leads back to few nodes.
"""

from typing import Final

from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.relation_text import JOINED
from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.roles import RDF

NODES_PER_NEIGHBOUR: Final = 2.0
"""Most nodes that a neighbour of a slot may have on average."""

MOST_STATEMENTS: Final = 100
"""Most statements with an event at one of their ends."""
MOST_PLACES: Final = 12
"""An event with more places is a list, whose members have little to do with each other."""

MEDIATED_SHARE: Final = 0.9
"""Share of the facts of a relation that have to lead from a thing with a name to a node without."""

_OWL: Final = "http://www.w3.org/2002/07/owl#"
_LIST: Final = f"'{RDF}first', '{RDF}rest'"
_NUMERIC: Final = "regexp_matches(lexical, '[0-9]') AND coalesce(datatype, '') NOT LIKE '%langString'"


def mark_events(staging: Staging) -> None:
    """Make the table `event` (id): nodes without a name of their own that join other things.

    A blank node is one when it is pointed to and says at least two things. A node with an id is one when
    also the relations that point to it are those of a mediator, as in Freebase: they lead from things with
    names to nodes without, each of which has one or two of them.

    Args:
        staging: the graph, with all other statement nodes folded.
    """
    staging.execute("CREATE TABLE event (id VARCHAR)")
    _mark(staging, "starts_with({node}, '_:')")
    if _has_unnamed_numbers(staging):
        _mark_mediators(staging)


def _mark(staging: Staging, condition: str) -> None:
    """Mark the nodes that fulfil a condition, are pointed to and say at least two things, but not many."""
    parts = (("head", "fact", True), ("entity", "literal", True), ("tail", "fact", False))
    statements = " UNION ALL ".join(
        f"SELECT {node} AS node, {says} AS says FROM {table} WHERE {condition.format(node=node)}"
        for node, table, says in parts
    )
    staging.execute(
        f"""
        INSERT INTO event SELECT node FROM ({statements})
        ANTI JOIN (SELECT head FROM fact WHERE starts_with(relation, '{_OWL}') OR relation IN ({_LIST}))
            AS axiom ON node = axiom.head
        GROUP BY node
        HAVING count(*) FILTER (says) >= 2 AND count(*) FILTER (NOT says) >= 1
            AND count(*) <= {MOST_STATEMENTS}
        """
    )


def _has_unnamed_numbers(staging: Staging) -> bool:
    """Make the table `unnamed` (id): what has numbers and neither a name nor an id without a digit."""
    if not staging.scalar("SELECT count(*) FROM name"):
        return False
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE unnamed AS
        SELECT DISTINCT entity AS id FROM literal ANTI JOIN name ON entity = thing
        WHERE {_NUMERIC} AND NOT starts_with(entity, '_:') AND regexp_matches(entity, '[0-9][^/#]*$')
        """
    )
    return bool(staging.scalar("SELECT count(*) FROM unnamed"))


def _mark_mediators(staging: Staging) -> None:
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE to_mediator AS
        WITH named AS (SELECT DISTINCT thing FROM name)
        SELECT relation FROM fact
        SEMI JOIN (SELECT relation FROM fact JOIN unnamed ON tail = id) AS possible USING (relation)
        LEFT JOIN named AS named_head ON head = named_head.thing
        LEFT JOIN named AS named_tail ON tail = named_tail.thing
        GROUP BY relation
        HAVING count(named_head.thing) >= {MEDIATED_SHARE} * count(*)
            AND count(*) - count(named_tail.thing) >= {MEDIATED_SHARE} * count(*)
            AND count(*) <= {NODES_PER_NEIGHBOUR} * count(DISTINCT tail)
        """
    )
    staging.execute(
        """
        CREATE OR REPLACE TEMP TABLE mediated AS
        SELECT DISTINCT tail AS id FROM fact
        SEMI JOIN to_mediator USING (relation) ANTI JOIN name ON tail = thing
        WHERE NOT starts_with(tail, '_:') AND regexp_matches(tail, '[0-9][^/#]*$')
        """
    )
    _mark(staging, "{node} IN (SELECT id FROM mediated)")


def hand_on_numbers(staging: Staging) -> None:
    """Hand the numbers of events, and of facts with qualifiers, on to the entities that they join.

    Entities that an event joins are joined by facts of their own besides, as `tenure>office`.

    Args:
        staging: the graph, with its events marked.
    """
    if staging.scalar("SELECT count(*) FROM event"):
        _hand_on_events(staging)
    if staging.scalar("SELECT count(*) FROM qualifier"):
        _hand_on_qualifiers(staging)


def _hand_on_events(staging: Staging) -> None:
    types = ", ".join(f"'{relation}'" for relation in sorted(TYPE_RELATIONS))
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE place AS
        SELECT 'in' AS side, relation, head AS neighbour, tail AS node FROM fact SEMI JOIN event ON tail = id
        UNION ALL SELECT 'out', relation, tail, head FROM fact SEMI JOIN event ON head = id
        WHERE relation NOT IN ({types})
        """
    )
    staging.execute(
        f"""
        INSERT INTO literal
        SELECT neighbour, place.relation || '{JOINED}' || literal.relation, lexical, datatype, unit, rank,
            held_at, source, line
        FROM place JOIN literal ON node = entity ANTI JOIN event AS other ON neighbour = other.id
        SEMI JOIN ({_few_nodes("place", "side, relation", "neighbour")}) AS slot
            ON place.side = slot.side AND place.relation = slot.relation
        WHERE {_NUMERIC} AND NOT starts_with(neighbour, '_:')
        """
    )
    staging.execute(
        f"""
        INSERT INTO fact
        SELECT a.neighbour, a.relation || '{JOINED}' || b.relation, b.neighbour
        FROM place AS a JOIN place AS b ON a.node = b.node AND a.side = 'in' AND b.side = 'out'
        SEMI JOIN (SELECT node FROM place GROUP BY node HAVING count(*) <= {MOST_PLACES}) AS small
            ON a.node = small.node
        ANTI JOIN event AS head ON a.neighbour = head.id ANTI JOIN event AS tail ON b.neighbour = tail.id
        WHERE a.neighbour <> b.neighbour
        """
    )


def _hand_on_qualifiers(staging: Staging) -> None:
    for end in ("head", "tail"):
        staging.execute(
            f"""
            INSERT INTO literal
            SELECT {end}, relation || '{JOINED}' || qualifier, lexical, datatype, unit, 0, NULL, source, line
            FROM qualifier SEMI JOIN ({_few_nodes("qualifier", "relation, qualifier", end)}) AS slot
            USING (relation, qualifier)
            WHERE {_NUMERIC}
            """
        )
    staging.execute("DELETE FROM qualifier")


def _few_nodes(table: str, slot: str, neighbour: str) -> str:
    """The slots whose neighbours have few nodes each."""
    return (
        f"SELECT {slot} FROM {table} GROUP BY {slot}"
        f" HAVING count(*) <= {NODES_PER_NEIGHBOUR} * count(DISTINCT {neighbour})"
    )
