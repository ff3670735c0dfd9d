"""The lookup: everything that can be asked of a graph without a model."""

from collections.abc import Sequence

import numpy as np

from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.classes import instances
from numkbqa.kb.protocol import Ints
from numkbqa.lookup.checks import at_least_one, direction_of
from numkbqa.lookup.classes import ClassNames
from numkbqa.lookup.entities import entity_record, named, relation_head
from numkbqa.lookup.linked import linked_mention
from numkbqa.lookup.ranking import Ranker, ranked_part
from numkbqa.lookup.records import EntityHit, EntityRecord, LinkedMention, Ranking, RelationRecord
from numkbqa.lookup.relations import Relations
from numkbqa.lookup.search import Search
from numkbqa.retrieval.linking import EntityLinker, readable
from numkbqa.values import Direction


class Lookup:
    """Answers what can be read off a graph: names, entities, relations, rankings.

    It may be shared by threads. What it keeps between calls is small: the facts of each relation that was
    asked for, the names of classes, and the names of the entities with the most facts.

    Args:
        kb: the graph.
        linker: finds the names of the graph in texts.
    """

    def __init__(self, kb: KnowledgeBase, linker: EntityLinker) -> None:
        self.kb, self._linker = kb, linker
        self._search = Search(kb, linker.index)
        self._relations = Relations(kb)
        self._classes = ClassNames(kb)
        self._ranker = Ranker(kb, self._relations)

    def prepare(self) -> None:
        """Read now what the first calls would wait for (names of classes, the best-known names)."""
        self._search.prepare()
        self._classes.prepare()

    def search(self, text: str, limit: int = 10) -> list[EntityHit]:
        """Find entities by the beginning of a name, for autocomplete.

        Names that are the text or start with it come first, then names of up to four words that contain its
        words, then, when little else fits, names that it misspells; of each kind the most linked first. The
        id of an entity finds it, too.

        Args:
            text: what was typed; only its first 100 characters are read.
            limit: how many entities at most.

        Returns:
            The entities, best first; none when nothing fits.

        Raises:
            UserError: the limit is below 1.
        """
        at_least_one(limit=limit)
        return self._search.hits(text, limit)

    def entity(self, entity_id: str, limit: int = 50) -> EntityRecord:
        """Tell what is known of an entity.

        Args:
            entity_id: its id in the graph.
            limit: how many facts at most.

        Returns:
            Its names, classes, numbers and facts, both those it is the head of and those it is the tail of.

        Raises:
            UserError: the graph does not hold the entity, or the limit is below 1.
        """
        at_least_one(limit=limit)
        return entity_record(self.kb, self._number_of(entity_id), limit)

    def relations(self, text: str = "", limit: int = 100, offset: int = 0) -> list[RelationRecord]:
        """List the numerical relations: what entities can be ranked by.

        Args:
            text: words that its text or id must contain, the beginning of each is enough; "" for all.
            limit: how many relations at most.
            offset: how many relations to pass over.

        Returns:
            The relations, those with the most values first.

        Raises:
            UserError: the limit is below 1 or the offset below 0.
        """
        at_least_one(limit=limit)
        if offset < 0:
            raise UserError(f"the offset is {offset}", remedy="start at 0")
        found = self._relations.fitting(readable(text))[offset : offset + limit]
        return [self._relations.record(relation) for relation in found]

    def rank(
        self,
        relation: str,
        *,
        of: str | None = None,
        entities: Sequence[str] = (),
        direction: Direction | str = Direction.MAX,
        k: int = 1,
        count: int = 10,
    ) -> Ranking:
        """Rank entities by a numerical relation, with the policies that answers follow.

        All that tie hold a rank together; ranks count distinct values; who has no value has no rank and is
        listed with the reason. Without a class and a list all entities that carry the relation are ranked.

        Args:
            relation: id of the relation, or its text.
            of: a class whose instances are ranked: its id, or its name in the singular or plural.
            entities: ids of the entities to rank, instead of a class.
            direction: "max" for the largest or latest first, "min" for the smallest or earliest.
            k: the rank to start at.
            count: how many ranks.

        Returns:
            The ranking; of ranks that more than 1,000 entities hold together only the first 1,000.

        Raises:
            UserError: the graph does not hold the relation, the class or an entity; a number is below 1; or
                both a class and a list are given.
        """
        at_least_one(k=k, count=count)
        towards = direction_of(direction)
        if of is not None and entities:
            raise UserError("a class and a list are given", remedy="leave out one of them")
        kind = None if of is None else self._classes.find(readable(of))
        members = self._members(kind, entities)
        number, same_text = self._relations.find(readable(relation), members)
        standings = self._ranker.standings(number, members, towards, k + count - 1)
        return Ranking(
            relation=relation_head(self.kb, number),
            same_text=tuple(self.kb.numerical_relations[other].name for other in same_text),
            of=None if kind is None else named(self.kb, kind),
            direction=towards,
            k=k,
            count=count,
            **ranked_part(self.kb, standings, k, count),
        )

    def link(self, text: str) -> list[LinkedMention]:
        """Find the entities that a text names.

        Args:
            text: a question, or any other text.

        Returns:
            One mention an entity, in the order of the text.
        """
        return [linked_mention(self.kb, link) for link in self._linker.link(readable(text))]

    def _members(self, kind: int | None, entities: Sequence[str]) -> Ints | None:
        """The entities to rank, ascending; None for all."""
        if kind is not None:
            found = instances(self.kb, kind)
        elif entities:
            found = np.array(sorted({self._number_of(entity_id) for entity_id in entities}), dtype=np.int64)
        else:
            return None
        # an event stands for a fact, and a fact is not ranked
        return found[~self.kb.events(found)]

    def _number_of(self, entity_id: str) -> int:
        number = self.kb.entity_index(entity_id)
        if number is None:
            hits = self._search.hits(entity_id, 3)
            raise UserError(
                f'the graph has no entity of the id "{shown(entity_id)}"',
                remedy=did_you_mean([f"{hit.id} ({hit.label})" for hit in hits])
                or "look for its id by its name first",
            )
        return number
