"""Data augmentation: pseudo ordinal (and plain) questions made out of the graph."""

import random
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints, NumericalRelation
from numkbqa.kb.relation_text import path_type, relation_phrase
from numkbqa.questions import wording
from numkbqa.questions.groups import NO_CLASS, GroupIndex, RelationNumbers, Side, relation_numbers
from numkbqa.questions.phrases import shared_class
from numkbqa.questions.records import Answer, Question
from numkbqa.questions.templates import Shape, shape_of
from numkbqa.questions.wording import Subject, Templates, Wish
from numkbqa.values.ranks import Direction, unique_kth

MOST_PLAIN_ANSWERS = 5
NO_RELATION = -1


@dataclass(frozen=True, slots=True)
class PseudoQuestion:
    """A generated question and what it was made of, the supervision of QGND.

    Args:
        question: the record.
        relation: numerical relation that decides, -1 for a plain question.
        head_relation: name of the relation r_h between topic and candidates.
        side: how the candidates hang on the topic.
        determiner: ordinal determiner in the text, None for a plain question.
        direction: end of the order that is asked for, None for a plain question.
        k: rank asked for.
        candidates: KB entities of the group, shape (num_candidates,).
        values: value handle of each candidate, -1 where it carries no single value, shape (num_candidates,).
        answer: index of the answer among the candidates, -1 for a plain question.
    """

    question: Question
    relation: int
    head_relation: str
    side: Side
    determiner: str | None
    direction: Direction | None
    k: int
    candidates: Ints
    values: Ints
    answer: int


def generate_pseudo_questions(
    kb: KnowledgeBase,
    *,
    count: int,
    seed: int,
    templates: Templates = "paper",
    max_k: int = 1,
    min_candidates: int = 2,
    max_candidates: int = 50,
    plain_share: float = 0.0,
    exclude_topics: Set[str] = frozenset(),
    varied: bool = True,
) -> Iterator[PseudoQuestion]:
    """Make questions whose answer is the k-th extremum of a group (paper, section "Data Augmentation"; A29).

    A numerical relation is drawn uniformly, then a group of entities that share a neighbour and a relation,
    in either direction, of which at least half carry the number; with wide templates also all instances of a
    class. The answer is unique by interval order. No question is made twice.

    Args:
        kb: the graph.
        count: number of questions; fewer come when the graph has no more.
        seed: seed of all chance.
        templates: "paper" for its one template and determiners, "wide" for people's wording.
        max_k: highest rank asked for; half of the questions ask for the first all the same.
        min_candidates: least number of candidates that carry the number.
        max_candidates: greatest number of candidates.
        plain_share: share of questions that ask for all members of a small group.
        exclude_topics: ids of entities that no question may be about.
        varied: whether wide templates come in lower case too, and without a question mark.

    Yields:
        The questions, in an order that depends on the seed only.
    """
    maker = _Maker(
        kb, random.Random(seed), templates, max_k, min_candidates, max_candidates, exclude_topics, varied
    )
    ordinal, plain = maker.ordinal(), maker.plain()
    chooser = random.Random(seed + 1)
    for number in range(count):
        first, second = (plain, ordinal) if chooser.random() < plain_share else (ordinal, plain)
        made = next(first, None)
        if made is None and plain_share > 0:
            made = next(second, None)
        if made is None:
            return
        yield made(f"pseudo-{seed}-{number}")


Made = Callable[[str], PseudoQuestion]


@dataclass
class _Maker:
    kb: KnowledgeBase
    rng: random.Random
    templates: Templates
    max_k: int
    min_candidates: int
    max_candidates: int
    exclude_topics: Set[str]
    varied: bool
    _numbers: dict[int, RelationNumbers] = field(default_factory=dict)

    @cached_property
    def index(self) -> GroupIndex:
        return GroupIndex(self.kb)

    @cached_property
    def class_sizes(self) -> dict[int, int]:
        chosen = self.index.side == Side.CLASS
        return dict(zip(self.index.topic[chosen].tolist(), self.index.size[chosen].tolist(), strict=True))

    def ordinal(self) -> Iterator[Made]:
        """Draw a relation, then a group, a direction and a rank, until nothing new is left."""
        sources = [self._of_relation(r) for r in range(len(self.kb.numerical_relations))]
        return self._uniform(sources)

    def plain(self) -> Iterator[Made]:
        """Draw a relation and its direction, then a small group."""
        small = np.flatnonzero((self.index.size <= MOST_PLAIN_ANSWERS) & (self.index.side != Side.CLASS))
        key = self.index.relation[small] * len(Side) + self.index.side[small]
        return self._uniform([self._of_groups(small[key == one].tolist()) for one in np.unique(key)])

    def _uniform(self, sources: list[Iterator[Made]]) -> Iterator[Made]:
        while sources:
            place = self.rng.randrange(len(sources))
            made = next(sources[place], None)
            if made is None:
                sources.pop(place)
            else:
                yield made

    def _of_relation(self, relation: int) -> Iterator[Made]:
        numbers = relation_numbers(self.kb, relation)
        self._numbers[relation] = numbers
        groups = self.index.covered(numbers.entity, self.min_candidates, self.max_candidates)
        if self.templates == "paper":
            whole = (self.index.side[groups] != Side.CLASS) & (self.index.narrow[groups] == NO_CLASS)
            groups = groups[whole]
        left = {
            group: [(direction, k) for k in range(1, self.max_k + 1) for direction in Direction]
            for group in groups.tolist()
            if self._may_be_topic(int(self.index.topic[group]))
        }
        while left:  # every round asks each group one more thing
            for group in self.rng.sample(list(left), len(left)):
                made = self._try(relation, group, *self._draw(left[group]))
                if not left[group]:
                    del left[group]
                if made is not None:
                    yield made

    def _draw(self, left: list[tuple[Direction, int]]) -> tuple[Direction, int]:
        """Take a direction and rank out of those left: the first rank half of the time."""
        firsts = [wish for wish in left if wish[1] == 1]
        others = [wish for wish in left if wish[1] > 1]
        drawn = self.rng.choice(firsts if firsts and (not others or self.rng.random() < 0.5) else others)
        left.remove(drawn)
        return drawn

    def _try(self, relation: int, group: int, direction: Direction, k: int) -> Made | None:
        members, numbers = self.index.members(group), self._numbers[relation]
        rows, carries = _rows_of(numbers, members)
        best = unique_kth(numbers.low[rows], numbers.high[rows], direction, k)
        subject = self._subject(group, relation)
        if best is None or numbers.value[rows[best]] < 0 or subject is None:
            return None
        values = np.full(len(members), -1, dtype=np.int64)
        values[carries] = numbers.value[rows]
        answer = int(np.flatnonzero(carries)[best])
        wish = Wish(self.kb.numerical_relations[relation], direction, k, self._rivals(relation, members))
        text, determiner = self._word(subject, wish)

        def make(name: str) -> PseudoQuestion:
            question = self._record(name, text, group, members[[answer]], ordinal=True)
            head, side = self._head(group), subject.side
            return PseudoQuestion(
                question, relation, head, side, determiner, direction, k, members, values, answer
            )

        return make

    def _word(self, subject: Subject, wish: Wish) -> tuple[str, str]:
        if self.templates == "paper":
            return wording.paper_question(subject, wish, self.rng)
        text, determiner = wording.wide_question(subject, wish, self.rng)
        return self._form(text), determiner

    def _form(self, text: str) -> str:
        return wording.vary(text, self.rng) if self.varied else f"{text[:1].upper()}{text[1:]}?"

    def _head(self, group: int) -> str:
        return self.kb.relations[int(self.index.relation[group])]

    def _rivals(self, relation: int, members: Ints) -> tuple[NumericalRelation, ...]:
        facts = self.kb.numbers_of(members)
        relations, counts = np.unique(facts.relation, return_counts=True)
        common = relations[(2 * counts >= len(members)) & (relations != relation)]
        return tuple(self.kb.numerical_relations[int(r)] for r in common)

    def _of_groups(self, groups: list[int]) -> Iterator[Made]:
        for group in self.rng.sample(groups, len(groups)):
            subject = self._subject(group, NO_RELATION)
            if subject is not None and self._may_be_topic(int(self.index.topic[group])):
                yield self._plain_maker(group, subject)

    def _plain_maker(self, group: int, subject: Subject) -> Made:
        members = self.index.members(group)
        text = self._form(wording.plain_question(subject, self.rng))

        def make(name: str) -> PseudoQuestion:
            question = self._record(name, text, group, members, ordinal=False)
            head, none = self._head(group), np.full(len(members), -1)
            return PseudoQuestion(question, NO_RELATION, head, subject.side, None, None, 1, members, none, -1)

        return make

    def _subject(self, group: int, relation: int) -> Subject | None:
        """What to call topic, link and members; None for a whole group of several classes."""
        head, side = int(self.index.relation[group]), Side(int(self.index.side[group]))
        topic, narrow = self.kb.label(int(self.index.topic[group])), int(self.index.narrow[group])
        name = self.kb.relations[head]
        link = relation_phrase(name, self.kb.relation_texts[head])
        if side is Side.CLASS:
            return Subject(topic, link, topic, side)
        members = self.index.members(group).tolist()
        by_class = self.kb.label(narrow) if narrow >= 0 else shared_class(self.kb, members, self.class_sizes)
        if self.templates == "wide" and by_class is None and any(self.kb.types(m) for m in members):
            return None
        if self.templates == "paper" and side is Side.HEADS:
            # The paper's [r_h] names the candidates; of heads the relation would name the topic instead.
            link = by_class or path_type(name) or link
        by_relation = path_type(self.kb.numerical_relations[relation].name) if relation >= 0 else None
        names_tails = side is Side.TAILS and shape_of(link) is Shape.NOUN
        fallback = link if names_tails else path_type(name)
        return Subject(topic, link, by_class or by_relation or fallback or "entity", side)

    def _record(self, name: str, text: str, group: int, answers: Ints, *, ordinal: bool) -> Question:
        topic = self.kb.entity_id(int(self.index.topic[group]))
        gold = tuple(Answer(id=self.kb.entity_id(int(entity))) for entity in answers)
        return Question(id=name, question=text, topic_entities=(topic,), answers=gold, ordinal=ordinal)

    def _may_be_topic(self, entity: int) -> bool:
        return bool(self.kb.names(entity)) and self.kb.entity_id(entity) not in self.exclude_topics


def _rows_of(numbers: RelationNumbers, members: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Rows of the members that carry a number, shape (num_carrying,), and which do, shape (num_members,)."""
    place = np.minimum(np.searchsorted(numbers.entity, members), len(numbers.entity) - 1)
    carries = numbers.entity[place] == members
    return place[carries], carries
