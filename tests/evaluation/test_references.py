import json
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.evaluation.modes import NOTHING
from numkbqa.evaluation.outputs import Format, Output
from numkbqa.evaluation.references import Reference, align, read_references, told_by
from numkbqa.questions.records import Answer, Question
from tests.support.nsm_folder import FACTS, entity, numbered, write_folder

FILE = Path("test.info")


def outputs(count: int) -> list[Output]:
    return [Output(line, NOTHING, (), False) for line in range(1, count + 1)]


def references(*topics: bool) -> list[Reference]:
    made = [
        Question(id=f"q{i}", question="who?", topic_entities=("t",) if has else (), answers=(Answer(id="a"),))
        for i, has in enumerate(topics)
    ]
    return [Reference(question, ("a",)) for question in made]


def lines_of(pairs: list[tuple[Reference, Output | None]]) -> list[int | None]:
    return [None if output is None else output.line for _, output in pairs]


def test_a_folder_tells_repeated_answers_and_the_subgraph(tmp_path: Path) -> None:
    twice = [entity("m.02"), entity("m.02"), entity("m.99")]
    rows = [
        numbered(FACTS[:2], twice, name="in"),
        numbered(FACTS[:1], [entity("m.03")], name="out"),
        numbered(FACTS, [entity("1966"), entity("m.04")], topics=(), name="value"),
    ]
    folder = write_folder(tmp_path, rows, "test_simple.json")
    found, entities = read_references(folder / "test_simple.json")
    assert [(one.gold, one.in_subgraph) for one in found] == [
        (("m.02", "m.02", "m.99"), True),
        (("m.03",), False),
        (("1966", "m.04"), True),
    ]
    assert entities is not None
    assert entities.ids[1] == "m.02"


def test_a_question_file_tells_no_subgraph(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(json.dumps({"id": "q", "question": "when?", "answers": [{"value": "1966"}, {"id": "a"}]}))
    (found,), entities = read_references(file)
    assert (found.gold, found.in_subgraph, entities) == (("1966", "a"), None, None)


def test_predictions_may_tell_their_questions() -> None:
    told = Output(7, NOTHING, (), False, question="who?", gold=("a", "a", "b"))
    (found,) = told_by([told], FILE)
    assert (found.question.id, found.question.question, found.gold) == ("7", "who?", ("a", "a", "b"))
    (blank,) = told_by([Output(9, NOTHING, (), False, question="  ", gold=("a",))], FILE)
    assert (blank.question.question, blank.gold) == ("-", ("a",))
    with pytest.raises(UserError, match="do not say what the gold answers are") as error:
        told_by([told, Output(8, NOTHING, (), False)], FILE)
    assert (error.value.where, error.value.line) == (FILE, 8)


@pytest.mark.parametrize(
    ("form", "count", "topics", "lines"),
    [
        (Format.NSM, 2, (True, False, True), [1, None, 2]),  # public code drops what has no topic entity
        (Format.REAREV, 3, (True, False, True), [1, 2, 3]),
        (Format.GRAFT_NET, 3, (True, False, True), [1, 2, 3]),
        (Format.GRAFT_NET, 20, (True,) * 22, [*range(1, 21), None, None]),  # and GRAFT-Net its last batch
    ],
)
def test_predictions_are_matched_in_order(
    form: Format, count: int, topics: tuple[bool, ...], lines: list[int | None]
) -> None:
    assert lines_of(align(form, outputs(count), references(*topics), FILE)) == lines


@pytest.mark.parametrize(("form", "count"), [(Format.NSM, 1), (Format.REAREV, 4), (Format.GRAFT_NET, 2)])
def test_predictions_of_other_questions_are_refused(form: Format, count: int) -> None:
    message = f"{count} predictions for 3 questions, 2 of them with topic entities"
    with pytest.raises(UserError, match=message) as error:
        align(form, outputs(count), references(True, False, True), FILE)
    assert error.value.where == FILE


def test_predictions_are_matched_by_their_text_where_all_are_found() -> None:
    texts = ("Who is it?", "Which town of Nijmegen's?", "Who is it?", "When?")
    asked = [
        Reference(Question(id=str(i), question=text, topic_entities=("t",) * (i > 0)), ("a",))
        for i, text in enumerate(texts)
    ]
    told = [
        Output(line, NOTHING, (), False, question=text)
        for line, text in enumerate(("which town of nijmegen ' s ?", "who is it ?"), start=1)
    ]
    # of the two that are the same, the one with a topic entity was asked
    assert lines_of(align(Format.REAREV, told, asked, FILE)) == [None, 1, 2, None]
    changed = [*told, Output(3, NOTHING, (), False, question="when unk ?")]
    assert lines_of(align(Format.REAREV, changed, asked, FILE)) == [None, 1, 2, 3]


def test_ours_are_matched_by_id() -> None:
    one, two = (Output(line, NOTHING, (), False, id=name) for line, name in ((1, "q2"), (2, "q0")))
    assert lines_of(align(Format.OWN, [one, two], references(True, True, False), FILE)) == [2, None, 1]
    with pytest.raises(UserError, match="no question 'q2'") as error:
        align(Format.OWN, [one], references(True), FILE)
    assert error.value.line == 1


def test_a_question_that_is_answered_twice_is_refused() -> None:
    lines = ((1, "q0"), (3, "q1"), (4, "q0"))
    twice = [Output(line, NOTHING, (), False, id=name) for line, name in lines]
    with pytest.raises(UserError, match="'q0' is answered twice, first in line 1") as error:
        align(Format.OWN, twice, references(True, True), FILE)
    assert (error.value.where, error.value.line) == (FILE, 4)
    assert error.value.remedy
