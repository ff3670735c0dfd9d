import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from numkbqa.experiments.typos import TYPOS, Typo, misspell


@pytest.mark.parametrize("typo", TYPOS, ids=lambda typo: typo.__name__)
def test_each_kind_changes_one_place(typo: Typo) -> None:
    for at in (1, 2, 3):
        # capitals, so that a letter drawn is never the one that stood there
        assert OSA.distance("TEXAS", typo("TEXAS", at, random.Random(1))) == 1


@given(st.text(alphabet="abcdefgh ", min_size=4, max_size=30), st.integers(0, 9))
def test_only_the_mention_changes_and_by_one_edit(mention: str, seed: int) -> None:
    question = f"what is in {mention}?"
    found = misspell(question, [(11, 11 + len(mention))], str(seed))
    if found is None:
        assert max(map(len, mention.split()), default=0) < 4
        return
    text, [(start, end)] = found
    assert (text[:start], text[end:]) == ("what is in ", "?")
    assert OSA.distance(mention, text[start:end]) == 1
    firsts = [word[0] for word in mention.split()]
    assert [word[0] for word in text[start:end].split()] == firsts


def test_the_places_of_later_mentions_move_along() -> None:
    question = "is Paris larger than Berlin or Rio?"
    spans = [(question.index(name), question.index(name) + len(name)) for name in ("Rio", "Paris", "Berlin")]
    for seed in range(20):
        found = misspell(question, spans, str(seed))
        assert found is not None
        text, places = found
        words = [text[start:end] for start, end in places]
        assert [word[0] for word in words] == ["P", "B", "R"]
        assert words[2] == "Rio"
        assert words[:2] == [text.split()[1], text.split()[4]]


def test_the_same_seed_gives_the_same_typo_and_another_seed_another() -> None:
    spans = [(0, 13)]
    texts = [misspell("San Francisco", spans, str(seed % 5)) for seed in range(10)]
    assert texts[:5] == texts[5:]
    assert len({str(text) for text in texts}) == 5


def test_short_words_and_numbers_are_left_alone() -> None:
    assert misspell("how big is the US in 19999?", [(15, 17), (21, 26)], "0") is None
    assert misspell("who?", [], "0") is None
