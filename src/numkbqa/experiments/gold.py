"""Gold topic entities: those given with a question, those of its recipe, or those that its answers tell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from numkbqa.experiments.hops import FAR, Reach
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.linking import fold
from numkbqa.world.recipes import Recipe

Source = Literal["given", "recipe", "weak", "none"]

MAX_WORDS = 8
"""Longest name, in words, that is looked for in a question."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What a question's topic is.

    Args:
        topics: KB entity numbers. From the question or its recipe, all of them are topics; when weak, each
            of them is a right one.
        source: where they come from.
    """

    topics: tuple[int, ...]
    source: Source

    def right(self, linked: frozenset[int]) -> bool:
        """Whether linked entities hold what they must."""
        held = [topic in linked for topic in self.topics]
        return bool(held) and (any(held) if self.source == "weak" else all(held))


class GoldTopics:
    """Tells the gold topics of questions.

    Weak gold, for questions that come without: of the entities with a name in the question (whole words,
    case and accents folded) those from which an answer is reached within two hops, and of these the nearest.
    Two of equal distance are both right, since an answer cannot tell them apart ("mississippi", the state and
    the river). Classes are no weak gold.

    Args:
        kb: the graph.
        recipes: recipes of the world's questions by id, or none.
    """

    def __init__(self, kb: KnowledgeBase, recipes: Mapping[str, Recipe]) -> None:
        self._kb, self._recipes = kb, recipes
        self.reach = Reach(kb)
        self._named: dict[str, list[int]] | None = None

    def of(self, question: Question) -> Gold:
        """The gold topics of a question."""
        if question.topic_entities:
            return Gold(self._known(question.topic_entities), "given")
        if recipe := self._recipes.get(question.id):
            return Gold(self._known(recipe.topics), "recipe")
        weak = self._weak(question)
        return Gold(weak, "weak" if weak else "none")

    def _known(self, ids: tuple[str, ...]) -> tuple[int, ...]:
        found = (self._kb.entity_index(entity) for entity in ids)
        return tuple(entity for entity in found if entity is not None)

    def _weak(self, question: Question) -> tuple[int, ...]:
        named = self._names()
        candidates = {entity for text in _phrases(question.question) for entity in named.get(text, ())}
        hops = {entity: self.reach.hops(entity, question) for entity in sorted(candidates)}
        nearest = min(hops.values(), default=FAR)
        return tuple(entity for entity, far in hops.items() if far == nearest < FAR)

    def _names(self) -> dict[str, list[int]]:
        if self._named is None:
            self._named = {}
            for entity in range(self._kb.num_entities):
                if not self._kb.is_class(entity):
                    for name in {fold(name) for name in self._kb.names(entity)} - {""}:
                        self._named.setdefault(name, []).append(entity)
        return self._named


def _phrases(question: str) -> Iterator[str]:
    words = fold(question).split(" ")
    for start in range(len(words)):
        for end in range(start + 1, min(start + MAX_WORDS, len(words)) + 1):
            yield " ".join(words[start:end])
