"""Questions out of the preprocessed folders of NSM and GRAFT-Net, with the subgraphs that they bring along.

A line of `dev_simple.json`, or of the longer `dev.json`, is a question. Its peculiarities:

| in the file | here |
|---|---|
| an answer whose `kb_id` is a number (MetaQA) | its text is the id |
| an answer that `entities.txt` lacks | an answer all the same: what a graph lacks counts as missed |
| an answer that reads as a number or a date, and that no fact of the subgraph starts from | a value |
| an answer that is there twice | once |
| a question without topic entities, which NSM drops | kept; its topic entities are linked like any others |
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from numkbqa.errors import UserError
from numkbqa.kb.readers.json_lines import json_lines
from numkbqa.kb.readers.nsm_folder import ENTITIES, RELATIONS
from numkbqa.kb.readers.nsm_subgraphs import (
    ABSENT,
    SUBGRAPH,
    Ints,
    Numbering,
    facts_of,
    id_of,
    numbers_of,
    read_ids,
)
from numkbqa.kb.readers.record import Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.questions.records import Answer, Question
from numkbqa.values import parse_value


@dataclass(frozen=True, slots=True)
class FolderQuestion:
    """A question with its subgraph; numbers are lines of `entities.txt` and `relations.txt`, from 0.

    Args:
        question: the record, with ids.
        line: its line in the file, from 1.
        topics: numbers of the topic entities, shape (num_topics,).
        answers: numbers of those gold answers that `entities.txt` has, shape (num_known_answers,).
        entities: numbers of the entities of the subgraph in the order of the file, shape (num_entities,).
        facts: numbers of head, relation and tail, shape (num_facts, 3); facts that name something which the
            lists lack are left out.
    """

    question: Question
    line: int
    topics: Ints
    answers: Ints
    entities: Ints
    facts: Ints


def is_folder_question_file(path: Path) -> bool:
    """Whether a question file is of this format: JSON in a folder with the two lists of ids."""
    source = Source(path, path.name)
    return source.name.endswith(".json") and all(
        (path.parent / name).is_file() for name in (ENTITIES, RELATIONS)
    )


def read_folder_questions(path: Path) -> Iterator[FolderQuestion]:
    """Yield the questions of a file one by one; the two lists beside it are held in memory.

    Args:
        path: the file.

    Yields:
        The questions in the order of the file.

    Raises:
        UserError: the file or a list cannot be read, a line is wrong, or there is no question at all.
    """
    entities, relations = (_list_beside(path, name) for name in (ENTITIES, RELATIONS))
    line = 0
    for line, row in json_lines(Source(path, path.name)):
        if isinstance(row, Skipped) or not isinstance(row, dict):
            raise UserError(
                "the line is no JSON object", where=path, line=line, remedy="Each line holds one question."
            )
        facts, _ = facts_of(row, SUBGRAPH, entities, relations)
        yield FolderQuestion(
            question=_question(path, line, row, entities, facts),
            line=line,
            topics=numbers_of(row.get("entities"), entities),
            answers=numbers_of(row.get("answers"), entities),
            entities=_inside(row, entities, facts),
            facts=facts,
        )
    if not line:
        raise UserError(
            "this question file holds no question", where=path, remedy="Each line holds one question."
        )


def _question(path: Path, line: int, row: dict[str, Any], entities: Numbering, facts: Ints) -> Question:
    topics = [_id(path, line, reference, entities) for reference in _list(row, "entities")]
    answers = [_id(path, line, reference, entities) for reference in _list(row, "answers")]
    content = {
        "id": row.get("id"),
        "question": row.get("question"),
        "topic_entities": tuple(dict.fromkeys(filter(None, topics))),
        "answers": tuple(_answer(name, entities, facts) for name in dict.fromkeys(filter(None, answers))),
    }
    try:
        return Question.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UserError(f'"{place}": {first["msg"]}', where=path, line=line) from error


def _id(path: Path, line: int, reference: Any, entities: Numbering) -> str:
    """The id that a question names, which the list may lack; empty when it is blank."""
    number = entities.number(reference)
    if number != ABSENT:
        return entities.ids[number]
    if isinstance(reference, int):
        raise UserError(
            f"there is no entity number {reference}: {ENTITIES} has {len(entities)} lines",
            where=path,
            line=line,
            remedy="The file and the list belong to different data sets, or one of them is cut off.",
        )
    return id_of(reference)


def _answer(name: str, entities: Numbering, facts: Ints) -> Answer:
    is_head = bool((facts[:, 0] == entities.number(name)).any())
    literal = not is_head and parse_value(name) is not None
    return Answer(value=name) if literal else Answer(id=name)


def _inside(row: dict[str, Any], entities: Numbering, facts: Ints) -> Ints:
    """The entities of the subgraph; where the file does not list them, those of its facts."""
    subgraph = row.get(SUBGRAPH)
    listed = subgraph.get("entities") if isinstance(subgraph, dict) else None
    return numbers_of(listed, entities) if listed else np.unique(facts[:, [0, 2]])


def _list(row: dict[str, Any], key: str) -> list[Any]:
    found = row.get(key)
    return found if isinstance(found, list) else []


def _list_beside(path: Path, name: str) -> Numbering:
    file = path.parent / name
    if not file.is_file():
        raise UserError(
            "the list of ids is missing",
            where=file,
            remedy=f"{path.name} names entities by their line in it.",
        )
    return read_ids(Source(file, name))
