"""A link: the mention of an entity in a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.retrieval.linking.names import fold, fold_with_places


@dataclass(frozen=True, slots=True)
class Link:
    """A mention of an entity in a question.

    Args:
        entity: KB entity number of the best candidate.
        mention: the words of the question.
        start: place of the first character of the mention.
        end: place after its last character.
        score: share of the best candidate among the candidates, from 0 to 1.
        alternatives: other entities of that name with their shares, best first.
        typo: whether the mention is no name of the entity but resembles one.
        toss_up: whether the best two candidates are so close that the user should be asked.
    """

    entity: int
    mention: str
    start: int
    end: int
    score: float
    alternatives: tuple[tuple[int, float], ...] = ()
    typo: bool = False
    toss_up: bool = False

    @property
    def candidates(self) -> list[tuple[int, float]]:
        """All entities that the mention may mean, as KB entity numbers with their shares, best first."""
        return [(self.entity, self.score), *self.alternatives]


def find_mentions(kb: KnowledgeBase, question: str, entities: Iterable[int]) -> list[Link]:
    """Find where known topic entities are mentioned.

    Args:
        kb: the graph.
        question: the question.
        entities: KB entity numbers.

    Returns:
        A link to each entity; its mention is empty when none of its names occurs.
    """
    folded, places = fold_with_places(question)
    return [_mention(kb, question, entity, f" {folded} ", places) for entity in entities]


def _mention(kb: KnowledgeBase, question: str, entity: int, folded: str, places: Sequence[int]) -> Link:
    names = {fold(name) for name in kb.names(entity)} - {""}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        start = folded.find(f" {name} ")
        if start >= 0:
            begin, end = places[start], places[start + len(name) - 1] + 1
            return Link(entity, question[begin:end], begin, end, 1.0)
    return Link(entity, "", 0, 0, 1.0)


def outermost(links: Iterable[Link]) -> list[tuple[int, int]]:
    """Distinct places of the names that links stand for, in their order; those inside of others are left out.

    Args:
        links: the links of a question.

    Returns:
        Start and end of each.
    """
    spans = {(link.start, link.end) for link in links if link.mention}
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        # what begins later lies inside only of what reaches farthest, which is the last one kept
        if not kept or end > kept[-1][1]:
            kept.append((start, end))
    return kept


def topic_ids(links: Sequence[Link], kb: KnowledgeBase) -> tuple[str, ...]:
    """Distinct ids of what the links of a question stand for, in their order."""
    return tuple(dict.fromkeys(kb.entity_id(link.entity) for link in links))
