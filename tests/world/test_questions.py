import json
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from numkbqa.world import SAMPLE_QUESTIONS, SPLITS, question_file

QUESTIONS = {
    split: [json.loads(line) for line in question_file(split).read_text(encoding="utf-8").splitlines()]
    for split in SPLITS
}
RECIPES = [
    json.loads(line)
    for line in question_file("test").with_name("recipes.jsonl").read_text(encoding="utf-8").splitlines()
]
KINDS = {"neighbour": "country", "place": "country", "capital": "city"}
CLASSES = {"cities": "city", "countries": "country", "elements": "chemical-element"}


def entity(column: str, key: Any) -> str:
    path = key if column == "discoverer" else f"{KINDS.get(column, column)}/{key}"
    return f"http://world.example/entity/{path}"


def topics(recipe: dict[str, Any]) -> set[str]:
    named = {entity(column, key) for column, key in recipe["filter"].items()}
    return named or {f"http://world.example/class/{CLASSES[recipe['table']]}"}


def matching(frame: pd.DataFrame, recipe: dict[str, Any]) -> pd.DataFrame:
    for column, key in recipe["filter"].items():
        lists = isinstance(frame[column].iloc[0], list)
        frame = frame[frame[column].map(lambda cell, key=key: key in cell) if lists else frame[column] == key]
    return frame


def winners(frame: pd.DataFrame, recipe: dict[str, Any]) -> list[str]:
    values = sorted(frame[recipe["by"]].dropna().unique(), reverse=recipe["direction"] == "max")
    return list(frame.loc[frame[recipe["by"]] == values[recipe["k"] - 1], "iri"])


def named_entities(frame: pd.DataFrame, column: str) -> list[str]:
    if column == "iri":
        return list(frame["iri"])
    cells = [cell if isinstance(cell, list) else [cell] for cell in frame[column]]
    keys = [int(key) if isinstance(key, float) else key for cell in cells for key in cell]
    return [entity(column, key) for key in keys]


def computed_answers(frames: dict[str, pd.DataFrame], recipe: dict[str, Any]) -> set[str]:
    frame = matching(frames[recipe["table"]], recipe)
    return set(winners(frame, recipe) if "by" in recipe else named_entities(frame, recipe["answer"]))


def margin(frame: pd.DataFrame, recipe: dict[str, Any]) -> tuple[float, float]:
    """Distance of the k-th value to the nearest other, and the distance that is asked for."""
    values = sorted(frame[recipe["by"]].dropna().unique(), reverse=recipe["direction"] == "max")
    value = values[recipe["k"] - 1]
    distance = min(abs(value - other) for other in values if other != value)
    needed = {"year": 1.0, "latitude": 0.02, "longitude": 0.02}.get(recipe["by"], 0.015 * abs(value))
    return distance, needed


def questions_and_recipes() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return list(zip([q for split in SPLITS for q in QUESTIONS[split]], RECIPES, strict=True))


def test_every_question_has_its_recipe() -> None:
    assert [q["id"] for q, _ in questions_and_recipes()] == [r["id"] for _, r in questions_and_recipes()]


def test_answers_are_those_computed_from_the_packages_alone(frames: dict[str, pd.DataFrame]) -> None:
    wrong = {
        question["id"]: question["question"]
        for question, recipe in questions_and_recipes()
        if {answer["id"] for answer in question["answers"]} != computed_answers(frames, recipe)
    }
    assert not wrong


def test_ordinal_winners_are_unique_and_clear(frames: dict[str, pd.DataFrame]) -> None:
    for question, recipe in questions_and_recipes():
        if "by" in recipe:
            frame = matching(frames[recipe["table"]], recipe)
            distance, needed = margin(frame, recipe)
            assert len(winners(frame, recipe)) == 1, question
            assert distance >= needed, question


def test_no_answer_is_a_topic() -> None:
    for question, recipe in questions_and_recipes():
        assert not topics(recipe) & {answer["id"] for answer in question["answers"]}, question


def test_no_topic_is_in_two_splits() -> None:
    where: dict[str, set[str]] = {}
    for recipe in RECIPES:
        for topic in topics(recipe):
            where.setdefault(topic, set()).add(recipe["id"].split("-")[0])
    assert {topic: splits for topic, splits in where.items() if len(splits) > 1} == {}


def test_ids_and_questions_are_unique() -> None:
    everything = [question for questions in QUESTIONS.values() for question in questions]
    assert len({q["id"] for q in everything}) == len(everything)
    assert len({q["question"].casefold().rstrip("?. ") for q in everything}) == len(everything)


@pytest.mark.parametrize("split", SPLITS)
def test_records_have_the_fields_of_a_question_file_and_no_topic_entities(split: str) -> None:
    for question in QUESTIONS[split]:
        assert set(question) == {"id", "question", "answers", "ordinal"}
        assert question["id"].startswith(f"{split}-")
        assert question["answers"]


@pytest.mark.parametrize(("split", "least"), [("train", 140), ("dev", 50), ("test", 110)])
def test_splits_are_large_enough_and_cover_all_four_cells(split: str, least: int) -> None:
    recipes = [recipe for recipe in RECIPES if recipe["id"].startswith(split)]
    cells = Counter((recipe["by"] == "year", recipe["direction"]) for recipe in recipes if "by" in recipe)
    assert len(recipes) >= least
    assert len(cells) == 4
    assert min(cells.values()) >= 7
    assert 0.55 <= sum(cells.values()) / len(recipes) <= 0.75


def test_ordinal_flag_says_whether_the_recipe_sorts() -> None:
    assert all(question["ordinal"] == ("by" in recipe) for question, recipe in questions_and_recipes())


def test_enough_questions_ask_for_the_second_or_later() -> None:
    assert sum(recipe.get("k", 1) > 1 for recipe in RECIPES) >= 40


def test_samples_are_ten_and_none_is_a_test_question() -> None:
    asked = {question["question"].casefold() for question in QUESTIONS["test"]}
    assert len(set(SAMPLE_QUESTIONS)) == 10
    assert not asked & {question.casefold() for question in SAMPLE_QUESTIONS}


def test_question_counts_of_the_readme_are_right() -> None:
    text = (Path(question_file("test")).parent / "README.md").read_text(encoding="utf-8")
    for split in SPLITS:
        assert f"| {split} | {len(QUESTIONS[split])} |" in text


def test_unknown_split_is_refused() -> None:
    from numkbqa.errors import UserError

    with pytest.raises(UserError, match="no split 'validation'"):
        question_file("validation")
