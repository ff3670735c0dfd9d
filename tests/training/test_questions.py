import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.pseudo import PseudoQuestion
from numkbqa.questions.records import Question
from numkbqa.training.questions import TrainingQuestions, check_topics, gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUESTIONS, QUICK, settings_of, write_questions

PSEUDO = 25  # 20 ordinal ones at least, and a fifth of plain ones


def questions(
    real: Sequence[Question] = (),
    pseudo: Sequence[PseudoQuestion] = (),
    guided: Sequence[PseudoQuestion] = (),
    dev: Sequence[Question] = (),
) -> TrainingQuestions:
    return TrainingQuestions(
        real=list(real), pseudo=list(pseudo), guided=list(guided), dev=list(dev), train_basic_on_pseudo=True
    )


def with_settings(workbench: Workbench, *overrides: str) -> Workbench:
    assert workbench.settings.cache is not None
    return Workbench(workbench.kb, settings_of([*QUICK, *overrides], workbench.settings.cache))


def topics(questions: TrainingQuestions) -> set[str]:
    return {topic for question in questions.pseudo_questions for topic in question.topic_entities}


def test_without_files_pseudo_questions_train_and_select(workbench: Workbench) -> None:
    found = gather_questions(workbench, [], [])
    assert found.real == []
    assert len(found.pseudo) > 100
    share = len(found.dev) / (len(found.pseudo) + len(found.dev))
    assert share == pytest.approx(workbench.settings.dev_share, abs=0.01)
    held = {question.id for question in found.dev}
    assert not held & {question.id for question in found.pseudo_questions}
    kinds = {question.is_ordinal for question in found.pseudo_questions}
    assert kinds == {True, False}


def test_with_dev_files_all_other_questions_train(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl", QUESTIONS[:5])
    dev = write_questions(tmp_path / "dev.jsonl", QUESTIONS[5:])
    found = gather_questions(workbench, [train], [dev])
    assert [question.question for question in found.real] == [text for text, _, _ in QUESTIONS[:5]]
    assert [question.question for question in found.dev[:3]] == [text for text, _, _ in QUESTIONS[5:]]
    assert len(found.pseudo) + len(found.dev[3:]) == PSEUDO
    assert {question.is_ordinal for question in found.pseudo_questions} == {True, False}


def test_without_dev_files_a_share_of_the_real_ones_selects(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    found = gather_questions(with_settings(workbench, "dev_share=0.25"), [train], [])
    held = [question for question in found.dev if question.id.startswith("q")]
    assert (len(found.real), len(held)) == (6, 2)
    texts = {question.question for question in (*found.real, *held)}
    assert texts == {text for text, _, _ in QUESTIONS}


def test_something_must_be_left_to_train_on(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    train.write_text(train.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    alone = with_settings(workbench, "dev_share=0.6", "augmentation.at_least=0", "augmentation.share=0")
    with pytest.raises(UserError, match="dev_share"):
        gather_questions(alone, [train], [])


def test_a_share_of_the_pseudo_questions_helps_to_select(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    for dev in ([], [train]):
        found = gather_questions(with_settings(workbench, "dev_share=0.2"), [train], dev)
        selecting = {question.id for question in found.dev if question.id.startswith("pseudo")}
        assert len(selecting) == round(0.2 * PSEUDO)
        assert not selecting & {question.id for question in found.pseudo_questions}


def test_no_pseudo_question_is_about_a_held_out_topic(workbench: Workbench, tmp_path: Path) -> None:
    dev = write_questions(tmp_path / "dev.jsonl", QUESTIONS[:1])
    test = tmp_path / "test.jsonl"
    linked = {"id": "t", "question": "what is the longest river of Spain?", "answers": [{"id": "ebro"}]}
    test.write_text(json.dumps(linked), encoding="utf-8")
    free = topics(gather_questions(workbench, [], []))
    assert {"france", "spain", "italy"} <= free
    held = topics(gather_questions(workbench, [], [dev], [test]))
    assert held
    assert not held & {"france", "spain"}  # spain is linked, for the record names no topic


def test_the_share_counts_when_it_is_more_than_the_least_number(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    settings = ("augmentation.at_least=0", "augmentation.share=0.5", "augmentation.plain_share=0")
    found = gather_questions(with_settings(workbench, *settings, "dev_share=0.01"), [train], [train])
    assert len(found.pseudo) == len(QUESTIONS) / 2


def test_the_key_hangs_on_every_question_and_on_the_side_it_is_on(workbench: Workbench) -> None:
    found = gather_questions(workbench, [], [])
    one, two, *_ = found.pseudo
    changed = one.question.model_copy(update={"answers": ()})
    keys = [
        questions(real=[one.question, two.question]).key,
        questions(real=[two.question, one.question]).key,
        questions(real=[one.question], dev=[two.question]).key,
        questions(real=[one.question]).key,
        questions(real=[changed, two.question]).key,
        questions(pseudo=[one, two], guided=[one, two]).key,
        questions(pseudo=[one], guided=[one, two]).key,
    ]
    assert len(set(keys)) == len(keys)
    assert questions(real=[one.question, two.question]).key == keys[0]


def test_basic_reasoning_sees_real_questions_alone_when_told_so(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    both = gather_questions(workbench, [train], [train])
    assert len(both.basic_dataset(workbench)) == len(QUESTIONS) + len(both.pseudo)
    alone = gather_questions(with_settings(workbench, "train_basic_on_pseudo=false"), [train], [train])
    assert len(alone.basic_dataset(workbench)) == len(QUESTIONS)
    assert len(alone.full_dataset(workbench)) == len(QUESTIONS) + len(alone.pseudo)
    without = gather_questions(with_settings(workbench, "train_basic_on_pseudo=false"), [], [])
    assert len(without.basic_dataset(workbench)) == len(without.pseudo)


def test_an_unknown_topic_is_named_with_its_file(workbench: Workbench, tmp_path: Path) -> None:
    file = write_questions(tmp_path / "train.jsonl", [("what is the largest one?", "atlantis", "x")])
    with pytest.raises(UserError, match="'atlantis'") as error:
        gather_questions(workbench, [file], [])
    assert error.value.where == file
    check_topics([(file, question) for question in gather_questions(workbench, [], []).dev], workbench.kb)


def test_a_graph_that_gives_no_question_is_refused(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("a\tin\tb\n", encoding="utf-8")
    (tmp_path / "numbers.tsv").write_text("a\tsize\t1\txsd:integer\n", encoding="utf-8")
    build_kb([tmp_path / "triples.tsv", tmp_path / "numbers.tsv"], tmp_path / "kb")
    settings: Settings = settings_of([*QUICK, "augmentation.plain_share=0"], tmp_path / "cache")
    with pytest.raises(UserError, match="shares a neighbour and carries distinct numbers"):
        gather_questions(Workbench(open_kb(tmp_path / "kb"), settings), [], [])


def test_a_graph_whose_topics_are_all_held_out_says_so(workbench: Workbench, tmp_path: Path) -> None:
    everything = [workbench.kb.entity_id(entity) for entity in range(workbench.kb.num_entities)]
    held = tmp_path / "held.jsonl"
    row = {
        "id": "q",
        "question": "what is left?",
        "topic_entities": everything,
        "answers": [{"id": everything[0]}],
    }
    held.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(UserError, match="a neighbour that no held-out question is about and"):
        gather_questions(workbench, [], [], [held])


def test_more_questions_guide_the_number_embeddings(workbench: Workbench) -> None:
    found = gather_questions(workbench, [], [])
    assert found.guided[: len(found.pseudo)] == found.pseudo
    extra = found.guided[len(found.pseudo) :]
    assert len(extra) == workbench.settings.number_data.guided
    assert all(made.question.is_ordinal for made in extra)
    none = gather_questions(with_settings(workbench, "number_data.guided=0"), [], [])
    assert none.guided == none.pseudo


def test_data_augmentation_can_be_switched_off(workbench: Workbench, tmp_path: Path) -> None:
    train = write_questions(tmp_path / "train.jsonl")
    off = ("augmentation.share=0", "augmentation.at_least=0", "number_data.guided=0")
    found = gather_questions(with_settings(workbench, *off), [train], [train])
    assert (found.pseudo, found.guided) == ([], [])
    assert len(found.real) == len(QUESTIONS)


def test_answers_that_the_graph_does_not_hold_are_counted(
    workbench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dev = write_questions(tmp_path / "dev.jsonl")
    file = write_questions(tmp_path / "train.jsonl", [*QUESTIONS, ("what is it?", "france", "atlantis")])
    assert len(gather_questions(workbench, [file], [dev]).real) == len(QUESTIONS) + 1
    told = capsys.readouterr().err
    assert re.search(r"train\.jsonl: .*\bgraph\b.*\b1\b", told)
    assert "dev.jsonl" not in told
