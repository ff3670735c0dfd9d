from pathlib import Path

import pytest
from bench.batches import main, measure

from numkbqa.answering import Answerer
from numkbqa.training.checkpoint import System
from tests.support.small_world import QUESTIONS, Trained, write_questions


def test_every_size_answers_all_questions(system: System) -> None:
    texts = [text for text, _, _ in QUESTIONS]
    rounds = measure(Answerer(system), texts, [1, 3])
    assert [one.size for one in rounds] == [1, 3]
    assert all(one.per_second > 0 for one in rounds)
    assert set(rounds[0].stages) == {"linking", "encoding", "retrieval", "reasoning", "evidence"}


def test_the_program_prints_a_row_a_size(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_questions(tmp_path / "q.jsonl")
    monkeypatch.setattr("sys.argv", ["batches", str(trained.model), str(file), "--sizes", "2", "4"])
    main()
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["batch", "2", "4"]
