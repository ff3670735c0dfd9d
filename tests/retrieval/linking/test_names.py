import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numkbqa.retrieval.linking import fold, fold_with_places, readable


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("São Paulo", "sao paulo"),
        ("  St. Louis\t(Missouri) ", "st louis missouri"),
        ("Straße", "strasse"),
        ("Ｔokyo", "tokyo"),
        ("snake_case-name", "snake case name"),
        ("北京", "北京"),
        ("!!", ""),
    ],
)
def test_folding(name: str, folded: str) -> None:
    assert fold(name) == folded


@given(st.text(max_size=40))
@example("ﬁne Å\u030a ½ ")
@settings(deadline=None)
def test_both_ways_of_folding_agree_and_places_point_back(text: str) -> None:
    folded, places = fold_with_places(text)
    assert folded == fold(text)
    assert len(places) == len(folded) + 1
    assert places == sorted(places)
    for character, place in zip(folded, places[:-1], strict=True):
        assert character == " " or character in fold(text[place])


@given(st.text(st.characters(exclude_categories=()), max_size=40))
@example("a\x00b\ud800c\x9f")
@settings(deadline=None)
def test_a_readable_text_keeps_its_places_and_can_be_written(text: str) -> None:
    clean = readable(text)
    assert len(clean) == len(text) <= len(clean.encode())
    assert not {"\0", "\n", "\t", "\x9f"} & set(clean)
    assert fold(clean) == fold(text)
