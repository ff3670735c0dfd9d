"""The examples of docs/api.md do what they say."""

import doctest
import re
from pathlib import Path

import pytest

from tests.support.small_world import Trained

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_of_the_page_are_true(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    page = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert len(page.examples) > 30
    (tmp_path / "model").symlink_to(trained.model)
    monkeypatch.chdir(tmp_path)
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(page).failed
    assert failed == 0, capsys.readouterr().out


def test_every_example_is_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^```python$", text, re.MULTILINE)) == len(BLOCK.findall(text))
    assert all(block.startswith(">>> ") for block in BLOCK.findall(text))
