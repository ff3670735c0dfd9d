import random

import pytest

from numkbqa.questions.number_texts import determiner_text, lexicon_determiners
from numkbqa.questions.ordinal import parse_ordinal
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


def test_all_is_richer_than_wide_and_wide_than_paper() -> None:
    found = []
    for style in ("paper", "wide", "all"):
        chooser = random.Random(0)
        texts = [determiner_text(Kind.NUMBER, Direction.MAX, 2, style, chooser) for _ in range(400)]
        found.append(set(texts))
    assert found[0] == {"second largest", "second biggest"}
    assert len(found[0]) < len(found[1]) < len(found[2]) / 5
    assert any("2nd" in text for text in found[2])
