import random

import pytest

from numkbqa.kb.protocol import NumericalRelation
from numkbqa.questions.groups import Side
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.wording import Subject, Wish, paper_question, plain_question, vary, wide_question
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

AREA = NumericalRelation("area", "area", Kind.QUANTITY, "kilometer ** 2")
POPULATION = NumericalRelation("population", "population", Kind.NUMBER, None)
BORN = NumericalRelation("date_of_birth", "date of birth", Kind.DATE, None)
FOUNDED = NumericalRelation("founded", "founded", Kind.DATE, None)
CITIES = Subject("China", "city", "city", Side.TAILS)
SINGERS = Subject("folk", "genre", "singer", Side.HEADS)


def wordings(subject: Subject, wish: Wish, number: int = 300) -> dict[str, str]:
    rng = random.Random(0)
    made = (wide_question(subject, wish, rng) for _ in range(number))
    return {text.lower().rstrip(" ?"): determiner for text, determiner in made}


def test_paper_question_is_the_paper_example() -> None:
    made = {paper_question(CITIES, Wish(AREA, Direction.MAX, 1), random.Random(s)) for s in range(20)}
    assert made == {
        ("What is the city of China that has the largest area ?", "largest"),
        ("What is the city of China that has the biggest area ?", "biggest"),
    }


def test_paper_question_never_ranks_first_and_last() -> None:
    texts = {paper_question(SINGERS, Wish(BORN, Direction.MIN, 2), random.Random(s))[0] for s in range(20)}
    assert texts == {"What is the genre of folk that has the second earliest date of birth ?"}


def test_wide_question_speaks_of_the_property() -> None:
    made = wordings(SINGERS, Wish(BORN, Direction.MIN, 1))
    assert made["who is the oldest singer of folk"] == "oldest"
    assert made["which singer of folk was born first"] == "first"
    later = wordings(SINGERS, Wish(BORN, Direction.MAX, 2))
    assert later["which singer of folk was born second to last"] == "last"
    assert later["who is the second youngest singer of folk"] == "youngest"


def test_ambiguous_superlatives_name_the_property_only_where_a_rival_has_them() -> None:
    alone = wordings(CITIES, Wish(AREA, Direction.MAX, 1))
    rivals = wordings(CITIES, Wish(AREA, Direction.MAX, 1, (POPULATION,)))
    assert "what is the largest city of china" in alone
    assert "what is the largest city of china" not in rivals
    assert "what is the largest city of china by area" in rivals


def test_wide_question_ranks_and_counts() -> None:
    ranked = wordings(CITIES, Wish(AREA, Direction.MAX, 3), 600)
    assert ranked["which city of china ranks third by area"] == "largest"
    assert ranked["which city of china comes third in area"] == "largest"
    assert "which city of china ranks last by area" in wordings(CITIES, Wish(AREA, Direction.MIN, 1), 600)
    assert not any(" ranks " in text for text in wordings(CITIES, Wish(AREA, Direction.MIN, 2)))
    counted = wordings(CITIES, Wish(FOUNDED, Direction.MIN, 2), 600)
    assert counted["which city of china was the second to be founded"] == "first"
    assert counted["name the second city of china to be founded"] == "first"
    assert "which city of china was the last to be founded" in wordings(
        CITIES, Wish(FOUNDED, Direction.MAX, 1), 600
    )


def test_wide_question_speaks_of_places() -> None:
    towns = Subject("Peru", "country", "town", Side.HEADS)
    latitude = NumericalRelation("latitude", "latitude", Kind.NUMBER, None)
    made = wordings(towns, Wish(latitude, Direction.MIN, 1), 600)
    assert made["which town in peru lies furthest south"] == "furthest south"
    assert made["what is peru's most southerly town"] == "most southerly"


def test_bare_participles_become_nouns() -> None:
    texts = wordings(CITIES, Wish(FOUNDED, Direction.MIN, 1))
    assert any("the earliest founded date" in text for text in texts)
    assert not any(text.endswith("founded") for text in texts if "has the" in text)


@pytest.mark.parametrize(
    ("link", "side", "text"),
    [
        ("capital", Side.TAILS, "what is the capital of peru"),
        ("borders", Side.HEADS, "which country borders peru"),
        ("located in", Side.HEADS, "which country was located in peru"),
    ],
)
def test_plain_questions_follow_the_grammar_of_the_relation(link: str, side: Side, text: str) -> None:
    rng = random.Random(1)
    made = {
        plain_question(Subject("Peru", link, "country", side), rng).lower().rstrip(" ?") for _ in range(80)
    }
    assert text in made


def test_vary_changes_only_case_and_question_mark() -> None:
    forms = {vary("which city of China", random.Random(s)) for s in range(60)}
    assert len(forms) > 5
    assert {form.rstrip(" ?") for form in forms} == {
        "which city of china", "which city of China", "Which city of China",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("number of rivers", "which state has the most rivers"),
        ("number of states it borders", "which state borders the most states"),
    ],
)
def test_counts_are_asked_for_as_people_do(text: str, question: str) -> None:
    states = Subject("state", "type", "state", Side.CLASS)
    count = NumericalRelation("count>r", text, Kind.NUMBER, None, derived=True)
    made = wordings(states, Wish(count, Direction.MAX, 1))
    assert made[question] == "most"
    assert f"which state has the largest {text}" in made
    assert all(parse_ordinal(one) is not None for one in made)


def test_nothing_is_said_twice() -> None:
    group = Subject("group 4", "group", "chemical element", Side.HEADS)
    made = wordings(group, Wish(AREA, Direction.MAX, 1))
    assert not any("group group" in text for text in made)
    own = wordings(Subject("Ohio", "state", "state", Side.TAILS), Wish(AREA, Direction.MAX, 1))
    assert not any("that is a state of" in text for text in own)


def test_what_has_a_place_in_a_role_does_not_lie_in_it() -> None:
    made = wordings(
        Subject("France", "country of discovery", "element", Side.HEADS), Wish(FOUNDED, Direction.MIN, 1)
    )
    assert not any("in france" in text or "element of france" in text or "france's" in text for text in made)
    assert any("whose country of discovery is france" in text for text in made)


def test_verbs_of_several_words_are_verbs() -> None:
    neighbours = Subject("Iraq", "shares border with", "country", Side.HEADS)
    made = wordings(neighbours, Wish(AREA, Direction.MAX, 1))
    assert "what is the largest country that shares border with iraq" in made
    assert not any("is shares" in text or "was shares" in text for text in made)


def test_several_are_asked_about_in_the_plural() -> None:
    made = wordings(CITIES, Wish(AREA, Direction.MAX, 1))
    assert "of the cities of china, which one covers the most area" in made
    assert not any(" entries" in text for text in made)


def test_only_what_is_counted_is_most_or_fewest() -> None:
    elevation = NumericalRelation("elevation", "elevation", Kind.QUANTITY, "meter")
    visitors = NumericalRelation("visitors", "visitors", Kind.NUMBER, None)
    assert not any("fewest" in text for text in wordings(CITIES, Wish(elevation, Direction.MIN, 1), 600))
    made = wordings(CITIES, Wish(visitors, Direction.MIN, 1), 600)
    assert made["which city of china has the fewest visitors"] == "fewest"
    assert "which city of china has the smallest number of visitors" in made
