import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.questions.bare_ranks import bare_rank_at
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.values import Kind


@pytest.mark.parametrize(
    ("question", "determiner", "k"),
    [
        ("Which Canadian city ranks third by population?", "largest", 3),
        ("Which Polish city comes second in population?", "largest", 2),
        ("Which metal ranks first by boiling point?", "largest", 1),
        ("which city in Arizona is second by population", "largest", 2),
        ("which city is fifth in total area", "largest", 5),
        ("which city ranks last in area", "smallest", 1),
        ("which city ranks second to last in area", "smallest", 2),
        ("what is the third lake of Borea by elevation?", "largest", 3),
        ("the second state by number of rivers", "largest", 2),
        ("the third element by atomic number", "smallest", 3),
        ("the third from last element by atomic number", "largest", 3),
    ],
)
def test_ranks_by_a_property(question: str, determiner: str, k: int) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert (cue.determiner, cue.k, cue.span) == (determiner, k, None)


@pytest.mark.parametrize(
    ("question", "determiner", "k"),
    [
        ("Which halogen was the second to be discovered?", "first", 2),
        ("which halogen was the first to be discovered in France?", "first", 1),
        ("Which metal was the last to be discovered?", "last", 1),
        ("who was the second to last to be born", "last", 2),
        ("who was the last to die", "last", 1),
        ("Name the second poor metal to be discovered.", "first", 2),
        ("name the third person to be born in Rome", "first", 3),
        ("second element of period 7 to be discovered", "first", 2),
        ("Which was the 2nd actinide to be found?", "first", 2),
        ("who was the penultimate king of Avalon?", "last", 2),
        ("the second king of Avalon by date of coronation", "first", 2),
        ("which was the last but one to be discovered?", "last", 2),
        ("what was the second nonmetal discovered", "first", 2),
        ("Which element was Albert Ghiorso's second discovery?", "first", 2),
        ("Which element did Lecoq de Boisbaudran discover last?", "last", 1),
        ("which song did Queen release third?", "first", 3),
    ],
)
def test_counted_events(question: str, determiner: str, k: int) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert (cue.determiner, cue.k, cue.kind_hint, cue.span) == (determiner, k, Kind.DATE, None)


@pytest.mark.parametrize(
    "question",
    [
        "when was the second world war started?",
        "what is the second city of Spain?",
        "who is second in command of the army?",
        "who was second in line to be king?",
        "what happens on the second Tuesday of May?",
        "who was his second wife?",
        "what was the second movie called?",
        "what is his second language?",
        "where did Tom live last?",
        "who was the first lady to be elected?",
        "what is she known first for?",
        "what is the second amendment of the constitution?",
    ],
)
def test_ranks_that_order_nothing(question: str) -> None:
    assert parse_ordinal(question) is None


@given(
    st.lists(
        st.sampled_from(
            [
                "the",
                "second",
                "last",
                "to",
                "from",
                "be",
                "found",
                "in",
                "by",
                "'s",
                "?",
                "is",
                "ranks",
                "did",
                "find",
                "x",
            ]
        ),
        min_size=1,
    )
)
@settings(deadline=None)
def test_any_words_are_read_without_an_error(words: list[str]) -> None:
    for start in range(len(words)):
        found = bare_rank_at(words, start)
        assert found is None or 1 <= found.k <= 10
