"""The diagnosis as one HTML page: no scripts, nothing from the network, the pictures inline."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from numkbqa.doctor.advice import Advice, gain_text
from numkbqa.doctor.diagnosis import Diagnosis
from numkbqa.doctor.markup import document, tag
from numkbqa.doctor.outliers import RULE
from numkbqa.doctor.page_relations import relations_table
from numkbqa.doctor.page_tables import MOST_ROWS, dirt_section, first_of, hubs_section, names_section
from numkbqa.doctor.phrases import verdict
from numkbqa.files import write_aside

STYLE: Final = files("numkbqa.doctor").joinpath("page.css")

FIRST: Final = 12
"""So much advice is shown at once; the rest unfolds."""


def write_page(path: Path, name: str, diagnosis: Diagnosis) -> None:
    """Write a diagnosis as a page that is whole or absent.

    Args:
        path: the file.
        name: name of the knowledge base.
        diagnosis: what the doctor found.

    Raises:
        UserError: nothing can be written there.
    """
    with write_aside(path) as aside:
        aside.write_text(make_page(name, diagnosis), encoding="utf-8")


def make_page(name: str, diagnosis: Diagnosis) -> str:
    """Lay out a diagnosis.

    Args:
        name: name of the knowledge base.
        diagnosis: what the doctor found.

    Returns:
        The text of the page.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", content="width=device-width, initial-scale=1", name_="viewport"),
        tag("title", f"{name}: is it fit for ordinal questions?"),
        tag("style", STYLE.read_text(encoding="utf-8")),
    )
    main = tag("main", *report(name, diagnosis))
    return document(tag("html", head, tag("body", main), lang="en"))


def report(name: str, diagnosis: Diagnosis) -> list[Element]:
    """Lay out the content of the page, for any page that has the style sheet `STYLE`.

    Args:
        name: name of the knowledge base.
        diagnosis: what the doctor found.

    Returns:
        Its headings, tables and pictures; nothing of them has a style or a script of its own.
    """
    return [
        *_opening(name, diagnosis),
        *_advice(diagnosis.advice),
        *_relations(diagnosis),
        *dirt_section(diagnosis.dirt),
        *names_section(diagnosis.labels),
        *hubs_section(diagnosis.hubs),
        _closing(diagnosis),
    ]


def _opening(name: str, diagnosis: Diagnosis) -> list[Element]:
    counts = diagnosis.counts
    shown = {
        "entities": counts.entities,
        "facts": counts.facts,
        "relations": counts.relations,
        "numeric facts": counts.numeric_facts,
        "numerical relations": counts.numerical_relations,
    }
    groups = [tag("div", tag("dt", words), tag("dd", f"{n:,}")) for words, n in shown.items()]
    sentence = tag("p", verdict(diagnosis), class_="verdict")
    return [tag("h1", name), sentence, tag("dl", *groups, class_="counts")]


def _advice(advice: Sequence[Advice]) -> list[Element]:
    heading = tag("h2", "What to fix first")
    if not advice:
        return [heading, tag("p", "Nothing to complain about.")]
    items = [_item(one) for one in advice]
    shown = [heading, tag("ol", *items[:FIRST], class_="advice")]
    if items[FIRST:]:
        rest = tag("ol", *items[FIRST:MOST_ROWS], class_="advice", start=str(FIRST + 1))
        shown.append(tag("details", tag("summary", f"{len(items) - FIRST:,} more"), rest))
    return shown


def _item(advice: Advice) -> Element:
    body = tag(
        "div",
        tag("div", _sentence(advice.action)),
        *(tag("div", tag("code", where)) for where in advice.places),
        tag("div", _sentence(f"write {advice.write}"), class_="how"),
    )
    effort = advice.effort.value
    return tag(
        "li",
        tag("span", effort.capitalize(), class_=f"effort {effort}"),
        body,
        tag("span", gain_text(advice), class_="gain"),
    )


def _relations(diagnosis: Diagnosis) -> list[Element]:
    heading = tag("h2", "Numerical relations")
    if not diagnosis.relations:
        return [heading, tag("p", "There is none.")]
    shown = relations_table(diagnosis.relations[:MOST_ROWS], diagnosis.questions)
    return [heading, *first_of(len(diagnosis.relations)), shown]


def _closing(diagnosis: Diagnosis) -> Element:
    share = diagnosis.questions.topics_examined
    sample = f" Of the topics, {share:.0%} were looked at." if share < 1 else ""
    return tag(
        "footer",
        tag("p", f"An outlier is {RULE}, by magnitude where the scale is logarithmic."),
        tag(
            "p",
            "Questions ask for the first, second or third from either end of a group of entities, as those"
            f" that training makes; numbers with ≈ are estimates from a sample.{sample}",
        ),
        tag("p", "Content hash ", tag("code", diagnosis.content_hash)),
        class_="quiet",
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '…')) else '.'}"
