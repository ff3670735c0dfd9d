from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.service.mcp.opened import OpenedOnDemand
from tests.support.small_world import Trained


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
