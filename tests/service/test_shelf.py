import json
import os
import weakref
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import open_kb
from numkbqa.service.folder_state import state_of
from numkbqa.service.shelf import Shelf
from numkbqa.training.checkpoint import WEIGHTS
from numkbqa.training.manifest import MANIFEST
from tests.support.small_world import QUESTIONS, Trained, copied_model

TEXT, _, ANSWER = QUESTIONS[0]


@pytest.fixture
def model(trained: Trained, tmp_path: Path) -> Path:
    """A copy of the toy model beside a copy of its graph."""
    return copied_model(trained, tmp_path)


def touched(file: Path) -> None:
    """Make a file look changed."""
    later = file.stat().st_mtime_ns + 1_000_000
    os.utime(file, ns=(later, later))


def test_a_model_that_did_not_change_is_left_alone(model: Path) -> None:
    shelf = Shelf({"toy": model})
    assert [shelf.changed(), shelf.changed()] == [[], []]


@pytest.mark.parametrize("file", [f"model/{WEIGHTS}", "kb/manifest.json"])
def test_a_change_is_told_once_and_only_when_it_is_at_rest(file: str, model: Path) -> None:
    shelf = Shelf({"toy": model})
    touched(model.parent / file)
    assert shelf.changed() == []
    assert shelf.changed() == ["toy"]
    old = shelf.get("toy")
    assert shelf.reload("toy")
    assert shelf.get("toy") is not old
    assert [shelf.changed(), shelf.changed()] == [[], []]


def test_source_files_are_named_without_their_folders(model: Path) -> None:
    told, served = open_kb(model.parent / "kb").sources, Shelf({"toy": model}).get().model.kb.sources
    assert all(Path(source).is_absolute() for source in told)
    assert served == tuple(Path(source).name for source in told)


def test_an_unfinished_build_is_no_change(model: Path) -> None:
    before = state_of(model)
    (model.parent / "kb" / ".building-01234567").mkdir()
    (model.parent / "kb" / ".building-01234567" / "part").touch()
    assert state_of(model) == before


def test_a_failed_reload_keeps_the_old_model_and_says_why(model: Path) -> None:
    shelf = Shelf({"toy": model})
    old = shelf.get()
    (model / WEIGHTS).write_bytes(b"no weights")
    assert not shelf.reload("toy")
    assert shelf.get() is old
    failure = shelf.failure("toy")
    assert failure is not None
    assert "weights cannot be read" in failure.what
    assert [shelf.changed(), shelf.changed()] == [[], []], "the same files are not tried again"


def test_a_model_that_is_gone_and_comes_back_is_served_all_along(model: Path) -> None:
    shelf = Shelf({"toy": model})
    away = model.rename(model.parent / "away")
    assert [shelf.changed(), shelf.changed()] == [[], ["toy"]]
    assert not shelf.reload("toy")
    assert shelf.get().model.ask(TEXT).answers[0].id == ANSWER
    away.rename(model)
    assert [shelf.changed(), shelf.changed()] == [[], ["toy"]]
    assert shelf.reload("toy")
    assert shelf.failure("toy") is None


def test_a_manifest_that_names_no_path_is_told_and_may_be_mended(model: Path) -> None:
    shelf, manifest = Shelf({"toy": model}), model / MANIFEST
    text = manifest.read_text(encoding="utf-8")
    document = json.loads(text)
    manifest.write_text(json.dumps({**document, "kb": {**document["kb"], "path": "\0"}}), encoding="utf-8")
    assert [shelf.changed(), shelf.changed()] == [[], ["toy"]]
    assert not shelf.reload("toy")
    manifest.write_text(text, encoding="utf-8")
    assert [shelf.changed(), shelf.changed()] == [[], ["toy"]]
    assert shelf.reload("toy")


def test_the_old_model_lives_as_long_as_a_request_holds_it(model: Path) -> None:
    shelf = Shelf({"toy": model})
    held = shelf.get()
    kb = weakref.ref(held.model.kb)
    assert shelf.reload("toy")
    shelf.let_go()
    assert kb() is not None
    assert held.model.ask(TEXT).answers[0].id == ANSWER
    del held
    shelf.let_go()
    assert kb() is None


def test_a_folder_that_is_no_model_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no numkbqa model"):
        Shelf({"toy": tmp_path})
