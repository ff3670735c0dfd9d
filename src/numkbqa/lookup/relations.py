"""Numerical relations: found by id or text, and told with who carries them."""

from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Bools, Ints, NumericFacts
from numkbqa.kb.relation_text import relation_phrase, relation_text
from numkbqa.lookup.checks import likely
from numkbqa.lookup.entities import named, relation_head
from numkbqa.lookup.records import Holder, RelationRecord
from numkbqa.retrieval.linking import fold
from numkbqa.retrieval.subgraph.ends import from_both_ends

AT_ONCE: Final = 1_000_000
"""Numbers of a relation that are read at once."""

SAMPLE: Final = 300
"""Carriers whose classes are looked at."""

MOST_CLASSES: Final = 3

MOST_READ: Final = 10_000
"""Numbers that are read at both ends at most, to find one that is not of an event."""


class Extent(NamedTuple):
    """What one reading of all numbers of a relation tells.

    Args:
        entities: number of entities that carry it, events left out.
        widest: the widest interval that a value stands for.
        sample: some of the entities.
    """

    entities: int
    widest: float
    sample: Ints


class Relations:
    """The numerical relations of a graph; the numbers of one are read once, when it is first asked for.

    Args:
        kb: the graph.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._extents: dict[int, Extent] = {}
        self._records: dict[int, RelationRecord] = {}
        self._by_words: dict[str, list[int]] = {}
        for number, relation in enumerate(kb.numerical_relations):
            texts = relation.text, relation_text(relation.name), relation_phrase(relation.name, relation.text)
            for words in {fold(text) for text in texts} - {""}:
                self._by_words.setdefault(words, []).append(number)

    def fitting(self, text: str) -> list[int]:
        """Relations of which each word of a text begins a word, those with the most values first."""
        words = fold(text).split()
        known = ((number, self._words_of(number)) for number in range(len(self._kb.numerical_relations)))
        found = [n for n, own in known if all(any(o.startswith(w) for o in own) for w in words)]
        return sorted(found, key=lambda number: (-self._kb.num_numbers(number), number))

    def find(self, text: str, members: Ints | None) -> tuple[int, list[int]]:
        """Find a relation by its id or its text.

        Args:
            text: id or text.
            members: who is to be ranked; of several relations of one text the one is meant that most of them
                carry.

        Returns:
            The relation, and others of the same text.

        Raises:
            UserError: there is none.
        """
        for number, relation in enumerate(self._kb.numerical_relations):
            if relation.name == text:
                return number, []
        same = self._by_words.get(fold(text), [])
        if not same:
            raise self._unknown(text)
        best = min(same, key=lambda number: (-self._carriers(number, members), number))
        return best, [number for number in same if number != best]

    def record(self, relation: int) -> RelationRecord:
        """Tell of a relation what it measures, how many carry it, and its smallest and largest value."""
        if relation not in self._records:
            extent = self.extent(relation)
            ends = from_both_ends(self._kb, relation, self._things, keep=1, limit=MOST_READ).facts
            has = len(ends.low) > 0
            self._records[relation] = RelationRecord(
                **relation_head(self._kb, relation).model_dump(),
                facts=self._kb.num_numbers(relation),
                entities=extent.entities,
                smallest=_holder(self._kb, ends, int(np.argmin(ends.low))) if has else None,
                largest=_holder(self._kb, ends, int(np.argmax(ends.low))) if has else None,
                classes=tuple(named(self._kb, kind) for kind in self._classes(extent.sample)),
            )
        return self._records[relation]

    def extent(self, relation: int) -> Extent:
        """Read all numbers of a relation, a part at a time, or remember what was read."""
        if relation not in self._extents:
            self._extents[relation] = _extent(self._kb, relation)
        return self._extents[relation]

    def _words_of(self, relation: int) -> set[str]:
        about = self._kb.numerical_relations[relation]
        return {
            *fold(about.text).split(),
            *fold(relation_text(about.name)).split(),
            *fold(about.name).split(),
        }

    def _carriers(self, relation: int, members: Ints | None) -> int:
        if members is None:
            return self._kb.num_numbers(relation)
        facts = self._kb.numbers_of(members)
        return len(np.unique(facts.entity[facts.relation == relation]))

    def _things(self, entities: Ints) -> Bools:
        things: Bools = ~self._kb.events(entities)
        return things

    def _classes(self, entities: Ints) -> list[int]:
        counts = Counter(kind for entity in entities.tolist() for kind in set(self._kb.types(entity)))
        return sorted(counts, key=lambda kind: (-counts[kind], kind))[:MOST_CLASSES]

    def _unknown(self, text: str) -> UserError:
        names = [
            self._kb.numerical_relations[r].name for r in map(self._first, likely(fold(text), self._by_words))
        ]
        return UserError(
            f'the graph has no numerical relation called "{shown(text)}"',
            remedy=did_you_mean(list(dict.fromkeys(names))) or "list the numerical relations first",
        )

    def _first(self, words: str) -> int:
        return self._by_words[words][0]


def _extent(kb: KnowledgeBase, relation: int) -> Extent:
    total = kb.num_numbers(relation)
    step = -(-total // SAMPLE) or 1
    carriers, widest, samples = np.zeros(kb.num_entities, dtype=np.bool_), 0.0, [np.empty(0, dtype=np.int64)]
    for first in range(0, total, AT_ONCE):
        facts = kb.numbers_of_relation(relation, slice(first, min(first + AT_ONCE, total)))
        carriers[facts.entity] = True
        widest = max(widest, float((facts.high - facts.low).max()))
        samples.append(facts.entity[-first % step :: step])
    entities = np.flatnonzero(carriers)
    return Extent(int((~kb.events(entities)).sum()), widest, np.unique(np.concatenate(samples)))


def _holder(kb: KnowledgeBase, facts: NumericFacts, row: int) -> Holder:
    handle = int(facts.value[row])
    return Holder(
        **named(kb, int(facts.entity[row])).model_dump(),
        value=kb.number_text(handle),
        lexical=kb.value(handle).lexical,
        held_at=kb.held_at(handle),
    )
