"""Names as they are compared: folded words, plurals of class labels, and words that are no mention."""

import re
import unicodedata

NOT_WORD = re.compile(r"[\W_]+")
UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_COMMON = """
a an the this that these those it its he she they them his her their him i me my mine we our us you your
of in on at by to from for with without into onto over under between among through across near around
about and or but nor not no than then as if so such too very also up down out off per via is are was
were be been being am do does did done has have had having can could will would shall should may might
must what whats which who whose whom when where why how many much most least more less fewest few fewer
some any all every each both either neither other another only one two largest biggest smallest greatest
tallest shortest longest highest lowest deepest heaviest lightest oldest youngest newest latest earliest
first second third fourth fifth last recent recently best worst top bottom large big small great tall
short long high low deep heavy light old young new late early major main same maximum minimum max min
average total number count area population size height length width depth weight age date year month day
time name names named called list show tell give find known live lives lived living born die died dead
found founded establish established release released made make makes written produced directed located
location place places people person capital border borders bordering run runs flow flows point density
elevation square miles kilometers there here now ever
"""

STOP_WORDS = frozenset(_COMMON.split())
"""Words that are no mention on their own: function words, order words, words of relations and of asking."""

COMMON_NAMES = (
    ("usa", "us", "u s", "u s a", "united states", "united states of america", "america"),
    ("uk", "u k", "united kingdom", "great britain", "britain"),
    ("uae", "u a e", "united arab emirates"),
    ("eu", "e u", "european union"),
)
"""Names of one place each; a graph that knows one of them answers to all (its own names come first)."""


def readable(text: str) -> str:
    """A text of the same length with spaces for control characters and for lone surrogates."""
    return UNREADABLE.sub(" ", text)


def fold(text: str) -> str:
    """Fold a name: no case, no accents, words of letters and digits between single spaces.

    Args:
        text: a name in any script.

    Returns:
        The folded name; empty when it holds no letter or digit.
    """
    if text.isascii():
        return " ".join(NOT_WORD.split(text.lower())).strip()
    return " ".join(NOT_WORD.split(_fold_characters(text))).strip()


def fold_with_places(text: str) -> tuple[str, list[int]]:
    """Fold a text and remember where each folded character came from.

    Args:
        text: a question.

    Returns:
        The folded text and, for each of its characters, the place of the original one; at the end len(text).
    """
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for piece in _fold_characters(character):
            if not NOT_WORD.match(piece):
                folded.append(piece)
                places.append(place)
            elif folded and folded[-1] != " ":
                folded.append(" ")
                places.append(place)
    if folded and folded[-1] == " ":
        folded.pop()
        places.pop()
    return "".join(folded), [*places, len(text)]


def _fold_characters(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    if decomposed.isascii():
        return decomposed
    # besides accents, what is no character at all (zero-width spaces, marks of direction) is dropped
    return "".join(c for c in decomposed if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
