"""Names in a question that the graph does not know: "Atlantis" in "rivers of Atlantis and France"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from numkbqa.questions import lexicon, measures
from numkbqa.retrieval.linking import EntityLinker, Link, fold

Place = tuple[int, int]

MOST_CAPITALS: Final = 0.8
"""Share of capitalised words from which capitals say nothing of names."""

MAX_LENGTH: Final = 1000
"""Characters of a question that is looked at."""

NO_NAMES: Final = frozenset(
    {"i", "ad", "bc", "bce", "ce", "am", "pm", "gdp", "hdi", "usd", "eur", "celsius", "kelvin", "fahrenheit"}
)
"""Words with capitals that name nothing that is asked about."""

NO_PLACES: Final = lexicon.HIGH_IN_SPEECH | NO_NAMES | {
    "acreage", "capacity", "dwellers", "earth", "existence", "extent", "globe", "headcount", "landmass",
    "order", "planet", "record", "row", "space", "terms", "universe", *measures.FILLERS, *measures.UNITS,
}  # fmt: skip
"""Words after "in" and "of" that say no place; so do those that the linker knows to ask."""

_OWNING = ("'s", "’s")
_ADDRESS = ("/", "@", "=", "?", "&")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_QUOTED = re.compile(r"[\"“„](?P<name>[^\"“”„]+)[\"”]")
_SENTENCE = re.compile(r"(?:^|[.?!:;])\W*$")
_LINKED = re.compile(r"(?:\s|-|\.\s|['’]s? )*(?:(?:of|de|du|la|le|van|von|der)(?: the)?\s)?")
_NAME = r"(?:the )?(?P<name>[^\W\d_]+(?: [^\W\d_]+){0,2}?)"
_PLACE = re.compile(rf"\b(?:in|of|from|within) {_NAME}[\s?.!]*$")
_BESIDE = (
    re.compile(rf"\b(?:in|of|from|between) {_NAME},? (?:and|or) (?:the )?\0"),
    re.compile(rf"\0,? (?:and|or) {_NAME}[\s?.!]*$"),
)
"""Names that stand beside one that the graph knows, which is written as zeros here."""


def unknown_names(question: str, links: Sequence[Link], linker: EntityLinker) -> list[str]:
    """Names that nothing in the graph is called: in quotes, with capitals, or beside a name that is known.

    Args:
        question: its text.
        links: its topics.
        linker: knows the names of the graph and the words that ask.

    Returns:
        The names as written, in the order of the question.
    """
    if len(question) > MAX_LENGTH:
        return []
    taken = [(link.start, link.end) for link in links if link.mention]
    quoted = [match.span("name") for match in _QUOTED.finditer(question)]
    runs = [run for run in _capitalised(question) if not _overlaps(run, quoted)]
    marked = [(a, b) for a, b in [*quoted, *runs] if _may_name(question[a:b], linker)]
    beside = [(a, b) for a, b in _beside(question, taken) if _may_be_place(question[a:b], linker)]
    found = [p for p in [*marked, *beside] if not _overlaps(p, taken)]
    return list(dict.fromkeys(question[a:b] for a, b in sorted(found)))


def unknown_place(question: str, links: Sequence[Link], linker: EntityLinker) -> str | None:
    """The place at the end of a question that nothing in the graph is called.

    Args:
        question: its text.
        links: its topics.
        linker: knows the names of the graph and the words that ask.

    Returns:
        "narnia" of "the largest city in narnia", or None; common and measuring words are no places.
    """
    match = _PLACE.search(question) if len(question) <= MAX_LENGTH else None
    if match is None or _overlaps(match.span("name"), [(link.start, link.end) for link in links]):
        return None
    return match["name"] if _may_be_place(match["name"], linker) else None


def _beside(question: str, taken: Sequence[Place]) -> Iterator[Place]:
    """Places of names that "and" or "or" joins with known ones ("atlantis and france")."""
    for start, end in taken:
        question = question[:start] + "\0" * (end - start) + question[end:]
    for pattern in _BESIDE:
        yield from (match.span("name") for match in pattern.finditer(question))


def _capitalised(question: str) -> Iterator[Place]:
    """Runs of capitalised words within sentences; small words may join them ("Lord of the Rings")."""
    words = [match for match in _WORD.finditer(question) if match[0][0].isalpha()]
    capital = [word[0][0].isupper() for word in words]
    if sum(capital) >= MOST_CAPITALS * len(words):
        return
    marked = [
        word.span() for word, big in zip(words, capital, strict=True) if big and _is_marked(word, question)
    ]
    while marked:
        start, end = marked.pop(0)
        while marked and _LINKED.fullmatch(question[end : marked[0][0]]):
            end = marked.pop(0)[1]
        yield start, end - 2 * question[:end].endswith(_OWNING)


def _is_marked(word: re.Match[str], question: str) -> bool:
    """Whether a capital does not stand at the beginning of a sentence only, nor in an address."""
    if question[word.start() - 1 : word.start()] in _ADDRESS:
        return False
    return not _SENTENCE.search(question[: word.start()]) or word[0].endswith(_OWNING)


def _may_name(name: str, linker: EntityLinker) -> bool:
    words = fold(name).split()
    ordinary = linker.vocabulary.known | NO_NAMES
    telling = [word for word in words if word not in ordinary and len(word) > 1]
    return bool(telling) and not linker.knows(words) and not all(map(str.isdigit, telling))


def _may_be_place(name: str, linker: EntityLinker) -> bool:
    words = fold(name).split()
    return bool(words) and (linker.vocabulary.known | NO_PLACES).isdisjoint(words) and not linker.knows(words)


def _overlaps(place: Place, others: Sequence[Place]) -> bool:
    return any(start < place[1] and place[0] < end for start, end in others)
