"""Lookup: read-only questions to an opened graph that need no model.

The records need no graph, so the lookup itself is imported when it is used.
"""

from typing import TYPE_CHECKING

from numkbqa.lazy import imported_when_used
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

if TYPE_CHECKING:
    from numkbqa.lookup.lookup import Lookup
else:
    __getattr__ = imported_when_used(__name__, {"Lookup": "lookup"})

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
