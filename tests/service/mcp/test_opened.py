from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.service.mcp.opened import OpenedOnDemand, named
from tests.support.small_world import Trained


def test_models_are_called_as_their_folders_or_as_is_said() -> None:
    folders = [Path("a/world"), Path("b/chemistry")]
    assert list(named(folders)) == ["world", "chemistry"]
    assert named(folders, ["w", "c"]) == {"w": folders[0], "c": folders[1]}


def test_two_models_of_one_name_are_refused() -> None:
    with pytest.raises(UserError, match='two models are called "model"'):
        named([Path("a/model"), Path("b/model")])


def test_each_model_needs_a_name_or_none_does() -> None:
    with pytest.raises(UserError, match="2 models and 1 names"):
        named([Path("a"), Path("b")], ["a"])


def test_a_folder_that_is_no_model_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no numkbqa model"):
        OpenedOnDemand({"x": tmp_path})


def test_a_model_is_opened_once_when_it_is_asked_for(
    trained: Trained, capsys: pytest.CaptureFixture[str]
) -> None:
    models = OpenedOnDemand({"toy": trained.model, "same": trained.model})
    assert list(models) == ["toy", "same"]
    assert capsys.readouterr().err == ""
    assert models["toy"] is models["toy"]
    assert capsys.readouterr().err.count("opening toy: done") == 1
