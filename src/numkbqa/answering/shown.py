"""What the document of `ask --json` says, as the terminal and the page both show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from numkbqa.values.shown import readable

MAX_NAMES: Final = 5
MAX_ROWS: Final = 12

POLICIES: Final = {
    "default": "the preferred ones count, of these the latest where dates tell",
    "preferred": "the preferred ones count",
    "latest": "the latest counts",
    "max": "the largest counts",
    "min": "the smallest counts",
    "all": "all of them count",
}
"""What counts of several values of one entity."""

_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}
_ENDS: Final = {"max": "largest", "min": "smallest"}
_ENDS_OF_DATES: Final = {"max": "latest", "min": "earliest"}


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What sorting the candidates says of the answer.

    Args:
        text: in words.
        agrees: whether the answer is the same.
    """

    text: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Candidates that have no value for one cause.

    Args:
        cause: why they were not compared.
        names: those that the document lists, with the literal that is no value and its place.
        total: how many they are.
    """

    cause: str
    names: list[str]
    total: int


def nth(k: int) -> str:
    """The ordinal number of k: "2nd", "11th"."""
    return f"{k}{'th' if k % 100 in {11, 12, 13} else _SUFFIXES.get(k % 10, 'th')}"


def end_name(kind: str | None, direction: str) -> str:
    """What holds rank 1: the "largest" or "smallest", of dates the "latest" or "earliest".

    Args:
        kind: kind of the values, "number", "quantity" or "date"; None where it is not known.
        direction: "max" or "min".
    """
    return (_ENDS_OF_DATES if kind == "date" else _ENDS)[direction]


def entity_of(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entity that an answer is, or the one whose value it is."""
    entity: Mapping[str, Any] = item.get("of") or item
    return entity


def values_of(answer: Mapping[str, Any]) -> list[str]:
    """The values of the answers as one column of a table.

    Args:
        answer: the document.

    Returns:
        One text an answer, read by its own kind where it is a value, else by that of the evidence; "" for an
        entity without a value.
    """
    items = answer["answers"]
    compared = (answer.get("evidence") or {}).get("kind")
    kinds = [item.get("kind") if item.get("of") else compared for item in items]
    texts = [""] * len(items)
    for kind in set(kinds):
        places = [place for place, own in enumerate(kinds) if own == kind]
        column = readable([items[place].get("value") for place in places], kind)
        for place, text in zip(places, column, strict=True):
            texts[place] = text
    return texts


def winners(answer: Mapping[str, Any]) -> set[str]:
    """Ids of the answers proper: all values, or as many ranks as were asked for with all that hold them."""
    ids = [entity_of(item)["id"] for item in answer["answers"]]
    if not compares(answer):
        return set(ids)
    ordinal, evidence = answer.get("ordinal") or {}, answer.get("evidence") or {}
    k, count = ordinal.get("k") or 1, ordinal.get("count") or 1
    best, ties = set(ids[:count]), set(evidence.get("ties") or ())
    if count > 1:
        ranked = {row["id"] for row in evidence.get("rows") or () if k <= row["rank"] < k + count}
        best |= ranked.intersection(ids)
    return best | (ties if ties & best else set())


def compares(answer: Mapping[str, Any]) -> bool:
    """Whether the evidence compares; that of the value of one thing does not."""
    return bool((answer.get("ordinal") or {}).get("direction")) or not answer.get("asked_value")


def order_text(answer: Mapping[str, Any]) -> str | None:
    """What end of which order is asked for: "2nd largest by population", "3 longest by length".

    Args:
        answer: the document.

    Returns:
        The phrase; None when no order was understood.
    """
    ordinal, evidence = answer.get("ordinal") or {}, answer.get("evidence") or {}
    if not ordinal.get("direction"):
        return None
    k, count = ordinal.get("k") or 1, ordinal.get("count") or 1
    which = f"{nth(k)} " if k > 1 else ""
    if count > 1:
        which = f"{count} " if k == 1 else f"{nth(k)} to {nth(k + count - 1)} "
    words = f"{which}{end_name(evidence.get('kind'), ordinal['direction'])}"
    relation = evidence.get("relation_text")
    return f"{words} by {relation}" if relation else words


def cross_check(answer: Mapping[str, Any]) -> CrossCheck | None:
    """Say what sorting the candidates gives, and whether the answer is the same.

    Args:
        answer: the document.

    Returns:
        The cross-check; None when nothing was compared.
    """
    ordinal, evidence = answer.get("ordinal") or {}, answer.get("evidence") or {}
    if not evidence.get("rows") or not compares(answer):
        return None
    sorted_first = [str(item["label"]) for item in evidence.get("exact_sort") or ()]
    if sorted_first and evidence.get("exact_sort_agrees"):
        return CrossCheck("agrees", agrees=True)
    if sorted_first:
        text = f"disagrees, it would answer {names(sorted_first, len(sorted_first))}"
    elif not ordinal.get("direction"):
        text = "has no answer, for no order was understood"
    else:
        text = f"has no answer, fewer than {ordinal.get('k') or 1} different values were compared"
    return CrossCheck(text, agrees=False)


def left_out(evidence: Mapping[str, Any]) -> list[LeftOut]:
    """Group the candidates without a value by cause.

    Args:
        evidence: the `evidence` of the document.

    Returns:
        One entry a cause.
    """
    excluded = evidence.get("excluded") or ()
    by_cause: dict[str, list[str]] = {}
    for item in excluded:
        by_cause.setdefault(str(item.get("cause") or item["reason"]), []).append(_excluded(item))
    # What the document itself leaves out has the cause of its last entry.
    unlisted = max(evidence.get("not_compared", 0) - len(excluded), 0)
    totals = {cause: len(entities) for cause, entities in by_cause.items()}
    for cause in list(totals)[-1:]:
        totals[cause] += unlisted
    return [LeftOut(cause, entities, totals[cause]) for cause, entities in by_cause.items()]


def window(rows: Sequence[Mapping[str, Any]], answers: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """At most `MAX_ROWS` rows of the evidence, with the first answer that is among them in the middle.

    Args:
        rows: the rows, by rank.
        answers: ids of the answers, best first.

    Returns:
        Neighbouring rows.
    """
    places = {row["id"]: place for place, row in enumerate(rows)}
    centre = next((places[answer] for answer in answers if answer in places), 0)
    start = max(0, min(centre - MAX_ROWS // 2, len(rows) - MAX_ROWS))
    return rows[start : start + MAX_ROWS]


def tied(evidence: Mapping[str, Any]) -> list[str]:
    """Names of those that hold the rank of the first answer together; empty when it holds it alone."""
    labels = {row["id"]: str(row["label"]) for row in evidence.get("rows") or ()}
    return [labels.get(entity, entity) for entity in evidence.get("ties") or ()]


def shared_ranks(rows: Sequence[Mapping[str, Any]]) -> set[int]:
    """Ranks that several rows of the evidence hold."""
    ranks = [row["rank"] for row in rows]
    return {rank for rank in ranks if ranks.count(rank) > 1}


def other_value(other: Mapping[str, Any]) -> str:
    """A value that an entity has besides the one compared: "1200 (2001, superseded)"."""
    notes = [other.get("held_at"), "counts too" if other["counts"] else other["reason"]]
    return f"{other['lexical']} ({', '.join(filter(None, notes))})".lstrip()


def names(entities: Sequence[str], total: int) -> str:
    """The first few names, and how many more there are."""
    shown = ", ".join(entities[:MAX_NAMES])
    more = total - min(len(entities), MAX_NAMES)
    return f"{shown} and {more} more" if more > 0 else shown


def choices(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What there is to choose from when a name is a toss-up; empty when all is clear."""
    found: Sequence[Mapping[str, Any]] = (answer.get("clarification") or {}).get("choices") or ()
    return found


def topics_with(answer: Mapping[str, Any], place: int) -> tuple[str, ...]:
    """The topic entities that the question has when one of the choices is meant.

    Args:
        answer: the document; it has a clarification.
        place: of the choice, from 0.

    Returns:
        Id of the choice, and the ids of the topics that other words of the question mention.
    """
    clarification = answer["clarification"]
    ambiguous = {choice["id"] for choice in clarification["choices"]}
    others = [
        topic["id"]
        for topic in answer.get("topic_entities") or ()
        if topic["mention"] != clarification["mention"] and topic["id"] not in ambiguous
    ]
    return tuple(dict.fromkeys([clarification["choices"][place]["id"], *others]))


def _excluded(item: Mapping[str, Any]) -> str:
    """An entity with the literal that is no value, and where that stands: `Lea "12 smoots" (h.csv:7)`."""
    text = f' "{item["lexical"]}"' if item.get("lexical") else ""
    line = item.get("line")
    place = f" ({Path(item['source']).name}:{line})" if line is not None and item.get("source") else ""
    return f"{item['label']}{text}{place}"
