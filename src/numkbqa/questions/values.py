"""Questions for a value: "how high is X", "when was X born", "the population of the largest city in X".

Patterns read what is measured and the phrase that says of what. The phrase may be a name or a question of its
own ("the largest city in X"); which of both, and whether the graph has such a number, is for the answerer to
decide. A noun may be anything ("the capital of X" reads like "the area of X"), so a cue may turn out wrong.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from numkbqa.questions import measures
from numkbqa.questions.ordinal import has_ordinal_word, parse_ordinal

MAX_NOUN: Final = 4
"""Words of a measured noun at most: "average population per hectare"."""

MAX_LENGTH: Final = 1000
"""Characters of a question that is looked at; a longer one asks for more than a value."""

_ASKS: Final = (
    r"(?:please )?(?:(?:what|which)(?:'s| is| are| was| were)|can you tell me|what can you tell me about|"
    r"tell me(?: about)?|give me|show me|find|name|list)?(?: (?:me|is))? ?(?:the )?"
)
_NOUN_OF = re.compile(rf"{_ASKS}(?P<rest>.+)")
_OWNED = re.compile(rf"{_ASKS}(?P<inner>.+?)(?:'s|(?<=s)') (?P<noun>[^']+)")
_HOW_MANY = re.compile(
    r"(?:what is the )?(?:how many|number of) (?P<noun>\w+)"
    r"(?: (?:live|lived|stay|reside|are|is|were|there|found))* (?:in|on|at|of|within) (?P<inner>.+)"
)
_HOW_MANY_HAS = re.compile(
    r"how many (?P<noun>[\w ]+?) (?:does|do|did) (?P<inner>.+?) (?:have|has|had|contain)"
)
_HOW = re.compile(
    r"how (?P<adjective>\w+)(?: populated)? (?P<verb>is|are|was|were) (?P<inner>.+?)(?: (?P=adjective))?"
)
_HOW_DOES = re.compile(r"how (?:much|long|high|far) (?:does|do|did) (?P<inner>.+) (?P<verb>\w+)")
_WHEN = re.compile(
    r"(?:when|(?:in |on )?(?:what|which) (?:year|date|day|time)) (?:was|were|is|did|does)"
    r" (?P<inner>.+) (?P<verb>\w+)(?: in| on)?"
)
_WHEN_OWNED = re.compile(r"when (?:is|was) (?P<inner>.+?)(?:'s|(?<=s)') (?P<noun>\w+)")
_LEAD = re.compile(r"(?:in|of|for|on) (?!what |which )[^?]+? (?=(?:what|how|when|which) )")
_PREPOSITION = re.compile(r" (?:of|in|for|at|on) ")
_IN_UNITS = re.compile(
    rf" in (?:square |cubic )?(?:{'|'.join(sorted(measures.UNITS))})(?: per \w+)?$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class ValueCue:
    """What a question for a value says.

    Args:
        measures: names of what is measured, likeliest first ("height", "elevation", "altitude").
        inner: place `[start, end)` of the phrase that says of what; None when it is a name.
        certain: whether the wording asks for a value in any case; "the capital of" does not.
        dated: whether a time is asked for.
        plural: whether the values of several things are asked for.
        named: whether only a relation that is called so will do.
        over_all: whether a sum or mean is asked for, when the phrase is more than a name.
    """

    measures: tuple[str, ...]
    inner: tuple[int, int] | None
    certain: bool = False
    dated: bool = False
    plural: bool = False
    named: bool = False
    over_all: bool = False


def parse_value_question(question: str) -> ValueCue | None:
    """Read what is measured and of what.

    Args:
        question: the question's text.

    Returns:
        The cue, or None when no pattern fits.
    """
    if len(question) > MAX_LENGTH:
        return None
    text = _IN_UNITS.sub("", question.replace("’", "'").rstrip(" ?.!\t\n"))
    text = text.lower() if len(text.lower()) == len(text) else text
    start = len(text) - len(text.lstrip())
    lead = _LEAD.match(text, start)
    if lead is not None:
        start = lead.end()
    return next((cue for read in _PATTERNS if (cue := read(text, start)) is not None), None)


def parse_beside_names(question: str, mentions: Iterable[tuple[int, int]]) -> ValueCue | None:
    """Read what the words beside the names of a question measure, in whatever order they stand.

    Words that ask for nothing apart, one measure is left of "Texas population", "of Texas the area is" and
    "in which year born was X".

    Args:
        question: the question's text.
        mentions: places `[start, end)` of the names in it.

    Returns:
        The cue, or None when nothing or an order is left.
    """
    if len(question) > MAX_LENGTH or has_ordinal_word(question):
        return None
    for start, end in sorted(mentions, reverse=True):
        question = f"{question[:start]} {question[end:]}"
    said = _WORD.findall(question.lower())
    dated, counted = bool(measures.TIMES & set(said)), bool(measures.COUNTING & set(said))
    rest = [word for word in said if word not in measures.ASKING]
    bare = [word for word in rest if word not in measures.TIMES | measures.COUNTING]
    only = bare[0] if len(bare) == 1 else ""
    if dated and only in measures.EVENTS:
        return ValueCue(measures.EVENTS[only], None, dated=True)
    if "how" in said and only in measures.ADJECTIVES:
        return ValueCue(measures.ADJECTIVES[only], None, certain=True)
    if counted and only in measures.PEOPLE_WORDS:
        return ValueCue(measures.PEOPLE, None, certain=True)
    if not 0 < len(rest) <= MAX_NOUN or {"who", "whose", "where", "why"} & set(rest):
        return None
    noun = " ".join(rest)
    return ValueCue(measures.NOUNS.get(noun, (noun,)), None, named=True)


def content_words(name: str) -> frozenset[str]:
    """The words of a measure's or relation's name that tell it apart, in the singular.

    Args:
        name: "number of employees", "date of birth", "height meters".

    Returns:
        {"employee"}, {"birth"}, {"height"}; all words when none of them tells.
    """
    words = _WORD.findall(name.lower())
    telling = [word for word in words if word not in measures.FILLERS]
    return frozenset(_singular(word) for word in telling or words)


def _how_many(text: str, start: int) -> ValueCue | None:
    for pattern in (_HOW_MANY, _HOW_MANY_HAS):
        match = pattern.fullmatch(text, start)
        if match is not None:
            noun = match["noun"]
            names = measures.PEOPLE if noun in measures.PEOPLE_WORDS else (f"number of {noun}", noun)
            return ValueCue(names, match.span("inner"), certain=True)
    return None


def _how(text: str, start: int) -> ValueCue | None:
    match = _HOW_DOES.fullmatch(text, start)
    if match is not None and match["verb"] in measures.ACTIONS:
        return ValueCue(measures.ACTIONS[match["verb"]], match.span("inner"), certain=True)
    match = _HOW.fullmatch(text, start)
    if match is None or match["adjective"] not in measures.ADJECTIVES:
        return None
    plural = match["verb"] == "are"
    return ValueCue(measures.ADJECTIVES[match["adjective"]], match.span("inner"), certain=True, plural=plural)


def _when(text: str, start: int) -> ValueCue | None:
    match = _WHEN_OWNED.fullmatch(text, start)
    if match is not None:
        names = measures.NOUNS.get(match["noun"], (f"date of {match['noun']}", match["noun"]))
        return ValueCue(names, match.span("inner"), dated=True)
    match = _WHEN.fullmatch(text, start)
    if match is None:
        return None
    verb = match["verb"]
    return ValueCue(measures.EVENTS.get(verb, (f"date {verb}", verb)), match.span("inner"), dated=True)


def _noun_of(text: str, start: int) -> ValueCue | None:
    match = _NOUN_OF.fullmatch(text, start)
    if match is None:
        return None
    begin = match.start("rest")
    for link in _PREPOSITION.finditer(text, begin):
        noun = text[begin : link.start()]
        follows = text[link.end() :].split(" ", 1)
        if noun in measures.HEADS and link.group() == " of " and _is_bare(follows):
            continue
        return _of_noun(noun, (link.end(), len(text)), text)
    return None


def _owned(text: str, start: int) -> ValueCue | None:
    match = _OWNED.fullmatch(text, start)
    return None if match is None else _of_noun(match["noun"], match.span("inner"), text)


def _extreme(text: str, start: int) -> ValueCue | None:
    """The value that wins an order: "what is the highest elevation in X"."""
    match, cue = _NOUN_OF.fullmatch(text, start), parse_ordinal(text)
    if match is None or cue is None or cue.span is None or cue.span[0] != match.start("rest"):
        return None
    noun, *rest = _PREPOSITION.split(text[cue.span[1] :].strip(), maxsplit=1)
    names = measures.NOUNS.get(noun)
    return ValueCue(names, match.span("rest"), certain=True) if names and rest else None


def _of_noun(noun: str, inner: tuple[int, int], text: str) -> ValueCue | None:
    words = _WORD.findall(noun)
    if not 0 < len(words) <= MAX_NOUN or words[0] in measures.NOT_NOUNS:
        return None
    if has_ordinal_word(f"what is the {noun} of it"):
        return None
    single = " ".join([*words[:-1], _singular(words[-1])])
    names = measures.NOUNS.get(noun) or measures.NOUNS.get(single) or (single,)
    over_all = words[0] in measures.OVER_ALL or text.rsplit(maxsplit=1)[-1] in measures.OVER_ALL
    if words[0] in measures.OVER_ALL and len(words) > 1:
        bare = " ".join(words[1:])
        names = (noun, *measures.NOUNS.get(bare, (bare,)))
    certain = names != (single,) and noun not in measures.PEOPLE_WORDS
    plural = single != " ".join(words) and " ".join(words) not in measures.NOUNS
    return ValueCue(names, inner, certain=certain, plural=plural, over_all=over_all)


def _is_bare(words: list[str]) -> bool:
    """Whether a noun without article and more words follow ("of birth of X", "of citizens in X")."""
    return (
        len(words) == 2 and words[0] not in {"the", "a", "an"} and bool(_PREPOSITION.search(f" {words[1]} "))
    )


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


_PATTERNS: Final[tuple[Callable[[str, int], ValueCue | None], ...]] = (
    _how_many,
    _how,
    _when,
    _extreme,
    _owned,
    _noun_of,
)
