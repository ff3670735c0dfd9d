from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from numkbqa.answering.measured import MeasureMatcher
from numkbqa.questions.values import ValueCue
from tests.support.toy_kb import ToyKB, day, number

NEAR = {
    ("height", "elevation"): 0.6,
    ("population density", "population"): 0.75,
    ("date of death", "date of birth"): 0.6,
    ("capital", "capital city"): 0.7,
    ("number of employees", "number of staff"): 0.6,
}
"""Cosines of different texts; all others are 0."""


class Cosines:
    """An encoder whose texts have the cosines of `NEAR` (up to texts that are near to both)."""

    name = "cosines"

    def sentence_vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        axes = sorted({text for pair in NEAR for text in pair} | {"area", "length", "employees"})
        vectors = np.zeros((len(texts), len(axes)), dtype=np.float32)
        for row, text in enumerate(texts):
            if text in axes:
                vectors[row, axes.index(text)] = 1
            for (one, other), cosine in NEAR.items():
                if text == one:
                    vectors[row, axes.index(other)] = cosine
                    vectors[row, axes.index(one)] = np.sqrt(1 - cosine**2)
        return vectors


KB = ToyKB(
    [("a", "capital_city", "b")],
    [
        ("a", "area", number(1)),
        ("a", "elevation", number(1)),
        ("a", "population", number(1)),
        ("b", "date_of_birth", day("1999")),
    ],
)
DENSE = ToyKB([("a", "r", "b")], [("a", "population", number(1)), ("b", "population_density", number(1))])


def chosen(measures: tuple[str, ...], kb: ToyKB = KB, *, certain: bool = True, **cue: bool) -> set[str]:
    fit = MeasureMatcher(kb, Cosines()).fit(ValueCue(measures, None, certain=certain, **cue))
    return {kb.numerical_relations[i].name for i in np.flatnonzero(fit.will_do).tolist()}


def best(measures: tuple[str, ...], present: Sequence[str], kb: ToyKB = KB) -> str | None:
    names = [relation.name for relation in kb.numerical_relations]
    fit = MeasureMatcher(kb, Cosines()).fit(ValueCue(measures, None, certain=True))
    found = fit.best(np.array(sorted(names.index(name) for name in present), dtype=np.int64))
    return None if found is None else names[found]


def test_a_relation_of_that_name_is_meant_and_a_near_one_where_there_is_none() -> None:
    assert chosen(("area",)) == {"area"}
    assert chosen(("height",)) == {"elevation"}
    assert chosen(("length",)) == set()


def test_of_several_names_the_likeliest_that_an_entity_has_is_meant() -> None:
    assert best(("area", "population"), ["area", "population"]) == "area"
    assert best(("area", "population"), ["population"]) == "population"
    assert best(("area", "population"), ["elevation"]) is None
    assert best(("area",), []) is None


def test_another_relation_does_not_stand_in_for_one_that_the_graph_has() -> None:
    assert best(("population density",), ["population", "population_density"], DENSE) == "population_density"
    assert best(("population density",), ["population"], DENSE) is None


@pytest.mark.parametrize(("measure", "found"), [("date of birth", True), ("date of death", False)])
def test_dates_need_a_word_in_common(measure: str, found: bool) -> None:
    assert bool(chosen((measure,), certain=False, dated=True)) is found


def test_what_fits_a_relation_between_entities_better_is_no_value() -> None:
    kb = ToyKB([("a", "capital_city", "b")], [("a", "capital", number(1))])
    assert chosen(("capital",), kb, certain=False) == {"capital"}
    assert chosen(("capital city",), kb, certain=False) == set()


def test_words_beside_a_name_must_be_the_name_of_the_relation() -> None:
    assert chosen(("height",), named=True) == set()
    assert chosen(("elevation",), named=True) == {"elevation"}


def test_a_graph_without_numbers_has_nothing_to_give() -> None:
    assert chosen(("area",), ToyKB([("a", "r", "b")])) == set()


def test_a_noun_that_nothing_in_the_graph_is_like_is_not_known() -> None:
    matcher = MeasureMatcher(KB, Cosines())
    assert matcher.knows("area")
    assert matcher.knows("height")
    assert matcher.knows("capital")  # a relation between entities
    assert not matcher.knows("length")


def test_a_count_that_several_relations_give_is_asked_for_without_them() -> None:
    kb = ToyKB(
        [("sales", "department", "ann")],
        [("acme", "employees", number(9)), ("sales", "count>department^-1>employee", number(4))],
        relation_texts={"count>department^-1>employee": "number of employees by department (inverse)"},
    )
    measures = ("number of employees", "employees")
    assert best(measures, ["count>department^-1>employee"], kb) == "count>department^-1>employee"
    assert best(measures, ["employees"], kb) == "employees"


def test_what_is_counted_is_held_by_a_count_of_it_or_by_a_column_of_that_name() -> None:
    counts = {"count>river^-1": "number of rivers", "boiling_point": "boiling point", "lakes": "lakes"}
    kb = ToyKB([("a", "member", "b")], [("a", name, number(1)) for name in counts], relation_texts=counts)
    matcher = MeasureMatcher(kb, Cosines())
    assert matcher.counts("rivers")
    assert matcher.counts("lakes")
    assert not matcher.counts("points")
    assert not matcher.counts("cities")
    assert matcher.knows_thing("members")
    assert not matcher.knows_thing("rivers")


def test_a_fit_of_one_relation_alone() -> None:
    fit = MeasureMatcher(KB, Cosines()).fit(ValueCue(("area", "population"), None, certain=True))
    names = [relation.name for relation in KB.numerical_relations]
    only = fit.only(names.index("population"))
    assert np.flatnonzero(only.will_do).tolist() == [names.index("population")]
    assert not fit.only(names.index("elevation")).will_do.any()
