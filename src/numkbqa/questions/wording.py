"""Words a pseudo question: picks a template, fills it, and varies its form."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Literal

from numkbqa.kb.protocol import NumericalRelation
from numkbqa.questions import properties, templates
from numkbqa.questions.groups import Side
from numkbqa.questions.ordinal import determiners, ranked
from numkbqa.questions.phrases import value_phrase
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

Templates = Literal["paper", "wide"]

ARTICLE_FREE = frozenset({"first", "last"})


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about.

    Args:
        topic: name of the topic entity.
        link: wording of the relation between topic and candidates.
        noun: what to call the candidates.
        side: how the candidates hang on the topic.
    """

    topic: str
    link: str
    noun: str
    side: Side

    @property
    def shape(self) -> templates.Shape:
        """Grammar of `link`."""
        return templates.Shape.NOUN if self.side is Side.CLASS else templates.shape_of(self.link)

    def slots(self) -> dict[str, str]:
        """Values of the slots that do not depend on numbers."""
        return {
            "topic": self.topic,
            "link": self.link,
            "links": templates.many(self.link),
            "noun": self.noun,
            "nouns": templates.many(self.noun),
            "prep": "in" if self._is_place_of() else "of",
            "a": "an" if self.link[:1].lower() in "aeiou" else "a",
            "is": "are" if self._is_plural() else "is",
        }

    def clause(self, rng: random.Random) -> dict[str, str]:
        """The slots together with one wording of the whole group, and if there is any one in the plural."""
        slots, key = self.slots(), (self.side, self.shape)
        slots["clause"] = rng.choice(self.fitting(templates.CLAUSES[key])).format(**slots)
        several = self.fitting(templates.CLAUSES_OF_MANY.get(key, ()))
        return slots | ({"clauses": rng.choice(several).format(**slots)} if several else {})

    def fitting(self, wordings: Sequence[str]) -> list[str]:
        """The wordings that say enough and nothing twice, at least one of each table.

        Args:
            wordings: templates of a group.

        Returns:
            Those but for "state that is a state of", "with group group 4", and "of France" for what has it
            as its country of origin.
        """
        return [wording for wording in wordings if not self._is_odd(wording)]

    def _is_odd(self, wording: str) -> bool:
        link = self.link.lower()
        if "{noun}" in wording and "{link} of" in wording:
            return self._is_plural() or ("{a}" in wording and link == self.noun.lower())
        if "{link} {topic}" in wording:
            return self.shape is templates.Shape.NOUN and self.topic.lower().startswith(link)
        return "{prep}" in wording and " of " in link

    def _is_place_of(self) -> bool:
        """Whether the candidates lie in the topic; what has it as its "country of origin" need not."""
        words = self.link.split()
        return bool(templates.PLACE_WORDS & set(words)) and "of" not in words

    def _is_plural(self) -> bool:
        return self.link.endswith("s") and templates.many(self.link) == self.link and self.link[-2:] != "ss"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of the candidates.

    Args:
        relation: numerical relation.
        direction: which end of its order.
        k: rank, from 1.
        rivals: other numerical relations that at least half of the candidates carry.
    """

    relation: NumericalRelation
    direction: Direction
    k: int
    rivals: tuple[NumericalRelation, ...] = ()

    @property
    def phrase(self) -> str:
        """Wording of the numerical relation."""
        return value_phrase(self.relation.name, self.relation.text)

    @property
    def value(self) -> str:
        """Wording of the numerical relation that can follow "the largest"."""
        return properties.measure_of(self.phrase) if self.relation.kind is Kind.NUMBER else self.phrase

    @property
    def property(self) -> properties.Property | None:
        """How people speak of what is measured, where the tables know it."""
        return properties.property_of(self.value, date=self.relation.kind is Kind.DATE)


def paper_question(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    """Word a question by the paper's template.

    Args:
        subject: what the question is about.
        wish: what is asked.
        rng: source of chance.

    Returns:
        The question and its determiner.
    """
    choices = determiners(wish.relation.kind, wish.direction)
    determiner = rng.choice([d for d in choices if wish.k == 1 or d not in ARTICLE_FREE])
    slots = subject.slots() | {"det": ranked(determiner, wish.k), "value": wish.phrase}
    return templates.PAPER_TEMPLATE.format(**slots), determiner


def wide_question(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    """Word a question as people do, by the property that is asked for where the tables know it.

    Args:
        subject: what the question is about.
        wish: what is asked.
        rng: source of chance.

    Returns:
        The question without its question mark, and its determiner.
    """
    options = [_generic]
    if _rank_word(wish) and wish.relation.kind is not Kind.DATE:
        options += [_by_rank]
    if _done(wish):
        options += [_by_count, _by_count]
    if _adjectives(wish):
        options += [_by_adjective, _by_adjective]
    if _predicates(wish):
        options += [_by_predicate, _by_predicate]
    return rng.choice(options)(subject, wish, rng)


def plain_question(subject: Subject, rng: random.Random) -> str:
    """Word a question that asks for all members of a group.

    Args:
        subject: what the question is about, no class.
        rng: source of chance.

    Returns:
        The question without its question mark.
    """
    fitting = subject.fitting(templates.PLAIN[subject.side, subject.shape])
    return rng.choice(fitting).format(**subject.slots())


def vary(text: str, rng: random.Random) -> str:
    """Vary the form: all lower case, names as they are, or a capital first letter; with or without "?".

    Args:
        text: question without its question mark.
        rng: source of chance.

    Returns:
        The question.
    """
    form = rng.randrange(3)
    if form == 0:
        text = text.lower()
    elif form == 1:
        text = text[:1].upper() + text[1:]
    return text + rng.choice(["?", "?", "?", " ?", ""])


def _generic(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    wide = determiners(wish.relation.kind, wish.direction, "wide")
    odd = properties.TIMELESS | properties.COUNTING | ARTICLE_FREE
    determiner = rng.choice([d for d in wide if d not in odd])
    slots = subject.clause(rng) | {"det": ranked(determiner, wish.k), "value": _noun_of(wish)}
    return _filled(templates.GENERIC, slots, rng), determiner


def _filled(wordings: Sequence[str], slots: Mapping[str, str], rng: random.Random) -> str:
    """One of the wordings whose slots are all given."""
    able = [w for w in wordings if {name for _, name, _, _ in Formatter().parse(w) if name} <= slots.keys()]
    return rng.choice(able).format(**slots)


def _noun_of(wish: Wish) -> str:
    """Wording of the numerical relation that can follow "the": "founded" becomes "founded date"."""
    participle = wish.relation.kind is Kind.DATE and wish.value.endswith("ed") and "date" not in wish.value
    return f"{wish.value} date" if participle else wish.value


def _adjectives(wish: Wish) -> tuple[str, ...]:
    row = wish.property
    if row is None:
        return ()
    found = row.top if wish.direction is Direction.MAX else row.bottom
    return tuple(a for a in found if wish.k == 1 or a not in ARTICLE_FREE)


def _by_adjective(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    adjective = rng.choice(_adjectives(wish))
    slots = subject.clause(rng) | {"adj": ranked(adjective, wish.k)}
    text = rng.choice(_adjective_templates(subject, adjective)).format(**slots)
    if any(adjective in _superlatives(rival) for rival in wish.rivals):
        text += f" by {_noun_of(wish)}"
    return text, adjective


def _adjective_templates(subject: Subject, adjective: str) -> list[str]:
    # "which film is the first" asks for nothing in particular.
    found = [t for t in templates.ADJECTIVE if adjective not in ARTICLE_FREE or not t.endswith("{adj}")]
    if subject.side is Side.TAILS and subject.shape is templates.Shape.NOUN:
        found += templates.OWN_ADJECTIVE
    if subject.noun.split()[-1] in templates.PEOPLE:
        found += templates.PERSON_ADJECTIVE * 2
    if subject.side is Side.HEADS and subject.slots()["prep"] == "in":
        found += templates.PLACE_ADJECTIVE
    return found


def _superlatives(relation: NumericalRelation) -> tuple[str, ...]:
    row = properties.property_of(value_phrase(relation.name, relation.text))
    return () if row is None else row.top + row.bottom


def _predicates(wish: Wish) -> tuple[str, ...]:
    row = wish.property
    if row is None:
        return ()
    return row.top_says if wish.direction is Direction.MAX else row.bottom_says


def _by_predicate(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    predicate = rng.choice(_predicates(wish))
    determiner = next(name for _, name, _, _ in Formatter().parse(predicate) if name)
    slots = subject.clause(rng) | {"pred": predicate.format(**{determiner: ranked(determiner, wish.k)})}
    return _filled(templates.PREDICATE, slots, rng), determiner


def _rank_word(wish: Wish) -> str:
    """How a rank from the largest is said; empty for ranks from the smallest, but for the last itself."""
    if wish.direction is Direction.MAX:
        return ranked("first", wish.k)
    return "last" if wish.k == 1 else ""


def _by_rank(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    slots = subject.clause(rng) | {"rank": _rank_word(wish), "value": wish.value}
    determiner = "largest" if wish.direction is Direction.MAX else "smallest"
    return rng.choice(templates.RANKED).format(**slots), determiner


def _done(wish: Wish) -> tuple[str, ...]:
    row = wish.property
    return row.done if row is not None and wish.relation.kind is Kind.DATE else ()


def _by_count(subject: Subject, wish: Wish, rng: random.Random) -> tuple[str, str]:
    determiner = "last" if wish.direction is Direction.MAX else "first"
    slots = subject.clause(rng) | {"rank": ranked(determiner, wish.k), "done": rng.choice(_done(wish))}
    found: tuple[str, ...] = templates.COUNTED
    if len(slots["clause"].split()) <= templates.SHORT_CLAUSE and slots["clause"].replace(" ", "").isalnum():
        found += templates.COUNTED_NOUN
    return _filled(found, slots, rng), determiner
