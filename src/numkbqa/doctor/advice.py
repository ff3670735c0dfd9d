"""What to fix first: actions with what each gains, in plain words, with the place and with what to write."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from numkbqa.doctor.dirt import DirtFinding, ReasonFinding
from numkbqa.doctor.labels import LabelFinding, SharedLabel
from numkbqa.doctor.questions import SEVERAL, UNNAMED, QuestionCount, QuestionFinding
from numkbqa.doctor.relations import Held, RelationFinding
from numkbqa.doctor.words import counted, percent, place, readable, shortened
from numkbqa.values import Kind
from numkbqa.values.quantity import unit_symbol
from numkbqa.values.reading import Note

SPARSE: Final = 0.5
"""A class of which less than this share carries a relation is worth completing."""
PLACES: Final = 3


class Effort(StrEnum):
    """What an action asks for."""

    MEND = "mend"
    """correct what cannot be used as it stands"""
    CHECK = "check"
    """look at what may be right or wrong"""
    ADD = "add"
    """find facts that the sources do not have"""


_ORDER: Final = list(Effort)


@dataclass(frozen=True, slots=True)
class Advice:
    """One action.

    Args:
        effort: mend, check or add.
        action: what to do, or what to check.
        places: where: files with lines, entities or relations.
        write: what to write there.
        gain: how many things it frees or puts right.
        of: what these are: "value", "entity" or "statement".
        questions: how many ordinal pseudo questions it frees or puts right, as far as they can be estimated.
    """

    effort: Effort
    action: str
    places: list[str]
    write: str
    gain: int
    of: str
    questions: int


_WRITE: Final[Mapping[str, str]] = {
    Note.NO_VALUE: "the number or date alone; remarks belong into another relation",
    Note.INFINITE: "a number, or nothing",
    Note.NAN: "a number, or nothing",
    Note.UNKNOWN_UNIT: "a unit that Pint knows (km, ft, kg/m^3), or its QUDT, UCUM or Wikidata code",
    Note.AMBIGUOUS_SEPARATORS: "digits without thousands separators, a point before decimals (1234567.8)",
    Note.AMBIGUOUS_DATE: "dates as year-month-day (2019-04-15)",
    Note.OUTSIDE_CALENDAR: "a month from 01 to 12 and a day that it has, or the year alone",
    Note.TWO_DIGIT_YEAR: "the year with four digits",
    Note.OPEN_INTERVAL: "one date, or both ends",
    Note.RECURRING: "the date with its year",
}
_KEPT_OUT_RIGHTLY: Final = frozenset({"superseded", str(Note.UNKNOWN_VALUE)})


def advise(
    relations: list[RelationFinding], dirt: DirtFinding, labels: LabelFinding, questions: QuestionFinding
) -> list[Advice]:
    """Rank what to fix.

    A value that is freed or put right is taken to give as many questions as a value of its relation does now.

    Args:
        relations: the numerical relations.
        dirt: what was set aside and skipped.
        labels: names.
        questions: pseudo questions.

    Returns:
        Actions: those that mend, those that check, those that add; by questions, then by what else they gain.
    """
    counts = {count.relation: count for count in questions.by_relation}
    by_name = {relation.name: relation for relation in relations}
    found = [*_no_numbers(relations), *_unnamed(labels, questions), *_shared_names(labels), *_skipped(dirt)]
    found += [*_values_set_aside(dirt, by_name, counts), *_units(dirt, by_name), *_taken_for_text(dirt)]
    for relation in relations:
        if relation.derived:  # its facts are to be mended, not its values
            continue
        found += _relation_advice(relation, counts[relation.name])
    return sorted(found, key=lambda a: (_ORDER.index(a.effort), -a.questions, -a.gain, a.action))


def gain_text(advice: Advice) -> str:
    """What an action gains, in words.

    Args:
        advice: the action.

    Returns:
        "frees 24 questions, 4 entities"; "" when nothing can be said.
    """
    things = [counted(advice.questions, "question")] if advice.questions else []
    things += [counted(advice.gain, advice.of)] if advice.gain else []
    verb = {Effort.MEND: "frees", Effort.CHECK: "concerns", Effort.ADD: "gives"}[advice.effort]
    return f"{verb} {', '.join(things)}" if things else ""


def _no_numbers(relations: list[RelationFinding]) -> Iterator[Advice]:
    if not relations:
        yield Advice(
            Effort.ADD,
            "give the graph numbers: it has no numerical relation, so no ordinal question can be answered",
            [],
            'numbers, dates and quantities as literals ("1999-06-01", "42", "180 cm"), not as entities',
            0,
            "value",
            0,
        )


def _unnamed(labels: LabelFinding, questions: QuestionFinding) -> Iterator[Advice]:
    lost = sum(count.lost.get(UNNAMED, 0) for count in questions.by_relation)
    if labels.unlabelled:
        share = percent(labels.unlabelled, labels.examined)
        unnamed = f"{counted(labels.unlabelled, 'entity')} without a label ({share})"
        yield Advice(
            Effort.MEND,
            f"name {unnamed}: nobody can ask about them",
            [named.entity for named in labels.busiest_unlabelled[:PLACES]],
            "an rdfs:label, or a row in names.tsv",
            labels.unlabelled,
            "entity",
            lost,
        )


def _shared_names(labels: LabelFinding) -> Iterator[Advice]:
    if labels.shared_labels:
        yield Advice(
            Effort.CHECK,
            f"{counted(labels.sharing_entities, 'entity')} share {counted(labels.shared_labels, 'label')}",
            [_same(shared) for shared in labels.commonest[:PLACES]],
            'a fuller label where it matters ("Georgia (country)"), the short one as an alias',
            labels.sharing_entities,
            "entity",
            0,
        )


def _same(shared: SharedLabel) -> str:
    ids = ", ".join(named.entity for named in shared.examples[:2])
    return f'"{shortened(shared.label, 40)}": {ids}{", ..." if shared.entities > 2 else ""}'


def _skipped(dirt: DirtFinding) -> Iterator[Advice]:
    for skipped in dirt.skipped:
        if not skipped.kept:
            places = [place(example.source, example.line) for example in skipped.examples[:PLACES]]
            yield Advice(
                Effort.MEND,
                f"correct {counted(skipped.count, 'statement')} that could not be read: {skipped.reason}",
                [one for one in places if one is not None],
                f"it as its format wants it, instead of {shortened(skipped.examples[0].text)}"
                if skipped.examples
                else "it as its format wants it",
                skipped.count,
                "statement",
                0,
            )


def _units(dirt: DirtFinding, relations: Mapping[str, RelationFinding]) -> Iterator[Advice]:
    for name, units in dirt.unusable_units.items():
        relation = relations.get(name)
        if relation is not None:
            yield Advice(
                Effort.MEND,
                f"state one known unit for {relation.text}: {' and '.join(units)} had to be ignored",
                [name],
                _WRITE[Note.UNKNOWN_UNIT],
                relation.facts,
                "value",
                0,
            )


def _taken_for_text(dirt: DirtFinding) -> Iterator[Advice]:
    for one in dirt.taken_for_text:
        if not one.unread:
            continue
        unread = ", ".join(f"{count:,} {reason}" for reason, count in one.unread.items())
        yield Advice(
            Effort.MEND,
            f"correct {one.text}, which was taken for text: of its literals {one.read:,} read as numbers or"
            f" dates; {unread}",
            [one.relation],
            _what_to_write(next(iter(one.unread)), None),
            one.read + sum(one.unread.values()),
            "value",
            0,
        )


def _values_set_aside(
    dirt: DirtFinding, relations: Mapping[str, RelationFinding], counts: Mapping[str, QuestionCount]
) -> Iterator[Advice]:
    for one in dirt.set_aside:
        if one.reason in _KEPT_OUT_RIGHTLY:
            continue
        relation = relations.get(one.relation)
        yield Advice(
            Effort.MEND,
            f"correct {counted(one.count, 'value')} of {one.text}: {one.reason}",
            _dirty_places(one),
            _what_to_write(one.reason, relation),
            one.count,
            "value",
            0 if relation is None else _worth(one.count, relation, counts[one.relation]),
        )


def _dirty_places(one: ReasonFinding) -> list[str]:
    found = []
    for value in one.examples[:PLACES]:
        where = place(value.source, value.line) or one.relation
        found.append(f'{where} ({shortened(value.label, 40)}: "{shortened(value.lexical, 40)}")')
    return found


def _what_to_write(reason: str, relation: RelationFinding | None) -> str:
    if reason in _WRITE:
        return _WRITE[reason]
    if relation is None:
        return "a value like the others"
    unit = f" in {unit_symbol(relation.unit)}, or in a unit that converts into it" if relation.unit else ""
    return f"a {relation.kind} like the other values{unit}; what measures something else belongs elsewhere"


def _worth(values: int, relation: RelationFinding, count: QuestionCount) -> int:
    """Questions that so many more values of a relation would give, going by those that it gives now."""
    return round(values * count.questions / max(1, relation.entities))


def _relation_advice(relation: RelationFinding, count: QuestionCount) -> Iterator[Advice]:
    yield from _several(relation, count)
    yield from _far_values(relation, count)
    yield from _placeholders(relation, count)
    yield from _missing(relation, count)


def _several(relation: RelationFinding, count: QuestionCount) -> Iterator[Advice]:
    if relation.several:
        have = "has" if relation.several == 1 else "have"
        yield Advice(
            Effort.MEND,
            f"say which value of {relation.text} counts:"
            f" {counted(relation.several, 'entity')} {have} several (policy in force: {relation.policy})",
            [relation.name],
            "a preferred rank or the date of each value, or build with another policy (--several latest)",
            relation.several,
            "entity",
            count.lost.get(SEVERAL, 0),
        )


def _far_values(relation: RelationFinding, count: QuestionCount) -> Iterator[Advice]:
    far = relation.outliers
    if far is not None and far.count and not far.tail:
        ends = " and ".join(readable(end, relation.kind) for end in far.usual)
        yield Advice(
            Effort.CHECK,
            f"{counted(far.count, 'value')} of {relation.text} far from the others, which lie between {ends}",
            [_held(held) for held in far.examples[:PLACES]],
            "the right date" if relation.kind == Kind.DATE else "the right value, or the unit it is meant in",
            far.count,
            "value",
            _worth(far.count, relation, count),
        )


def _placeholders(relation: RelationFinding, count: QuestionCount) -> Iterator[Advice]:
    for shared in relation.shared:
        if shared.placeholder:
            yield Advice(
                Effort.CHECK,
                f'{counted(shared.count, "value")} of {relation.text} all say "{shared.value}"',
                [relation.name],
                f'nothing where "{shared.value}" stands for "unknown"',
                shared.count,
                "value",
                _worth(shared.count, relation, count),
            )


def _held(held: Held) -> str:
    return f"{held.entity} ({shortened(held.label, 40)}: {shortened(held.lexical, 40)})"


def _missing(relation: RelationFinding, count: QuestionCount) -> Iterator[Advice]:
    main = relation.main_class
    if main is not None and main.carrying < SPARSE * main.members:
        missing = main.members - main.carrying
        yield Advice(
            Effort.ADD,
            f"add {relation.text} to {counted(missing, 'entity')} of the class {main.label}"
            f" ({percent(main.carrying, main.members)} have it)",
            [relation.name],
            f"a {relation.kind}{f' in {unit_symbol(relation.unit)}' if relation.unit else ''}",
            missing,
            "entity",
            _worth(missing, relation, count),
        )
