"""The page's tables of dirt, names and hubs."""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from numkbqa.doctor.dirt import DirtFinding, Odd, ReasonFinding, Skipped
from numkbqa.doctor.hubs import Hub
from numkbqa.doctor.labels import LabelFinding, SharedLabel
from numkbqa.doctor.markup import table, table_row, tag
from numkbqa.doctor.phrases import names_text
from numkbqa.doctor.words import place, shortened

MOST_ROWS: Final = 500


def first_of(total: int) -> list[Element]:
    """A line that says so where a table shows only the first rows of many."""
    return [tag("p", f"The first {MOST_ROWS:,} of {total:,}.", class_="quiet")] if total > MOST_ROWS else []


def dirt_section(dirt: DirtFinding) -> list[Element]:
    """Lay out what was set aside, what breaks its format and what was odd.

    Args:
        dirt: what the doctor found.

    Returns:
        Headings and tables; none for what there is none of.
    """
    parts: list[Element] = []
    if dirt.set_aside:
        rows = [_set_aside(one) for one in dirt.set_aside[:MOST_ROWS]]
        names = ("Relation", "Reason", "Values", "For instance")
        parts += [tag("h2", "Values set aside"), *first_of(len(dirt.set_aside))]
        parts.append(table("Values set aside", names, rows))
    if dirt.skipped:
        rows = [_skipped(one) for one in dirt.skipped[:MOST_ROWS]]
        names = ("Reason", "What became of them", "Statements", "For instance")
        parts += [tag("h2", "Statements that break their format"), table("Broken statements", names, rows)]
    if dirt.odd:
        rows = [_odd(one) for one in dirt.odd[:MOST_ROWS]]
        parts += [tag("h2", "Odd, but read"), *first_of(len(dirt.odd))]
        parts.append(table("Odd, but read", ("Relation", "What was odd", "Values"), rows))
    return parts


def _set_aside(one: ReasonFinding) -> Element:
    examples = [
        tag("div", _place(value.source, value.line), f"{value.label}: {shortened(value.lexical)}")
        for value in one.examples
    ]
    return table_row(one.text, one.reason, one.count, examples)


def _skipped(one: Skipped) -> Element:
    examples = [tag("div", _place(s.source, s.line), tag("code", shortened(s.text))) for s in one.examples]
    return table_row(one.reason, "read nevertheless" if one.kept else "left out", one.count, examples)


def _odd(one: Odd) -> Element:
    return table_row(one.text, one.note, one.count)


def _place(source: str | None, line: int | None) -> Element | None:
    where = place(source, line)
    return None if where is None else tag("span", f"{where} ", class_="id")


def names_section(labels: LabelFinding) -> list[Element]:
    """Lay out missing and shared names.

    Args:
        labels: what the doctor found.

    Returns:
        A heading, a sentence and, where names are shared, a table.
    """
    parts = [tag("h2", "Names"), tag("p", f"{names_text(labels)}.")]
    if labels.commonest:
        rows = [_shared(shared) for shared in labels.commonest]
        parts.append(table("Labels of several entities", ("Label", "Entities", "For instance"), rows))
    return parts


def _shared(shared: SharedLabel) -> Element:
    examples = []
    for named in shared.examples:
        of_class = None if named.of_class is None else tag("span", f" {named.of_class}", class_="quiet")
        examples.append(tag("div", tag("code", named.entity), of_class))
    return table_row(shared.label, shared.entities, examples)


def hubs_section(hubs: Sequence[Hub]) -> list[Element]:
    """Lay out hubs.

    Args:
        hubs: what the doctor found.

    Returns:
        A heading, a sentence and a table; nothing when there is no hub.
    """
    if not hubs:
        return []
    text = "Entities with many more facts than others: their neighbourhoods are cut to the relevant part."
    names = ("Entity", "Facts", "Of all", "Mostly")
    rows = [_hub(hub) for hub in hubs]
    return [tag("h2", "Hubs"), tag("p", text, class_="quiet"), table("Hubs", names, rows)]


def _hub(hub: Hub) -> Element:
    by = [
        tag("div", f"{relation.count:,} {'into it' if relation.incoming else 'out of it'} by {relation.text}")
        for relation in hub.relations
    ]
    return table_row(hub.label, hub.degree, tag("td", f"{hub.share:.1%}", class_="number"), by)
