"""Which date relations are the two ends of one thing, told by their words."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Family(NamedTuple):
    """Words that mark the ends of one kind of span.

    Args:
        start: words of relations that begin it.
        end: words of relations that end it.
        text: what the time between them is called.
    """

    start: frozenset[str]
    end: frozenset[str]
    text: str


FAMILIES: Final = (
    Family(
        _words("birth born birthdate birthday birthyear dob"),
        _words("death died dead dies deceased deathdate deathyear dod"),
        "age",
    ),
    Family(
        _words("""
            founded foundation founding established establishment created creation formed formation inception
            opened opening built constructed construction completed launched introduced invented
        """),
        _words("""
            dissolved dissolution closed closing closure abolished abolition demolished destroyed disbanded
            discontinued defunct ceased retired decommissioned
        """),
        "duration",
    ),
    Family(
        _words("from start started starts begin began begins beginning since first commenced commencement"),
        _words("to until till end ended ends ending finish finished final last concluded conclusion stopped"),
        "duration",
    ),
)
_FILLERS: Final = _words("date dates time times year years day point of on in at or and the a approximately")
_WORD: Final = re.compile(r"\w+")


class DatePair(NamedTuple):
    """Two relations that begin and end one thing.

    Args:
        start: name of the relation of its start.
        end: name of the relation of its end.
        text: words of the time between them ("age", "event duration").
        context: what tells it from another pair of the same words: the words of its start.
    """

    start: str
    end: str
    text: str
    context: str


def find_pairs(words: Mapping[str, str]) -> list[DatePair]:
    """Pair date relations whose words differ in nothing but a start for an end.

    "birth date" and "date of death" are one, "tenure start" and "tenure end"; "first marriage" and "final
    season" are none.

    Args:
        words: words of each date relation, by its name.

    Returns:
        The pairs, by name.
    """
    found = []
    for family in FAMILIES:
        starts = _marked(words, family.start, family)
        ends = _marked(words, family.end, family)
        for start, rest in sorted(starts.items()):
            text = " ".join([*rest, family.text]) if family.text != "age" else family.text
            alike = [name for name, other in sorted(ends.items()) if sorted(other) == sorted(rest)]
            found += [DatePair(start, end, text, words[start]) for end in alike]
    return found


def _marked(words: Mapping[str, str], marks: frozenset[str], family: Family) -> dict[str, list[str]]:
    """Relations that hold a mark of one end and none of the other, with the rest of their words."""
    others = (family.start | family.end) - marks
    found = {}
    for name, text in words.items():
        said = _WORD.findall(text.lower().replace("_", " "))
        if marks.intersection(said) and not others.intersection(said):
            found[name] = [word for word in dict.fromkeys(said) if word not in marks | _FILLERS]
    return found
