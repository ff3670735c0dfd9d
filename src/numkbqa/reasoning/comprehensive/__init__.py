"""Comprehensive reasoning: number embedding integration, entity pruning and the question classifier."""

from numkbqa.reasoning.comprehensive.integration import (
    IntegrationSettings,
    NumberIntegration,
    RelationRelevance,
)
from numkbqa.reasoning.comprehensive.model import ComprehensiveSettings, ModelOutput, NumberInjectedReasoner
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

__all__ = [
    "ClassifierSettings",
    "ComprehensiveSettings",
    "IntegrationSettings",
    "ModelOutput",
    "NumberInjectedReasoner",
    "NumberIntegration",
    "PruningSettings",
    "QuestionClassifier",
    "RelationRelevance",
    "keep_asked_class",
    "prune_entities",
    "prune_relations",
    "question_features",
]
