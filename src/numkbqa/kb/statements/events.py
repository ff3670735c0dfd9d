"""N-ary nodes: events that stand for a fact with more than two places, and whose numbers belong to its places.

(Lincoln, tenure, _:t), (_:t, office, President), (_:t, start, 1861): the year stands on a node that nobody asks
for. It is handed on to Lincoln as `tenure>start`. It is not handed on to President, who would have forty-six
of them: a number goes to the neighbours of a slot only when the slot leads back to few nodes.
"""

from typing import Final

from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.relation_text import JOINED
from numkbqa.kb.staging import Staging

NODES_PER_NEIGHBOUR: Final = 2.0
"""Most nodes that a neighbour of a slot may have on average."""

_NUMERIC: Final = "regexp_matches(lexical, '[0-9]') AND coalesce(datatype, '') NOT LIKE '%langString'"


def mark_events(staging: Staging) -> None:
    """Make the table `event` (id): blank nodes that are pointed to and say at least two things.

    Args:
        staging: the graph, with all other statement nodes folded.
    """
    staging.execute("CREATE TABLE event (id VARCHAR)")
    staging.execute(
        """
        INSERT INTO event SELECT node FROM (
            SELECT head AS node FROM fact WHERE starts_with(head, '_:')
            UNION ALL SELECT entity FROM literal WHERE starts_with(entity, '_:'))
        SEMI JOIN (SELECT tail FROM fact WHERE starts_with(tail, '_:')) ON node = tail
        GROUP BY node HAVING count(*) >= 2
        """
    )


def hand_on_numbers(staging: Staging) -> None:
    """Hand the numbers of events, and of facts with qualifiers, on to the entities that they join.

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
        UNION ALL
        SELECT 'out', relation, tail, head FROM fact SEMI JOIN event ON head = id WHERE relation NOT IN ({types})
        """
    )
    staging.execute(
        f"""
        INSERT INTO literal
        SELECT neighbour, place.relation || '{JOINED}' || literal.relation, lexical, datatype, unit, rank, held_at,
            source, line
        FROM place SEMI JOIN ({_few_nodes("place", "side, relation", "neighbour")}) AS slot USING (side, relation)
        JOIN literal ON node = entity
        WHERE {_NUMERIC} AND NOT starts_with(neighbour, '_:')
        """
    )


def _hand_on_qualifiers(staging: Staging) -> None:
    for end in ("head", "tail"):
        staging.execute(
            f"""
            INSERT INTO literal
            SELECT {end}, relation || '{JOINED}' || qualifier, lexical, datatype, unit, 0, NULL, source, line
            FROM qualifier
            SEMI JOIN ({_few_nodes("qualifier", "relation, qualifier", end)}) AS slot USING (relation, qualifier)
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
