"""Each numerical relation: what it measures, who carries it, how its values spread and what looks wrong."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from numkbqa.doctor.coverage import Classes
from numkbqa.doctor.examined import ExaminedKB
from numkbqa.doctor.histogram import Histogram, make_histogram
from numkbqa.doctor.outliers import (
    RULE,
    Bools,
    Outliers,
    Spike,
    distinct_values,
    find_outliers,
    find_spikes,
)
from numkbqa.doctor.scales import Scale, choose_scale
from numkbqa.kb.protocol import Ints, NumericalRelation, NumericFacts
from numkbqa.questions.groups import numbers_by_entity
from numkbqa.values import Kind, Precision

EXAMPLES: Final = 5
STRETCH: Final = 3.0
"""A tail stays in the picture unless it makes it wider by more than this factor."""
_WIDTHS_NAMED: Final = 40
_OTHER: Final = "interval"


@dataclass(frozen=True, slots=True)
class Held:
    """A value and the entity that holds it.

    Args:
        entity: id of the entity.
        label: its name.
        value: normalised text of the value, in the unit of the relation.
        lexical: the text as it stands in the source.
    """

    entity: str
    label: str
    value: str
    lexical: str


@dataclass(frozen=True, slots=True)
class FarValues:
    """Values far from all others.

    Args:
        rule: what counts as far.
        count: how many there are.
        tail: whether there are so many that they are the tail of the relation rather than mistakes.
        usual: least and greatest of the other values.
        examples: the farthest ones.
    """

    rule: str
    count: int
    tail: bool
    usual: tuple[str, str]
    examples: list[Held]


@dataclass(frozen=True, slots=True)
class SharedValue:
    """A value that suspiciously many entities share.

    Args:
        value: its text.
        count: number of its numeric facts.
        share: their share of the relation, from 0 to 1.
        placeholder: whether people write it for "unknown".
    """

    value: str
    count: int
    share: float
    placeholder: bool


@dataclass(frozen=True, slots=True)
class MainClass:
    """The class that most carriers belong to.

    Args:
        id: its id.
        label: its name.
        members: number of its members.
        carrying: number of its members that carry the relation.
    """

    id: str
    label: str
    members: int
    carrying: int


@dataclass(frozen=True, slots=True)
class RelationFinding:
    """One numerical relation.

    Args:
        name: its id in the graph.
        text: its words.
        kind: number, date or quantity.
        unit: of a quantity, its unit as Pint writes it.
        facts: number of numeric facts.
        entities: number of entities that carry it.
        distinct: number of different values.
        lowest: the smallest or earliest value.
        highest: the largest or latest value.
        precisions: of dates, how many are known to the year, month, day and so on.
        main_class: the class that most carriers belong to; None when no carrier has a class.
        several: number of entities with several unequal values in force.
        policy: which of several values of an entity count.
        set_aside: number of values that were kept out, by reason.
        outliers: values far from all others; None where the rule says nothing.
        shared: values that suspiciously many entities share.
        histogram: how the values spread.
        derived: whether its values are made out of other facts; what is odd about them is not told.
    """

    name: str
    text: str
    kind: str
    unit: str | None
    facts: int
    entities: int
    distinct: int
    lowest: Held | None
    highest: Held | None
    precisions: dict[str, int]
    main_class: MainClass | None
    several: int
    policy: str
    set_aside: dict[str, int]
    outliers: FarValues | None
    shared: list[SharedValue]
    histogram: Histogram | None
    derived: bool = False


def examine_relations(kb: ExaminedKB) -> list[RelationFinding]:
    """Look at every numerical relation.

    Args:
        kb: the graph.

    Returns:
        One finding a relation, the most carried first.
    """
    classes, set_aside = Classes(kb), kb.set_aside_counts()
    found = [
        _Examination(kb, number, classes, set_aside.get(relation.name, {})).finding()
        for number, relation in enumerate(kb.numerical_relations)
    ]
    return sorted(found, key=lambda finding: (-finding.entities, finding.name))


class _Examination:
    """One relation on the table."""

    def __init__(self, kb: ExaminedKB, relation: int, classes: Classes, set_aside: Mapping[str, int]) -> None:
        self.kb, self.about = kb, kb.numerical_relations[relation]
        self.facts, self.classes, self.set_aside = kb.numbers_of_relation(relation), classes, set_aside
        self.scale = choose_scale(self.about.kind, self.facts.low)

    def finding(self) -> RelationFinding:
        about, facts = self.about, self.facts
        by_entity = numbers_by_entity(facts)
        spikes = find_spikes(about.kind, facts.low, facts.high)
        placeholders = self.placeholders(spikes)
        far = find_outliers(facts.low, self.scale, placeholders)
        first, _ = distinct_values(facts.low, facts.high)
        return RelationFinding(
            name=about.name,
            text=about.text,
            kind=about.kind.value,
            unit=about.unit,
            facts=len(facts.entity),
            entities=len(by_entity.entity),
            distinct=len(first),
            lowest=self.held(int(np.argmin(facts.low))) if len(facts.low) else None,
            highest=self.held(int(np.argmax(facts.high))) if len(facts.low) else None,
            precisions=_precisions(self.kb, about, facts),
            main_class=self.main_class(by_entity.entity),
            several=int((by_entity.value < 0).sum()),
            policy=about.several,
            set_aside=dict(sorted(self.set_aside.items(), key=lambda item: (-item[1], item[0]))),
            outliers=None if far is None or about.derived else self.far_values(far),
            shared=[] if about.derived else [self.shared(spike) for spike in spikes],
            histogram=make_histogram(facts.low, self.scale, self.unusual(far, placeholders)),
            derived=about.derived,
        )

    def held(self, row: int) -> Held:
        entity, handle = int(self.facts.entity[row]), int(self.facts.value[row])
        return Held(
            self.kb.entity_id(entity),
            self.kb.label(entity),
            self.text(row),
            self.kb.value(handle).lexical,
        )

    def text(self, row: int) -> str:
        return self.kb.number_text(int(self.facts.value[row]))

    def main_class(self, carriers: Ints) -> MainClass | None:
        found = self.classes.coverage(carriers)
        if found is None:
            return None
        main = found.main
        return MainClass(self.kb.entity_id(main), self.kb.label(main), found.members, found.carrying)

    def far_values(self, far: Outliers) -> FarValues:
        return FarValues(
            rule=RULE,
            count=len(far.rows),
            tail=far.are_tail(len(self.facts.low)),
            usual=(self.text(far.lowest), self.text(far.highest)),
            examples=[self.held(row) for row in far.rows[:EXAMPLES].tolist()],
        )

    def placeholders(self, spikes: list[Spike]) -> Bools:
        """Which values stand for "unknown"."""
        found = np.zeros(len(self.facts.low), np.bool_)
        for spike in spikes:
            if spike.placeholder:
                found |= (self.facts.low == self.facts.low[spike.row]) & (
                    self.facts.high == self.facts.high[spike.row]
                )
        return found

    def shared(self, spike: Spike) -> SharedValue:
        share = spike.alike / len(self.facts.low)
        return SharedValue(self.text(spike.row), spike.alike, round(share, 4), spike.placeholder)

    def unusual(self, far: Outliers | None, placeholders: Bools) -> Bools:
        """What would flatten the picture: mistakes, and a tail much longer than all the rest."""
        low, found = self.facts.low, placeholders.copy()
        if far is None:
            return found
        whole = float(low.max()) - float(low.min())
        stretched = whole > STRETCH * (float(low[far.highest]) - float(low[far.lowest]))
        if not far.are_tail(len(low)) or (stretched and self.scale is not Scale.LOG):
            found[far.rows] = True
        return found


def _precisions(kb: ExaminedKB, about: NumericalRelation, facts: NumericFacts) -> dict[str, int]:
    """Dates by precision, the coarsest first: dates of one precision span nearly equal numbers of days."""
    if about.kind is not Kind.DATE:
        return {}
    days = np.round(facts.high - facts.low, 3)
    _, first, count = np.unique(days, return_index=True, return_counts=True)
    found: Counter[Precision | None] = Counter()
    for i in np.argsort(-count, kind="stable")[:_WIDTHS_NAMED].tolist():
        found[kb.value(int(facts.value[first[i]])).precision] += int(count[i])
    found[None] += len(facts.low) - found.total()
    names = sorted(found.items(), key=lambda item: _OTHER if item[0] is None else f"{item[0]:02d}")
    return {_OTHER if p is None else p.name.lower(): n for p, n in names if n}
