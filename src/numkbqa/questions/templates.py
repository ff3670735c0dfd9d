"""Question templates and the wording of properties, as plain tables."""

from enum import StrEnum
from typing import Final, NamedTuple

from numkbqa.kb.relation_text import PARTICLES, VERBS
from numkbqa.questions.groups import Side

PAPER_TEMPLATE: Final = "What is the {link} of {topic} that has the {det} {value} ?"
"""Paper, section "Data Augmentation"."""


class Shape(StrEnum):
    """Grammar of a relation's wording, which decides how it joins topic and candidates."""

    NOUN = "noun"
    """ "capital of" """
    VERB = "verb"
    """ "borders" """
    PHRASE = "phrase"
    """ "located in", "directed by" """


# Slots: {noun} what the candidates are, {link} relation, {topic} its name, {prep} "in" or "of".
CLAUSES: Final = {
    (Side.TAILS, Shape.NOUN): (
        "{link} of {topic}",
        "{link} of {topic}",
        "{noun} that is a {link} of {topic}",
    ),
    (Side.TAILS, Shape.VERB): ("{noun} that {topic} {link}", "{noun} {topic} {link}"),
    (Side.TAILS, Shape.PHRASE): ("{noun} that {topic} was {link}", "{noun} {topic} is {link}"),
    (Side.HEADS, Shape.NOUN): (
        "{noun} {prep} {topic}",
        "{noun} {prep} {topic}",
        "{noun} whose {link} is {topic}",
        "{noun} with {link} {topic}",
    ),
    (Side.HEADS, Shape.VERB): ("{noun} that {link} {topic}", "{noun} which {link} {topic}"),
    (Side.HEADS, Shape.PHRASE): ("{noun} {link} {topic}", "{noun} that is {link} {topic}"),
    (Side.CLASS, Shape.NOUN): ("{noun}",),
}
"""Wording of a group of candidates, and {clause} below."""

# {det} determiner, {value} numerical relation; {adj} superlative of the property; {pred} predicate of it.
GENERIC: Final = (
    "which {clause} has the {det} {value}",
    "what {clause} has the {det} {value}",
    "what is the {clause} that has the {det} {value}",
    "what is the {clause} with the {det} {value}",
    "which is the {clause} with the {det} {value}",
    "{clause} with the {det} {value}",
    "name the {clause} with the {det} {value}",
    "find the {clause} having the {det} {value}",
    "tell me which {clause} has the {det} {value}",
    "of the {clause} entries, which one has the {det} {value}",
    "the {det} {value} belongs to which {clause}",
)
ADJECTIVE: Final = (
    "what is the {adj} {clause}",
    "which is the {adj} {clause}",
    "{adj} {clause}",
    "name the {adj} {clause}",
    "tell me the {adj} {clause}",
    "what is the name of the {adj} {clause}",
    "which {clause} is the {adj}",
)
OWN_ADJECTIVE: Final = ("what is {topic}'s {adj} {link}", "name {topic}'s {adj} {link}")
"""For tails of a noun."""
PLACE_ADJECTIVE: Final = ("what is {topic}'s {adj} {noun}", "{topic}'s {adj} {noun}")
"""For what lies in a place."""
PERSON_ADJECTIVE: Final = ("who is the {adj} {clause}", "who was the {adj} {clause}")
PREDICATE: Final = (
    "which {clause} {pred}",
    "what {clause} {pred}",
    "of the {clause} entries, which one {pred}",
    "name the {clause} that {pred}",
)

# {rank} is "first", "second", ..., "last", "second to last", ...; {done} is "be discovered", "die".
RANKED: Final = (
    "which {clause} ranks {rank} by {value}",
    "which {clause} ranks {rank} in {value}",
    "which {clause} comes {rank} in {value}",
    "which {clause} is {rank} by {value}",
    "what {clause} is placed {rank} by {value}",
)
"""For numbers, counted from the largest."""
COUNTED: Final = (
    "which {clause} was the {rank} to {done}",
    "which {clause} was the {rank} to {done}",
    "what {clause} was the {rank} to {done}",
    "of the {clause} entries, which was the {rank} to {done}",
)
"""For dates."""
COUNTED_NOUN: Final = (
    "name the {rank} {clause} to {done}",
    "which was the {rank} {clause} to {done}",
    "what is the {rank} {clause} to {done}",
)
"""For dates of a group with a short wording."""
SHORT_CLAUSE: Final = 8
"""Words of the longest wording that may stand between a rank and what it counts."""

PLAIN: Final = {
    (Side.TAILS, Shape.NOUN): (
        "what is the {link} of {topic}",
        "{link} of {topic}",
        "which {noun} is the {link} of {topic}",
        "what is {topic}'s {link}",
        "tell me the {link} of {topic}",
    ),
    (Side.TAILS, Shape.VERB): ("which {noun} is it that {topic} {link}", "{topic} {link} which {noun}"),
    (Side.TAILS, Shape.PHRASE): ("which {noun} was {topic} {link}", "{topic} was {link} which {noun}"),
    (Side.HEADS, Shape.NOUN): (
        "which {noun} has {topic} as its {link}",
        "which {noun} has the {link} {topic}",
        "what {noun} has the {link} {topic}",
        "{topic} is the {link} of which {noun}",
    ),
    (Side.HEADS, Shape.VERB): ("which {noun} {link} {topic}", "what {noun} {link} {topic}"),
    (Side.HEADS, Shape.PHRASE): ("which {noun} was {link} {topic}", "what {noun} is {link} {topic}"),
}

PEOPLE: Final = frozenset(
    {
        "person",
        "people",
        "actor",
        "actress",
        "artist",
        "politician",
        "president",
        "player",
        "athlete",
        "singer",
    }
    | {"human", "author", "writer", "director", "musician", "scientist", "footballer", "composer", "winner"}
)
"""Nouns asked for by "who"."""

PLACE_WORDS: Final = frozenset(
    {
        "location",
        "located",
        "place",
        "country",
        "state",
        "city",
        "region",
        "contains",
        "continent",
        "district",
    }
    | {"county", "province", "birthplace", "headquarters", "in", "territory"}
)
"""In a relation's words they make its members stand "in" the topic."""

TIMELESS: Final = frozenset({"oldest", "newest", "youngest", "tiniest"})
"""Determiners that qualify an entity and not its value: no one has "the youngest date of birth"."""


class Property(NamedTuple):
    """How people speak of a property.

    Args:
        words: alternatives of words that a numerical relation's wording holds, all of them, in any order.
        top: superlatives of the largest value.
        bottom: superlatives of the smallest value.
        top_says: predicates of the largest value; {most} is "most", "second most", ...; {last} is "last",
            "second to last", ...
        bottom_says: predicates of the smallest value; {least} and {fewest} as {most}; {first} is "first",
            "second", ...; a predicate of either may hold any other determiner of the lexicon in the same way.
        done: what happened at the date, after "to"; empty for what is no date or cannot be said so.
    """

    words: tuple[str, ...]
    top: tuple[str, ...]
    bottom: tuple[str, ...]
    top_says: tuple[str, ...] = ()
    bottom_says: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


OLD: Final = ("newest", "most recent"), ("oldest",)

PROPERTIES: Final = (
    Property(
        ("population density", "density"),
        ("densest", "most dense", "most densely populated"),
        ("least dense", "least densely populated"),
    ),
    Property(
        ("population",),
        ("largest", "biggest", "most populous", "most populated"),
        ("smallest", "least populous", "least populated"),
        ("has the {most} people", "has the {most} inhabitants"),
        ("has the {fewest} people", "has the {fewest} inhabitants"),
    ),
    Property(
        ("area",),
        ("largest", "biggest"),
        ("smallest",),
        ("covers the {most} area",),
        ("covers the {least} area",),
    ),
    Property(("height",), ("tallest",), ("shortest",)),
    Property(("elevation", "altitude"), ("highest",), ("lowest",)),
    Property(("length", "running time", "runtime", "duration"), ("longest",), ("shortest",)),
    Property(("depth",), ("deepest",), ("shallowest",)),
    Property(("width",), ("widest",), ("narrowest",)),
    Property(
        ("weight", "mass"), ("heaviest",), ("lightest",), ("weighs the {most}",), ("weighs the {least}",)
    ),
    Property(("temperature",), ("hottest", "warmest"), ("coldest", "coolest")),
    Property(
        ("latitude",),
        ("northernmost", "most northerly"),
        ("southernmost", "most southerly"),
        ("lies {furthest north}", "is the {furthest north}", "is {farthest north}"),
        ("lies {furthest south}", "is the {furthest south}", "is {farthest south}"),
    ),
    Property(
        ("longitude",),
        ("easternmost", "most easterly"),
        ("westernmost", "most westerly"),
        ("lies {furthest east}", "is the {furthest east}", "is {farthest east}"),
        ("lies {furthest west}", "is the {furthest west}", "is {farthest west}"),
    ),
    Property(("speed", "velocity"), ("fastest",), ("slowest",)),
    Property(
        ("price", "cost"), ("most expensive",), ("cheapest",), ("costs the {most}",), ("costs the {least}",)
    ),
    Property(("gdp", "income", "wealth", "net worth"), ("richest", "wealthiest"), ("poorest",)),
    Property(("volume",), ("largest", "biggest"), ("smallest",)),
    Property(("age",), ("oldest",), ("youngest",)),
    Property(
        ("date birth", "birth date", "birthdate", "birth year"),
        ("youngest",),
        ("oldest",),
        ("was born {last}",),
        ("was born {first}",),
        ("be born",),
    ),
    Property(
        ("date death", "death date", "death year"), (), (), ("died {last}",), ("died {first}",), ("die",)
    ),
    Property(
        ("founded", "established", "foundation", "inception", "formed"),
        *OLD,
        ("was founded {last}", "was established {last}"),
        ("was founded {first}", "was established {first}"),
        ("be founded", "be established"),
    ),
    Property(
        ("dissolved", "discontinued", "ceased", "abolished"), (), (), ("ended {last}",), ("ended {first}",)
    ),
    Property(
        ("release", "released", "publication", "published"),
        ("latest", "last", "most recent", "newest"),
        ("first", "earliest", "oldest"),
        ("came out {last}", "was released {last}"),
        ("came out {first}", "was released {first}"),
        ("be released",),
    ),
    Property(
        ("air date first", "premiere"),
        ("latest", "newest", "most recent"),
        ("first", "earliest", "oldest"),
        ("premiered {last}", "started {last}"),
        ("premiered {first}", "started {first}"),
        ("premiere",),
    ),
    Property(("air date final", "end date", "date ended"), (), (), ("ended {last}",), ("ended {first}",)),
    Property(
        ("opened", "built", "constructed", "completed"),
        *OLD,
        ("was opened {last}",),
        ("was opened {first}",),
        ("be opened",),
    ),
    Property(
        ("start date", "date began", "active start", "began", "career start"),
        ("latest", "most recent"),
        ("earliest", "first"),
        ("started {last}", "began {last}"),
        ("started {first}", "began {first}"),
    ),
    Property(
        ("discovery", "discovered"),
        *OLD,
        ("was discovered {last}", "was found {last}", "was discovered {most recently}"),
        ("was discovered {first}", "was found {first}", "was discovered {earliest}"),
        ("be discovered", "be found"),
    ),
    Property(
        ("invention", "invented", "introduced"),
        *OLD,
        ("was introduced {last}",),
        ("was introduced {first}",),
        ("be introduced",),
    ),
)


def shape_of(link: str) -> Shape:
    """Grammar of a relation's wording.

    Args:
        link: wording of the relation.

    Returns:
        Verb for the verbs of the table, phrase for what ends in a preposition, noun for everything else.
    """
    words = link.split()
    if len(words) == 1 and words[0] in VERBS:
        return Shape.VERB
    return Shape.PHRASE if len(words) > 1 and words[-1] in PARTICLES else Shape.NOUN


def property_of(value: str) -> Property | None:
    """The property that a numerical relation measures.

    Args:
        value: wording of the relation ("date of birth").

    Returns:
        The row of the first property whose words all stand in it; for "number of X" one made for X; or None.
    """
    words = value.lower().split()
    if words[:2] == ["number", "of"] and len(words) > 2:
        return _count_property(value, words[2:])
    return next((row for row in PROPERTIES if any(set(w.split()) <= set(words) for w in row.words)), None)


def _count_property(value: str, things: list[str]) -> Property:
    """How people speak of a count: "has the most rivers", "borders the most states"."""
    by_verb = len(things) > 2 and things[-2] == "it"
    verb, noun = (things[-1], things[:-2]) if by_verb else ("has", things)
    most, fewest = (f"{verb} the {{{det}}} {' '.join(noun)}" for det in ("most", "fewest"))
    return Property((value,), (), (), (most,), (fewest,))
