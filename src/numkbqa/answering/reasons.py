"""Why there is no answer: a code for programs and a sentence for people."""

from enum import StrEnum
from typing import Any, Final

from numkbqa.evaluation.predict import Abstention, Prediction
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.rank_words import MOST

NO_TOPIC: Final = "the question mentions no name that the graph holds (no topic entity)"
NO_SUMS: Final = "a sum or mean over several was asked for, and the graph holds values of single things only"
NO_CANDIDATE: Final = "no entity near the topic of the question can be its answer"
MAX_NAMED: Final = 5
"""Topics named at most in a sentence."""


class Reason(StrEnum):
    """The codes of `abstained_code`."""

    NO_TOPIC = "no_topic"
    AMBIGUOUS_TOPIC = "ambiguous_topic"
    NO_RELATION = "no_relation"
    NO_VALUE = "no_value"
    TOO_FEW = "too_few"
    NO_CANDIDATE = "no_candidate"
    NO_RANK = "no_rank"


def abstained(code: Reason, sentence: str) -> dict[str, Any]:
    """The two keys of a document without answer.

    Args:
        code: for programs.
        sentence: for people.

    Returns:
        `abstained` and `abstained_code`.
    """
    return {"abstained": sentence, "abstained_code": code.value}


def why_no_answer(prediction: Prediction, kb: KnowledgeBase) -> dict[str, Any]:
    """The two keys for a prediction; both null when it is an answer.

    Args:
        prediction: what the model says of a question.
        kb: the graph.

    Returns:
        `abstained` and `abstained_code`.
    """
    match prediction.abstention:
        case None:
            return {"abstained": None, "abstained_code": None}
        case Abstention.NO_RELATION:
            return abstained(Reason.NO_RELATION, _nothing_to_order(prediction, kb))
        case Abstention.NO_VALUE:
            return abstained(
                Reason.NO_VALUE, "an order is asked for, and no candidate has a value to compare"
            )
        case Abstention.TOO_FEW:
            return abstained(Reason.TOO_FEW, _too_few(prediction, kb))
        case Abstention.NO_CANDIDATE:
            return abstained(Reason.NO_CANDIDATE, NO_CANDIDATE)


def no_such_value(entity: int, measure: str, numerical: list[int], kb: KnowledgeBase) -> dict[str, Any]:
    """The two keys for an entity that has no value of what is asked for.

    Args:
        entity: KB entity number.
        measure: what is asked for, in words.
        numerical: the numerical relations that would do; none when the graph has no such relation.
        kb: the graph.

    Returns:
        `abstained` and `abstained_code`.
    """
    label = kb.label(entity)
    aside = [row for relation in numerical for row in kb.set_aside_of(entity, relation)]
    if aside:
        text = f' "{aside[0].lexical}"' if aside[0].lexical else ""
        what = f"the {measure} of {label} is no value:{text} {aside[0].reason}"
        return abstained(Reason.NO_VALUE, what)
    if numerical:
        return abstained(Reason.NO_VALUE, f"the graph has no {measure} of {label}")
    return abstained(Reason.NO_RELATION, no_relation_for(measure))


def no_relation_for(measure: str) -> str:
    """The sentence for a measure that no relation of the graph holds."""
    return f"the graph has no numerical relation for {measure}"


def not_in_graph(name: str) -> str:
    """The sentence for a name that nothing in the graph bears."""
    return f'nothing in the graph is called "{name}"'


def rank_not_read(rank: str) -> str:
    """The sentence for a rank that stands beside nothing to order by."""
    return f'"{rank}" names no order that could be read: the answer does not follow it'


def no_count_of(things: str, *, derivable: bool) -> str:
    """The sentence for an order by a count that the graph does not hold.

    Args:
        things: what is counted, in the plural.
        derivable: whether building the graph with counts would give it.
    """
    what = f"the graph does not hold how many {things} there are to each"
    return f"{what}; `numkbqa kb build --derive counts` counts them" if derivable else what


def _nothing_to_order(prediction: Prediction, kb: KnowledgeBase) -> str:
    example = prediction.example
    names = [kb.label(int(entity)) for entity in example.entities[example.topics]][:MAX_NAMED]
    return f"an order is asked for, and nothing near {' and '.join(names)} has a number"


def _too_few(prediction: Prediction, kb: KnowledgeBase) -> str:
    """Why there is no k-th, when the candidates have fewer distinct values than k."""
    relation, k = prediction.relation or 0, prediction.cue.k if prediction.cue else 1
    what = kb.numerical_relations[int(prediction.example.numerical_relations[relation])].text
    distinct = int(prediction.ranks().max(initial=0))
    values = "1 value" if distinct == 1 else f"{distinct} distinct values"
    rank = f"number {k}" if k < MOST else f"a number of {MOST} or more"
    return f"{rank} by {what} was asked for, and the candidates have {values} of it"
