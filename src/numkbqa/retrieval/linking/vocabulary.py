"""Words of a question that ask rather than name: of order, of measuring, and of the graph's own relations."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import plural, relation_text
from numkbqa.questions.lexicon import DETERMINERS, HIGH_RANKS, RANK_WORDS, SIZE_WORDS, TIME_WORDS
from numkbqa.retrieval.linking.common_words import COMMON_WORDS
from numkbqa.retrieval.linking.names import STOP_WORDS, fold
from numkbqa.retrieval.query import MEASURES


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in fold(text).split()}


ORDER_WORDS: Final = frozenset(
    _words(row.phrase for row in DETERMINERS)
    | _words(word for words in RANK_WORDS for word in words)
    | _words(HIGH_RANKS)
    | _words(MEASURES)
    | _words(MEASURES.values())
    | SIZE_WORDS
    | TIME_WORDS
)
"""Words of the ordinal lexicon and of what is measured."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that are more likely to ask than to name.

    Args:
        asking: function words, order words and the words of the relations' properties; a lower-case name made
            of them alone is a mention only when there is no other.
        known: those, all other words of relations and common words, with plurals; none of them is taken for a
            typo or for a part of a name.
    """

    asking: frozenset[str]
    known: frozenset[str]


def vocabulary_of(kb: KnowledgeBase) -> Vocabulary:
    """Collect the words of a graph's relations.

    Args:
        kb: the graph.

    Returns:
        The words.
    """
    names = [*kb.relations, *(relation.name for relation in kb.numerical_relations)]
    texts = [*kb.relation_texts, *(relation.text for relation in kb.numerical_relations)]
    properties = _words(relation_text(name.rsplit("/", 1)[-1]) for name in names)
    asking = STOP_WORDS | ORDER_WORDS | properties
    known = asking | COMMON_WORDS | _words(texts)
    return Vocabulary(frozenset(asking), frozenset(known | {plural(word) for word in known}))
