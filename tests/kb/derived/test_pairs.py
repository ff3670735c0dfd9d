import pytest

from numkbqa.kb.derived.pairs import DatePair, find_pairs


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [
        ("date of birth", "death date", "age"),
        ("people person date of birth", "people deceased person date of death", "age"),
        ("start time", "end time", "duration"),
        ("tenure start", "tenure end", "tenure duration"),
        ("time event start date", "time event end date", "event duration"),
        ("inception", "dissolved, abolished or demolished date", "duration"),
        ("opened", "closed", "duration"),
        ("ruled_from", "ruled_to", "ruled duration"),
        ("air date of first episode", "air date of final episode", "air episode duration"),
    ],
)
def test_ends_of_one_thing(start: str, end: str, text: str) -> None:
    assert find_pairs({"s": start, "e": end}) == [DatePair("s", "e", text, start)]
    assert find_pairs({"e": end, "s": start}) == find_pairs({"s": start, "e": end})


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("date of birth", "end date"),
        ("first marriage", "final season"),
        ("date of birth", "deceased person date of burial"),
        ("date of birth", "date of marriage"),
        ("start to end", "end"),
    ],
)
def test_what_is_no_pair(start: str, end: str) -> None:
    assert find_pairs({"s": start, "e": end}) == []
