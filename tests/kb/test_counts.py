import numpy as np

from numkbqa.kb.counts import Counts, count
from tests.support.toy_kb import ToyKB, toy_world


def test_counts_count_every_fact_once() -> None:
    kb = toy_world()
    everything = kb.facts_from(np.arange(kb.num_entities))
    counted = count(kb)
    assert counted.facts == len(everything.head)
    assert (counted.entities, counted.numerical_relations) == (kb.num_entities, 6)


def test_graphs_without_numbers_or_anything() -> None:
    assert count(ToyKB([("a", "knows", "b")])) == Counts(2, 1, 1, 0, 0)
    assert count(ToyKB([])) == Counts(0, 0, 0, 0, 0)
