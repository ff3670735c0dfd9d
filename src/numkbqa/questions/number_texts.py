"""The texts of number instances: determiners with a rank, from the paper's nine to all of the lexicon.

"paper" has the paper's nine determiners, "wide" also those of open point A27 that fit any relation. In "all"
half of the texts take any determiner of the lexicon, and ranks come in digits too.
"""

import random
from functools import cache
from typing import Literal

from numkbqa.questions import lexicon
from numkbqa.questions.ordinal import determiners, ranked
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

Wording = Literal["paper", "wide", "all"]


def determiner_text(kind: Kind, direction: Direction, k: int, style: Wording, chooser: random.Random) -> str:
    """Word the wish for the k-th number from one end.

    Args:
        kind: kind of the numbers.
        direction: which end.
        k: rank from 1 to 10.
        style: see the module.
        chooser: source of chance.

    Returns:
        "largest", "second latest", "3rd coldest".
    """
    if style != "all":
        return ranked(chooser.choice(determiners(kind, direction, style)), k)
    common = chooser.random() < 0.5
    choices = determiners(kind, direction, "wide") if common else lexicon_determiners(kind, direction)
    text = ranked(chooser.choice(list(choices)), k)
    if k > 1 and chooser.random() < 0.3:
        word, digits = lexicon.RANK_WORDS[k - 2]
        return text.replace(word, digits, 1)
    return text


@cache
def lexicon_determiners(kind: Kind, direction: Direction) -> tuple[str, ...]:
    """Every determiner of the lexicon that orders a kind in a direction.

    Of dates those that speak of time ("earliest", "oldest"), of numbers the others: what is oldest by a
    number depends on which number it is, and questions say so, bare determiners do not.

    Args:
        kind: kind of the numbers.
        direction: which end.

    Returns:
        Their phrases.
    """
    if kind is Kind.DATE:
        return tuple(
            row.phrase for row in lexicon.DETERMINERS if row.hint is Kind.DATE and row.date is direction
        )
    return tuple(
        row.phrase for row in lexicon.DETERMINERS if row.hint is not Kind.DATE and row.number is direction
    )
