from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.strings import StringTable, pack_strings

texts = st.text(st.characters(exclude_categories=["Cs"]))


@settings(deadline=None)
@given(st.lists(texts, unique=True), texts)
def test_every_string_is_found_and_no_other(strings: list[str], other: str) -> None:
    strings = sorted(strings)
    arrays = pack_strings("x", strings)
    table = StringTable(arrays["x.blob"], arrays["x.offsets"])
    assert [table[i] for i in range(len(table))] == strings
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    assert table.find(other) == (strings.index(other) if other in strings else None)


def test_a_lone_surrogate_is_not_found() -> None:
    arrays = pack_strings("x", ["a", "b"])
    assert StringTable(arrays["x.blob"], arrays["x.offsets"]).find("\ud800") is None
