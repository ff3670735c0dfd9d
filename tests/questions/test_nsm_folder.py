import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.questions.nsm_folder import FolderQuestion, is_folder_question_file, read_folder_questions
from numkbqa.questions.records import Answer, Question, read_questions
from tests.support.nsm_folder import ENTITIES, FACTS, RELATIONS, described, entity, numbered, write_folder

FILE = "dev_simple.json"


def read(folder: Path, *rows: Any, file: str = FILE) -> list[FolderQuestion]:
    return list(read_folder_questions(write_folder(folder, rows, file) / file))


def answers(folder: Path, *given: Any) -> tuple[Answer, ...]:
    (found,) = read(folder, numbered(FACTS, given))
    return found.question.answers


@pytest.mark.parametrize("write", [numbered, described])
def test_a_question_has_ids_and_its_subgraph_has_numbers(tmp_path: Path, write: Any) -> None:
    (found,) = read(tmp_path, write(FACTS, [entity("m.02", "Ann"), entity("m.77")]))
    assert found.question == Question(
        id="q-1",
        question="who is it",
        topic_entities=("m.01",),
        answers=(Answer(id="m.02"), Answer(id="m.77")),
    )
    assert found.line == 1
    assert (found.topics.tolist(), found.answers.tolist()) == ([0], [1])
    assert [ENTITIES[number] for number in found.entities] == ["m.01", "m.02", "m.03", "1999-06-01", "1966"]
    assert [(ENTITIES[h], RELATIONS[r], ENTITIES[t]) for h, r, t in found.facts] == FACTS
    assert {a.dtype for a in (found.topics, found.answers, found.entities, found.facts)} == {
        np.dtype(np.int64)
    }


def test_an_answer_without_an_id_of_its_own_is_its_text(tmp_path: Path) -> None:
    """MetaQA numbers its entities, and other releases leave the id of a literal out."""
    assert answers(tmp_path, {"kb_id": 12, "text": "m.02"}) == (Answer(id="m.02"),)
    assert answers(tmp_path, {"kb_id": None, "text": "1966"}) == (Answer(value="1966"),)


def test_an_answer_that_is_a_number_or_a_date_is_a_value_unless_facts_start_from_it(tmp_path: Path) -> None:
    assert answers(tmp_path, entity("1966"), entity("1999-06-01"), entity("2012-10-28")) == (
        Answer(value="1966"),
        Answer(value="1999-06-01"),
        Answer(value="2012-10-28"),
    )
    film = numbered([("1966", RELATIONS[0], "m.02")], [entity("1966")])
    assert read(tmp_path, film)[0].question.answers == (Answer(id="1966"),)


def test_answers_count_once_and_empty_ones_not_at_all(tmp_path: Path) -> None:
    assert answers(tmp_path, entity("m.02"), entity(" m.02", "Ann"), entity(""), {}) == (Answer(id="m.02"),)
    assert answers(tmp_path) == ()


def test_a_question_without_topic_entities_is_kept(tmp_path: Path) -> None:
    first, second = read(
        tmp_path, numbered(FACTS, topics=[], name="q-1"), numbered(FACTS, topics=[0, 0], name="q-2")
    )
    assert first.question.topic_entities == ()
    assert first.topics.shape == (0,)
    assert second.question.topic_entities == ("m.01",)


def test_a_topic_entity_that_the_list_lacks_keeps_its_id(tmp_path: Path) -> None:
    (found,) = read(tmp_path, described(FACTS, topics=["m.01", "m.99"]))
    assert found.question.topic_entities == ("m.01", "m.99")
    assert found.topics.tolist() == [0]


def test_a_subgraph_that_lists_no_entities_has_those_of_its_facts(tmp_path: Path) -> None:
    row = numbered(FACTS[:2])
    del row["subgraph"]["entities"]
    bare = {"id": "q-2", "question": "who", "entities": [1], "answers": []}
    first, second = read(tmp_path, row, bare)
    assert first.entities.tolist() == [0, 1, 2]
    assert second.entities.shape == (0,)
    assert second.facts.shape == (0, 3)


def test_questions_are_read_one_by_one(tmp_path: Path) -> None:
    path = (
        write_folder(tmp_path, [numbered(FACTS, name="q-1"), "", numbered(FACTS, name="q-2"), "oops"], FILE)
        / FILE
    )
    questions = read_folder_questions(path)
    assert [(found.question.id, found.line) for found in (next(questions), next(questions))] == [
        ("q-1", 1),
        ("q-2", 3),
    ]
    with pytest.raises(UserError, match=rf"{FILE}:4: the line is no JSON object"):
        next(questions)


def without(key: str) -> dict[str, Any]:
    row = numbered(FACTS)
    del row[key]
    return row


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('{"id": "q-1", "questi', "the line is no JSON object"),
        ("[1]", "the line is no JSON object"),
        (without("id"), '"id": '),
        (without("question"), '"question": '),
        (numbered(FACTS, topics=[99]), "there is no entity number 99: entities.txt has 6 lines"),
        (numbered(FACTS, answers=[99]), "there is no entity number 99"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, row: Any, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        read(tmp_path, numbered(FACTS), row)
    assert str(caught.value).startswith(f"{tmp_path / FILE}:2: ")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no question"):
        read(tmp_path, "")
    (tmp_path / "relations.txt").unlink()
    with pytest.raises(UserError, match=r"relations\.txt: the list of ids is missing") as caught:
        list(read_folder_questions(tmp_path / FILE))
    assert caught.value.remedy
    with pytest.raises(UserError, match="cannot read the file"):
        list(read_folder_questions(write_folder(tmp_path, []) / "test_simple.json"))


def test_files_are_known_by_the_lists_beside_them(tmp_path: Path) -> None:
    path = write_folder(tmp_path / "nsm", [numbered(FACTS)], FILE) / FILE
    assert is_folder_question_file(path)
    assert not is_folder_question_file(path.with_name("dev.jsonl"))
    (tmp_path / FILE).write_text(json.dumps(numbered(FACTS)), encoding="utf-8")
    assert not is_folder_question_file(tmp_path / FILE)


def test_such_a_file_is_a_question_file_like_any_other(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, [numbered(FACTS, [entity("m.02", "Ann")])], FILE)
    (question,) = read_questions(folder / FILE)
    assert (question.topic_entities, question.answers) == (("m.01",), (Answer(id="m.02"),))


def test_an_id_used_twice_is_told_with_both_lines(tmp_path: Path) -> None:
    row = numbered(FACTS, [entity("m.02", "Ann")])
    folder = write_folder(tmp_path, [row, row], FILE)
    with pytest.raises(UserError, match=r"dev_simple\.json:2: the id 'q-1' was used in line 1"):
        read_questions(folder / FILE)
