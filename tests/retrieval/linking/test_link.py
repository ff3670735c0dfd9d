from hypothesis import given
from hypothesis import strategies as st

from numkbqa.retrieval.linking import Link, outermost

SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda s: (s[0], s[0] + s[1])), max_size=12
)


@given(SPANS)
def test_only_names_inside_of_other_names_are_left_out(spans: list[tuple[int, int]]) -> None:
    links = [Link(0, "x", start, end, 1.0) for start, end in spans]
    distinct = set(spans)
    inside = {s for s in distinct for o in distinct if o != s and o[0] <= s[0] and s[1] <= o[1]}
    assert outermost(links) == sorted(distinct - inside)


def test_what_no_word_stands_for_has_no_place() -> None:
    assert outermost([Link(0, "", 0, 0, 1.0)]) == []
