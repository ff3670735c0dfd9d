"""Rankings: entities in the order of a numerical relation, with the policies of `numkbqa.values.ranks`."""

from typing import Any, Final, NamedTuple

import numpy as np

from numkbqa.evidence import excluded_rows, tie_reason, value_row
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Floats, Ints, NumericFacts
from numkbqa.lookup.records import RankRow
from numkbqa.lookup.relations import Relations
from numkbqa.values import Direction
from numkbqa.values.ranks import dense_ranks
from numkbqa.values.several import standing_values

MOST_ROWS: Final = 1_000
"""Entities of a ranking that are given at most."""

SHORT: Final = 20_000
"""Numbers of a relation up to which all of them are read."""

FIRST_READ: Final = 2_048
"""Numbers of a longer relation that are read from one end at first; four times as many each time."""


class Standings(NamedTuple):
    """What some entities stand with in a relation.

    Args:
        relation: numerical relation.
        members: the entities, ascending, shape (num_members,).
        low: lower key of the value that each stands with, NaN without one, shape (num_members,).
        high: upper key of it, shape (num_members,).
        rank: rank of each, 0 without a value, shape (num_members,).
        handle: handle of the value, -1 without one, shape (num_members,).
        facts: all of their numbers in the relation.
        all_members: how many entities are ranked, when these are only those at one end of them.
    """

    relation: int
    members: Ints
    low: Floats
    high: Floats
    rank: Ints
    handle: Ints
    facts: NumericFacts
    all_members: int | None = None


class Ranker:
    """Ranks entities by numerical relations.

    Args:
        kb: the graph.
        relations: its numerical relations.
    """

    def __init__(self, kb: KnowledgeBase, relations: Relations) -> None:
        self._kb, self._relations = kb, relations

    def standings(self, relation: int, members: Ints | None, direction: Direction, last: int) -> Standings:
        """Rank entities.

        Args:
            relation: numerical relation.
            members: KB entity numbers, ascending; None for all that carry the relation.
            direction: which end comes first.
            last: the last rank that matters.

        Returns:
            The standings of the members. Of all that carry a relation only as many as are needed are read.
        """
        if members is not None:
            return standings_of(self._kb, relation, members, direction)
        total, size = self._kb.num_numbers(relation), FIRST_READ
        while SHORT < total > size:
            found = self._at_the_end(relation, size, direction, last)
            if found is not None:
                return found
            size *= 4
        everything = self._kb.numbers_of_relation(relation)
        return standings_of(self._kb, relation, self._things(everything), direction)

    def _at_the_end(self, relation: int, size: int, direction: Direction, last: int) -> Standings | None:
        """The standings of what has one of the first `size` numbers; None when others may count.

        Whatever was not read has all of its values on the far side of the border, so a rank is whole when no
        such value reaches what its best member surely is.
        """
        total = self._kb.num_numbers(relation)
        largest = direction is Direction.MAX
        facts = self._kb.numbers_of_relation(
            relation, slice(total - size, total) if largest else slice(0, size)
        )
        found = standings_of(self._kb, relation, self._things(facts), direction)
        holds = found.rank == last
        if not holds.any():
            return None
        extent = self._relations.extent(relation)
        if largest:
            # rounded upwards, for an upper key is not exactly the lower one and the width
            whole = found.low[holds].max() > np.nextafter(facts.low[0] + extent.widest, np.inf)
        else:
            whole = found.high[holds].min() < facts.low[-1]
        return found._replace(all_members=extent.entities) if whole else None

    def _things(self, facts: NumericFacts) -> Ints:
        entities = np.unique(facts.entity)
        return entities[~self._kb.events(entities)]


def standings_of(kb: KnowledgeBase, relation: int, members: Ints, direction: Direction) -> Standings:
    """Rank some entities by a relation.

    Args:
        kb: the graph.
        relation: numerical relation.
        members: KB entity numbers, ascending, each once, shape (num_members,).
        direction: which end comes first.

    Returns:
        Their standings.
    """
    facts = _numbers(kb, relation, members)
    place = np.searchsorted(members, facts.entity)
    standing = standing_values(place, (facts.low, facts.high), len(members), direction)
    has = standing >= 0
    low, high = np.full(len(members), np.nan), np.full(len(members), np.nan)
    handle = np.full(len(members), -1, dtype=np.int64)
    low[has], high[has] = facts.low[standing[has]], facts.high[standing[has]]
    handle[has] = facts.value[standing[has]]
    return Standings(relation, members, low, high, dense_ranks(low, high, direction), handle, facts)


def ranked_part(kb: KnowledgeBase, standings: Standings, k: int, count: int) -> dict[str, Any]:
    """The rows of a ranking, what is left out, and how much was compared.

    Args:
        kb: the graph.
        standings: of all entities that are ranked.
        k: the rank to start at.
        count: how many ranks.

    Returns:
        Fields of `Ranking`.
    """
    rank, members = standings.rank, standings.members
    chosen = np.flatnonzero((rank >= k) & (rank < k + count))
    chosen = chosen[np.lexsort((members[chosen], rank[chosen]))]
    missing = members[rank == 0]
    compared = len(members) - len(missing) if standings.all_members is None else standings.all_members
    return {
        "rows": _rows(kb, standings, chosen[:MOST_ROWS]),
        "rows_left_out": max(0, len(chosen) - MOST_ROWS),
        "members": compared + len(missing),
        "compared": compared,
        "distinct": int(rank.max(initial=0)) if standings.all_members is None else None,
        "excluded": excluded_rows(kb, missing.tolist(), standings.relation),
        "not_compared": len(missing),
    }


def _rows(kb: KnowledgeBase, standings: Standings, chosen: Ints) -> list[RankRow]:
    about, reasons = kb.numerical_relations[standings.relation], dict[int, str | None]()
    holders = dict[int, int]()
    for rank in np.unique(standings.rank[chosen]).tolist():
        tied = np.flatnonzero(standings.rank == rank)
        holders[rank] = len(tied)
        reasons[rank] = (
            tie_reason(kb, standings.low[tied], standings.high[tied], standings.handle[tied])
            if len(tied) > 1
            else None
        )
    facts = standings.facts.at(np.flatnonzero(np.isin(standings.facts.entity, standings.members[chosen])))
    rows = []
    for place in chosen.tolist():
        entity, rank = int(standings.members[place]), int(standings.rank[place])
        handles = _handles(facts, entity, int(standings.handle[place]))
        row = value_row(kb, entity, standings.relation, handles, rank)
        rows.append(RankRow(**row, unit=about.unit, tied=holders[rank], tie_reason=reasons[rank]))
    return rows


def _handles(facts: NumericFacts, entity: int, used: int) -> list[int]:
    """Handles of the values of an entity that are in force, the one that it stands with first."""
    own = facts.value[facts.entity == entity]
    return [used, *own[own != used].tolist()]


def _numbers(kb: KnowledgeBase, relation: int, members: Ints) -> NumericFacts:
    """The numbers of some entities in a relation, by way of whichever is shorter."""
    if len(members) <= kb.num_numbers(relation):
        facts = kb.numbers_of(members)
        rows = np.flatnonzero(facts.relation == relation)
    else:
        facts = kb.numbers_of_relation(relation)
        rows = np.flatnonzero(np.isin(facts.entity, members))
    return facts.at(rows)
