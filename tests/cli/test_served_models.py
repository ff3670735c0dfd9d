from pathlib import Path

import pytest

from numkbqa.cli.served_models import missing_extra, named_folders
from numkbqa.errors import UserError


def test_models_are_called_like_their_folders_or_as_told() -> None:
    assert named_folders([Path("a/one"), Path("two/")], []) == {"one": Path("a/one"), "two": Path("two")}
    assert named_folders([Path("a/model")], ["world"]) == {"world": Path("a/model")}
    assert named_folders([Path("a"), Path("b")], ["x", "y"]) == {"x": Path("a"), "y": Path("b")}
    assert list(named_folders([Path("b"), Path("a")], [])) == ["b", "a"], "the first one is the default"


@pytest.mark.parametrize(
    ("models", "names", "message"),
    [
        (["a/model", "b/model"], [], 'several models are called "model"'),
        (["a", "b"], ["x", "x"], 'several models are called "x"'),
        (["a", "b"], ["x"], "2 models and 1 names"),
        (["a"], [""], "a model cannot be called"),
        (["x" * 101], [], "a model cannot be called"),
    ],
)
def test_every_model_needs_a_name_of_its_own(models: list[str], names: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        named_folders([Path(model) for model in models], names)


def test_a_missing_package_is_told_with_what_brings_it() -> None:
    error = missing_extra(ModuleNotFoundError("gone", name="uvicorn.main"), "the server", "mcp,serve")
    assert isinstance(error, UserError)
    assert error.what == "the server needs uvicorn.main, which is not installed"
    assert error.remedy == 'install it: pip install "numkbqa[mcp,serve]"'


def test_a_module_of_ours_that_is_missing_is_our_fault() -> None:
    error = ModuleNotFoundError("gone", name="numkbqa.service.gone")
    assert missing_extra(error, "the server", "serve") is error
