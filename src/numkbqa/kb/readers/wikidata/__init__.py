"""JSON dumps of Wikidata and of other Wikibase sites: ranks, qualifiers, precisions and units are kept."""

from numkbqa.kb.readers.wikidata.reader import WikidataReader

__all__ = ["WikidataReader"]
