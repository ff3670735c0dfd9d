"""The page's table of numerical relations, with a picture of each."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from numkbqa.doctor.chart import draw_histogram
from numkbqa.doctor.histogram import Histogram
from numkbqa.doctor.markup import table, tag
from numkbqa.doctor.phrases import coverage_text, measure, notes_on, questions_text, value_range
from numkbqa.doctor.questions import QuestionCount, QuestionFinding
from numkbqa.doctor.relations import RelationFinding
from numkbqa.doctor.scales import Scale
from numkbqa.doctor.words import counted


def relations_table(relations: Sequence[RelationFinding], questions: QuestionFinding) -> Element:
    """Lay out numerical relations.

    Args:
        relations: the relations.
        questions: the questions that they give.

    Returns:
        A table with one row a relation: its name, how it spreads, who carries it, its questions and what
        looks wrong.
    """
    counts = {count.relation: count for count in questions.by_relation}
    rows = [_row(place, relation, counts[relation.name]) for place, relation in enumerate(relations)]
    return table("Numerical relations", ("Relation", "Spread", "Carried by", "Questions", "To look at"), rows)


def _row(place: int, relation: RelationFinding, count: QuestionCount) -> Element:
    notes = [tag("li", note) for note in notes_on(relation)]
    carriers = [
        counted(relation.entities, "entity"),
        *([coverage_text(relation)] if relation.main_class else []),
    ]
    return tag(
        "tr",
        tag(
            "th",
            tag("div", relation.text),
            tag("div", relation.name, class_="id"),
            tag("div", measure(relation), class_="quiet"),
            scope="row",
        ),
        tag("td", *_spread(place, relation), class_="spread"),
        tag("td", *(tag("div", line) for line in carriers), class_="carried"),
        tag("td", questions_text(count), class_="number"),
        tag("td", tag("ul", *notes) if notes else None),
    )


def _spread(place: int, relation: RelationFinding) -> Iterator[Element]:
    histogram = relation.histogram
    if histogram is not None:
        yield draw_histogram(histogram, f"spread{place}", f"How {relation.text} spreads")
    yield tag("div", value_range(relation))
    if histogram is not None:
        yield tag("div", _on_scale(histogram), class_="quiet")


def _on_scale(histogram: Histogram) -> str:
    names = {Scale.LINEAR: "linear scale", Scale.LOG: "log scale", Scale.TIME: "time scale"}
    outside = histogram.below + histogram.above
    return names[histogram.scale] + (f"; {counted(outside, 'value')} outside" if outside else "")
