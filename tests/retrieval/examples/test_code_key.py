from pathlib import Path

import pytest

from numkbqa.retrieval.examples import code_key as module
from numkbqa.retrieval.examples.code_key import code_key


def test_the_key_changes_with_the_code_that_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("questions", "retrieval/linking", "reasoning"):
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "rules.py").write_text("LONG = 1\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)

    def key_with(room: str, text: str) -> str:
        (tmp_path / room / "rules.py").write_text(text)
        code_key.cache_clear()
        return code_key()

    first = key_with("questions", "LONG = 1\n")
    assert key_with("reasoning", "LONG = 2\n") == first
    assert key_with("retrieval/linking", "LONG = 2\n") != first
    assert key_with("retrieval/linking", "LONG = 1\n") == first
    assert key_with("questions", "LONG = 2\n") != first
    monkeypatch.undo()
    code_key.cache_clear()
