from numkbqa.questions.examples import example_questions
from numkbqa.questions.ordinal import parse_ordinal
from tests.support.toy_kb import ToyKB, number, toy_world

SETTINGS = {"templates": "wide", "max_k": 3, "max_candidates": 50}


def made(kb: ToyKB, count: int, seed: int = 0) -> list[str]:
    return example_questions(kb, count=count, seed=seed, **SETTINGS)  # type: ignore[arg-type]


def test_the_questions_are_whole_and_repeatable() -> None:
    kb = toy_world()
    questions = made(kb, 20)
    assert len(questions) == len(set(questions)) == 20
    assert questions == made(kb, 20) != made(kb, 20, seed=1)
    assert all(text[0].isupper() and text.endswith("?") and parse_ordinal(text) for text in questions)


def test_what_people_measure_comes_before_codes() -> None:
    facts = [("peru", "city", name) for name in "abcdef"]
    numbers = [
        (name, relation, number(i)) for i, name in enumerate("abcdef") for relation in ("area", "zip code")
    ]
    kb = ToyKB(facts, numbers, {name: name.upper() for name in ("peru", *"abcdef")})
    questions = made(kb, 30)
    firsts = ["zip code" in text for text in questions]
    assert firsts == sorted(firsts)
    assert not any("zip code" in text for text in made(kb, 2))
