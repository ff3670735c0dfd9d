"""Varied questions: the words of real and pseudo questions around other determiners and other numbers.

QIND teaches bare determiners and QGND each question with its own one. A question that is read between them
("the newest element of group 4", after "largest" and "4") needs both: any frame with any determiner. And what
was never asked in training still holds a determiner that was, so that the words around it must not matter:
some texts are cut short, or end as another question does.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from numkbqa.questions.instances import NumberInstances, pack
from numkbqa.questions.number_texts import Wording
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.qgnd import NumberPair
from numkbqa.questions.qind import NumberDrawer, RelationValues

WORD = re.compile(r"\s*\S+\s*")

Frame = tuple[str, str, int]
"""Words before the determiner, words after it, and the numerical relation of the question."""


def vary_questions(
    pairs: Iterable[NumberPair],
    values: Sequence[RelationValues],
    *,
    count: int,
    seed: int,
    max_k: int = 1,
    max_numbers: int = 50,
    style: Wording = "wide",
    loose: float = 0.0,
) -> NumberInstances:
    """Put other determiners into questions, and other numbers of the same relation beside them.

    Args:
        pairs: questions with their numerical relation.
        values: distinct values of every numerical relation, by its number.
        count: number of instances at most.
        seed: seed of all chance.
        max_k: highest rank.
        max_numbers: greatest number of numbers.
        style: wording of the determiners, see `number_texts`.
        loose: share of the instances that are cut short, and as large a share that end as another question.

    Returns:
        The instances; none when no question holds a determiner that another can replace.
    """
    chooser = random.Random(seed)
    drawer = NumberDrawer(np.random.default_rng(seed), chooser, 2, max_numbers, max_k, style)
    frames = [frame for pair in pairs if (frame := _frame(pair)) and len(values[frame[2]].value) > 1]
    made = []
    for _ in range(count if frames else 0):
        before, after, relation = chooser.choice(frames)
        instance = drawer.draw(values[relation])
        if instance is not None:
            if chooser.random() < loose:
                after = chooser.choice(frames)[1]
            if chooser.random() < loose:
                before, after = _cut_short(before, after, chooser)
            made.append(replace(instance, text=f"{before}{instance.text}{after}"))
    return pack(made)


def _cut_short(before: str, after: str, chooser: random.Random) -> tuple[str, str]:
    """The words nearest to the determiner; of "Which is the" and "city here?" maybe "the" and "city"."""
    left, right = WORD.findall(before), WORD.findall(after)
    return (
        "".join(left[chooser.randint(0, len(left)) :]),
        "".join(right[: chooser.randint(0, len(right))]),
    )


def _frame(pair: NumberPair) -> Frame | None:
    cue = parse_ordinal(pair.text)
    if cue is None or cue.span is None:
        return None
    start, end = cue.span
    return pair.text[:start], pair.text[end:], pair.relation
