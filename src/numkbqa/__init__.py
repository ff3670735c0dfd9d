"""numkbqa: ask questions of your own knowledge graph, and get the ordinal ones right."""

__version__ = "0.2.0"
