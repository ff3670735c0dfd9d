"""The public NSM evaluator, told again from its rules in plain loops; and the lines it writes.

It knows no arrays: a question is a list of (entity, probability) in the order of its subgraph.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

EPS = 0.95


@dataclass(frozen=True)
class Verdict:
    """What the evaluator says of one question."""

    retrieved: list[tuple[Any, float]]
    precision: float
    recall: float
    f1: float
    hit: float


def judge(
    subgraph: Sequence[tuple[Any, float]], topics: Sequence[Any], gold: Sequence[Any], n_max: int
) -> Verdict:
    """Grade one question.

    Args:
        subgraph: entities with their probabilities.
        topics: the topic entities, which are no answers.
        gold: gold answers, repeated as the file repeats them.
        n_max: entities of the largest subgraph of the split.
    """
    least = (1 - EPS) / n_max
    waiting = [(entity, p) for entity, p in subgraph if entity not in topics and not p < least]
    retrieved: list[tuple[Any, float]] = []
    mass = 0.0
    while waiting and not mass > EPS:
        place = 0
        for other in range(1, len(waiting)):
            if waiting[other][1] > waiting[place][1]:  # of equal ones the earlier stays
                place = other
        taken = waiting.pop(place)
        retrieved.append(taken)
        mass += taken[1]
    right = 0
    for entity, _ in retrieved:
        if entity in gold:
            right += 1
    if not gold:
        return Verdict(retrieved, 0.0, 1.0, 0.0, 1.0) if retrieved else Verdict([], 1.0, 1.0, 1.0, 1.0)
    if not retrieved:
        return Verdict([], 1.0, 0.0, 0.0, 0.0)
    precision, recall = right / len(retrieved), right / len(gold)
    f1 = 2.0 / (1.0 / precision + 1.0 / recall) if right else 0.0
    return Verdict(retrieved, precision, recall, f1, 1.0 if retrieved[0][0] in gold else 0.0)


def info_line(verdict: Verdict, question: str, gold: Sequence[str] | None = None) -> dict[str, Any]:
    """A line of `_test.info`: of NSM, or with its gold answers of ReaRev. The key is misspelt there too."""
    return {
        "question": f"{question} ",
        "0": {},
        **({} if gold is None else {"answers": list(gold)}),
        "precison": verdict.precision,
        "recall": verdict.recall,
        "f1": verdict.f1,
        "hit": verdict.hit,
        "cand": [list(pair) for pair in verdict.retrieved],
    }
