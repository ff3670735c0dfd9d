"""A whole training run around every basic reasoner: the rows `basic=KEY` of a table."""

from pathlib import Path

import pytest

from numkbqa.answering.answerer import Answerer
from numkbqa.reasoning.basic import BasicReasoner, basic_reasoner
from numkbqa.training.checkpoint import load_system
from numkbqa.training.settings import Settings
from numkbqa.training.train import train
from tests.support.small_world import QUESTIONS, QUICK, settings_of, write_questions

OTHERS = sorted(set(BasicReasoner.registry) - {"nsm"})


@pytest.mark.parametrize("key", OTHERS)
def test_a_model_around_it_trains_is_saved_opened_and_asked(key: str, world_kb: Path, tmp_path: Path) -> None:
    settings = settings_of([*QUICK, f"basic={key}", f"{key}.width=8"], tmp_path / "cache")
    questions = write_questions(tmp_path / "train.jsonl")
    report = train(world_kb, tmp_path / "model", [questions], settings=settings)
    assert report.stages["basic"]
    assert any((tmp_path / "cache" / "stages").glob(f"{key}-*"))
    for plain in (False, True):
        system = load_system(tmp_path / "model", cache=settings.cache, plain=plain)
        assert isinstance(system.model.basic, basic_reasoner(key))
        answer = Answerer(system).ask(QUESTIONS[0][0])
        assert answer.answers
        for item in answer.answers:  # hardly anything is learned, but a topic is never an answer
            assert system.kb.entity_index(item["id"]) is not None
            assert item["id"] != QUESTIONS[0][1]


def test_the_settings_of_the_chosen_reasoner_are_read() -> None:
    for key, reasoner in BasicReasoner.registry.items():
        settings = Settings.model_validate({"basic": key, key: {"width": 24}})
        assert isinstance(settings.reasoner, reasoner.settings_class)
        assert settings.reasoner.model_dump()["width"] == 24
