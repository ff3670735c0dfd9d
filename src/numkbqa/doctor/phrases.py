"""Findings in phrases, as the page and the terminal both show them."""

from collections.abc import Iterator

from numkbqa.doctor.diagnosis import Diagnosis
from numkbqa.doctor.labels import LabelFinding
from numkbqa.doctor.questions import QuestionCount
from numkbqa.doctor.relations import RelationFinding
from numkbqa.doctor.words import counted, percent, readable, shortened
from numkbqa.values.quantity import unit_symbol


def verdict(diagnosis: Diagnosis) -> str:
    """One sentence on how fit a graph is.

    Args:
        diagnosis: what the doctor found.

    Returns:
        How many ordinal questions it can give, and from how many relations.
    """
    questions = diagnosis.questions
    if not diagnosis.relations:
        return "This graph has no numerical relation: no ordinal question can be answered."
    giving = sum(count.questions > 0 for count in questions.by_relation)
    about = "about " if any(count.estimate for count in questions.by_relation) else ""
    number = f"{about}{counted(questions.questions, 'ordinal question')}"
    relations = counted(len(diagnosis.relations), "numerical relation")
    return f"This graph can give {number}, from {giving:,} of its {relations}."


def measure(relation: RelationFinding) -> str:
    """What a relation measures.

    Args:
        relation: the relation.

    Returns:
        "quantity in km²", "date; year 12, day 3".
    """
    if relation.unit:
        return f"{relation.kind} in {unit_symbol(relation.unit)}"
    precisions = ", ".join(f"{name} {count:,}" for name, count in relation.precisions.items())
    return f"{relation.kind}; {precisions}" if precisions else relation.kind


def value_range(relation: RelationFinding) -> str:
    """Least and greatest value of a relation, "-" when it has none."""
    if relation.lowest is None or relation.highest is None:
        return "-"
    ends = (readable(end.value, relation.kind) for end in (relation.lowest, relation.highest))
    return " to ".join(ends)


def coverage_text(relation: RelationFinding) -> str:
    """How much of its main class carries a relation: "96% of city"; "-" when no carrier has a class."""
    main = relation.main_class
    if main is None:
        return "-"
    return f"{percent(main.carrying, main.members)} of {shortened(main.label, 40)}"


def questions_text(count: QuestionCount) -> str:
    """Number of questions about a relation, with a mark on estimates."""
    return f"{'≈ ' if count.estimate else ''}{count.questions:,}"


def names_text(labels: LabelFinding) -> str:
    """One sentence on missing and shared names."""
    share = percent(labels.unlabelled, labels.examined)
    sample = " (a sample of the graph)" if labels.sampled else ""
    return (
        f"{labels.unlabelled:,} of {counted(labels.examined, 'entity')}{sample} without a label ({share}); "
        f"{counted(labels.shared_labels, 'label')} for several entities, {labels.sharing_entities:,} in all"
    )


def notes_on(relation: RelationFinding) -> list[str]:
    """What looks wrong with a relation.

    Args:
        relation: the relation.

    Returns:
        Short phrases.
    """
    notes = ["derived from other facts"] if relation.derived else []
    notes += [f"{count:,} set aside: {reason}" for reason, count in relation.set_aside.items()]
    if relation.several:
        have = "entity has" if relation.several == 1 else "entities have"
        notes.append(f"{relation.several:,} {have} several values (policy: {relation.policy})")
    if relation.distinct == 1 and relation.entities > 1:
        notes.append("all values are equal: it orders nothing")
    return [*notes, *_far_notes(relation), *_shared_notes(relation)]


def _far_notes(relation: RelationFinding) -> Iterator[str]:
    far = relation.outliers
    if far is None or not far.count:
        return
    if far.tail:
        ends = " to ".join(readable(end, relation.kind) for end in far.usual)
        yield f"long tail: {counted(far.count, 'value')} beyond {ends}"
        return
    for held in far.examples:
        yield f"outlier: {shortened(held.label, 40)}, {readable(held.value, relation.kind)}"


def _shared_notes(relation: RelationFinding) -> Iterator[str]:
    for shared in relation.shared:
        stands = ', often written for "unknown"' if shared.placeholder else ""
        value = readable(shared.value, relation.kind)
        yield f"{value} in {counted(shared.count, 'value')} ({shared.share:.0%}){stands}"
