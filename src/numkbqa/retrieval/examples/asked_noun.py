"""The noun of what an order chooses among: "city" of "what is the second largest city in texas"."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from numkbqa.questions.bare_ranks import RANKS
from numkbqa.questions.lexicon import HIGH_RANKS
from numkbqa.questions.lexicon import TENS as TENS_OF_RANKS
from numkbqa.questions.lists import COUNTS, ENDS
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.retrieval.linking.tokens import Token, tokens_of

MAX_WORDS: Final = 6
"""Words of the noun phrase at most."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ASKING: Final = _words("what whats which whichs who whos")
RELATIVE: Final = _words("which who")
"""Asking words that begin a clause as well ("the states through which the longest river runs")."""

COPULAS: Final = _words("is are was were re")
ORDERING: Final = _words("name list give me show find tell us identify rank and please")
ARTICLES: Final = _words("the a an its their top bottom")
NUMBERS: Final = frozenset(COUNTS) | frozenset(RANKS) | frozenset(HIGH_RANKS) | frozenset(TENS_OF_RANKS)
OF_ALL: Final = _words("of all the these those")
ENDING: Final = _words("""
    in on of at by to from for with within without inside outside under over above below near next nearest
    along around across through throughout between among amongst against during since until before after
    that which who whose whom where when is are was were be been has have had does do did can could will would
    and or but not than as ever there here
    runs run flows flow crosses cross traverses traverse borders border lies lie passes pass goes go
    located found known built made born
""")
"""Words that a noun phrase ends before; forms in -ing and -ed may end one too."""


def asked_nouns(question: str, topic_words: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Read what the answer to an ordinal question is called, when it is the thing that is ordered.

    "The largest city in texas" asks for a city, and "the capital of the largest state" for no state.

    Args:
        question: the question's text.
        topic_words: folded words of the names of its topics; one of them may follow the noun at once.

    Yields:
        Phrases of folded words whose last word may be the noun, the shortest first.
    """
    cue = parse_ordinal(question)
    if cue is None:
        return
    tokens = tokens_of(question)
    place = _place(cue, tokens)
    words = [token.text for token in tokens]
    if place is None or not _is_asked_for(words[: place[0]], topic_words):
        return
    start = _after_of_all(words, place[1])
    for end in range(start + 1, min(start + MAX_WORDS, len(words)) + 1):
        if words[end - 1] in ENDING:
            return
        if _may_end(words, end, topic_words):
            yield tuple(words[start:end])


def _place(cue: OrdinalCue, tokens: Sequence[Token]) -> tuple[int, int] | None:
    """First word of the determiner and the one after it; None where another wording stands for it."""
    if cue.span is not None:
        inside = [i for i, t in enumerate(tokens) if cue.span[0] <= t.start and t.end <= cue.span[1]]
        return (inside[0], inside[-1] + 1) if inside else None
    words = [token.text for token in tokens]
    phrase = cue.determiner.replace("-", " ").split()
    for start in range(len(words)):
        if words[start : start + len(phrase)] == phrase:
            return start, start + len(phrase)
    ends = [start for start, word in enumerate(words) if word in ENDS]
    return (ends[0], ends[0] + 1) if ends and cue.count > 1 else None


def _is_asked_for(before: Sequence[str], topic_words: Collection[str]) -> bool:
    """Whether the words before a determiner leave what it orders as the answer."""
    left = list(before)
    while left and (left[-1] in ARTICLES or _is_number(left[-1])):
        left.pop()
    if left and left[-1] == "s" and left[-2:-1] and left[-2] in topic_words:
        # "canada's largest city"
        left.pop()
        while left and left[-1] in topic_words:
            left.pop()
    if left[-2:] in (["name", "of"], ["names", "of"]):
        return True
    if left and (left[-1] in COPULAS or left[-1] == "s"):
        left.pop()
        return _asks(left)
    return not left or left[-1] in ORDERING or _asks(left)


def _asks(words: Sequence[str]) -> bool:
    """Whether the last word asks, and begins no clause about another word."""
    return bool(words) and words[-1] in ASKING and (len(words) == 1 or words[-1] not in RELATIVE)


def _after_of_all(words: Sequence[str], start: int) -> int:
    """Where the noun phrase begins: after a count ("the largest five") and after "of all the"."""
    while start < len(words) and _is_number(words[start]):
        start += 1
    if words[start : start + 1] == ["of"]:
        while start < len(words) and words[start] in OF_ALL:
            start += 1
    return start


def _may_end(words: Sequence[str], end: int, topic_words: Collection[str]) -> bool:
    """Whether a noun phrase may end before a word."""
    if end == len(words):
        return True
    after = words[end]
    return after in ENDING or after in topic_words or after.endswith(("ing", "ed"))


def _is_number(word: str) -> bool:
    return word in NUMBERS or word[:1].isdigit()
