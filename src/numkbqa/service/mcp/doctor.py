"""The reply of the tool `doctor`: findings first, then the relations, or one of them closely."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ConfigDict

from numkbqa.errors import UserError, did_you_mean, shown

Found = Mapping[str, Any]
"""A part of the document of `kb doctor --json`."""


class Part(BaseModel):
    """A part of the reply."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Finding(Part):
    """One thing to do about the graph."""

    effort: str
    """mend (what cannot be used), check (what may be wrong) or add (what is missing)."""
    action: str
    """What to do."""
    places: tuple[str, ...]
    """Where: files with lines, entities or relations."""
    write: str
    """What to write there."""
    gain: int
    """How many things it frees or puts right."""
    of: str
    """What these are: value, entity or statement."""
    questions: int
    """How many ordinal questions it frees, as far as that can be estimated."""


class ExaminedRelation(Part):
    """A numerical relation in numbers."""

    id: str
    """Its id in the graph."""
    text: str
    """Its words."""
    kind: str
    """number, date or quantity."""
    unit: str | None
    """Its unit."""
    entities: int
    """Entities that carry it."""
    distinct: int
    """Different values."""
    smallest: str | None
    """The smallest or earliest value, with who holds it."""
    largest: str | None
    """The largest or latest value, with who holds it."""
    several: int
    """Entities with several unequal values in force."""
    set_aside: int
    """Values that take no part."""
    questions: int
    """Ordinal questions that it can give."""


class CountedReason(Part):
    """How many things have one reason."""

    reason: str
    """The reason."""
    count: int
    """How many."""


class RelationDetail(Part):
    """What is odd about one relation."""

    relation: str
    """Its id."""
    policy: str
    """Which of several values of an entity count."""
    main_class: str | None
    """The class that most carriers belong to."""
    members: int | None
    """Members of that class."""
    carrying: int | None
    """Those of them that carry the relation."""
    precisions: tuple[CountedReason, ...]
    """Of dates, how many are known to the year, month or day."""
    set_aside: tuple[CountedReason, ...]
    """Values that take no part, by reason."""
    set_aside_examples: tuple[str, ...]
    """Some of them, with place."""
    far: tuple[str, ...]
    """Values far from all others."""
    shared: tuple[CountedReason, ...]
    """Values that suspiciously many entities share."""
    questions_lost: tuple[CountedReason, ...]
    """Ordinal questions that it cannot give, by reason."""


class Diagnosis(Part):
    """Whether a graph is fit for ordinal questions."""

    findings: tuple[Finding, ...]
    """What to do, the most useful first."""
    questions: int
    """Ordinal questions that the graph can give in all."""
    entities: int
    """Entities of the graph."""
    facts: int
    """Facts between entities."""
    numeric_facts: int
    """Numbers, dates and quantities."""
    numerical_relations: int
    """Relations that entities can be ranked by."""
    relations: tuple[ExaminedRelation, ...]
    """These relations, the most carried first; the one that was asked for alone."""
    detail: RelationDetail | None
    """What is odd about the relation that was asked for."""


def diagnosis_of(document: Found, relation: str | None) -> Diagnosis:
    """The findings of the doctor, for an agent.

    Args:
        document: the document of `kb doctor --json`.
        relation: id or text of a relation to look at closely; None for the whole graph.

    Returns:
        The findings.

    Raises:
        UserError: the graph has no such numerical relation.
    """
    relations: list[Found] = document["relations"]
    findings: list[Found] = document["advice"]
    detail = None
    if relation is not None:
        one = _relation_called(relation, relations)
        relations, findings = [one], [f for f in findings if _concerns(f, one)]
        detail = _detail(one, document)
    questions = {count["relation"]: count["questions"] for count in document["questions"]["by_relation"]}
    counts = document["counts"]
    return Diagnosis(
        findings=tuple(Finding(**finding) for finding in findings),
        questions=document["questions"]["questions"],
        relations=tuple(_examined(one, questions.get(one["name"], 0)) for one in relations),
        detail=detail,
        **{name: counts[name] for name in ("entities", "facts", "numeric_facts", "numerical_relations")},
    )


def _relation_called(asked: str, relations: list[Found]) -> Found:
    for key in ("name", "text"):
        for one in relations:
            if one[key].casefold() == asked.strip().casefold():
                return one
    names = list(dict.fromkeys(name for one in relations for name in (one["text"], one["name"])))
    close = get_close_matches(asked, names, n=3, cutoff=0.5)
    remedy = did_you_mean(close) or "call doctor without a relation to list them"
    raise UserError(f'the graph has no numerical relation "{shown(asked)}"', where="relation", remedy=remedy)


def _concerns(finding: Found, relation: Found) -> bool:
    """Whether a finding is about a relation: its places name it, or its sentence does."""
    named = rf"\b{re.escape(relation['text'])}\b"
    return relation["name"] in finding["places"] or re.search(named, finding["action"]) is not None


def _examined(one: Found, questions: int) -> ExaminedRelation:
    return ExaminedRelation(
        id=one["name"],
        smallest=_held(one["lowest"]),
        largest=_held(one["highest"]),
        set_aside=sum(one["set_aside"].values()),
        questions=questions,
        **{name: one[name] for name in ("text", "kind", "unit", "entities", "distinct", "several")},
    )


def _detail(one: Found, document: Found) -> RelationDetail:
    lost = [c["lost"] for c in document["questions"]["by_relation"] if c["relation"] == one["name"]]
    dirt = [found for found in document["dirt"]["set_aside"] if found["relation"] == one["name"]]
    main, far = one["main_class"] or {}, one["outliers"] or {"examples": []}
    return RelationDetail(
        relation=one["name"],
        policy=one["policy"],
        main_class=main.get("label"),
        members=main.get("members"),
        carrying=main.get("carrying"),
        precisions=_reasons(one["precisions"]),
        set_aside=_reasons(one["set_aside"]),
        set_aside_examples=tuple(_dirty(value) for found in dirt for value in found["examples"]),
        far=tuple(text for held in far["examples"] if (text := _held(held)) is not None),
        shared=tuple(CountedReason(reason=each["value"], count=each["count"]) for each in one["shared"]),
        questions_lost=_reasons(lost[0]) if lost else (),
    )


def _reasons(counts: Mapping[str, int]) -> tuple[CountedReason, ...]:
    return tuple(CountedReason(reason=reason, count=count) for reason, count in counts.items())


def _held(held: Found | None) -> str | None:
    return None if held is None else f"{held['value']} ({held['label']}, {held['entity']})"


def _dirty(value: Found) -> str:
    place = f"{value['source']}:{value['line']}: " if value["source"] else ""
    return f'{place}{value["label"]} "{value["lexical"]}"'
