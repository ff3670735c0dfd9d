"""Where a wrong answer was lost: the first step from the question to the answer that went wrong."""

from collections.abc import Collection
from enum import StrEnum

import numpy as np

from numkbqa.evaluation.answer_groups import answer_groups, holds_rank
from numkbqa.evaluation.predict import Prediction
from numkbqa.evaluation.reach import within_two_hops
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question


class Lost(StrEnum):
    """The kinds of loss, in the order in which they are looked for.

    A question without an example goes by the reason of retrieval ("no topic entity") instead.
    """

    WRONG_TOPIC = "wrong topic"
    """No topic entity used is one of the right ones; where those are not known, no answer lies within two
    hops of the topic entities used."""

    WRONG_VALUE = "wrong value"
    """A value was answered, and it is not the gold one."""

    LITERAL = "literal answer"
    """A literal is asked for, and no value was answered."""

    NOT_IN_GRAPH = "answer not in the graph"
    """The graph holds no gold answer."""

    NOT_RETRIEVED = "answer not retrieved"
    """No gold answer is in the subgraph."""

    PRUNED = "pruned"
    """No gold answer is among the candidates of comprehensive reasoning."""

    RANKED_LOWER = "ranked lower"
    """A plain question, whose answer is a candidate."""

    NO_ORDINAL_WORD = "no ordinal word read"
    """An ordinal question in which the lexicon reads no direction."""

    WRONG_RELATION = "wrong relation"
    """In the numerical relation chosen, the answer holds the rank asked for neither among the candidates nor
    in its own group (`answer_groups`)."""

    WRONG_CANDIDATES = "wrong candidates"
    """The relation is right, but sorting the candidates by it does not give the answer."""

    WRONG_ORDER = "wrong order"
    """Sorting the candidates by the relation chosen gives the answer; the model does not."""


def where_lost(
    prediction: Prediction,
    kb: KnowledgeBase,
    gold_topics: Collection[str],
    *,
    ordinal: bool,
    valued: bool = False,
) -> Lost:
    """Say where a wrong answer was lost.

    Args:
        prediction: what the model says, with a wrong first answer.
        kb: the graph.
        gold_topics: ids of the right topic entities; empty when they are not known.
        ordinal: whether the question counts as ordinal.
        valued: whether values were answered instead of entities.

    Returns:
        The first kind that fits.
    """
    example = prediction.example
    if gold_topics and not _has_topic(prediction, kb, gold_topics):
        return Lost.WRONG_TOPIC
    if valued:
        return Lost.WRONG_VALUE
    if not example.answers.any():
        return _not_retrieved(prediction, kb, topics_known=bool(gold_topics))
    if not (example.answers & prediction.candidates).any():
        return Lost.PRUNED
    return _misordered(prediction, kb) if ordinal else Lost.RANKED_LOWER


def _has_topic(prediction: Prediction, kb: KnowledgeBase, gold_topics: Collection[str]) -> bool:
    topics = prediction.example.entities[prediction.example.topics]
    return any(kb.entity_id(topic) in gold_topics for topic in topics.tolist())


def _not_retrieved(prediction: Prediction, kb: KnowledgeBase, *, topics_known: bool) -> Lost:
    answers = _known_answers(prediction.question, kb)
    if all(answer.id is None for answer in prediction.question.answers):
        return Lost.LITERAL
    if not answers:
        return Lost.NOT_IN_GRAPH
    topics = prediction.example.entities[prediction.example.topics]
    if topics_known or within_two_hops(kb, topics, np.array(answers, dtype=np.int64)):
        return Lost.NOT_RETRIEVED
    return Lost.WRONG_TOPIC


def _known_answers(question: Question, kb: KnowledgeBase) -> list[int]:
    found = (kb.entity_index(answer.id) for answer in question.answers if answer.id is not None)
    return [entity for entity in found if entity is not None]


def _misordered(prediction: Prediction, kb: KnowledgeBase) -> Lost:
    example, relation, cue = prediction.example, prediction.relation, prediction.cue
    if cue is None:
        return Lost.NO_ORDINAL_WORD
    if (example.answers & prediction.winners).any():
        return Lost.WRONG_ORDER
    if relation is None:
        return Lost.WRONG_RELATION
    kind = kb.numerical_relations[int(example.numerical_relations[relation])].kind
    groups = answer_groups(example)
    right = holds_rank(example, relation, kind, cue, prediction.candidates, groups)
    return Lost.WRONG_CANDIDATES if right else Lost.WRONG_RELATION
