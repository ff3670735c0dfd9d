import itertools
import os
import pty
import subprocess
import sys
from collections.abc import Iterator

import pytest

from numkbqa import progress

LOOP = """
from numkbqa.progress import counting, stage, track
with stage("reading [bold]the graph"), counting() as tell:
    tell("triples [red]", 1000)
    for _ in track(range(5), "counting"):
        pass
print("result")
"""


@pytest.fixture(autouse=True)
def loud() -> Iterator[None]:
    yield
    progress.silence(False)


def test_a_log_gets_plain_lines_on_stderr_only(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.stage("reading [bold]the graph"):
        assert list(progress.track("abc", "counting")) == ["a", "b", "c"]
    out, err = capsys.readouterr()
    assert out == ""
    first, second, third = err.splitlines()
    assert first == "reading [bold]the graph ..."
    assert second.startswith("counting: 3 done in ")
    assert third.startswith("reading [bold]the graph: done in ")


def test_silenced_prints_nothing_and_passes_items_through(capsys: pytest.CaptureFixture[str]) -> None:
    progress.silence()
    with progress.stage("reading"):
        assert list(progress.track(iter([1, 2]), "counting", total=2)) == [1, 2]
    with progress.counting() as tell:
        tell("reading", 3)
    progress.say("anything")
    assert capsys.readouterr() == ("", "")


def test_a_long_loop_reports_where_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PLAIN_SECONDS", 0.0)
    list(progress.track(range(2), "counting"))
    assert capsys.readouterr().err.splitlines()[:2] == [
        "counting: 1 of 2, about 0 s left",
        "counting: 2 of 2",
    ]


def test_a_log_says_how_long_the_rest_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = itertools.count(0, 30)
    monkeypatch.setattr("numkbqa.progress.time.monotonic", lambda: next(times))
    list(progress.track(range(8), "counting"))
    assert capsys.readouterr().err.splitlines()[::2] == [
        "counting: 1 of 8, about 4 min left",
        "counting: 3 of 8, about 2 min left",
        "counting: 5 of 8, about 90 s left",
        "counting: 7 of 8, about 30 s left",
        "counting: 8 done in 270.0 s",
    ]


def test_a_count_in_a_log_ends_with_the_last_one_of_each_stage(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.counting() as tell:
        for count in (1000, 2000, 2500):
            tell("reading a.nt", count)
        tell("sorting", 2500)
    assert capsys.readouterr().err.splitlines() == [
        "reading a.nt: 1,000",
        "reading a.nt: 2,500",
        "sorting: 2,500",
    ]


def test_a_failed_stage_is_not_called_done(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="broken"), progress.stage("reading"):
        raise ValueError("broken")
    assert "done" not in capsys.readouterr().err


def test_a_terminal_gets_bars_and_stdout_stays_clean() -> None:
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    command = [sys.executable, "-c", LOOP]
    run = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=follower, env=environment, check=True, timeout=60
    )
    os.close(follower)
    shown = os.read(leader, 100_000).decode()
    os.close(leader)
    assert run.stdout == b"result\n"
    assert "counting" in shown
    assert "reading [bold]the graph: done in" in shown


def test_peak_memory_grows_with_what_is_held() -> None:
    before = progress.peak_memory()
    block = bytearray(256 * 2**20)
    block[:: 2**12] = b"x" * len(block[:: 2**12])
    assert progress.peak_memory() >= max(before, 200 * 2**20)


def test_peak_memory_is_not_that_of_the_program_before() -> None:
    block = bytearray(256 * 2**20)
    block[:: 2**12] = b"x" * len(block[:: 2**12])
    code = "from numkbqa.progress import peak_memory; print(peak_memory())"
    run = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, timeout=60)
    assert len(block) > int(run.stdout) > 5 * 2**20
