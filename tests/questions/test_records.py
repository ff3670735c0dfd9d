from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.questions.records import Answer, Question, read_questions, write_questions

GOOD = '{"id": "q1", "question": "which?", "answers": [{"id": "a"}]}'


def write(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_reads_all_fields_and_ignores_extra_keys(tmp_path: Path) -> None:
    line = (
        '{"id": "q1", "question": "when?", "topic_entities": ["t"], "ordinal": true, "needs_count": false,'
        ' "answers": [{"id": "a"}, {"value": "1966"}]}'
    )
    (question,) = read_questions(write(tmp_path, "", line, ""))
    answers = (Answer(id="a"), Answer(value="1966"))
    assert question == Question(
        id="q1", question="when?", topic_entities=("t",), ordinal=True, answers=answers
    )


def test_defaults_of_missing_optional_keys(tmp_path: Path) -> None:
    (question,) = read_questions(write(tmp_path, GOOD))
    assert question.topic_entities == ()
    assert question.ordinal is None
    assert question.order_by is None


@pytest.mark.parametrize(
    ("more", "sorts"),
    [
        ('"sparql": "SELECT ?x WHERE { ?c ns:p ?x . }\\nORDER BY DESC(?n) LIMIT 1"', True),
        ('"sparql": "select ?x { } order  by ?n"', True),
        ('"sparql": "SELECT ?x WHERE { ?x ns:border.by ns:m.1 }"', False),
        ('"sparql": null', None),
        ('"order_by": false, "sparql": "... ORDER BY ?n"', False),
        ('"order_by": true', True),
    ],
)
def test_whether_the_query_sorts_is_told_or_read_out_of_it(
    tmp_path: Path, more: str, sorts: bool | None
) -> None:
    (question,) = read_questions(write(tmp_path, GOOD.replace("}]}", "}], " + more + "}")))
    assert question.order_by is sorts
    assert question.ordinal is None


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("the largest city?", None, True),
        ("the largest city?", False, False),
        ("which city?", None, False),
        ("which city?", True, True),
    ],
)
def test_the_record_decides_what_is_ordinal_and_the_lexicon_otherwise(
    tmp_path: Path, text: str, marked: bool | None, expected: bool
) -> None:
    question = Question(id="q", question=text, answers=(Answer(id="a"),), ordinal=marked)
    assert question.is_ordinal is expected
    write_questions(tmp_path / "written.jsonl", [question])
    assert "is_ordinal" not in (tmp_path / "written.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "q2", ', "Invalid JSON"),
        ("[1]", "object"),
        ('{"question": "which?", "answers": [{"id": "a"}]}', 'key "id" is missing'),
        ('{"id": "q2", "answers": [{"id": "a"}]}', 'key "question" is missing'),
        ('{"id": 2, "question": "which?", "answers": [{"id": "a"}]}', '"id": .*string'),
        ('{"id": "q2", "question": "which?", "answers": "a"}', '"answers"'),
        ('{"id": "q2", "question": "which?", "topic_entities": "t", "answers": [{"id": "a"}]}', "topic_ent"),
        ('{"id": "q2", "question": "which?", "ordinal": "yes", "answers": [{"id": "a"}]}', '"ordinal"'),
        ('{"id": "q2", "question": " ", "answers": [{"id": "a"}]}', '"question": it is empty'),
        ('{"id": "", "question": "which?", "answers": [{"id": "a"}]}', '"id": it is empty'),
        ('{"id": "q2", "question": "which?", "answers": [{}]}', 'either "id" or "value"'),
        ('{"id": "q2", "question": "which?", "answers": [{"id": "a", "value": "1"}]}', 'either "id" or'),
        ('{"id": "q2", "question": "which?", "answers": [{"mid": "a"}]}', "answers.0.mid"),
        ('{"id": "q2", "question": "which?", "answers": []}', "has no answers"),
        (GOOD, "used in line 1 already"),
    ],
)
def test_a_wrong_line_is_named_with_file_line_and_remedy(tmp_path: Path, line: str, message: str) -> None:
    path = write(tmp_path, GOOD, "", line)
    with pytest.raises(UserError, match=message) as caught:
        read_questions(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert caught.value.remedy


def test_answers_may_be_missing_when_not_required(tmp_path: Path) -> None:
    path = write(tmp_path, '{"id": "q1", "question": "which?"}')
    assert read_questions(path, require_answers=False)[0].answers == ()
    with pytest.raises(UserError, match="has no answers"):
        read_questions(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="holds no question"):
        read_questions(write(tmp_path, "", "  "))
    with pytest.raises(UserError, match="cannot be read"):
        read_questions(tmp_path / "missing.jsonl")
    with pytest.raises(UserError, match="cannot be read"):
        read_questions(tmp_path)
    (tmp_path / "latin").write_bytes(b'{"id": "q\xe9"}')
    with pytest.raises(UserError, match="not UTF-8"):
        read_questions(tmp_path / "latin")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
ANSWERS = st.builds(lambda key, text: Answer(**{key: text}), st.sampled_from(["id", "value"]), TEXTS)
QUESTIONS = st.builds(
    Question, id=TEXTS, question=TEXTS, topic_entities=st.lists(TEXTS).map(tuple),
    answers=st.lists(ANSWERS, min_size=1).map(tuple), ordinal=st.sampled_from([None, True, False]),
)  # fmt: skip


@given(st.lists(QUESTIONS, min_size=1, unique_by=lambda question: question.id))
@settings(deadline=None, max_examples=50)
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, questions: list[Question]
) -> None:
    path = tmp_path_factory.mktemp("round") / "deep" / "questions.jsonl"
    write_questions(path, questions)
    assert read_questions(path) == questions


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)

    def broken() -> Iterator[Question]:
        yield Question(id="q2", question="which?")
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_questions(path, broken())
    assert path.read_text(encoding="utf-8") == GOOD
    assert list(tmp_path.iterdir()) == [path]
