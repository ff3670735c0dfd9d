"""Writes a knowledge base for other programs: as N-Triples, or as tables in Parquet."""

from numkbqa.kb.export.ntriples import export_ntriples
from numkbqa.kb.export.parquet import export_parquet

__all__ = ["export_ntriples", "export_parquet"]
