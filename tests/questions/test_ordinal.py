import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.questions import lexicon
from numkbqa.questions.ordinal import determiners, has_ordinal_word, parse_ordinal, ranked
from numkbqa.values import Kind
from numkbqa.values.ranks import Direction

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / ".." / "shared" / "data"
WORLD = ROOT / "src" / "numkbqa" / "world" / "questions" / "train.jsonl"


@pytest.mark.parametrize(
    ("question", "determiner", "direction", "k"),
    [
        ("What is the city of China that has the largest area ?", "largest", "max", 1),
        ("which city in china has the third-largest population?", "largest", "max", 3),
        ("what is the 2nd highest mountain of Nepal", "highest", "max", 2),
        ("What is the second most populous city in Texas?", "most populous", "max", 2),
        ("what is the least densely populated state", "least densely populated", "min", 1),
        ("which country has the fewest people", "fewest", "min", 1),
        ("which river traverses the most states", "most", "max", 1),
        ("the state with the most rivers", "most", "max", 1),
        ("which state borders the most states", "most", "max", 1),
        ("which river flows through most states", "most", "max", 1),
        ("the country with the fewest cities", "fewest", "min", 1),
        ("Which of the movies featuring Alyson Stoner was released the earliest?", "earliest", "min", 1),
        ("which person born in Pasadena died last?", "last", "max", 1),
        ("which actor in Gaslight died second to last?", "last", "max", 2),
        ("which actor was born second?", "first", "min", 2),
        ("what was the first movie made in China?", "first", "min", 1),
        ("What is Taylor Swift's most recent album?", "most recent", "max", 1),
        ("WHAT IS THE LARGEST CITY OF FRANCE", "largest", "max", 1),
        ("What Is The Last Film By Orson Welles", "last", "max", 1),
        ("what is the easternmost town of Poland?", "easternmost", "max", 1),
        ("what is the state with the lowest point", "lowest", "min", 1),
        ("which city in Canada lies furthest west", "furthest west", "min", 1),
        ("which city is the farthest to the south?", "farthest to the south", "min", 1),
        ("which is the second most northerly town?", "most northerly", "max", 2),
        ("what is the 17th largest city in France?", "largest", "max", 17),
        ("which is the 101st-smallest?", "smallest", "min", 101),
        ("WHAT IS THE 2ND LARGEST CITY", "largest", "max", 2),
        ("what is the twelfth largest lake?", "largest", "max", 12),
        ("which river has the 11th most bridges?", "most", "max", 11),
        ("which actor died 12th to last?", "last", "max", 12),
        ("what is the 0th largest city?", "largest", "max", 1),
        ("which city is the most southerly?", "most southerly", "min", 1),
        ("Of the group 1 elements, which was known first?", "first", "min", 1),
    ],
)
def test_determiner_direction_and_rank(question: str, determiner: str, direction: str, k: int) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert (cue.determiner, cue.direction, cue.k) == (determiner, direction, k)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "what is the first name of Obama?",
        "Who was the First Lady in 1990?",
        "what is Madonna's last name?",
        "where do most of the people live in japan?",
        "which countries have at least two official languages?",
        "which team won at most three games?",
        "what did they say in his last will?",
        "what countries speak german as a first language?",
        "is Paris one of the largest cities of Europe?",
        "who fought in the first world war?",
        "how long did the war last?",
        "who directed The Last Samurai?",
        "what are the few largest cities of Spain?",
        "when was the book first published?",
        "what is the highest point of Ohio?",
        "who is the most famous singer?",
        "what time zone is cleveland in?",
    ],
)
def test_questions_without_an_order(question: str) -> None:
    assert parse_ordinal(question) is None


@pytest.mark.parametrize(
    ("question", "kind", "direction"),
    [
        ("who is the oldest actor?", Kind.DATE, Direction.MIN),
        ("who is the oldest actor?", Kind.NUMBER, Direction.MAX),
        ("who is the youngest player?", Kind.DATE, Direction.MAX),
        ("who is the youngest player?", Kind.QUANTITY, Direction.MIN),
        ("what is the newest stadium?", Kind.DATE, Direction.MAX),
        ("what is the latest album?", Kind.DATE, Direction.MAX),
        ("what is the first album?", Kind.DATE, Direction.MIN),
    ],
)
def test_polarity_follows_the_kind_of_value(question: str, kind: Kind, direction: Direction) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert cue.direction_for(kind) is direction


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("which actor died last?", Kind.DATE),
        ("which city has the largest population?", Kind.NUMBER),
        ("who is the oldest person?", Kind.DATE),
        ("which person has the oldest age?", Kind.NUMBER),
        ("what is the longest one?", None),
    ],
)
def test_kind_hint(question: str, hint: Kind | None) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert cue.kind_hint is hint


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("what is the 2nd highest mountain of Nepal", "2nd highest"),
        ("which is the third-largest city?", "third-largest"),
        ("which city lies Furthest North?", "Furthest North"),
        ("who died second to last?", "second to last"),
        ("what’s Tom’s newest song", "newest"),
    ],
)
def test_span_holds_rank_and_determiner(question: str, phrase: str) -> None:
    cue = parse_ordinal(question)
    assert cue is not None
    assert cue.span is not None
    assert question[slice(*cue.span)] == phrase


@given(st.text())
@settings(deadline=None)
def test_any_text_is_parsed_without_an_error(text: str) -> None:
    cue = parse_ordinal(text)
    assert cue is None or cue.k >= 1


@given(st.sampled_from(lexicon.DETERMINERS), st.integers(1, 10))
@settings(deadline=None)
def test_every_determiner_with_every_rank_is_read_back(row: lexicon.Determiner, k: int) -> None:
    if row.phrase == "first" and k > 1:
        return  # "the second city" alone counts nothing
    cue = parse_ordinal(f"what is the {ranked(row.phrase, k)} city of Spain?")
    assert cue is not None
    assert (cue.row, cue.k) == (row, k)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("direction", list(Direction))
def test_generated_determiners_point_the_way_they_were_asked_for(kind: Kind, direction: Direction) -> None:
    paper, wide = determiners(kind, direction), determiners(kind, direction, "wide")
    assert set(paper) <= set(wide)
    for determiner in wide:
        cue = parse_ordinal(f"which city has the {determiner} area?")
        assert cue is not None
        assert cue.direction_for(kind) is direction


def test_the_paper_has_nine_determiners() -> None:
    nine = {"largest", "biggest", "fewest", "smallest", "latest", "most recent", "last", "earliest", "first"}
    found = {d for kind in (Kind.NUMBER, Kind.DATE) for way in Direction for d in determiners(kind, way)}
    assert found == nine


@pytest.mark.parametrize(
    ("name", "precision", "recall"),
    [
        ("freebase/ordinal.train", 1.0, 0.99),
        ("freebase/cwq.dev", 0.95, 0.95),
        ("geoquery/questions.train", 0.95, 0.9),
    ],
)
def test_lexicon_on_real_questions(name: str, precision: float, recall: float) -> None:
    path = DATA / f"{name}.jsonl"
    if not path.is_file():
        pytest.skip("the development data are not beside the repository")
    assert_agreement(path, precision, recall)


def test_lexicon_on_the_training_questions_of_the_world() -> None:
    assert_agreement(WORLD, 1.0, 0.99)


def assert_agreement(path: Path, precision: float, recall: float) -> None:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    said = [has_ordinal_word(record["question"]) for record in records]
    hits = sum(found and record["ordinal"] for found, record in zip(said, records, strict=True))
    assert hits / sum(said) >= precision
    assert hits / sum(record["ordinal"] for record in records) >= recall
