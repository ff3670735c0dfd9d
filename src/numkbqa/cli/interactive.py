"""Where the lines of a dialogue come from: a person at a terminal, or a pipe."""

import io
import sys
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import create_output

from numkbqa.cli.dialogue import Dialogue
from numkbqa.errors import UserError
from numkbqa.progress import say

HISTORY = "ask_history"


def converse(dialogue: Dialogue, history: Path) -> None:
    """Talk with a person at a terminal until Ctrl-D or `:quit`; Ctrl-C clears the line.

    Args:
        dialogue: answers.
        history: file of what was asked before; without a right to write it, nothing is remembered.
    """
    say("Ask a question. :help lists the commands, Ctrl-D ends.")
    # The prompt goes to the terminal even when the answers go to a file.
    session: PromptSession[str] = PromptSession(
        history=history_of(history), output=create_output(always_prefer_tty=True)
    )
    while not dialogue.ended:
        try:
            dialogue.hear(session.prompt(dialogue.prompt))
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def answer_lines(dialogue: Dialogue, lines: Iterable[str]) -> None:
    """Answer one question a line, and print each answer as soon as it is found.

    Args:
        dialogue: answers.
        lines: the lines; commands may stand among them.

    Raises:
        UserError: some lines were wrong; all others have been answered.
    """
    for line in lines:
        dialogue.hear(line)
        sys.stdout.flush()
        if dialogue.ended:
            break
    if dialogue.refused:
        count = "one line was" if dialogue.refused == 1 else f"{dialogue.refused} lines were"
        raise UserError(f"{count} not answered", where="standard input", remedy="see the errors above")


def lines_of_stdin() -> Iterable[str]:
    """Lines of standard input; bytes that are no UTF-8 come as lone surrogates, which answering ignores."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    return sys.stdin or ()


def history_of(file: Path) -> History:
    """The history in a file that only its owner can read, or in memory where there can be none.

    Args:
        file: where it lies; made when it is missing.

    Returns:
        The history.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        with file.open("ab"):
            return FileHistory(file)
    except OSError:
        return InMemoryHistory()
