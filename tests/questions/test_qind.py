import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.questions.instances import NumberInstances
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.qind import distinct_values, generate_qind, split_values
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction, unique_kth
from tests.support.toy_kb import ToyKB, day, number, toy_world


def numbers_of(instances: NumberInstances, i: int) -> slice:
    return slice(int(instances.offsets[i]), int(instances.offsets[i + 1]))


def test_every_answer_is_the_unique_kth() -> None:
    kb = toy_world()
    made = generate_qind(kb, count=400, seed=1, max_k=5, style="wide", max_numbers=20)
    assert len(made) == len(made.answer) == 400
    for i in range(400):
        mine = numbers_of(made, i)
        direction = Direction.MAX if made.maximum[i] else Direction.MIN
        assert unique_kth(made.low[mine], made.high[mine], direction, int(made.k[i])) == made.answer[i]
        assert 2 <= mine.stop - mine.start <= 20
        for handle, low in zip(made.value[mine], made.low[mine], strict=True):
            assert kb.value(int(handle)).low == low


def test_the_text_fits_kind_direction_and_rank() -> None:
    kb = toy_world()
    made = generate_qind(kb, count=300, seed=2, max_k=4, style="wide")
    for i, text in enumerate(made.texts):
        kind = kb.numerical_relations[int(made.relation[i])].kind
        cue = parse_ordinal(
            f"which one has the {text} value" if text not in {"second", "third", "fourth"} else f"born {text}"
        )
        assert cue is not None
        assert (cue.direction_for(kind) is Direction.MAX) == bool(made.maximum[i])
        assert cue.k == made.k[i]


def test_paper_settings_use_only_its_determiners() -> None:
    kb = toy_world()
    made = generate_qind(kb, count=500, seed=0)
    by_time: dict[bool, set[str]] = {True: set(), False: set()}
    for i, text in enumerate(made.texts):
        by_time[kb.numerical_relations[int(made.relation[i])].kind is Kind.DATE].add(text)
    assert by_time[False] == {"largest", "biggest", "fewest", "smallest"}
    assert by_time[True] == {"latest", "most recent", "last", "earliest", "first"}
    assert set(made.k.tolist()) == {1}


def test_numbers_are_distinct_within_an_instance_and_shuffled() -> None:
    made = generate_qind(toy_world(), count=200, seed=5, max_numbers=30)
    rising = 0
    for i in range(200):
        low = made.low[numbers_of(made, i)]
        pairs = set(zip(low.tolist(), made.high[numbers_of(made, i)].tolist(), strict=True))
        assert len(pairs) == len(low)
        rising += bool(len(low) > 4 and (np.diff(low) > 0).all())
    assert rising == 0


def test_the_seed_decides() -> None:
    kb = toy_world()
    one, two, other = (generate_qind(kb, count=50, seed=s) for s in (1, 1, 2))
    assert one.texts == two.texts
    np.testing.assert_array_equal(one.value, two.value)
    assert one.texts != other.texts


def test_split_values_share_no_number_even_across_relations() -> None:
    facts = [(f"e{i}", name, number(i)) for i in range(300) for name in ("episodes", "seasons")]
    kb = ToyKB([], facts)
    train, dev, test = split_values(distinct_values(kb), shares=(0.6, 0.2, 0.2), seed=7)
    seen = [{low for one in part for low in one.low.tolist()} for part in (train, dev, test)]
    assert seen[0] | seen[1] | seen[2] == set(range(300))
    assert sum(len(part) for part in seen) == 300
    assert 140 < len(seen[0]) < 220
    made = generate_qind(kb, count=100, seed=1, values=test)
    assert set(made.low.tolist()) <= seen[2]


def test_overlapping_dates_are_never_the_answer() -> None:
    numbers = [
        ("a", "released", day("1999")),
        ("b", "released", day("1999-06")),
        ("c", "released", day("2001")),
    ]
    made = generate_qind(ToyKB([], numbers), count=100, seed=0)
    answers = {float(made.low[made.offsets[i] + made.answer[i]]) for i in range(100)}
    assert {day("2001").low} < answers
    for i in range(100):
        low = made.low[numbers_of(made, i)]
        if day("2001").low not in low:
            pytest.fail("two overlapping dates have no extremum")


def test_a_graph_without_numbers_is_a_user_error() -> None:
    with pytest.raises(UserError, match="no numerical relation"):
        generate_qind(ToyKB([("a", "r", "b")]), count=1, seed=0)
