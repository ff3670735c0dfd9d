"""A diagnosis as tables for the terminal, what to fix first at the end, where the eye is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:  # at run time it would bring numpy and the store into `--help`
    from numkbqa.doctor import Diagnosis
    from numkbqa.doctor.advice import Advice
    from numkbqa.doctor.dirt import DirtFinding
    from numkbqa.doctor.histogram import Histogram
    from numkbqa.doctor.labels import LabelFinding
    from numkbqa.doctor.questions import QuestionFinding
    from numkbqa.doctor.relations import RelationFinding

FIRST_ADVICE, FIRST_ROWS = 10, 40
"""So much is shown; the page and the JSON document have all."""

_BLOCKS = "▁▂▃▄▅▆▇█"
_EFFORT_STYLES = {"mend": "red", "check": "yellow", "add": "green"}


def render_diagnosis(diagnosis: "Diagnosis") -> list[RenderableType]:
    """Lay out a diagnosis of a knowledge base.

    Args:
        diagnosis: what `examine` found.

    Returns:
        Relations, dirt, names and hubs, the verdict and what to fix first, to be printed in this order.
    """
    from numkbqa.doctor.phrases import verdict

    parts: list[RenderableType] = []
    if diagnosis.relations:
        parts.append(_relations(diagnosis.relations, diagnosis.questions))
    parts += [*_dirt(diagnosis.dirt), *_labels(diagnosis.labels), *_hubs(diagnosis)]
    return [*parts, Text(f"\n{verdict(diagnosis)}", style="bold"), *_advice(diagnosis.advice)]


def sparkline(histogram: "Histogram | None") -> str:
    """A histogram in one line of text.

    Args:
        histogram: the histogram; None draws nothing.

    Returns:
        One character a bin, a space where it is empty.
    """
    if histogram is None:
        return ""
    tallest = max(histogram.counts)
    steps = len(_BLOCKS) - 1
    return "".join(_BLOCKS[round(steps * n / tallest)] if n else " " for n in histogram.counts)


def _relations(relations: "Sequence[RelationFinding]", questions: "QuestionFinding") -> Table:
    from numkbqa.doctor.phrases import coverage_text, notes_on, questions_text, value_range
    from numkbqa.values.quantity import unit_symbol

    counts = {count.relation: count for count in questions.by_relation}
    table = _table("Numerical relations", "relation", "kind", "spread", "range", "entities", "of class")
    table.add_column("questions", justify="right")
    table.add_column("to look at")
    for relation in relations[:FIRST_ROWS]:
        kind = unit_symbol(relation.unit) if relation.unit else relation.kind
        cells = (relation.text, kind, sparkline(relation.histogram), value_range(relation))
        sizes = (f"{relation.entities:,}", coverage_text(relation), questions_text(counts[relation.name]))
        table.add_row(*map(Text, (*cells, *sizes, "\n".join(notes_on(relation)))))
    _say_rest(table, len(relations))
    return table


def _dirt(dirt: "DirtFinding") -> list[Table]:
    from numkbqa.doctor.words import place, shortened

    tables = []
    if dirt.set_aside:
        table = _table("Values set aside", "relation", "reason", "values", "for instance")
        for one in dirt.set_aside[:FIRST_ROWS]:
            examples = [
                f"{place(v.source, v.line) or '-'}: {shortened(v.label, 40)}: {shortened(v.lexical, 40)}"
                for v in one.examples
            ]
            table.add_row(*map(Text, (one.text, one.reason, f"{one.count:,}", "\n".join(examples))))
        _say_rest(table, len(dirt.set_aside))
        tables.append(table)
    if dirt.skipped:
        table = _table("Statements that break their format", "reason", "", "statements", "for instance")
        for broken in dirt.skipped:
            examples = [f"{place(s.source, s.line) or '-'}: {shortened(s.text, 60)}" for s in broken.examples]
            what = "read" if broken.kept else "left out"
            table.add_row(*map(Text, (broken.reason, what, f"{broken.count:,}", "\n".join(examples))))
        tables.append(table)
    if dirt.odd:
        table = _table("Odd, but read", "relation", "what was odd", "values")
        for odd in dirt.odd[:FIRST_ROWS]:
            table.add_row(*map(Text, (odd.text, odd.note, f"{odd.count:,}")))
        _say_rest(table, len(dirt.odd))
        tables.append(table)
    return tables


def _labels(labels: "LabelFinding") -> list[RenderableType]:
    from numkbqa.doctor.phrases import names_text

    sentence = Text(f"\n{names_text(labels)}\n")
    if not labels.commonest:
        return [sentence]
    table = _table("Labels of several entities", "label", "entities", "for instance")
    for shared in labels.commonest:
        examples = [f"{n.entity}{f' ({n.of_class})' if n.of_class else ''}" for n in shared.examples[:2]]
        table.add_row(*map(Text, (shared.label, f"{shared.entities:,}", "\n".join(examples))))
    return [sentence, table]


def _hubs(diagnosis: "Diagnosis") -> list[Table]:
    if not diagnosis.hubs:
        return []
    table = _table("Hubs", "entity", "facts", "of all", "mostly")
    for hub in diagnosis.hubs:
        by = [f"{r.count:,} {'into it' if r.incoming else 'out of it'} by {r.text}" for r in hub.relations]
        table.add_row(*map(Text, (hub.label, f"{hub.degree:,}", f"{hub.share:.1%}", "\n".join(by))))
    return [table]


def _advice(advice: "Sequence[Advice]") -> list[RenderableType]:
    if not advice:
        return [Text("Nothing to complain about.", style="green")]
    parts: list[RenderableType] = [Text("\nWhat to fix first", style="bold")]
    for number, one in enumerate(advice[:FIRST_ADVICE], start=1):
        parts.append(_one_advice(number, one))
    if len(advice) > FIRST_ADVICE:
        parts.append(Text(f"and {len(advice) - FIRST_ADVICE:,} more: see --html or --json", style="dim"))
    return parts


def _one_advice(number: int, advice: "Advice") -> Text:
    from numkbqa.doctor.advice import gain_text

    gain = gain_text(advice)
    text = Text.assemble(
        f"{number:2}. ",
        (f"{advice.effort:<6}", _EFFORT_STYLES[advice.effort]),
        advice.action,
        (f" ({gain})" if gain else "", "dim"),
    )
    for where in advice.places:
        text.append(f"\n          {where}", style="cyan")
    text.append(f"\n          write {advice.write}", style="dim")
    return text


def _table(title: str, *columns: str) -> Table:
    table = Table(title=Text(title), title_justify="left", title_style="bold")
    for column in columns:
        right = column in {"values", "statements", "entities", "facts", "of all"}
        table.add_column(column, justify="right" if right else "left", overflow="fold")
    return table


def _say_rest(table: Table, total: int) -> None:
    if total > FIRST_ROWS:
        table.caption = f"the first {FIRST_ROWS} of {total:,}: see --html or --json"
