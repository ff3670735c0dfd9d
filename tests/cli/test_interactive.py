import io
import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.history import FileHistory, InMemoryHistory

from numkbqa.cli.dialogue import Dialogue
from numkbqa.cli.interactive import answer_lines, history_of
from numkbqa.errors import UserError
from tests.support.command_line import Program, command, within
from tests.support.small_world import QUESTIONS, Trained

POPULATION, LENGTH = QUESTIONS[0][0], QUESTIONS[4][0]
SECONDS = 60
READY = "\x1b[?7h\x1b[0m\x1b[?12l\x1b[?25h"
"""The prompt is drawn, with its cursor: what is typed now reaches it key by key."""


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str]) -> Program:
    return within(capsys)


TYPING = """
import json, sys
from pathlib import Path
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from numkbqa.cli import interactive
from numkbqa.cli.dialogue import Dialogue

keys, history = sys.argv[1:]
heard = []
Dialogue.hear = lambda self, line: heard.append(line)
interactive.create_output = lambda **_: DummyOutput()
with create_pipe_input() as pipe:
    pipe.send_text(keys)
    with create_app_session(input=pipe, output=DummyOutput()):
        interactive.converse(Dialogue(lambda *_: {}), Path(history))
print(json.dumps(heard))
"""


def typed(keys: str, history: Path) -> list[str]:
    """What is heard from someone who types these keys.

    In a process of its own: prompt_toolkit waits by `select`, which takes no file descriptor above 1023, and
    a test process may have more files open.
    """
    words = [sys.executable, "-c", TYPING, keys, str(history)]
    run = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=True)
    heard: list[str] = json.loads(run.stdout)
    return heard


def test_ctrl_c_clears_the_line_and_ctrl_d_ends(tmp_path: Path) -> None:
    assert typed("half a quest\x03whole\r\r\x04", tmp_path / "history") == ["whole", ""]


def test_the_history_is_there_next_time_and_private(tmp_path: Path) -> None:
    file = tmp_path / "cache" / "history"
    assert typed("first\rsecond\r\x04", file) == ["first", "second"]
    assert typed("\x1b[A\x1b[A\r\x04", file) == ["first"]
    assert file.stat().st_mode & 0o777 == 0o600


def test_without_a_place_for_the_history_nothing_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert isinstance(history_of(tmp_path / "file" / "history"), InMemoryHistory)
    assert isinstance(history_of(tmp_path / "new" / "history"), FileHistory)


def test_lines_after_quit_are_not_read() -> None:
    asked: list[str] = []

    def ask(question: str, *rest: object) -> dict[str, object]:
        asked.append(question)
        return {"question": question, "answers": [], "abstained": "no"}

    answer_lines(Dialogue(ask), iter(["one\n", "\n", ":quit\n", "two\n"]))
    assert asked == ["one"]
    with pytest.raises(UserError, match="one line was not answered"):
        answer_lines(Dialogue(ask), iter([":what\n", "three"]))
    assert asked == ["one", "three"]


def piped(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8", "surrogateescape"))))


def test_a_pipe_gives_one_document_a_line(
    program: Program, trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped(f"{POPULATION}\n\nwho lives in \udcff Atlantis?\r\n{LENGTH}", monkeypatch)
    run = program("ask", trained.model, "--json", "-k", "1")
    assert run.returncode == 0, run.stderr
    documents = [json.loads(line) for line in run.stdout.splitlines()]
    assert [len(document["answers"]) for document in documents] == [1, 0, 1]
    assert documents[0]["answers"][0]["id"] == "paris"


def test_topics_of_the_command_line_replace_linking(
    program: Program, trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = program("ask", trained.model, POPULATION, "--topic", "germany", "--topic", "poland", "--json")
    topics = json.loads(run.stdout)["topic_entities"]
    assert [topic["id"] for topic in topics] == ["germany", "poland"]
    piped(f"{POPULATION}\n", monkeypatch)
    run = program("ask", trained.model, "--topic", "germany", "--json")
    assert [topic["id"] for topic in json.loads(run.stdout)["topic_entities"]] == ["germany"]


def test_an_unknown_topic_and_an_unknown_command_are_wrong_input(
    program: Program, trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = program("ask", trained.model, POPULATION, "--topic", "atlantis")
    assert run.returncode == 2
    assert "atlantis" in run.stderr
    piped(f":wat\n{POPULATION}\n", monkeypatch)
    run = program("ask", trained.model)
    assert run.returncode == 2
    assert 'there is no command ":wat"' in run.stderr
    assert "Paris" in run.stdout


class Terminal:
    """A real process at a terminal of its own."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            words,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
            start_new_session=True,
        )
        os.close(follower)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read until a text is there, and forget what came before its end."""
        deadline, ready = time.monotonic() + SECONDS, select.poll()
        ready.register(self.leader, select.POLLIN)
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            if ready.poll(1000):
                self.seen += os.read(self.leader, 65536).decode(errors="replace")
        self.seen = self.seen.partition(text)[2]

    def type(self, keys: str) -> None:
        os.write(self.leader, keys.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.leader)


@pytest.fixture
def terminal(trained: Trained, tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(*command("ask", trained.model), NUMKBQA_CACHE=str(tmp_path / "cache"))
    yield opened
    opened.close()


def test_a_dialogue_at_a_real_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("Ctrl-D ends")
    terminal.wait_for(READY)
    terminal.type("nonsense")
    terminal.wait_for("nonsense")
    terminal.type("\x03:k 1\r")
    terminal.type(f"{POPULATION}\r")
    terminal.wait_for("exact sort: agrees")
    terminal.wait_for(READY)
    terminal.type(":wat\r")
    terminal.wait_for('there is no command ":wat"')
    terminal.wait_for(READY)
    terminal.type("\x04")
    assert terminal.process.wait(SECONDS) == 0
    history = (tmp_path / "cache" / "ask_history").read_text()
    assert f"+{POPULATION}\n" in history
    assert "nonsense" not in history
