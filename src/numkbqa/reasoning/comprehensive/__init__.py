"""Comprehensive reasoning: number plug-ins, entity pruning and the question classifier."""

from numkbqa.reasoning.comprehensive.integration import (
    IntegrationSettings,
    NumberIntegration,
    RelationRelevance,
)
from numkbqa.reasoning.comprehensive.model import ModelOutput, NumberInjectedReasoner
from numkbqa.reasoning.comprehensive.nt import NTPlugIn
from numkbqa.reasoning.comprehensive.num import NumPlugIn
from numkbqa.reasoning.comprehensive.num_fusion import NumFusion, NumFusionSettings
from numkbqa.reasoning.comprehensive.plug_in import Injected, NumberPlugIn, PlugInParts, Receivers
from numkbqa.reasoning.comprehensive.pruning import (
    PruningSettings,
    keep_asked_class,
    prune_entities,
    prune_relations,
)
from numkbqa.reasoning.comprehensive.question_classifier import (
    ClassifierSettings,
    QuestionClassifier,
    question_features,
)
from numkbqa.reasoning.comprehensive.settings import ComprehensiveSettings

__all__ = [
    "ClassifierSettings",
    "ComprehensiveSettings",
    "Injected",
    "IntegrationSettings",
    "ModelOutput",
    "NTPlugIn",
    "NumFusion",
    "NumFusionSettings",
    "NumPlugIn",
    "NumberInjectedReasoner",
    "NumberIntegration",
    "NumberPlugIn",
    "PlugInParts",
    "PruningSettings",
    "QuestionClassifier",
    "Receivers",
    "RelationRelevance",
    "keep_asked_class",
    "prune_entities",
    "prune_relations",
    "question_features",
]
