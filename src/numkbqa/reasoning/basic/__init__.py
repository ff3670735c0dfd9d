"""Basic reasoning: entities of G_q scored by meaning; a file each, or for BAMnet a folder."""

from numkbqa.reasoning.basic.bamnet import BAMnet, BAMnetSettings
from numkbqa.reasoning.basic.base import BasicOutput, BasicReasoner, GraphVocabulary
from numkbqa.reasoning.basic.calls import make_reasoner, reason, settings_of_reasoner
from numkbqa.reasoning.basic.embedkgqa import EmbedKGQA, EmbedKGQASettings
from numkbqa.reasoning.basic.graftnet import GraftNet, GraftNetSettings
from numkbqa.reasoning.basic.kvmem import KVMem, KVMemSettings
from numkbqa.reasoning.basic.nsm import NSM, NSMSettings
from numkbqa.reasoning.basic.rearev import ReaRev, ReaRevSettings
from numkbqa.reasoning.basic.registry import basic_reasoner, code_of, is_own

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
    "code_of",
    "is_own",
    "make_reasoner",
    "reason",
    "settings_of_reasoner",
]
