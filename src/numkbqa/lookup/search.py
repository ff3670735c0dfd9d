"""Autocomplete: entities by the beginning of a name, the best linked first."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints
from numkbqa.lookup.best_known import BestKnown
from numkbqa.lookup.entities import named
from numkbqa.lookup.records import EntityHit, Match
from numkbqa.retrieval.linking import describe, fold, readable
from numkbqa.retrieval.linking.name_index import NameIndex
from numkbqa.retrieval.linking.typos import is_correctable

MOST_CHARACTERS: Final = 100
"""Characters of a text that are read; nobody types a longer beginning of a name."""

MOST_NAMES: Final = 2_000
"""Names with one beginning that are looked at; when there are more, so are the best-known ones."""

MOST_ENDINGS: Final = 20
"""Words that a word which is still being typed may become."""

MOST_COMPARED: Final = 300
"""Entities whose names are read, the best linked first."""

FEW: Final = 3
"""When fewer entities fit, misspelled words are corrected."""

MOST_MISSPELLED: Final = 3
MOST_CORRECTIONS: Final = 8

Found = tuple[int, str]
"""An entity and the folded name that fits."""


class Search:
    """Finds entities by what was typed so far.

    Args:
        kb: the graph.
        index: its names.
    """

    def __init__(self, kb: KnowledgeBase, index: NameIndex) -> None:
        self._kb, self._index = kb, index
        self._best_known = BestKnown(kb)

    def prepare(self) -> None:
        """Read the best-known names now."""
        self._best_known.prepare()

    def hits(self, text: str, limit: int) -> list[EntityHit]:
        """Find entities.

        Args:
            text: what was typed.
            limit: how many at most.

        Returns:
            The entities, best first.
        """
        text = readable(text[:MOST_CHARACTERS]).strip()
        folded = fold(text)
        found: dict[int, tuple[str, Match]] = {}
        own = self._kb.entity_index(text)
        if own is not None:
            found[own] = fold(self._kb.label(own)), Match.EXACT
        for match, entities in self._tiers(folded, found, limit) if folded else ():
            for entity, name in self._best_first(entities):
                found.setdefault(entity, (name, match))
        return [self._hit(entity, *found[entity]) for entity in list(found)[:limit]]

    def _tiers(
        self, text: str, found: dict[int, tuple[str, Match]], limit: int
    ) -> Iterator[tuple[Match, list[Found]]]:
        """What fits, the closest first; what comes later is looked for only when it is needed."""
        exact = self._index.find(text)
        yield Match.EXACT, [] if exact is None else [(entity, text) for entity in exact.entities.tolist()]
        yield Match.PREFIX, self._starting_with(text, MOST_NAMES)
        if len(found) < limit:
            yield Match.WORDS, self._containing(text.split(" "), limit)
        if len(found) < min(FEW, limit):
            yield Match.TYPO, self._misspelled(text.split(" "))

    def _starting_with(self, text: str, most: int) -> list[Found]:
        names, place, entities = self._index.starting_with(text, most)
        found = list(zip(entities.tolist(), (names[i] for i in place.tolist()), strict=True))
        return [*self._best_known.starting_with(text), *found] if len(names) >= most else found

    def _containing(self, words: Sequence[str], limit: int) -> list[Found]:
        """Entities of a longer name that holds all words, the last one perhaps not to its end."""
        endings = self._index.words_starting_with(words[-1], MOST_ENDINGS)
        whole = [word for word in (*words[:-1], *endings) if is_correctable(word)]
        entities = np.unique(np.concatenate([_NONE, *map(self._index.partly_named, whole)]))
        best = entities[np.argsort(-self._kb.degree(entities), kind="stable")][:MOST_COMPARED]
        found = ((entity, self._name_with(entity, words)) for entity in best.tolist())
        return [(entity, name) for entity, name in found if name][: limit + FEW]

    def _name_with(self, entity: int, words: Sequence[str]) -> str:
        """The first name of an entity that holds all words, the last one perhaps not to its end; or ""."""
        for name in map(fold, self._kb.names(entity)):
            own = name.split(" ")
            if set(own).issuperset(words[:-1]) and any(word.startswith(words[-1]) for word in own):
                return name
        return ""

    def _misspelled(self, words: Sequence[str]) -> list[Found]:
        """Names that start with the words once they are corrected, one of them in several ways."""
        unknown = [i for i, w in enumerate(words) if is_correctable(w) and not self._index.is_word(w)]
        similar = {
            i: self._index.similar_words(words[i])[:MOST_CORRECTIONS] for i in unknown[:MOST_MISSPELLED]
        }
        nearest = [similar[i][0][0] if similar.get(i) else word for i, word in enumerate(words)]
        found: list[Found] = []
        for place, corrections in similar.items():
            for word, _ in corrections:
                corrected = [*nearest[:place], word, *nearest[place + 1 :]]
                found += self._starting_with(" ".join(corrected), MOST_NAMES // MOST_CORRECTIONS)
        return found

    def _best_first(self, found: Sequence[Found]) -> list[Found]:
        """Those that are things, each once, the best linked first; of equal ones labels before aliases."""
        entities = np.unique(np.array([entity for entity, _ in found], dtype=np.int64))
        entities = entities[~self._kb.events(entities)]
        links = self._kb.degree(entities)
        best = np.argsort(-links, kind="stable")[:MOST_COMPARED]
        names: dict[int, list[str]] = {entity: [] for entity in entities[best].tolist()}
        for entity, name in found:
            names.get(entity, []).append(name)
        labels = {entity: fold(self._kb.label(entity)) for entity in names}
        order = sorted(
            zip((-links[best]).tolist(), names, strict=True),
            key=lambda pair: (pair[0], labels[pair[1]] not in names[pair[1]], pair[1]),
        )
        return [(e, labels[e] if labels[e] in names[e] else names[e][0]) for _, e in order]

    def _hit(self, entity: int, name: str, match: Match) -> EntityHit:
        return EntityHit(
            **named(self._kb, entity).model_dump(),
            description=describe(self._kb, entity),
            alias=self._alias(entity, name),
            match=match,
            is_class=self._kb.is_class(entity),
            links=int(self._kb.degree(np.array([entity], dtype=np.int64))[0]),
        )

    def _alias(self, entity: int, name: str) -> str | None:
        """The name as the graph writes it; None for the label."""
        if fold(self._kb.label(entity)) == name:
            return None
        return next((own for own in self._kb.names(entity) if fold(own) == name), name)


_NONE: Ints = np.empty(0, dtype=np.int64)
