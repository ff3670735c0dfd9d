"""Basic reasoning: entities of G_q scored by meaning; one file a reasoner."""

from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, basic_reasoner
from numkbqa.reasoning.basic.nsm import NSM, NSMSettings

__all__ = ["NSM", "BasicOutput", "BasicReasoner", "GraphVocabulary", "NSMSettings", "basic_reasoner"]
