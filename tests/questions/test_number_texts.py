import random

import pytest

from numkbqa.questions.number_texts import determiner_text, lexicon_determiners
from numkbqa.questions.ordinal import asked_rank, determiners, parse_ordinal, ranked
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

ENDS = [(kind, direction) for kind in (Kind.NUMBER, Kind.DATE) for direction in Direction]


@pytest.mark.parametrize(("kind", "direction"), ENDS)
def test_every_determiner_of_the_lexicon_orders_its_kind_as_it_says(kind: Kind, direction: Direction) -> None:
    phrases = lexicon_determiners(kind, direction)
    assert len(phrases) > 4
    for phrase in phrases:
        cue = parse_ordinal(f"it has the {phrase} value")
        assert cue is not None, phrase
        assert cue.direction_for(kind) is direction, phrase


@pytest.mark.parametrize(("kind", "direction"), ENDS)
def test_ranks_are_read_back(kind: Kind, direction: Direction) -> None:
    chooser = random.Random(0)
    for k in range(1, 11):
        for _ in range(20):
            text = determiner_text(kind, direction, k, "all", chooser)
            bare = k > 1 and " " not in text  # the rank of "first" stands alone
            cue = parse_ordinal(f"born {text}" if bare else f"it has the {text} value")
            assert cue is not None, text
            assert cue.k == k, text


@pytest.mark.parametrize(("kind", "direction"), ENDS)
def test_a_bare_determiner_asks_for_the_rank_that_it_was_made_of(kind: Kind, direction: Direction) -> None:
    phrases = {*determiners(kind, direction, "wide"), *lexicon_determiners(kind, direction)}
    read = {(ranked(phrase, k), k): asked_rank(ranked(phrase, k)) for phrase in phrases for k in range(1, 11)}
    assert {text: k for (text, k), asked in read.items() if asked != k} == {}


@pytest.mark.parametrize(("text", "k"), [("second", 2), ("3rd", 3), ("Fifth", 5), ("twenty first", 21)])
def test_a_rank_alone_asks_for_itself(text: str, k: int) -> None:
    assert asked_rank(text) == k


@pytest.mark.parametrize("text", ["", "who won", "a second chance", "the second world war", "fifth avenue"])
def test_no_rank_is_read_where_none_is_asked_for(text: str) -> None:
    assert asked_rank(text) == 1


def test_all_is_richer_than_wide_and_wide_than_paper() -> None:
    found = []
    for style in ("paper", "wide", "all"):
        chooser = random.Random(0)
        texts = [determiner_text(Kind.NUMBER, Direction.MAX, 2, style, chooser) for _ in range(400)]
        found.append(set(texts))
    assert found[0] == {"second largest", "second biggest"}
    assert len(found[0]) < len(found[1]) < len(found[2]) / 5
    assert any("2nd" in text for text in found[2])
