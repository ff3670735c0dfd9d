"""What became of an entity on the way from a question to its answer, and a sentence that says why."""

from typing import Final, NamedTuple

import numpy as np

from numkbqa.answering.entities import answer_group, evidence_of
from numkbqa.answering.reasons import why_no_answer
from numkbqa.answering.shown import end_name
from numkbqa.api.explained import Outcome
from numkbqa.evaluation.predict import Prediction
from numkbqa.evaluation.reach import within_two_hops
from numkbqa.evidence import Evidence
from numkbqa.kb import KnowledgeBase

MAX_NAMED: Final = 3
"""Topics named at most in a sentence."""


class Verdict(NamedTuple):
    """What became of an entity.

    Args:
        outcome: for programs.
        reason: a sentence for people.
    """

    outcome: Outcome
    reason: str


def verdict_of(number: int, prediction: Prediction, kb: KnowledgeBase) -> Verdict:
    """Say what became of an entity: the first step at which it fell behind.

    Args:
        number: KB entity number.
        prediction: what the model says of the question.
        kb: the graph.

    Returns:
        The verdict.
    """
    found = np.flatnonzero(prediction.example.entities == number)
    if not len(found):
        return Verdict(Outcome.NOT_RETRIEVED, _not_retrieved(number, prediction, kb))
    place, label = int(found[0]), kb.label(number)
    if kb.is_event(number):
        return Verdict(Outcome.EVENT, f"{label} stands for a fact of several parts, and a fact is no answer")
    evidence = evidence_of(prediction, kb)
    if place in answer_group(prediction):
        return Verdict(Outcome.ANSWER, _answer(place, label, prediction, evidence))
    if evidence is None:
        return _plain(place, label, prediction, kb)
    return _compared(place, label, prediction, evidence)


def _not_retrieved(number: int, prediction: Prediction, kb: KnowledgeBase) -> str:
    example = prediction.example
    topics = example.entities[example.topics]
    names = " and ".join(kb.label(topic) for topic in topics.tolist()[:MAX_NAMED])
    if within_two_hops(kb, topics, np.array([number], dtype=np.int64)):
        size = f"the {example.num_entities} entities that were kept around {names}"
        return f"{kb.label(number)} is within two hops of {names}, but not among {size}"
    return f"{kb.label(number)} is more than two hops away from {names}"


def _answer(place: int, label: str, prediction: Prediction, evidence: Evidence | None) -> str:
    if evidence is None:
        return f"the model finds {label} the likeliest, with {_mass(place, prediction)}"
    if not evidence.rank[place]:
        return f"the model finds {label} the likeliest, and it has no {evidence.relation.text} to compare"
    holds = _holds(place, label, evidence)
    asked = _asked(prediction, evidence)
    if asked is None or prediction.winners[place]:
        return holds if asked is None else f"{holds}, and {asked}"
    return f"the model prefers {label}, although {holds} and {asked}"


def _plain(place: int, label: str, prediction: Prediction, kb: KnowledgeBase) -> Verdict:
    """Of a question in which nothing is compared."""
    if prediction.abstention is not None:
        return Verdict(Outcome.ABSTAINED, str(why_no_answer(prediction, kb)["abstained"]))
    return Verdict(Outcome.LESS_LIKELY, _less_likely(place, label, prediction, kb))


def _compared(place: int, label: str, prediction: Prediction, evidence: Evidence) -> Verdict:
    """Of a question that compares values, whose answer the entity is not."""
    if not prediction.candidates[place]:
        return Verdict(Outcome.PRUNED, _pruned(place, label, prediction))
    if not evidence.rank[place]:
        return Verdict(Outcome.NO_VALUE, f"{label} has no {evidence.relation.text} to compare")
    holds, asked = _holds(place, label, evidence), _asked(prediction, evidence)
    if prediction.abstention is not None:
        sentence = why_no_answer(prediction, evidence.kb)["abstained"]
        return Verdict(Outcome.ABSTAINED, f"{holds}; {sentence}")
    if asked is None or prediction.winners[place]:
        likelier = _less_likely(place, label, prediction, evidence.kb)
        return Verdict(Outcome.LESS_LIKELY, f"{holds}, but {likelier}")
    return Verdict(Outcome.OTHER_RANK, f"{holds}, and {asked}")


def _pruned(place: int, label: str, prediction: Prediction) -> str:
    best = float(prediction.basic.max(initial=0.0))
    return (
        f"{label} was retrieved, but is too unlikely by meaning to be compared: "
        f"{prediction.basic[place]:.2g} beside {best:.2g} of the likeliest"
    )


def _less_likely(place: int, label: str, prediction: Prediction, kb: KnowledgeBase) -> str:
    first = prediction.ranking()[0]
    other = kb.label(int(prediction.example.entities[first]))
    masses = f"{_mass(first, prediction)}; {label} has {_mass(place, prediction)}"
    return f"the model prefers {other} with {masses}"


def _mass(place: int, prediction: Prediction) -> str:
    return f"a probability of {prediction.probabilities[place]:.2g}"


def _holds(place: int, label: str, evidence: Evidence) -> str:
    """Which rank an entity holds, by what, and with which value."""
    value = evidence.measured_text(place)
    return f"{label} holds rank {evidence.rank[place]} by {evidence.relation.text} with {value}"


def _asked(prediction: Prediction, evidence: Evidence) -> str | None:
    """Which ranks are asked for, and from which end; None where no order is understood."""
    cue = prediction.cue if prediction.is_ordinal else None
    if cue is None or prediction.direction is None:
        return None
    ranks = f"rank {cue.k} was" if cue.count == 1 else f"ranks {cue.k} to {cue.k + cue.count - 1} were"
    return f"{ranks} asked for, the {end_name(evidence.relation.kind, prediction.direction)} first"
