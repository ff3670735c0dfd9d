import json
from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval.examples import ExampleBuilder
from numkbqa.retrieval.examples.store import (
    FIELDS,
    MANIFEST,
    Retrieved,
    examples_key,
    read_examples,
    write_examples,
)
from numkbqa.retrieval.settings import RetrievalSettings

QUESTIONS = [
    Question(id="1", question="largest city in Germany?", answers=(Answer(id="berlin"),), ordinal=True),
    Question(id="2", question="Quand est née « Nina Falk » ?", answers=(Answer(value="1975"),)),
    Question(id="3", question="why?"),
]


@pytest.fixture(scope="module")
def retrieved(builder: ExampleBuilder) -> Retrieved:
    return builder.build_all(QUESTIONS)


def test_what_is_read_is_what_was_written(retrieved: Retrieved, tmp_path: Path) -> None:
    write_examples(tmp_path / "x", retrieved, "key")
    back = read_examples(tmp_path / "x", "key")
    assert back.dropped == retrieved.dropped
    assert len(back.examples) == 2
    for one, other in zip(back.examples, retrieved.examples, strict=True):
        assert (one.question, one.num_answers) == (other.question, other.num_answers)
        for name in FIELDS:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
            assert getattr(one, name).dtype == getattr(other, name).dtype, name


def test_arrays_are_read_from_the_disk_when_they_are_used(retrieved: Retrieved, tmp_path: Path) -> None:
    write_examples(tmp_path / "x", retrieved)
    for name in FIELDS:
        array = getattr(read_examples(tmp_path / "x").examples[0], name)
        assert not array.flags.owndata, name
        assert not array.flags.writeable, name


def test_nothing_retrieved_can_be_stored_too(tmp_path: Path) -> None:
    write_examples(tmp_path / "x", Retrieved([], [(QUESTIONS[2], "no topic entity")]))
    assert read_examples(tmp_path / "x") == Retrieved([], [(QUESTIONS[2], "no topic entity")])


def test_a_question_may_hold_any_line_separator(tmp_path: Path) -> None:
    odd = Question(id="odd", question="largest\u2028city\x85in\u2029Germany\x0b?\n")
    write_examples(tmp_path / "x", Retrieved([], [(odd, "no topic entity"), (QUESTIONS[2], "either")]))
    assert [question for question, _ in read_examples(tmp_path / "x").dropped] == [odd, QUESTIONS[2]]


def test_another_key_is_refused(retrieved: Retrieved, tmp_path: Path) -> None:
    write_examples(tmp_path / "x", retrieved, "key")
    with pytest.raises(UserError, match="made from something else"):
        read_examples(tmp_path / "x", "other")


def test_damage_is_told(retrieved: Retrieved, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        read_examples(tmp_path / "missing")
    write_examples(tmp_path / "x", retrieved)
    (tmp_path / "x" / "head.npy").write_bytes(b"")
    with pytest.raises(UserError, match="cannot be read"):
        read_examples(tmp_path / "x")


def test_another_version_is_refused(retrieved: Retrieved, tmp_path: Path) -> None:
    write_examples(tmp_path / "x", retrieved)
    manifest = json.loads((tmp_path / "x" / MANIFEST).read_text())
    (tmp_path / "x" / MANIFEST).write_text(json.dumps(manifest | {"version": -1}))
    with pytest.raises(UserError, match="made from something else"):
        read_examples(tmp_path / "x")


def test_failed_writing_leaves_the_old_examples(
    retrieved: Retrieved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_examples(tmp_path / "x", retrieved, "old")
    monkeypatch.setattr("numkbqa.retrieval.examples.store.MANIFEST", "no/such/folder/examples.json")
    with pytest.raises((OSError, UserError)):
        write_examples(tmp_path / "x", retrieved, "new")
    monkeypatch.undo()
    assert len(read_examples(tmp_path / "x", "old").examples) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_key_changes_with_everything_it_depends_on() -> None:
    settings = RetrievalSettings()
    key = examples_key("kb", "encoder", settings, QUESTIONS)
    assert key == examples_key("kb", "encoder", RetrievalSettings(), list(QUESTIONS))
    others = [
        examples_key("kb2", "encoder", settings, QUESTIONS),
        examples_key("kb", "encoder2", settings, QUESTIONS),
        examples_key("kb", "encoder", RetrievalSettings(max_entities=7), QUESTIONS),
        examples_key("kb", "encoder", settings, QUESTIONS[:2]),
        examples_key("kb", "encoder", settings, QUESTIONS, "scorer"),
    ]
    assert len({key, *others}) == 6
