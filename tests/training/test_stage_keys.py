from pathlib import Path

import pytest

from numkbqa.kb import open_kb
from numkbqa.training.algorithm1 import run_algorithm1
from numkbqa.training.questions import gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import shared_by
from numkbqa.training.workbench import Workbench
from tests.support.small_world import QUESTIONS, QUICK, settings_of, write_questions

FOLDERS = {"basic": "nsm", "fine-tuning": "model"}
"""Stages that are kept under another name."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stages") / "cache"


def redone(kb: Path, cache: Path, *overrides: str) -> set[str]:
    """Train; tell the stages that were trained and not taken up."""
    before = kept(cache)
    workbench = Workbench(open_kb(kb), settings_of([*QUICK, *overrides], cache))
    train = write_questions(cache.parent / "train.jsonl", QUESTIONS)
    run_algorithm1(workbench, gather_questions(workbench, [train], []))
    return {name.rpartition("-")[0] for name in kept(cache) - before}


def kept(cache: Path) -> set[str]:
    return {folder.name for folder in (cache / "stages").glob("*-*")}


def differing(*overrides: str) -> list[str]:
    one, other = (shared_by(settings_of([*QUICK, *own], Path("cache"))) for own in ((), overrides))
    return [name for name, parts in one.items() if parts != other[name]]


@pytest.mark.parametrize(
    ("override", "stages"),
    [
        ("comprehensive.pruning.threshold=0.2", ["fine-tuning"]),
        ("numbers.sam=none", ["numbers", "fine-tuning"]),
        ("number_training.triplet_weight=0", ["numbers", "fine-tuning"]),
        ("nsm.steps=2", ["basic", "fine-tuning"]),
        ("basic=graftnet", ["basic", "fine-tuning"]),
        ("embedding_training.epochs=3", []),
        ("graftnet.width=16", []),
        ("device=cpu", []),
        ("relation_training.rank=3", ["relations", "classifier", "numbers", "basic", "fine-tuning"]),
        ("augmentation.share=0.5", ["relations", "classifier", "numbers", "basic", "fine-tuning"]),
    ],
)
def test_a_setting_is_part_of_the_stages_that_depend_on_it(override: str, stages: list[str]) -> None:
    assert differing(override) == stages


def test_entity_vectors_are_part_of_the_reasoner_that_has_them() -> None:
    one, other = (
        shared_by(Settings.model_validate({"basic": "embedkgqa", "embedding_training": {"epochs": epochs}}))
        for epochs in (3, 4)
    )
    assert one["numbers"] == other["numbers"]
    assert one["basic"] != other["basic"]


def test_training_takes_up_exactly_what_these_settings_share(world_kb: Path, cache: Path) -> None:
    redone(world_kb, cache)
    for override in (
        "comprehensive.pruning.threshold=0.2",
        "number_training.triplet_weight=0",
        "embedding_training.epochs=3",
        "basic_training.epochs=1",
    ):
        expected = {FOLDERS.get(name, name) for name in differing(override)}
        assert redone(world_kb, cache, override) == expected
