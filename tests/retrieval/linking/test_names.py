import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numkbqa.retrieval.linking import fold, fold_with_places


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
