"""The ordinal lexicon at work: determiner, direction and k of a question; determiners to generate with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from numkbqa.questions import lexicon
from numkbqa.questions.bare_ranks import RANKS, BareRank, bare_rank_at, is_event
from numkbqa.questions.lexicon import Determiner
from numkbqa.questions.lists import Count, Top, count_after, count_before, top_at
from numkbqa.questions.numbered_ranks import (
    begins_pair,
    but,
    numbered_before,
    numbered_by_property,
    rank_beside,
)
from numkbqa.questions.rank_words import rank_before
from numkbqa.values import Direction, Kind

Style = Literal["paper", "wide"]

WORD = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?i:st|nd|rd|th)\b|'s\b|[^\W\d_]+|\d+|[^\w\s]")
PHRASES = {tuple(row.phrase.split()): row for row in lexicon.DETERMINERS}
LONGEST = max(len(phrase) for phrase in PHRASES)
MOST_NAMED = 0.8  # share of capitalised words from which capitals say nothing of names


@dataclass(frozen=True, slots=True)
class OrdinalCue:
    """What a question says of the order that it asks for.

    Args:
        determiner: the determiner as the lexicon writes it ("largest").
        k: rank asked for, from 1 ("second largest" is 2).
        kind_hint: the kind of value that the wording points at, or None.
        row: the lexicon's row of the determiner.
        span: where rank and determiner stand in the question when another determiner could stand there;
            None for orders that need the words around them ("the second to be discovered") and for lists.
        count: how many ranks are asked for, from the k-th on ("the three longest" is 3).
    """

    determiner: str
    k: int
    kind_hint: Kind | None
    row: Determiner
    span: tuple[int, int] | None = None
    count: int = 1

    @property
    def direction(self) -> Direction:
        """Direction for the kind that the wording points at; for numbers when it points at none."""
        return self.direction_for(self.kind_hint or Kind.NUMBER)

    def direction_for(self, kind: Kind) -> Direction:
        """Direction among values of a kind: "oldest" is the smallest date but the largest age.

        Args:
            kind: kind of the values to be ordered.

        Returns:
            Which end of their order is asked for.
        """
        return self.row.date if kind is Kind.DATE else self.row.number


class _Word(NamedTuple):
    text: str
    lower: str
    start: int
    end: int


class _Match(NamedTuple):
    row: Determiner
    start: int
    end: int
    listed: Count | None = None


def parse_ordinal(question: str) -> OrdinalCue | None:
    """Find the ordinal determiner of a question (open points A26 and A27).

    Args:
        question: the question's text.

    Returns:
        The first determiner that is one by its context, or None for a question without.
    """
    found = [match for match in WORD.finditer(question.replace("’", "'")) if match.group() != "-"]
    words = [_Word(match.group(), match.group().lower(), *match.span()) for match in found]
    lowers = _lowers(words)
    for start in range(len(words)):
        top = top_at(lowers, start)
        if top is not None:
            return _top_cue(words, top)
        bare = bare_rank_at(lowers, start)
        if bare is not None:
            count = count_after(lowers, start + 1) if lowers[start] in lexicon.COUNTED_FROM else None
            return _bare_cue(words, bare, 1 if count is None else count.number)
        numbered = numbered_by_property(lowers, start)
        if numbered is not None:
            return _bare_cue(words, BareRank("largest", numbered, event=False), 1)
        match = _match_at(lowers, start)
        if match is not None and _is_cue(words, match):
            return _cue(words, match)
        if _is_ranked_event(words, start):
            span = words[start].start, words[start].end
            return OrdinalCue("first", RANKS[lowers[start]], Kind.DATE, PHRASES[("first",)], span)
    return None


def has_ordinal_word(question: str) -> bool:
    """Whether the lexicon finds an ordinal determiner in a question.

    Args:
        question: the question's text.

    Returns:
        True when `parse_ordinal` finds one.
    """
    return parse_ordinal(question) is not None


def asked_rank(question: str) -> int:
    """The rank that a question asks for, in its words.

    Args:
        question: the question's text, or the bare determiner of an instance of QIND, which can be a rank and
            nothing else ("second" for the second first).

    Returns:
        Its k, from 1; of a list the first rank, and 1 where no ordinal determiner is found.
    """
    cue = parse_ordinal(question)
    if cue is not None:
        return cue.k
    words = question.lower().split()
    rank, length = rank_before(words, len(words))
    return rank if length == len(words) else 1


def determiners(kind: Kind, direction: Direction, style: Style = "paper") -> list[str]:
    """Determiners that fit values of a kind, for generating questions.

    Args:
        kind: kind of the values.
        direction: which end of the order.
        style: "paper" for the paper's nine, "wide" for those of A27 as well.

    Returns:
        Determiners, each with this direction on this kind.
    """
    table = lexicon.PAPER_DETERMINERS if style == "paper" else lexicon.WIDE_DETERMINERS
    return list(table[kind is Kind.DATE, direction])


def ranked(determiner: str, k: int) -> str:
    """Put a rank before a determiner.

    Args:
        determiner: "largest", "last".
        k: rank from 1 to 10.

    Returns:
        "largest" for 1, "second largest" for 2; "second to last" for last, and "second" for first.
    """
    if k == 1:
        return determiner
    word = lexicon.RANK_WORDS[k - 2][0]
    if determiner == "first":
        return word
    return f"{word} to last" if determiner == "last" else f"{word} {determiner}"


def _match_at(words: Sequence[str], start: int) -> _Match | None:
    for length in range(min(LONGEST, len(words) - start), 0, -1):
        row = PHRASES.get(tuple(words[start : start + length]))
        if row is not None and not _is_unit_of_rank(words, start):
            numbered = numbered_before(words, start)[1] > 0
            count = None if numbered else count_before(words, start) or count_after(words, start + length)
            return _Match(row, start, start + length, count)
    return None


def _is_unit_of_rank(words: Sequence[str], start: int) -> bool:
    """Whether a "first" is the end of a longer rank ("the twenty first largest")."""
    return rank_before(words, start + 1)[1] > 1 and any(
        tuple(words[start + 1 : start + 1 + length]) in PHRASES for length in range(1, LONGEST + 1)
    )


def _is_cue(words: Sequence[_Word], match: _Match) -> bool:
    first, last = match.start, match.end
    if match.listed is not None:
        first, last = min(first, match.listed.start), max(last, match.listed.end)
    before, after = _lower(words, first - 1), _lower(words, last)
    phrase = match.row.phrase
    if before in lexicon.NOT_AFTER or after in lexicon.NOT_BEFORE.get(phrase, frozenset()):
        return False
    if _is_listed(words, first) or _is_name(words, match) or _is_relation(words, match):
        return False
    if phrase == "last" and _rank(words, match)[0] > 1:
        return True
    if phrase in {"first", "last"}:
        return is_event(before) or (_leads(before, lexicon.LEADS) and _is_plain_word(after))
    if phrase in {"most", "least"}:
        return _leads(before, lexicon.MOST_LEADS)
    return True


def _leads(before: str, leads: frozenset[str]) -> bool:
    return before in leads or rank_before([before], 1)[1] > 0 or before in {"", ","}


def _is_listed(words: Sequence[_Word], start: int) -> bool:
    """Whether a list of no known length is asked for ("the few largest"), or mere membership."""
    before = _lower(words, start - 1)
    if numbered_before(_lowers(words), start)[1]:
        return False
    if before in lexicon.COUNT_WORDS or (before.isdigit() and before != "1"):
        return True
    if _lower(words, start - 2) in {"among", "amongst"}:
        return True
    return _lower(words, start - 2) == "of" and _lower(words, start - 3) in lexicon.MEMBERSHIP


def _is_relation(words: Sequence[_Word], match: _Match) -> bool:
    """Whether the determiner belongs to a relation's name: "highest point of Ohio"."""
    if match.row.phrase not in {"highest", "lowest"}:
        return False
    if _lower(words, match.end) not in lexicon.EXTREME_PLACES:
        return False
    return not any(_lower(words, match.start - i) in lexicon.CHOOSERS for i in (1, 2))


def _is_name(words: Sequence[_Word], match: _Match) -> bool:
    """Whether capitals say that the determiner belongs to a name ("The Last Samurai", "the First Lady")."""
    if match.start == 0 or not words[match.start].text[0].isupper() or _says_nothing_of_names(words):
        return False
    beside = [words[i].text for i in (match.start - 1, match.end) if i < len(words)]
    return any(text[0].isupper() for text in beside)


def _says_nothing_of_names(words: Sequence[_Word]) -> bool:
    letters = [word.text for word in words if word.text[0].isalpha()]
    return sum(text[0].isupper() for text in letters) >= MOST_NAMED * len(letters)


def _is_ranked_event(words: Sequence[_Word], start: int) -> bool:
    """Whether a bare rank counts events ("was born second")."""
    after = _lower(words, start + 1)
    if words[start].lower not in RANKS or not is_event(_lower(words, start - 1)):
        return False
    to_last = after in {"to", "from"} and _lower(words, start + 2) == "last"
    return not to_last and not _is_plain_word(after)


def _is_plain_word(word: str) -> bool:
    return word.isalpha() and word not in {"to", "in", "by", "at", "of", "among", "on", "from", "and", "or"}


def _cue(words: Sequence[_Word], match: _Match) -> OrdinalCue:
    k, length = _rank(words, match)
    lowers, hint = _lowers(words), _hint(words, match.row)
    if match.listed is not None:
        return OrdinalCue(match.row.phrase, k, hint, match.row, count=match.listed.number)
    left_out = but(lowers, match.end)
    if left_out:
        return OrdinalCue(match.row.phrase, k + left_out, hint, match.row)
    if begins_pair(lowers, match.start - length, k):
        return OrdinalCue(match.row.phrase, k - 1, hint, match.row, count=2)
    span = words[match.start - length].start, words[match.end - 1].end
    return OrdinalCue(match.row.phrase, k, hint, match.row, span)


def _bare_cue(words: Sequence[_Word], bare: BareRank, count: int) -> OrdinalCue:
    row = PHRASES[(bare.phrase,)]
    return OrdinalCue(bare.phrase, bare.k, Kind.DATE if bare.event else _hint(words, row), row, count=count)


def _top_cue(words: Sequence[_Word], top: Top) -> OrdinalCue:
    row = PHRASES[(top.phrase,)]
    return OrdinalCue(top.phrase, 1, _hint(words, row), row, count=top.number)


def _hint(words: Sequence[_Word], row: Determiner) -> Kind | None:
    lowers = {word.lower for word in words}
    sized, timed = bool(lowers & lexicon.SIZE_WORDS), bool(lowers & lexicon.TIME_WORDS)
    if sized and (row.hint is None or (not timed and row.number != row.date)):
        return Kind.NUMBER
    return Kind.DATE if row.hint is None and timed else row.hint


def _rank(words: Sequence[_Word], match: _Match) -> tuple[int, int]:
    return rank_beside(_lowers(words), match.start, match.row.phrase)


def _lowers(words: Sequence[_Word]) -> list[str]:
    return [word.lower for word in words]


def _lower(words: Sequence[_Word], index: int) -> str:
    return words[index].lower if 0 <= index < len(words) else ""
