"""An answer as the page shows it: what the templates need, made of the document of `ask --json`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numkbqa.answering.shown import MAX_ROWS, choices, entity_of, order_text, topics_with, values_of, winners
from numkbqa.service.page.evidence_view import EvidenceView, evidence_view
from numkbqa.service.page.links import Links
from numkbqa.service.page.path import PathView, path_view
from numkbqa.service.page.words import sentence
from numkbqa.values.quantity import unit_symbol
from numkbqa.values.shown import as_written, per_cent


@dataclass(frozen=True, slots=True)
class Item:
    """One answer.

    Args:
        headline: the name of an entity, or a value with its unit.
        of: whose value it is.
        value: the value that an entity was compared by, with its unit.
        as_written: the text of the source, where that says something else.
        held_at: when the value held.
        id: id of the entity.
        share: the model's mass on it, in per cent.
    """

    headline: str
    of: str | None
    value: str | None
    as_written: str
    held_at: str | None
    id: str
    share: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something else that a name may mean.

    Args:
        label: its name.
        note: what tells it from the others.
        share: how likely it is meant, in per cent.
        address: of the answer when it is.
    """

    label: str
    note: str
    share: str
    address: str


@dataclass(frozen=True, slots=True)
class Topic:
    """What the question is about.

    Args:
        label: its name.
        note: what tells it from others of that name; empty when nothing but its id does.
        id: its id.
        mention: the words that mean it.
        alternatives: what else they may mean.
    """

    label: str
    note: str
    id: str
    mention: str
    alternatives: list[Choice]


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure the answer is.

    Args:
        text: in per cent.
        share: from 0 to 100.
    """

    text: str
    share: int


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer, a question back, or why there is none.

    Args:
        question: the question as it was read.
        items: the answers proper, at most `MAX_ROWS`.
        more: how many there are besides.
        runners_up: what is less likely.
        measured: what the value that was asked for is.
        compared_by: what entities were compared by.
        confidence: how sure the first answer is.
        order: what end of which order is asked for.
        topics: what the question is about.
        ask_back: the question back when a name is a toss-up.
        choices: what that name may mean.
        abstained: why there is no answer.
        evidence: what was compared.
        path: facts that lead to the first answer.
        notes: what a reader should know.
        seconds: how long it took.
        permalink: address of this answer.
        unpinned: address of the answer when no topics are given; None where none were.
    """

    question: str
    items: list[Item]
    more: int
    runners_up: list[Item]
    measured: str | None
    compared_by: str | None
    confidence: Confidence | None
    order: str | None
    topics: list[Topic]
    ask_back: str | None
    choices: list[Choice]
    abstained: str | None
    evidence: EvidenceView | None
    path: PathView | None
    notes: list[str]
    seconds: str | None
    permalink: str
    unpinned: str | None

    @property
    def is_empty(self) -> bool:
        """Whether there is neither an answer nor a question back."""
        return not self.items and not self.choices

    @property
    def summary(self) -> str:
        """One sentence for the title of the page and for screen readers."""
        if self.items:
            return ", ".join(item.headline for item in self.items)
        return self.ask_back or self.abstained or ""


def answer_view(answer: Mapping[str, Any], links: Links, pinned: Sequence[str] = ()) -> AnswerView:
    """Make what the templates need.

    Args:
        answer: the document of `ask --json`.
        links: makes the addresses of other answers.
        pinned: ids of the topics that the address names.

    Returns:
        The view.
    """
    question, best = answer["question"], winners(answer)
    items = _items(answer)
    won = [item for item in items if item.id in best]
    asked = answer["asked_value"]
    return AnswerView(
        question=question,
        items=won[:MAX_ROWS],
        more=max(0, len(won) - MAX_ROWS),
        runners_up=[item for item in items if item.id not in best],
        measured=asked["text"] if asked else None,
        compared_by=answer["evidence"]["relation_text"],
        confidence=_confidence(answer["confidence"]),
        order=order_text(answer),
        topics=[_topic(answer, topic, links) for topic in answer["topic_entities"]],
        ask_back=sentence(answer["clarification"]["question"]) if choices(answer) else None,
        choices=_asked_back(answer, links),
        abstained=sentence(answer["abstained"] or "") or None,
        evidence=evidence_view(answer, best),
        path=path_view(answer["evidence"]["path"]),
        notes=[sentence(note) for note in answer["notes"]],
        seconds=_seconds(answer["timing_ms"]),
        permalink=links.ask(question, pinned),
        unpinned=links.ask(question) if pinned else None,
    )


def _confidence(probability: float | None) -> Confidence | None:
    if probability is None:
        return None
    return Confidence(per_cent(probability), round(100 * probability))


def _items(answer: Mapping[str, Any]) -> list[Item]:
    unit, texts = answer["evidence"]["unit"], values_of(answer)
    return [_item(item, text, unit) for item, text in zip(answer["answers"], texts, strict=True)]


def _item(item: Mapping[str, Any], text: str, unit: str | None) -> Item:
    of = item.get("of")
    measured = _measured(text, item.get("unit") if of else unit)
    return Item(
        headline=measured if of else str(item["label"]),
        of=of["label"] if of else None,
        value=measured if text and not of else None,
        as_written=as_written(item.get("lexical") or "", item.get("value") or "", item.get("unit")),
        held_at=item.get("held_at"),
        id=str(entity_of(item)["id"]),
        share=per_cent(item["score"]),
    )


def _measured(text: str, unit: str | None) -> str:
    """A value with its unit, which stays on its line."""
    return f"{text}\u00a0{unit_symbol(unit)}" if unit else text


def _topic(answer: Mapping[str, Any], topic: Mapping[str, Any], links: Links) -> Topic:
    others = topic["alternatives"]
    found = _choices(others, [_meaning(answer, topic, other, links) for other in others])
    note = "" if topic["description"] == topic["id"] else topic["description"]
    return Topic(topic["label"], note, topic["id"], topic["mention"], found)


def _meaning(
    answer: Mapping[str, Any], topic: Mapping[str, Any], other: Mapping[str, Any], links: Links
) -> str:
    """Address of the answer when a mention means something else, and the other mentions the same."""
    ids = [
        other["id"] if one["mention"] == topic["mention"] else one["id"] for one in answer["topic_entities"]
    ]
    return links.ask(answer["question"], list(dict.fromkeys(ids)))


def _asked_back(answer: Mapping[str, Any], links: Links) -> list[Choice]:
    places = range(len(choices(answer)))
    return _choices(
        choices(answer), [links.ask(answer["question"], topics_with(answer, place)) for place in places]
    )


def _choices(others: Sequence[Mapping[str, Any]], addresses: Sequence[str]) -> list[Choice]:
    """What a name may mean; ids tell those apart whose descriptions are the same."""
    notes = [other["description"] for other in others]
    return [
        Choice(
            label=other["label"],
            note=note if notes.count(note) == 1 else f"{note}, {other['id']}",
            share=per_cent(other["score"]),
            address=address,
        )
        for other, note, address in zip(others, notes, addresses, strict=True)
    ]


def _seconds(laps: Mapping[str, float]) -> str | None:
    if not laps:
        return None
    milliseconds = sum(laps.values())
    return f"{max(milliseconds, 1):.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"
