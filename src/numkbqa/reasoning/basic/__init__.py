"""Basic reasoning: entities of G_q scored by meaning; one file a reasoner."""

from numkbqa.reasoning.basic.bamnet import BAMnet, BAMnetSettings
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary, basic_reasoner
from numkbqa.reasoning.basic.embedkgqa import EmbedKGQA, EmbedKGQASettings
from numkbqa.reasoning.basic.graftnet import GraftNet, GraftNetSettings
from numkbqa.reasoning.basic.kvmem import KVMem, KVMemSettings
from numkbqa.reasoning.basic.nsm import NSM, NSMSettings
from numkbqa.reasoning.basic.rearev import ReaRev, ReaRevSettings

__all__ = [
    "NSM",
    "BAMnet",
    "BAMnetSettings",
    "BasicOutput",
    "BasicReasoner",
    "EmbedKGQA",
    "EmbedKGQASettings",
    "GraftNet",
    "GraftNetSettings",
    "GraphVocabulary",
    "KVMem",
    "KVMemSettings",
    "NSMSettings",
    "ReaRev",
    "ReaRevSettings",
    "basic_reasoner",
]
