"""Links of a text as records."""

from numkbqa.kb import KnowledgeBase
from numkbqa.lookup.entities import named
from numkbqa.lookup.records import Candidate, LinkedMention
from numkbqa.retrieval.linking import Link, describe


def linked_mention(kb: KnowledgeBase, link: Link) -> LinkedMention:
    """A link with the names of what it may mean.

    Args:
        kb: the graph.
        link: the link.

    Returns:
        The record.
    """
    return LinkedMention(
        **_candidate(kb, link.entity, link.score).model_dump(),
        mention=link.mention,
        start=link.start,
        end=link.end,
        typo=link.typo,
        toss_up=link.toss_up,
        alternatives=tuple(_candidate(kb, entity, share) for entity, share in link.alternatives),
    )


def _candidate(kb: KnowledgeBase, entity: int, share: float) -> Candidate:
    return Candidate(
        **named(kb, entity).model_dump(), description=describe(kb, entity), score=round(share, 4)
    )
