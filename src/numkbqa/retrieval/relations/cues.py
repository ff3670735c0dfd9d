"""What the wording of a question says of the numbers it orders by: kind, measure, and whose they are."""

import re
from typing import Final, NamedTuple

from numkbqa.kb.protocol import NumericalRelation
from numkbqa.questions.lexicon import TIME_WORDS
from numkbqa.questions.ordinal import OrdinalCue, parse_ordinal
from numkbqa.values import Kind
from numkbqa.values.quantity import dimension, is_currency

MOST_WORDS = 3

_WORD = re.compile(r"[^\W\d_]+")


class Measure(NamedTuple):
    """Something that numbers measure.

    Args:
        said: words of questions that ask for it.
        dimension: dimension of its units, as `numkbqa.values.quantity.dimension` names it.
        named: words in the names of relations that hold it.
    """

    said: frozenset[str]
    dimension: str
    named: frozenset[str]


def _measure(said: str, of: str, named: str) -> Measure:
    return Measure(frozenset(said.split()), of, frozenset(named.split()))


MEASURES: Final = (
    _measure(
        "tall tallest high highest low lowest long longest short shortest deep deepest shallowest wide "
        "widest broadest narrow narrowest thick thickest",
        "[length]",
        "height length depth width elevation altitude diameter radius distance meters metres feet km",
    ),
    _measure(
        "heavy heaviest light lightest massive weigh weighs", "[mass]", "weight mass kg kilograms tonnes"
    ),
    _measure(
        "large largest big biggest small smallest tiniest vast area surface",
        "[length] ** 2",
        "area surface",
    ),
    _measure("hot hottest cold coldest warm warmest cool coolest", "[temperature]", "temperature"),
    _measure("fast fastest slow slowest quickest", "[length] / [time]", "speed velocity"),
    _measure("long longest short shortest lasted lasting duration", "[time]", "duration running runtime"),
    _measure("dense densest sparsest", "[mass] / [length] ** 3", "density"),
    _measure(
        "cheap cheapest expensive costliest rich richest wealthy wealthiest poorest grossing",
        "currency",
        "price cost gdp income revenue budget gross wealth salary",
    ),
    _measure(
        "populous populated people inhabitants large largest big biggest small smallest tiniest most fewest",
        "",
        "population inhabitants number count",
    ),
)
"""A question word may ask for several measures: "largest" for an area or a population."""


class QuestionCues(NamedTuple):
    """What a question says of the numbers that it orders by.

    Args:
        time: 1 for dates, -1 for other numbers, 0 when it does not say.
        measures: places in `MEASURES` that its words ask for.
        asked: words for the class of what is asked for ("city"); empty when there are none.
    """

    time: int
    measures: frozenset[int]
    asked: str


def question_cues(question: str) -> QuestionCues:
    """Read the cues of a question.

    Args:
        question: its text.

    Returns:
        Its cues.
    """
    cue, words = parse_ordinal(question), set(_WORD.findall(question.lower()))
    hint = cue.kind_hint if cue else None
    time = 0 if hint is None else 1 if hint is Kind.DATE else -1
    measures = frozenset(i for i, measure in enumerate(MEASURES) if measure.said & words)
    return QuestionCues(time, measures, asked_class(question, cue))


def is_time(relation: NumericalRelation, words: frozenset[str]) -> bool:
    """Whether a relation holds points in time, if only as plain years ("founded").

    Args:
        relation: the relation.
        words: words of its property.

    Returns:
        True for dates, and for numbers without unit whose property has a word of time.
    """
    return relation.kind is Kind.DATE or (relation.unit is None and bool(words & TIME_WORDS))


def relation_measures(relation: NumericalRelation, words: frozenset[str]) -> frozenset[int]:
    """What a relation measures, by its unit, else by the words of its property.

    Args:
        relation: the relation.
        words: words of its property.

    Returns:
        Places in `MEASURES`.
    """
    if relation.unit is not None:
        of = "currency" if is_currency(relation.unit) else dimension(relation.unit)
        return frozenset(i for i, measure in enumerate(MEASURES) if measure.dimension == of)
    return frozenset(i for i, measure in enumerate(MEASURES) if measure.named & words)


def asked_class(question: str, cue: OrdinalCue | None) -> str:
    """The words that say what is asked for ("which *African country* ...", "the largest *city* in ...").

    Args:
        question: its text.
        cue: its ordinal determiner, if any.

    Returns:
        At most three words, "person" for a question by "who"; empty when none are found.
    """
    asking = re.search(r"\b(?:which|what)\s+", question, re.IGNORECASE)
    if asking and (phrase := _phrase(question[asking.end() :])):
        return phrase
    if re.match(r"\W*who\b", question, re.IGNORECASE):
        return "person"
    return _phrase(question[cue.span[1] :]) if cue and cue.span else ""


PHRASE_END: Final = re.compile(
    "in|of|on|at|by|to|for|from|with|that|which|who|whose|where|when|is|are|was|were|be|has|have|had|do|does|did"
    "|the|an?|s|its?|there|out|\\W"
)
"""What cannot belong to a noun phrase."""


def _phrase(text: str) -> str:
    """The words up to the first one that cannot belong to a noun."""
    found: list[str] = []
    for word in re.findall(r"\w+|[^\w\s]", text.lower())[:MOST_WORDS]:
        if PHRASE_END.fullmatch(word):
            break
        found.append(word)
    return " ".join(found)
