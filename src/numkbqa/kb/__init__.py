"""The knowledge base: its protocol, the embedded store, and the readers that fill it."""

from numkbqa.kb.build import build_kb
from numkbqa.kb.protocol import Facts, KnowledgeBase, NumericalRelation, NumericFacts
from numkbqa.kb.report import BuildReport
from numkbqa.kb.store import EmbeddedKnowledgeBase, open_kb

__all__ = [
    "BuildReport",
    "EmbeddedKnowledgeBase",
    "Facts",
    "KnowledgeBase",
    "NumericFacts",
    "NumericalRelation",
    "build_kb",
    "open_kb",
]
