"""Question templates and the wording of properties, as plain tables."""

from enum import StrEnum
from typing import Final

from numkbqa.kb.relation_text import PARTICLES, VERBS, plural
from numkbqa.questions.groups import Side
from numkbqa.questions.properties import ACTIVE

PAPER_TEMPLATE: Final = "What is the {link} of {topic} that has the {det} {value} ?"
"""Paper, section "Data Augmentation"."""


class Shape(StrEnum):
    """Grammar of a relation's wording, which decides how it joins topic and candidates."""

    NOUN = "noun"
    """ "capital of" """
    VERB = "verb"
    """ "borders", "shares border with", "directed" """
    PHRASE = "phrase"
    """ "located in", "directed by" """


# Slots: {noun} what the candidates are, {link} relation, {topic} its name, {prep} "in" or "of", {a} article.
CLAUSES: Final = {
    (Side.TAILS, Shape.NOUN): (
        "{link} of {topic}",
        "{link} of {topic}",
        "{noun} that is {a} {link} of {topic}",
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
"""Wording of a group of candidates, {clause} below."""

# {nouns} and {links} are the plurals of {noun} and {link}.
CLAUSES_OF_MANY: Final = {
    (Side.TAILS, Shape.NOUN): ("{links} of {topic}",),
    (Side.TAILS, Shape.VERB): ("{nouns} that {topic} {link}",),
    (Side.TAILS, Shape.PHRASE): ("{nouns} that {topic} was {link}",),
    (Side.HEADS, Shape.NOUN): ("{nouns} {prep} {topic}", "{nouns} whose {link} is {topic}"),
    (Side.HEADS, Shape.PHRASE): ("{nouns} {link} {topic}",),
    (Side.CLASS, Shape.NOUN): ("{nouns}",),
}
"""The same in the plural, {clauses} below; with verbs of the head there is none: "borders" would change."""

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
    "of the {clauses}, which one has the {det} {value}",
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
    "of the {clauses}, which one {pred}",
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
    "of the {clauses}, which was the {rank} to {done}",
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
        "what {is} the {link} of {topic}",
        "{link} of {topic}",
        "which {noun} is the {link} of {topic}",
        "what {is} {topic}'s {link}",
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

IRREGULAR: Final = {"person": "people", "man": "men", "woman": "women", "child": "children"}
"""Plurals that end in no -s."""

LEADING_VERBS: Final = VERBS | frozenset({"shares", "has", "is"})
"""Verbs of a wording of several words: "shares border with"."""

PREPOSITIONAL_VERBS: Final = ACTIVE | frozenset(
    {"lies", "flows", "belongs", "lives", "works", "speaks", "stars", "leads", "connects", "runs", "acts"}
)
"""Verbs of a wording that ends in a preposition: "flows through", but not "works written"."""


def shape_of(link: str) -> Shape:
    """Grammar of a relation's wording.

    Args:
        link: wording of the relation.

    Returns:
        Verb for what begins or ends with a verb of the tables and for a lone participle, phrase for what else
        ends in a preposition, noun for everything else.
    """
    words = link.lower().split()
    first, last = words[0], words[-1]
    if len(words) == 1 and _is_past_form(last):
        return Shape.VERB
    governed = last in PARTICLES and last != "by"
    if last in VERBS or first in LEADING_VERBS or (governed and first in PREPOSITIONAL_VERBS):
        return Shape.VERB
    return Shape.PHRASE if last in PARTICLES else Shape.NOUN


def _is_past_form(word: str) -> bool:
    """Whether a word is a regular past form, and no "seed" or "bed"."""
    return word.endswith("ed") and not word.endswith("eed") and len(word) > 4


def many(noun: str) -> str:
    """The plural of a noun with what belongs to it.

    Args:
        noun: "body of water", "city".

    Returns:
        "bodies of water", "cities"; what ends in -s as it is, for it may be a plural already.
    """
    words = noun.split()
    head = next((i for i, word in enumerate(words) if i and word in PARTICLES), len(words)) - 1
    if words[head] in IRREGULAR:
        words[head] = IRREGULAR[words[head]]
    elif not words[head].endswith("s"):
        words[head] = plural(words[head])
    return " ".join(words)
