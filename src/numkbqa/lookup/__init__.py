"""Lookup: read-only questions to an opened graph that need no model."""

from numkbqa.lookup.lookup import Lookup
from numkbqa.lookup.records import (
    Candidate,
    Counted,
    EntityHit,
    EntityRecord,
    Excluded,
    FactRecord,
    Holder,
    LinkedMention,
    Match,
    Named,
    NumberRecord,
    Ranking,
    RankRow,
    RelationHead,
    RelationRecord,
)

__all__ = [
    "Candidate",
    "Counted",
    "EntityHit",
    "EntityRecord",
    "Excluded",
    "FactRecord",
    "Holder",
    "LinkedMention",
    "Lookup",
    "Match",
    "Named",
    "NumberRecord",
    "RankRow",
    "Ranking",
    "RelationHead",
    "RelationRecord",
]
