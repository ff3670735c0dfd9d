import contextlib
import sqlite3
from pathlib import Path

from numkbqa.api import Model, open_model
from numkbqa.service.discretion import be_discreet
from tests.support.small_world import QUESTIONS, Trained

TEXT, _, ANSWER = QUESTIONS[0]


def texts_on_disk(model: Model) -> set[str]:
    file = model.answerer.system.workbench.encoder.path
    assert file is not None
    with contextlib.closing(sqlite3.connect(file)) as database:
        return {text for (text,) in database.execute("SELECT text FROM embedding")}


def test_a_discreet_model_writes_no_question_and_names_no_folder(trained: Trained) -> None:
    model = open_model(trained.model)
    be_discreet(model)
    assert model.ask(f"{TEXT} said in confidence").topic_entities
    be_discreet(model)
    assert model.ask(TEXT).answers[0].id == ANSWER
    assert not any("confidence" in text for text in texts_on_disk(model))
    assert all(source == Path(source).name for source in model.kb.sources)
