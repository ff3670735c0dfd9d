"""What an order is by, where the question says so: "the highest gdp", "the most rivers", "highest paid"."""

import re
from typing import Final

from numkbqa.questions import lexicon, measures
from numkbqa.questions.ordinal import parse_ordinal

MAX_LENGTH: Final = 1000
"""Characters of a question that is looked at; a longer one asks for more than an order."""

MAX_BETWEEN: Final = 4
"""Words from a superlative to what it counts at most: "the largest number of big lakes"."""

MEASURED: Final = (
    lexicon.SIZE_WORDS
    | lexicon.HIGH_IN_SPEECH
    | {word for noun in measures.NOUNS for word in noun.split() if word not in measures.FILLERS}
)
"""Words of properties that have a height in speech alone."""

_BY = re.compile(r" by (?:the )?(?P<noun>\w+(?: \w+){0,2})$")
_HAS = re.compile(r"\b(?:has|have|had|with|having) (?:the )?$")
_NOUN = re.compile(
    r" (?P<noun>(?:number of )?\w+(?: \w+){0,2}?)(?= (?:in|of|on|at|for|among|from|and|is|are)\b|[,;]|$)"
)
_QUALIFIED = re.compile(
    r"\b(?:highest|lowest|most|least|best|worst|top)[ -](?P<word>[^\W\d_]+)", re.IGNORECASE
)
_AFTER = r"(?:[ -](?!(?:in|of|on|at|for|with|and|is|are)\b)[^\W\d_]+){0,3}"
_HIGH = re.compile(rf"\b(?:highest|lowest)(?P<after>{_AFTER})", re.IGNORECASE)
_MORE = re.compile(r"\b(?:by (?:the )?|in (?!the |an? ))(?P<words>[^\W\d_]+(?: [^\W\d_]+)?)", re.IGNORECASE)
_ANY = "(?:(?:major|different|big|large|other) )?"
_COUNTED = re.compile(rf"\b(?:most|fewest|least) {_ANY}(?P<things>[^\W\d_]+[^su\W]s|people|children)\b")
_NUMBER_OF = re.compile(
    r"\b(?:largest|highest|greatest|biggest|most|smallest|lowest|fewest|least) number of "
    rf"{_ANY}(?P<things>[^\W\d_]+)\b"
)


def ordered_noun(question: str) -> str | None:
    """What a question says outright that it orders by: "the highest gdp", "the largest by area".

    Args:
        question: the question's text.

    Returns:
        The noun, or None for a question without an order or one that leaves open what it orders by.
    """
    cue = parse_ordinal(question)
    if cue is None or len(question) > MAX_LENGTH:
        return None
    text = question.lower().rstrip(" ?.!")
    by = _BY.search(text)
    if by is not None:
        return by["noun"]
    if cue.span is None or len(text) > len(question) or not _HAS.search(text[: cue.span[0]]):
        return None
    noun = _NOUN.match(text, cue.span[1])
    return None if noun is None else noun["noun"]


def counted_things(text: str) -> list[str]:
    """What the words that compare count: a plural right after them ("the most rivers").

    Args:
        text: a question or a part of one, in lower case.

    Returns:
        The plurals.
    """
    return [match["things"] for match in _COUNTED.finditer(text)]


def counted(question: str) -> list[str]:
    """What a question counts in order to compare: "the most rivers", "the largest number of lakes".

    Args:
        question: the question's text.

    Returns:
        The plurals, in no order; nothing when no order is asked for.
    """
    if len(question) > MAX_LENGTH or parse_ordinal(question) is None:
        return []
    text = question.lower()
    return [*(match["things"] for match in _NUMBER_OF.finditer(text)), *counted_things(text)]


def counts_first(question: str, things: str) -> bool:
    """Whether the order that is asked for is the one by a count, and not one within it.

    Args:
        question: the question's text.
        things: what is counted.

    Returns:
        False for the largest city "in the state with the most rivers".
    """
    cue = parse_ordinal(question)
    if cue is None or cue.span is None:
        return cue is not None
    after = question[cue.span[1] :].lower().split()[:MAX_BETWEEN]
    return any(things in word for word in after)


def qualifying(question: str) -> tuple[str, ...]:
    """What a participle after a superlative measures: "the highest paid" is about pay, not about hills.

    Args:
        question: the question's text.

    Returns:
        Names of the measure, likeliest first; nothing without such a participle.
    """
    found = [match["word"].lower() for match in _QUALIFIED.finditer(question)]
    return next((measures.QUALIFIERS[word] for word in found if word in measures.QUALIFIERS), ())


def is_high_in_speech(question: str) -> bool:
    """Whether "highest" or "lowest" is about another measure than height.

    Args:
        question: the question's text.

    Returns:
        True when a participle ("highest rated") or a measure follows ("highest population density"), or when
        the order is by one ("the highest by population").
    """
    match = _HIGH.search(question)
    if match is None:
        return False
    after = match["after"].lower().replace("-", " ").split()
    if after and after[0].endswith(("ed", "ing")) and after[0] not in lexicon.LYING:
        return True
    by = (word for more in _MORE.finditer(question) for word in more["words"].lower().split())
    return bool(qualifying(question)) or not MEASURED.isdisjoint([*after, *by])
