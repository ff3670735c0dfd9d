"""The knowledge base: its protocol, the embedded store, and the readers that fill it."""

from numkbqa.kb.build import build_kb
from numkbqa.kb.options import BuildOptions
from numkbqa.kb.protocol import Facts, KnowledgeBase, NumericalRelation, NumericFacts, SetAside
from numkbqa.kb.report import BuildReport
from numkbqa.kb.store import EmbeddedKnowledgeBase, open_kb, verify_kb

__all__ = [
    "BuildOptions",
    "BuildReport",
    "EmbeddedKnowledgeBase",
    "Facts",
    "KnowledgeBase",
    "NumericFacts",
    "NumericalRelation",
    "SetAside",
    "build_kb",
    "open_kb",
    "verify_kb",
]
