"""What a build found: counts, what it kept out and why, and warnings."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


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
        unused_names: things that have a name but are neither entity nor relation; their names were dropped.
        text_literals: per relation, literals kept out because they are text.
        unreadable_literals: per relation, literals of a numeric or date type that are no value (NaN).
        minority_literals: per relation, values kept out for being of another kind or unit than most.
        unusable_units: per relation, units stated for it that were ignored: unknown ones, or different ones.
        skipped_files: files in the folders that no reader knows.
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
    unused_names: int = 0
    text_literals: dict[str, int] = field(default_factory=dict)
    unreadable_literals: dict[str, int] = field(default_factory=dict)
    minority_literals: dict[str, int] = field(default_factory=dict)
    unusable_units: dict[str, list[str]] = field(default_factory=dict)
    skipped_files: tuple[str, ...] = ()

    @property
    def warnings(self) -> list[str]:
        """What the user should know, one sentence each."""
        found = []
        if not self.numerical_relations:
            found.append("The graph has no numerical relation: no model can be trained on it.")
        if not self.facts:
            found.append("The graph has no fact between entities: only numbers can be asked for.")
        for kept_out, reason in (
            (self.unreadable_literals, "could not be read as numbers or dates"),
            (
                self.minority_literals,
                "differ in kind or unit from most of their relation and were kept out",
            ),
        ):
            if kept_out:
                found.append(f"{sum(kept_out.values())} literals of {len(kept_out)} relations {reason}.")
        for relation, units in self.unusable_units.items():
            reason = "is not known" if len(units) == 1 else "is stated in different ways"
            found.append(f"The unit of {relation} {reason} and was ignored: {', '.join(units)}.")
        return found

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain JSON values, warnings included."""
        return asdict(self) | {"skipped_files": list(self.skipped_files), "warnings": self.warnings}


def per_name(counter: Counter[int], names: list[str]) -> dict[str, int]:
    """Counts by relation name, the largest first."""
    named = ((names[relation], count) for relation, count in counter.items() if count)
    return dict(sorted(named, key=lambda item: (-item[1], item[0])))


def path_names(paths: list[Path]) -> tuple[str, ...]:
    """Paths as text, in order."""
    return tuple(sorted(str(path) for path in paths))
