"""Dirt: values that were set aside, and statements that were skipped or odd, with the place of each."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from numkbqa.doctor.examined import ExaminedKB
from numkbqa.kb.numerical import READ
from numkbqa.kb.protocol import SetAside
from numkbqa.kb.relation_text import relation_text
from numkbqa.kb.report import by_count

EXAMPLES: Final = 3
MOST_READ: Final = 500_000
"""Values set aside that are looked at for examples; the counts are complete."""


@dataclass(frozen=True, slots=True)
class DirtyValue:
    """A value that was set aside.

    Args:
        entity: id of its entity.
        label: name of the entity.
        lexical: the text as it stands in the source, with its unit.
        held_at: when it held, as far as the source says.
        source: its file.
        line: line of its file, from 1.
    """

    entity: str
    label: str
    lexical: str
    held_at: str | None
    source: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class ReasonFinding:
    """Values of one relation that were set aside for one reason.

    Args:
        relation: id of the relation.
        text: its words.
        reason: the reason.
        count: number of values.
        examples: some of them, those with a known place first.
    """

    relation: str
    text: str
    reason: str
    count: int
    examples: list[DirtyValue]


@dataclass(frozen=True, slots=True)
class SkippedStatement:
    """A statement that breaks its format.

    Args:
        source: its file.
        line: its line, from 1.
        text: its beginning.
    """

    source: str | None
    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Statements that break their format in one way.

    Args:
        reason: what is wrong.
        kept: whether they were read nevertheless.
        count: number of statements.
        examples: some of them.
    """

    reason: str
    kept: bool
    count: int
    examples: list[SkippedStatement]


@dataclass(frozen=True, slots=True)
class Odd:
    """Values of one relation that were kept though something was odd.

    Args:
        relation: id of the relation.
        text: its words.
        note: what was odd.
        count: number of values.
    """

    relation: str
    text: str
    note: str
    count: int


@dataclass(frozen=True, slots=True)
class TakenForText:
    """A relation that is not numerical, though many of its literals look like numbers or dates.

    Args:
        relation: id of the relation.
        text: its words.
        read: literals that can be read as values.
        unread: literals that cannot, by reason, the commonest first.
    """

    relation: str
    text: str
    read: int
    unread: dict[str, int]


@dataclass(frozen=True, slots=True)
class DirtFinding:
    """What a graph holds that could not be used, or was repaired.

    Args:
        set_aside: values set aside, the commonest relation and reason first.
        skipped: statements that break their format: those left out, then those kept, the commonest first.
        odd: values that were kept though something was odd, the commonest first.
        unusable_units: units stated for a whole relation that were ignored, by name of the relation.
        taken_for_text: relations that were taken for text though many of their literals look like numbers or
            dates, with what came of these.
    """

    set_aside: list[ReasonFinding]
    skipped: list[Skipped]
    odd: list[Odd]
    unusable_units: dict[str, list[str]]
    taken_for_text: list[TakenForText] = field(default_factory=list)


def find_dirt(kb: ExaminedKB, report: Mapping[str, Any]) -> DirtFinding:
    """Gather what was set aside and skipped.

    Args:
        kb: the graph.
        report: the report of its build.

    Returns:
        What was found.
    """
    words = {relation.name: relation.text for relation in kb.numerical_relations}
    units = dict(report.get("unusable_units", {}))
    taken_for_text = _taken_for_text(report)
    return DirtFinding(_set_aside(kb, words), _skipped(report), _odd(report, words), units, taken_for_text)


def _set_aside(kb: ExaminedKB, words: Mapping[str, str]) -> list[ReasonFinding]:
    examples: defaultdict[tuple[str, str], list[SetAside]] = defaultdict(list)
    for value in kb.set_aside(MOST_READ):
        kept = examples[value.relation, value.reason]
        if len(kept) < EXAMPLES:
            kept.append(value)
        elif value.line is not None:  # a place is worth more than no place
            unplaced = next((i for i, other in enumerate(kept) if other.line is None), None)
            if unplaced is not None:
                kept[unplaced] = value
    found = [
        ReasonFinding(name, _words(words, name), reason, count, _dirty_values(kb, examples[name, reason]))
        for name, reasons in kb.set_aside_counts().items()
        for reason, count in reasons.items()
    ]
    return sorted(found, key=lambda one: (-one.count, one.relation, one.reason))


def _words(words: Mapping[str, str], relation: str) -> str:
    return words.get(relation) or relation_text(relation)


def _dirty_values(kb: ExaminedKB, values: list[SetAside]) -> list[DirtyValue]:
    placed_first = sorted(values, key=lambda value: value.line is None)
    return [
        DirtyValue(
            kb.entity_id(value.entity),
            kb.label(value.entity),
            value.lexical,
            value.held_at,
            value.source,
            value.line,
        )
        for value in placed_first
    ]


def _skipped(report: Mapping[str, Any]) -> list[Skipped]:
    examples: defaultdict[tuple[str, bool], list[SkippedStatement]] = defaultdict(list)
    for row in report.get("skipped", ()):
        alike = examples[row["reason"], row["kept"]]
        if len(alike) < EXAMPLES:
            alike.append(SkippedStatement(row["source"], row["line"], row["text"]))
    found = [
        Skipped(reason, kept, count, examples[reason, kept])
        for kept, counts in ((False, "skipped_counts"), (True, "kept_counts"))
        for reason, count in report.get(counts, {}).items()
    ]
    return sorted(found, key=lambda one: (one.kept, -one.count, one.reason))


def _odd(report: Mapping[str, Any], words: Mapping[str, str]) -> list[Odd]:
    found = [
        Odd(relation, _words(words, relation), note, count)
        for relation, notes in report.get("notes", {}).items()
        for note, count in notes.items()
    ]
    return sorted(found, key=lambda one: (-one.count, one.relation, one.note))


def _taken_for_text(report: Mapping[str, Any]) -> list[TakenForText]:
    found = []
    for relation, outcomes in report.get("nearly_numerical", {}).items():
        unread = by_count({reason: count for reason, count in outcomes.items() if reason != READ})
        found.append(TakenForText(relation, relation_text(relation), outcomes.get(READ, 0), unread))
    return sorted(found, key=lambda one: (-one.read - sum(one.unread.values()), one.relation))
