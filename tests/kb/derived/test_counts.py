import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.kb.derived import Derived
from numkbqa.kb.derived.counts import MIN_SEVERAL_SHARE
from tests.kb.conftest import shared_data
from tests.support.derived import derive, derived_values, lexical, texts
from tests.support.statements import PREFIXES

RIVERS = {"ohio": "red", "texas": "red blue green", "utah": "blue"}
TYPES = "".join(f"{state}\ttype\tState\n" for state in (*RIVERS, "maine")) + "".join(
    f"{river}\ttype\tRiver\n" for river in ("red", "blue", "green")
)
CROSSES = "".join(f"{r}\tcrosses\t{state}\n" for state, rivers in RIVERS.items() for r in rivers.split())


def counts(folder: Path, triples: str, name: str = "triples.tsv") -> EmbeddedKnowledgeBase:
    return derive(folder, {name: triples}, [Derived.COUNTS])


def test_neighbours_are_counted_both_ways_and_named_after_their_class(tmp_path: Path) -> None:
    kb = counts(tmp_path, TYPES + CROSSES)
    assert derived_values(kb) == {
        "count>crosses": {"red": "2", "blue": "2", "green": "1"},
        "count>crosses^-1": {"ohio": "1", "texas": "3", "utah": "1", "maine": "0"},
    }
    assert texts(kb) == {
        "count>crosses": "number of states it crosses",
        "count>crosses^-1": "number of rivers",
    }
    assert lexical(kb, "count>crosses^-1", "texas") == "counted from 3 facts of crosses"
    assert lexical(kb, "count>crosses^-1", "utah") == "counted from 1 fact of crosses"
    assert lexical(kb, "count>crosses^-1", "maine") == "counted from 0 facts of crosses"


def test_nothing_is_counted_as_none_where_most_of_the_class_has_none(tmp_path: Path) -> None:
    more = "".join(f"s{i}\ttype\tState\n" for i in range(3))
    assert derived_values(counts(tmp_path, TYPES + CROSSES + more))["count>crosses^-1"] == {
        "ohio": "1", "texas": "3", "utah": "1",
    }  # fmt: skip


def test_nothing_is_counted_as_none_without_a_class(tmp_path: Path) -> None:
    values = derived_values(counts(tmp_path, CROSSES + "maine\tnear\tohio\n"))
    assert set(values["count>crosses^-1"]) == set(RIVERS)


def test_counts_that_are_almost_all_one_are_not_kept(tmp_path: Path) -> None:
    ones = "".join(f"p{i}\tmother\tm{i}\n" for i in range(int(1 / MIN_SEVERAL_SHARE)))
    assert derived_values(counts(tmp_path, ones + "q\tmother\tm0\nq\tmother\tm1\n")) == {
        "count>mother^-1": {"m0": "2", "m1": "2"} | {f"m{i}": "1" for i in range(2, 10)}
    }


def test_counts_that_are_all_alike_are_not_kept(tmp_path: Path) -> None:
    assert derived_values(counts(tmp_path, "a\tr\tx\na\tr\ty\nb\tr\tz\nb\tr\tw\n")) == {}


def test_a_symmetric_relation_is_counted_once(tmp_path: Path) -> None:
    pairs = [("a", "b"), ("b", "c"), ("b", "d")]
    facts = "".join(f"{x}\tborders\t{y}\n{y}\tborders\t{x}\n" for x, y in pairs)
    assert derived_values(counts(tmp_path, facts)) == {
        "count>borders": {"a": "1", "b": "3", "c": "1", "d": "1"}
    }


def test_neighbours_of_several_classes_are_counted_by_class(tmp_path: Path) -> None:
    lies = {"c1": "ohio", "c2": "ohio", "c3": "utah", "m1": "utah", "m2": "utah", "m3": "ohio"}
    facts = "".join(f"{place}\tin\t{state}\n" for place, state in lies.items())
    classes = "".join(f"{place}\ttype\t{'City' if place[0] == 'c' else 'Peak'}\n" for place in lies)
    kb = counts(tmp_path, facts + classes)
    assert derived_values(kb) == {
        "count>in^-1>City": {"ohio": "2", "utah": "1"},
        "count>in^-1>Peak": {"ohio": "1", "utah": "2"},
    }
    assert set(texts(kb).values()) == {"number of cities", "number of peaks"}


def test_relations_of_the_same_words_are_told_apart(tmp_path: Path) -> None:
    facts = "a\tplayed in\tx\na\tplayed in\ty\nb\tplayed in\tx\nc\tsang in\tx\nc\tsang in\ty\nd\tsang in\tx\n"
    kb = counts(tmp_path, facts + "x\ttype\tFilm\ny\ttype\tFilm\n")
    assert texts(kb)["count>played in"] == "number of films by played in"
    assert texts(kb)["count>sang in"] == "number of films by sang in"


def test_counts_lead_past_events(tmp_path: Path) -> None:
    held = {"ann": ("mayor", "judge"), "bob": ("mayor",)}
    graph = PREFIXES + "".join(
        f"x:{who} x:tenure [ x:office x:{office} ; x:note 'ok' ] .\n"
        for who, offices in held.items()
        for office in offices
    )
    values = derived_values(counts(tmp_path, graph, "g.ttl"))
    assert values == {
        "count>http://x.org/tenure>http://x.org/office": {"http://x.org/ann": "2", "http://x.org/bob": "1"},
        "count>http://x.org/tenure>http://x.org/office^-1": {
            "http://x.org/mayor": "2",
            "http://x.org/judge": "1",
        },
    }


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_a_plain_count(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    facts = {(f"a{rng.randrange(9)}", rng.choice("rst"), f"b{rng.randrange(9)}") for _ in range(60)}
    lines = [f"{h}\t{r}\t{t}\n" for h, r, t in facts]
    rng.shuffle(lines)
    expected: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for head, relation, tail in facts:
        expected[f"count>{relation}"][head] += 1
        expected[f"count>{relation}^-1"][tail] += 1
    kept = {name: one for name, one in expected.items() if len(set(one.values())) > 1}
    found = derived_values(counts(tmp_path, "".join(lines + lines[:5])))
    assert found == {name: {e: str(n) for e, n in one.items()} for name, one in kept.items()}


@pytest.fixture(scope="module")
def geoquery(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedKnowledgeBase:
    graph = shared_data("geoquery/kb.nt").read_text(encoding="utf-8")
    return derive(tmp_path_factory.mktemp("geoquery"), {"kb.nt": graph}, [Derived.COUNTS])


def extremes(kb: EmbeddedKnowledgeBase, text: str) -> dict[str, set[str]]:
    """The entities with the most and with the fewest, by an exact sort."""
    number = next(n for n, relation in enumerate(kb.numerical_relations) if relation.text == text)
    facts = kb.numbers_of_relation(number)
    ends = {"most": facts.low == facts.low.max(), "fewest": facts.low == facts.low.min()}
    return {end: {kb.entity_id(int(e)) for e in np.unique(facts.entity[rows])} for end, rows in ends.items()}


ASKED = {
    "river traverses the most states": ("number of states it traverses", "most"),
    "river runs through the most states": ("number of states it traverses", "most"),
    "the state with the most rivers": ("number of rivers", "most"),
    "most rivers running through it": ("number of rivers", "most"),
    "contains most rivers": ("number of rivers", "most"),
    "has the most cities": ("number of cities", "most"),
    "state borders the least states": ("number of states it borders", "fewest"),
}


def test_the_most_and_the_fewest_of_geoquery(geoquery: EmbeddedKnowledgeBase) -> None:
    path = shared_data("geoquery/questions.train.jsonl")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    right = 0
    for row in rows:
        asked = [said for words, said in ASKED.items() if row["question"].endswith(words)]
        if (
            row["answer_kind"] != "entity"
            or not asked
            or row["question"].startswith(("what is", "what states"))
        ):
            continue
        text, end = asked[0]
        assert extremes(geoquery, text)[end] == {answer["id"] for answer in row["answers"]}
        right += 1
    assert right == 9
