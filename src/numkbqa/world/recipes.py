"""Recipes of the world's questions: what each one is about and sorts by, known without linking it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numkbqa.world import question_file
from numkbqa.world.triples import BASE, class_of, entity, relation

_KINDS = {"neighbour": "country", "place": "country", "capital": "city"}
_CLASSES = {"cities": "city", "countries": "country", "elements": "chemical-element"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the answer of a question is found.

    Args:
        topics: IRIs of its topic entities; of a question without any, the class that it asks about.
        relation: IRI of the numerical relation that it sorts by, or None for a plain question.
    """

    topics: tuple[str, ...]
    relation: str | None


def read_recipes() -> dict[str, Recipe]:
    """The recipes of all splits.

    Returns:
        One recipe a question, by the question's id.
    """
    file = question_file("test").with_name("recipes.jsonl")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {line["id"]: Recipe(_topics(line), _relation(line)) for line in lines}


def _topics(line: Mapping[str, Any]) -> tuple[str, ...]:
    named = [_entity(column, key) for column, key in line["filter"].items()]
    return tuple(named) or (class_of(_CLASSES[line["table"]]),)


def _entity(column: str, key: Any) -> str:
    if column == "discoverer":  # its key holds the kind: "person/humphry-davy"
        return f"{BASE}entity/{key}"
    return entity(_KINDS.get(column, column), key)


def _relation(line: Mapping[str, Any]) -> str | None:
    if "by" not in line:
        return None
    return relation("year-of-discovery" if line["by"] == "year" else line["by"].replace("_", "-"))
