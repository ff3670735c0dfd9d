"""The topics of a question, and what to ask back when a name is a toss-up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from numkbqa.answering.answer import Document, document_of
from numkbqa.answering.reasons import Reason, abstained
from numkbqa.kb import KnowledgeBase
from numkbqa.retrieval.linking import Link, describe

RIVAL_SHARE: Final = 0.25
"""A candidate of a toss-up with less than this part of the best one's share is no rival."""

MAX_RIVALS: Final = 5
"""Rivals that are tried, and offered as choices."""

JOINTS: Final = frozenset({" and ", ", ", ", and ", " & "})
"""What stands between the names of a list."""


def topic_entities(links: Sequence[Link], kb: KnowledgeBase) -> list[dict[str, Any]]:
    """The `topic_entities` of a document.

    Args:
        links: the links of the question.
        kb: the graph.

    Returns:
        One entry a link.
    """
    return [
        {
            **_described(link.entity, kb),
            "mention": link.mention,
            "score": round(link.score, 4),
            "alternatives": [_alternative(entity, share, kb) for entity, share in link.alternatives],
        }
        for link in links
    ]


def toss_up(links: Sequence[Link]) -> Link | None:
    """The first link whose best candidates are too close to choose between, or None."""
    return next((link for link in links if link.toss_up), None)


def rivals(link: Link) -> list[tuple[int, float]]:
    """The candidates of a toss-up between which the user must choose.

    Args:
        link: a link that is a toss-up.

    Returns:
        KB entity numbers with their shares, best first.
    """
    return [(e, share) for e, share in link.candidates if share >= RIVAL_SHARE * link.score][:MAX_RIVALS]


def decided(toss: Link, rival: int, links: Sequence[Link]) -> list[Link]:
    """The links of a question when a toss-up is decided.

    Args:
        toss: the toss-up, one of `links`.
        rival: KB entity number of what it shall mean.
        links: all links of the question.

    Returns:
        The links, the decided one without alternatives, each where its mention stands.
    """
    chosen = replace(toss, entity=rival, score=1.0, alternatives=(), toss_up=False)
    return [chosen if link is toss else link for link in links]


def answered_about(links: Sequence[Link], entity: int) -> list[Link]:
    """The links when an answer takes one of them for another of its candidates.

    Args:
        links: the links of a question.
        entity: KB entity number that the answer is about.

    Returns:
        The links; the first one that has it among its alternatives stands for it, if no link stands for it.
    """
    if any(link.entity == entity for link in links):
        return list(links)
    place = next((i for i, link in enumerate(links) if entity in dict(link.alternatives)), None)
    return [_meaning(link, entity) if i == place else link for i, link in enumerate(links)]


def asking_back(question: str, link: Link, kb: KnowledgeBase) -> Document:
    """The document that asks which of several entities is meant.

    Args:
        question: the question.
        link: the toss-up.
        kb: the graph.

    Returns:
        A document with a `clarification` and no answer.
    """
    choices = [_alternative(entity, share, kb) for entity, share in rivals(link)]
    names = ", ".join(f"{choice['label']} ({choice['description']})" for choice in choices)
    return document_of(
        question,
        clarification={"mention": link.mention, "question": f"which {link.mention}?", "choices": choices},
        **abstained(Reason.AMBIGUOUS_TOPIC, f'"{link.mention}" may be any of {names}'),
    )


def settled(documents: Sequence[Document]) -> Document | None:
    """The answer that all readings of a toss-up agree in.

    Args:
        documents: one for each rival, best first.

    Returns:
        The first document that has answers when all that have any begin with the same one, or give the same
        values; the first of all when none has; None when they differ.
    """
    answered = [document for document in documents if document["answers"]]
    if len({_said(document) for document in answered}) > 1:
        return None
    return (answered or list(documents))[0]


def _said(document: Document) -> tuple[tuple[str | None, str | None], ...]:
    """What an answer begins with; of values all, for each may be of another name."""
    answers = document["answers"]
    telling = answers[:1] if "id" in answers[0] else answers
    return tuple((answer.get("id"), answer.get("value")) for answer in telling)


def _meaning(link: Link, entity: int) -> Link:
    """A link that stands for one of its alternatives."""
    shares = dict(link.candidates)
    return replace(link, entity=entity, score=shares.pop(entity), alternatives=tuple(shares.items()))


def _alternative(entity: int, share: float, kb: KnowledgeBase) -> dict[str, Any]:
    return {**_described(entity, kb), "score": round(share, 4)}


def _described(entity: int, kb: KnowledgeBase) -> dict[str, Any]:
    return {**_named(entity, kb), "description": describe(kb, entity)}


def _named(entity: int, kb: KnowledgeBase) -> dict[str, str]:
    return {"id": kb.entity_id(entity), "label": kb.label(entity)}


def answered_together(question: str, links: Sequence[Link], kb: KnowledgeBase) -> list[str]:
    """A note when entities are asked for of several names at once: "the capital of texas and ohio".

    Whether one answer for all or one for each is meant, the words do not say.

    Args:
        question: the question.
        links: its topics, in the order of the question.
        kb: the graph.

    Returns:
        The note, or none.
    """
    said = [link for link in links if link.mention]
    for first, link in enumerate(said):
        names = [link]
        while (after := said[first + len(names) :][:1]) and _are_joined(question, names[-1], after[0]):
            names += after
        if len(names) > 1 and question[: link.start].lower().endswith(" of "):
            *labels, last = (kb.label(name.entity) for name in names)
            together = f"{', '.join(labels)} and {last} together"
            return [f"the answer is for {together}; asked alone, each may have another"]
    return []


def _are_joined(question: str, left: Link, right: Link) -> bool:
    return question[left.end : right.start].lower() in JOINTS
