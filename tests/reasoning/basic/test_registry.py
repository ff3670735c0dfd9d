import shutil
from pathlib import Path
from typing import Any

import pytest
import torch

from numkbqa.config import Section
from numkbqa.errors import UserError
from numkbqa.reasoning.basic import (
    NSM,
    BasicOutput,
    BasicReasoner,
    GraphVocabulary,
    basic_reasoner,
    code_of,
    registry,
)
from numkbqa.retrieval.batch import Batch
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import BASIC, own_settings
from tests.support.brought import write_package

REASONER = """
import torch
from numkbqa.config import Section
from numkbqa.reasoning.basic import BasicReasoner

class Wide(Section):
    width: int = 3

class Brought(BasicReasoner):
    key, paper, settings_class = "brought", "none", Wide

    def forward(self, batch):
        raise NotImplementedError

elsewhere = Wide
"""


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test registers is forgotten after it."""
    monkeypatch.setattr(BasicReasoner, "registry", dict(BasicReasoner.registry))


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with a reasoner."""
    monkeypatch.syspath_prepend(tmp_path)
    module = f"brought_{tmp_path.name}"
    return write_package(tmp_path, module, REASONER, {"brought": f"{module}:Brought"})


def test_a_reasoner_is_found_by_its_key() -> None:
    assert len(BasicReasoner.registry) >= 6
    for key, reasoner in BasicReasoner.registry.items():
        assert basic_reasoner(key) is reasoner
        assert reasoner.key == key


def test_one_that_a_package_brings_is_imported_when_it_is_asked_for(brought: Path) -> None:
    assert "brought" not in BasicReasoner.registry
    found = basic_reasoner("brought")
    assert found.__module__ == brought.stem
    assert basic_reasoner("brought") is found


def test_an_unknown_key_names_those_that_there_are(brought: Path) -> None:
    with pytest.raises(UserError, match="no-such") as error:
        basic_reasoner("no-such")
    assert "nsm" in str(error.value)
    assert "brought" in str(error.value)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("no_such_module_at_all:Brought", "cannot be imported: No module named"),
        ("{module}:Missing", "cannot be imported: module .* has no attribute"),
        ("{module}:elsewhere", "no subclass of BasicReasoner with the key 'wrong'"),
        ("{module}:Brought", "no subclass of BasicReasoner with the key 'wrong'"),
    ],
)
def test_a_package_that_brings_something_else_is_named(
    brought: Path, tmp_path: Path, target: str, message: str
) -> None:
    write_package(tmp_path, brought.stem, REASONER, {"wrong": target.format(module=brought.stem)})
    with pytest.raises(UserError, match=message) as error:
        basic_reasoner("wrong")
    assert "entry point wrong = " in str(error.value)
    assert "package that brings it" in str(error.value)


def test_a_package_that_ends_the_process_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "it_exits", "import sys\nsys.exit(3)", {"exits": "it_exits:Brought"})
    with pytest.raises(UserError, match="cannot be imported: 3"):
        basic_reasoner("exits")


def test_a_class_that_a_reasoner_derives_from_does_not_take_the_place_of_its_parent() -> None:
    before = dict(BasicReasoner.registry)

    class Half(NSM):
        pass

    assert BasicReasoner.registry == before
    assert basic_reasoner("nsm") is NSM

    class Whole(Half):
        key = "whole"

    assert BasicReasoner.registry == {**before, "whole": Whole}


def test_a_key_that_is_taken_is_refused(brought: Path, tmp_path: Path) -> None:
    write_package(tmp_path, "it_comes_second", REASONER, {"brought": "it_comes_second:Brought"})
    with pytest.raises(UserError, match=r"have the key 'brought': .*Brought and .*Brought"):
        basic_reasoner("brought")


def test_a_class_that_is_defined_anew_takes_its_own_place() -> None:
    namespace: dict[str, Any] = {"BasicReasoner": BasicReasoner}
    for _ in range(2):
        exec("class Typed(BasicReasoner):\n    key = 'typed'\n    __module__ = '__main__'", namespace)
        assert basic_reasoner("typed") is namespace["Typed"]


def test_a_package_cannot_bring_a_reasoner_under_the_key_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry._refuse_another.cache_clear()
    assert basic_reasoner("kvmem").key == "kvmem"
    registry._refuse_another.cache_clear()
    monkeypatch.syspath_prepend(tmp_path)
    write_package(tmp_path, "brings_kvmem", REASONER, {"kvmem": "brings_kvmem:Brought"})
    with pytest.raises(UserError, match="key 'kvmem' is that of a reasoner of numkbqa") as error:
        basic_reasoner("kvmem")
    assert "entry point kvmem = brings_kvmem:Brought" in str(error.value)


def test_the_name_of_a_setting_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    named = REASONER.replace('"brought"', '"retrieval"')
    write_package(tmp_path, "named_so", named, {"retrieval": "named_so:Brought"})
    with pytest.raises(UserError, match="key 'retrieval', the name of a setting"):
        _ = Settings(basic="retrieval").reasoner


def test_its_settings_are_read_out_of_own(brought: Path) -> None:
    assert Settings(basic="brought").reasoner.model_dump() == {"width": 3}
    assert Settings(basic="brought", own={"width": 7}).reasoner.model_dump() == {"width": 7}
    for own, message in (
        ({"width": "wide"}, '"own.width": Input should be'),
        ({"depth": 1}, '"own.depth": Extra'),
    ):
        with pytest.raises(UserError, match=message):
            _ = Settings(basic="brought", own=own).reasoner


def test_what_older_code_has_trained_is_not_taken_up(
    brought: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = own_settings(Settings(basic="brought"))[BASIC]
    assert code_of(basic_reasoner("brought")) == (REASONER,)
    monkeypatch.setattr(BasicReasoner, "registry", {})
    shutil.rmtree(tmp_path / f"{brought.stem}-0.1.dist-info")
    write_package(tmp_path, "brought_anew", REASONER + "\n# changed", {"brought": "brought_anew:Brought"})
    assert own_settings(Settings(basic="brought"))[BASIC] != before


def test_the_code_of_numkbqas_own_is_its_version() -> None:
    assert {code_of(reasoner) for reasoner in BasicReasoner.registry.values()} == {()}
    assert own_settings(Settings())[BASIC][2] == Settings().basic_training


def test_a_class_without_a_file_is_new_in_each_process() -> None:
    namespace: dict[str, Any] = {"BasicReasoner": BasicReasoner}
    exec("class Typed(BasicReasoner):\n    key = 'typed'\n    __module__ = 'nowhere'", namespace)
    typed = namespace["Typed"]
    assert len(code_of(typed)) == 1
    assert code_of(typed) == code_of(typed)


def test_subclassing_registers_and_scores_are_one_a_row() -> None:
    class Linear(BasicReasoner):
        key = "linear-for-a-test"
        paper = "none"
        settings_class = Section

        def __init__(self, settings: Section, vocabulary: GraphVocabulary | None = None) -> None:
            super().__init__()
            self.width, self.scorer = 3, torch.nn.Linear(3, 1)

        def forward(self, batch: Batch) -> BasicOutput:
            raise NotImplementedError

    assert basic_reasoner("linear-for-a-test") is Linear
    assert Linear(Section()).score(torch.zeros(4, 3)).shape == (4,)
