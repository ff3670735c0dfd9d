"""Topic linking: which entities a question mentions, and which of those that share a name it means."""

from numkbqa.kb.relation_text import plural
from numkbqa.retrieval.linking.describe import describe
from numkbqa.retrieval.linking.link import Link, find_mentions, outermost, topic_ids
from numkbqa.retrieval.linking.linker import EntityLinker
from numkbqa.retrieval.linking.names import COMMON_NAMES, STOP_WORDS, fold, fold_with_places, readable
from numkbqa.retrieval.linking.settings import LinkingSettings

__all__ = [
    "COMMON_NAMES",
    "STOP_WORDS",
    "EntityLinker",
    "Link",
    "LinkingSettings",
    "describe",
    "find_mentions",
    "fold",
    "fold_with_places",
    "outermost",
    "plural",
    "readable",
    "topic_ids",
]
