"""Ranks of questions whose words name no order: the "second" of "who was the second king?"."""

import re
from collections.abc import Sequence
from typing import Final

from numkbqa.questions import lexicon
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.rank_words import SPELLED

_RANK: Final = re.compile(rf"\b(?:\d+(?:st|nd|rd|th)|{'|'.join(SPELLED)})\b|#\s?\d+\b", re.IGNORECASE)

NOT_RANKED: Final = lexicon.NOT_BEFORE["first"] | lexicon.NOT_COUNTED


def unread_rank(question: str, mentions: Sequence[str]) -> str | None:
    """The first rank of a question in which no order is read, if it counts something.

    Args:
        question: the question's text.
        mentions: the words that name its topics; a rank in one of them belongs to the name.

    Returns:
        The rank as written; None where an order is read, and where every rank belongs to a name.
    """
    if parse_ordinal(question) is not None:
        return None
    named = {word for mention in mentions for word in mention.lower().split()}
    for found in _RANK.finditer(question):
        after = re.match(r"[\s-]+(\w+)", question[found.end() :])
        if found[0].lower() in named or found[0][0].isupper() or after is None:
            continue
        if after[1].lower() not in NOT_RANKED and not after[1][0].isupper():
            return found[0]
    return None
