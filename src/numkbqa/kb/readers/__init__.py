"""Readers of graph files: what they yield, and the sources that they read. `choice` picks one for a file."""

from numkbqa.kb.readers.record import (
    EntityFact,
    LiteralFact,
    Name,
    Qualifier,
    Reader,
    Record,
    RelationUnit,
    Skipped,
    UntypedFact,
)
from numkbqa.kb.readers.source import Source, expand_sources

__all__ = [
    "EntityFact",
    "LiteralFact",
    "Name",
    "Qualifier",
    "Reader",
    "Record",
    "RelationUnit",
    "Skipped",
    "Source",
    "UntypedFact",
    "expand_sources",
]
