from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.evidence import DATES_OVERLAP, EQUAL_VALUES, Evidence
from numkbqa.kb.protocol import SetAside
from numkbqa.lookup import Lookup, Ranking, ranking
from numkbqa.retrieval.linking import EntityLinker
from numkbqa.values import Direction, Kind, Value
from numkbqa.values.ranks import exact_sort
from numkbqa.values.several import standing_values
from tests.support.predictions import KB, LARGEST, prediction, question
from tests.support.toy_kb import ToyKB, day, number, toy_world

Numbers = list[tuple[str, str, Value]]

INTERVALS = st.tuples(st.integers(-4, 4), st.sampled_from([0, 0, 0, 1, 3]))
LISTS = st.lists(st.tuples(st.integers(0, 11), INTERVALS), min_size=1, max_size=40)


def interval(low: int, width: int) -> Value:
    return Value(Kind.NUMBER, float(low), float(low + width), str(low))


def of_numbers(numbers: Numbers, rename: Callable[[str], str] = str) -> Lookup:
    """Towns with sizes."""
    numbers = [(rename(town), relation, value) for town, relation, value in numbers]
    towns = {town for town, _, _ in numbers} | {rename("without")}
    kb = ToyKB([(town, "type", "town") for town in towns], numbers, labels={"town": "town"})
    return Lookup(kb, EntityLinker(kb))


def as_numbers(drawn: Sequence[tuple[int, tuple[int, int]]]) -> Numbers:
    return [(f"t{town:02}", "size", interval(*bounds)) for town, bounds in drawn]


def ranks(found: Ranking) -> dict[str, int]:
    return {row.id: row.rank for row in found.rows}


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize(
    ("relation", "kind"), [("population", "city"), ("length", "river"), ("area", "country")]
)
@pytest.mark.parametrize(("k", "count"), [(1, 1), (2, 1), (3, 4), (1, 50)])
def test_rankings_are_the_exact_sort(
    lookup: Lookup, world: ToyKB, direction: Direction, relation: str, kind: str, k: int, count: int
) -> None:
    members = np.array(
        [e for e in range(world.num_entities) if kind in {world.label(c) for c in world.types(e)}]
    )
    number_of = [about.name for about in world.numerical_relations].index(relation)
    facts = world.numbers_of(members)
    facts = facts.at(np.flatnonzero(facts.relation == number_of))
    place = np.searchsorted(members, facts.entity)
    row = standing_values(place, (facts.low, facts.high), len(members), direction)
    winners = exact_sort(facts.low[row], facts.high[row], direction, k, count)
    found = lookup.rank(relation, of=kind, direction=direction, k=k, count=count)
    assert {row.id for row in found.rows} == {world.entity_id(e) for e in members[winners].tolist()}
    assert [row.rank for row in found.rows] == sorted(row.rank for row in found.rows)


@given(LISTS, st.sampled_from(Direction), st.integers(1, 4), st.integers(1, 3), st.integers(1, 9))
@settings(deadline=None, max_examples=60)
def test_one_end_of_a_relation_gives_what_all_of_it_gives(
    drawn: Sequence[tuple[int, tuple[int, int]]], direction: Direction, k: int, count: int, read: int
) -> None:
    lookup = of_numbers(as_numbers(drawn))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "SHORT", 0)
        patch.setattr(ranking, "FIRST_READ", read)
        end = lookup.rank("size", direction=direction, k=k, count=count)
    whole = lookup.rank(
        "size", entities=sorted({f"t{town:02}" for town, _ in drawn}), direction=direction, k=k, count=count
    )
    assert end.rows == whole.rows
    assert (end.compared, end.members) == (whole.compared, whole.members)
    assert end.distinct in (None, whole.distinct)


def test_one_end_of_a_long_relation_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "SHORT", 2_500)
    numbers = [(f"t{i:05}", "size", number(i)) for i in range(2_501)]
    found = of_numbers(numbers).rank("size", count=2)
    assert ranks(found) == {"t02500": 1, "t02499": 2}
    assert (found.distinct, found.compared) == (None, 2_501)


@given(LISTS, st.sampled_from(Direction), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=25)
def test_other_ids_in_another_order_change_nothing(
    drawn: Sequence[tuple[int, tuple[int, int]]], direction: Direction, random: Random
) -> None:
    numbers = as_numbers(drawn)
    towns = sorted({town for town, _, _ in numbers})
    others = random.sample(towns, len(towns))
    renamed = dict(zip(towns, others, strict=True)) | {"without": "without"}
    plain = of_numbers(numbers).rank("size", of="town", direction=direction)
    moved = of_numbers(numbers[::-1], renamed.__getitem__).rank("size", of="town", direction=direction)
    assert {renamed[town]: rank for town, rank in ranks(plain).items()} == ranks(moved)


@given(LISTS)
@settings(deadline=None, max_examples=25)
def test_negated_values_turn_the_ranking_around(drawn: Sequence[tuple[int, tuple[int, int]]]) -> None:
    numbers = as_numbers(drawn)
    negated = [(town, relation, replace(v, low=-v.high, high=-v.low)) for town, relation, v in numbers]
    for direction, other in (("max", "min"), ("min", "max")):
        plain = of_numbers(numbers).rank("size", of="towns", direction=direction)
        turned = of_numbers(negated).rank("size", of="towns", direction=other)
        assert ranks(plain) == ranks(turned)


def test_all_that_tie_hold_the_rank_and_the_next_is_the_next_value() -> None:
    numbers = [(town, "size", number(size)) for town, size in {"a": 9, "b": 9, "c": 7, "d": 5}.items()]
    lookup = of_numbers(numbers)
    found = lookup.rank("size", of="town", count=2)
    assert ranks(found) == {"a": 1, "b": 1, "c": 2}
    assert [(row.tied, row.tie_reason) for row in found.rows] == [
        (2, EQUAL_VALUES),
        (2, EQUAL_VALUES),
        (1, None),
    ]
    assert found.distinct == 3
    assert ranks(lookup.rank("size", of="town", k=2, count=1)) == {"c": 2}


def test_overlapping_dates_tie() -> None:
    dates = {"a": "1999", "b": "1999-06-01", "c": "1998"}
    found = of_numbers([(town, "founded", day(text)) for town, text in dates.items()]).rank("founded")
    assert ranks(found) == {"a": 1, "b": 1, "c": 2}
    assert found.rows[0].tie_reason == DATES_OVERLAP
    assert found.rows[0].unit is None


def test_what_ties_too_often_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lookup = of_numbers([(f"t{i}", "size", number(1)) for i in range(9)])
    monkeypatch.setattr(ranking, "MOST_ROWS", 4)
    found = lookup.rank("size")
    assert (len(found.rows), found.rows_left_out, found.rows[0].tied) == (4, 5, 9)


def test_of_several_values_the_largest_or_the_smallest_counts() -> None:
    kb = ToyKB(
        [("a", "type", "town"), ("b", "type", "town")],
        [("a", "size", number(2)), ("a", "size", number(8)), ("b", "size", number(5))],
        labels={"town": "town"},
        held=["2001", "2011", None],
        set_aside=[("a", SetAside(0, "size", "7", "superseded", "1991"))],
        several={"size": "all"},
    )
    lookup = Lookup(kb, EntityLinker(kb))
    largest, smallest = (lookup.rank("size", of="town", direction=d) for d in ("max", "min"))
    assert [(row.id, row.value, row.held_at) for row in largest.rows] == [
        ("a", "8", "2011"),
        ("b", "5", None),
    ]
    assert [(row.id, row.value, row.held_at) for row in smallest.rows] == [
        ("a", "2", "2001"),
        ("b", "5", None),
    ]
    others = [(other.lexical, other.counts, other.reason) for other in largest.rows[0].other_values]
    assert others == [("2", True, None), ("7", False, "superseded")]
    assert largest.relation.several == "all"


def test_a_text_that_is_no_value_says_why() -> None:
    kb = ToyKB(
        [("a", "type", "town"), ("b", "type", "town"), ("c", "type", "town")],
        [("a", "size", number(2))],
        labels={"town": "town"},
        set_aside=[("c", SetAside(0, "size", "12 furlongs", "unknown unit", None, "towns.csv", 3))],
    )
    found = Lookup(kb, EntityLinker(kb)).rank("size", of="town")
    assert [(row.id, row.reason) for row in found.excluded] == [
        ("c", 'size "12 furlongs": unknown unit'),
        ("b", "has no size"),
    ]
    assert (found.excluded[0].source, found.excluded[0].line) == ("towns.csv", 3)


def test_units_are_those_of_the_relation(lookup: Lookup) -> None:
    found = lookup.rank("length", count=1)
    assert [(row.id, row.value, row.unit) for row in found.rows] == [("vistula", "1047", "kilometer")]


def test_events_are_not_ranked() -> None:
    kb = ToyKB(
        [("a", "type", "town"), ("e", "type", "town")],
        [("a", "size", number(1)), ("e", "size", number(2))],
        labels={"town": "town"},
        events=["e"],
    )
    lookup = Lookup(kb, EntityLinker(kb))
    for found in (
        lookup.rank("size"),
        lookup.rank("size", of="town"),
        lookup.rank("size", entities=["a", "e"]),
    ):
        assert ranks(found) == {"a": 1}
        assert (found.members, found.compared) == (1, 1)


def test_a_class_larger_than_the_relation_is_ranked_as_well() -> None:
    world = toy_world()
    ids = [world.entity_id(entity) for entity in range(world.num_entities)]
    found = Lookup(world, EntityLinker(world)).rank("height", entities=ids)
    assert ranks(found) == {"jan_kowal": 1, "otto_brandt": 2, "nina_falk": 3, "ines_prado": 4}
    assert found.not_compared == len(ids) - 4


@pytest.mark.parametrize(("text", "direction"), [(LARGEST, "max"), ("what is the smallest one?", "min")])
@pytest.mark.parametrize(("relation", "place"), [("size", 1), ("date", 0)])
def test_a_ranking_says_what_evidence_says(text: str, direction: str, relation: str, place: int) -> None:
    asked = prediction(question("q", text), [0.2, 0.5, 0.3], relation=place, facts=True)
    evidence = Evidence(asked, KB).to_json([0])
    found = Lookup(KB, EntityLinker(KB)).rank(relation, entities=list("abc"), direction=direction)
    rows = [row.model_dump(mode="json") for row in found.rows]
    assert [{**row, **said} for row, said in zip(rows, evidence["rows"], strict=True)] == rows
    assert [row.model_dump() for row in found.excluded] == evidence["excluded"]
    assert (found.compared, found.not_compared) == (evidence["compared"], evidence["not_compared"])
    assert (found.relation.id, found.relation.text) == (evidence["relation"], evidence["relation_text"])
