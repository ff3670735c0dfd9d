"""What a build found: counts, what it kept out and why, and warnings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

SHOWN: Final = 10
"""So many relations are named in a warning."""

Counts = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class SkippedStatement:
    """Something of a source that was left out, or was kept though it breaks the format."""

    source: str
    line: int | None
    reason: str
    text: str
    kept: bool


@dataclass(frozen=True, slots=True)
class BuildReport:
    """Outcome of `build_kb`.

    Args:
        content_hash: SHA-256 over the content; equal graphs have equal hashes.
        entities: number of entities.
        facts: number of distinct entity facts.
        numeric_facts: number of distinct numeric facts.
        relations: number of entity relations.
        numerical_relations: number of numerical relations.
        duplicate_facts: repeated entity facts that were merged.
        duplicate_numeric_facts: repeated numeric facts that were merged.
        named_entities: entities with at least one name.
        names: names of entities, aliases included.
        classes: entities that are the class of another one.
        events: n-ary nodes, which stand for a fact with more than two places.
        unused_names: things that have a name but are neither entity nor relation; their names were dropped.
        text_literals: per relation that is not numerical, its literals.
        derived_numeric_facts: per derived relation, its numeric facts, which `numeric_facts` holds too.
        nearly_numerical: per relation that is not numerical though more than half of its literals read as
            values or are ambiguous ones: how many read as values, and how many do not, by reason.
        set_aside: per numerical relation and reason, literals that have no value in force.
        notes: per numerical relation and note, literals that were read though they are odd.
        unusable_units: per relation, units stated for it that were ignored: unknown ones, or different ones.
        skipped_counts: per reason, statements of the sources that were left out.
        kept_counts: per reason, statements that were kept though they break the format.
        skipped: the first of these statements.
        skipped_files: files in the folders that no reader knows.
        remarks: what the readers say of their sources.
    """

    content_hash: str
    entities: int
    facts: int
    numeric_facts: int
    relations: int
    numerical_relations: int
    duplicate_facts: int = 0
    duplicate_numeric_facts: int = 0
    named_entities: int = 0
    names: int = 0
    classes: int = 0
    events: int = 0
    unused_names: int = 0
    text_literals: dict[str, int] = field(default_factory=dict)
    derived_numeric_facts: dict[str, int] = field(default_factory=dict)
    nearly_numerical: Counts = field(default_factory=dict)
    set_aside: Counts = field(default_factory=dict)
    notes: Counts = field(default_factory=dict)
    unusable_units: dict[str, list[str]] = field(default_factory=dict)
    skipped_counts: dict[str, int] = field(default_factory=dict)
    kept_counts: dict[str, int] = field(default_factory=dict)
    skipped: tuple[SkippedStatement, ...] = ()
    skipped_files: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def warnings(self) -> list[str]:
        """What the user should know, one sentence each."""
        found = []
        if not self.numerical_relations:
            found.append("The graph has no numerical relation: no model can be trained on it.")
        if not self.facts:
            found.append("The graph has no fact between entities: only numbers can be asked for.")
        if self.nearly_numerical:
            found.append(_nearly_numerical(list(self.nearly_numerical)))
        for reason, count in _totals(self.set_aside).items():
            found.append(f"{_literals(count)} of numerical relations set aside: {reason}.")
        for note, count in _totals(self.notes).items():
            found.append(f"{_literals(count)} kept, though odd: {note}.")
        for relation, units in self.unusable_units.items():
            reason = "is not known" if len(units) == 1 else "is stated in different ways"
            found.append(f"The unit of {relation} {reason} and was ignored: {', '.join(units)}.")
        found += [
            f"{_times(count)} left out of the sources: {why}." for why, count in self.skipped_counts.items()
        ]
        found += [
            f"{_times(count)} kept, though not well formed: {why}." for why, count in self.kept_counts.items()
        ]
        return found + [f"{remark}." for remark in self.remarks]

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values, warnings included."""
        lists = {
            "skipped": [asdict(one) for one in self.skipped],
            "skipped_files": list(self.skipped_files),
            "remarks": list(self.remarks),
        }
        return asdict(self) | lists | {"warnings": self.warnings}


def _totals(counts: Counts) -> dict[str, int]:
    """Counts by reason over all relations, by name."""
    totals: dict[str, int] = {}
    for of_one in counts.values():
        for reason, count in of_one.items():
            totals[reason] = totals.get(reason, 0) + count
    return dict(sorted(totals.items()))


def _nearly_numerical(relations: list[str]) -> str:
    shown = ", ".join(relations[:SHOWN]) + (", ..." if len(relations) > SHOWN else "")
    which = "1 relation was" if len(relations) == 1 else f"{len(relations):,} relations were"
    return (
        f"{which} taken for text, though most of their literals look like numbers or dates"
        f" (too few of them can be read, or all are alike): {shown}."
    )


def _literals(count: int) -> str:
    return "1 literal" if count == 1 else f"{count:,} literals"


def _times(count: int) -> str:
    return "1 statement" if count == 1 else f"{count:,} statements"


def by_count(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts, the largest first, then by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
