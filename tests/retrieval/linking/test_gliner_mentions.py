import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from numkbqa.errors import UserError
from numkbqa.retrieval.linking import EntityLinker, LinkingSettings
from numkbqa.retrieval.linking.gliner_mentions import LABELS, GlinerMentions
from tests.support.toy_kb import ToyKB


class StandIn:
    """Marks every occurrence of "May", as `gliner.GLiNER` would."""

    @classmethod
    def from_pretrained(cls, folder: str, local_files_only: bool) -> "StandIn":
        if not (Path(folder) / "gliner_config.json").exists():
            raise FileNotFoundError("no gliner_config.json")
        assert local_files_only
        return cls()

    def predict_entities(self, text: str, labels: list[str], threshold: float) -> list[dict[str, Any]]:
        assert labels == list(LABELS)
        start = text.find("may")
        return [] if start < 0 else [{"start": start, "end": start + 3, "label": "person", "score": 0.9}]


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    module = ModuleType("gliner")
    module.GLiNER = StandIn  # type: ignore[attr-defined]  # a stand-in for the package
    monkeypatch.setitem(sys.modules, "gliner", module)
    (tmp_path / "gliner_config.json").write_text("{}")
    return tmp_path


def test_mentions_that_the_model_sees(model: Path) -> None:
    assert GlinerMentions(model).find("who was born in may?") == [(16, 19)]
    assert GlinerMentions(model).find("who?") == []


def test_a_linker_with_a_model(model: Path) -> None:
    kb = ToyKB([], labels={"may": "May", "ohio": "Ohio"})
    settings = LinkingSettings(mentions=f"gliner:{model}")
    linker = EntityLinker(kb, settings)
    assert [link.mention for link in linker.link("where in ohio was may born")] == ["may"]
    assert [link.mention for link in linker.link("who lives in ohio")] == ["ohio"]


def test_a_missing_package_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gliner", None)
    with pytest.raises(UserError, match=r"GLiNER is not installed[\s\S]*numkbqa\[gliner\]"):
        GlinerMentions(tmp_path)


def test_a_missing_or_foreign_folder_is_told(model: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        GlinerMentions(model / "nowhere")
    (model / "other").mkdir()
    with pytest.raises(UserError, match="no GLiNER model"):
        EntityLinker(ToyKB([]), LinkingSettings(mentions=f"gliner:{model / 'other'}"))


@pytest.mark.parametrize("setting", ["", "gliner", "gliner:", "spacy"])
def test_a_wrong_setting_is_refused(setting: str) -> None:
    with pytest.raises(ValidationError):
        LinkingSettings(mentions=setting)
