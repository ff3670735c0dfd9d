"""Orders that are said without a superlative: "ranks third by area", "the second to be discovered"."""

from collections.abc import Sequence
from typing import NamedTuple

from numkbqa.questions import lexicon

RANKS = {word: k for k, words in enumerate(lexicon.RANK_WORDS, start=2) for word in words}
COUNTED = {"first": 1, "1st": 1, "last": 1} | RANKS
MAX_GAP = 10  # words between a rank and its "to be discovered"
MAX_NOUN = 3  # words between a rank and its bare "discovered"
SUPERLATIVES = {word for row in lexicon.DETERMINERS for word in row.phrase.split()}


class BareRank(NamedTuple):
    """A rank that orders by itself.

    Args:
        phrase: the determiner that it stands for, as the lexicon writes it.
        k: rank from 1.
        event: whether events in time are counted.
    """

    phrase: str
    k: int
    event: bool


def bare_rank_at(words: Sequence[str], start: int) -> BareRank | None:
    """Read a rank that has no superlative beside it.

    Args:
        words: lower-case words of a question.
        start: place of the word at which the rank would begin.

    Returns:
        What it asks for, or None when no such rank begins there.
    """
    if words[start] in lexicon.PENULTIMATE and word_at(words, start + 1).isalpha():
        return BareRank("last", lexicon.PENULTIMATE[words[start]], event=True)
    if words[start] not in COUNTED:
        return None
    last, k, end = _counted(words, start)
    if _is_by_property(words, start, end):
        return BareRank("smallest" if last else "largest", k, event=False)
    if (by := sorted_by(words, start, end, lexicon.SIZE_WORDS)) is not None:
        # things are numbered upwards, and ranked downwards by all else
        return BareRank("smallest" if last != _is_numbering(words, by) else "largest", k, event=False)
    counted = any(
        counts(words, start, end) for counts in (_is_to_be, _is_own_event, _is_noun_event, _is_did_event)
    )
    if counted or sorted_by(words, start, end, lexicon.TIME_WORDS) is not None:
        return BareRank("last" if last else "first", k, event=True)
    return None


def sorted_by(words: Sequence[str], start: int, end: int, properties: frozenset[str]) -> int | None:
    """Where what is counted is sorted by a property: the "by" of "the third lake of Borea by elevation".

    Args:
        words: lower-case words of a question.
        start: place at which the rank begins.
        end: place right after it.
        properties: words of properties.

    Returns:
        The place, or None.
    """
    if word_at(words, start - 1) not in {"the", ""}:
        return None
    for place in range(end, min(end + 1 + MAX_GAP, len(words) - 1)):
        if words[place] == "by" and properties & set(words[place + 1 : place + 4]):
            return place if place > end else None
        if words[place] in SUPERLATIVES or not (words[place][0].isalnum() or words[place] == "'s"):
            return None
    return None


def word_at(words: Sequence[str], index: int) -> str:
    """The word at a place, or "" outside of the question.

    Args:
        words: lower-case words.
        index: place, which may lie outside.

    Returns:
        The word.
    """
    return words[index] if 0 <= index < len(words) else ""


def is_event(word: str) -> bool:
    """Whether a word is a verb form that "first" and "last" may follow as adverbs.

    Args:
        word: lower-case word.

    Returns:
        True for regular past forms and for the irregular ones of the lexicon.
    """
    return word in lexicon.EVENTS or (word.endswith("ed") and len(word) > 3)


def _counted(words: Sequence[str], start: int) -> tuple[bool, int, int]:
    """Whether counting starts at the last, the rank, and where its words end."""
    word = words[start]
    if word in RANKS and word_at(words, start + 1) in {"to", "from"} and word_at(words, start + 2) == "last":
        return True, RANKS[word], start + 3
    left_out = lexicon.LEFT_OUT.get(word_at(words, start + 2), 0)
    if word == "last" and word_at(words, start + 1) == "but" and left_out:
        return True, 1 + left_out, start + 3
    return word == "last", COUNTED[word], start + 1


def _is_by_property(words: Sequence[str], start: int, end: int) -> bool:
    """Whether things are ranked by a property: "ranks third in population", "is second by area"."""
    verb, link = word_at(words, start - 1), word_at(words, end)
    if verb not in lexicon.RANK_VERBS | lexicon.COPULAS or link not in {"by", "in"}:
        return False
    if verb in lexicon.RANK_VERBS or link == "by":
        return end + 1 < len(words)
    return any(word_at(words, end + i) in lexicon.SIZE_WORDS for i in (1, 2, 3))


def _is_numbering(words: Sequence[str], by: int) -> bool:
    """Whether the property is a number that things go by: "by atomic number", not "by number of rivers"."""
    return any(word_at(words, by + i) == "number" and word_at(words, by + i + 1) != "of" for i in (1, 2, 3))


def _is_to_be(words: Sequence[str], start: int, end: int) -> bool:
    """Whether events are counted with "to": "the second actinide to be found", "the last to die"."""
    before, after = word_at(words, start - 1), word_at(words, end)
    if before not in lexicon.LEADS | {""} or after in lexicon.NOT_BEFORE["first"] - lexicon.COUNTABLE:
        return False
    for place in range(end, min(end + MAX_GAP + 1, len(words))):
        if words[place] == "to" and _is_infinitive(words, place + 1):
            return True
        if not words[place][0].isalnum() and words[place] != "'s":
            return False
    return False


def _is_infinitive(words: Sequence[str], place: int) -> bool:
    verb = word_at(words, place)
    return verb in lexicon.BASE_EVENTS or (verb == "be" and is_event(word_at(words, place + 1)))


def _is_own_event(words: Sequence[str], start: int, end: int) -> bool:
    """Whether an event's noun is counted: "Tom's second discovery"."""
    return word_at(words, start - 1) in {"'s", "'", "the"} and word_at(words, end) in lexicon.EVENT_NOUNS


def _is_noun_event(words: Sequence[str], start: int, end: int) -> bool:
    """Whether a counted noun is what happened: "what was the second nonmetal discovered"."""
    lead = word_at(words, start - 2 if word_at(words, start - 1) == "the" else start - 1)
    if lead not in lexicon.COPULAS | {"", "name"} or word_at(words, end) in lexicon.NOT_BEFORE["first"]:
        return False
    for place in range(end + 1, end + 1 + MAX_NOUN):
        if word_at(words, place) in lexicon.TIME_WORDS and is_event(word_at(words, place)):
            return all(word.isalpha() for word in words[end:place])
    return False


def _is_did_event(words: Sequence[str], start: int, end: int) -> bool:
    """Whether an adverb at the end counts what someone did: "did Curie discover last"."""
    if not {"did", "does"} & set(words[:start]) or word_at(words, start - 1) not in lexicon.BASE_EVENTS:
        return False
    return all(not word[0].isalnum() for word in words[end:])
