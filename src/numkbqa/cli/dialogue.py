"""What a person types to `numkbqa ask MODEL`: questions, commands, and which namesake is meant."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table
from rich.text import Text

from numkbqa.answering.shown import choices, topics_with
from numkbqa.cli.output import print_json_line, print_rich
from numkbqa.cli.render_answer import render_answer
from numkbqa.errors import UserError

Document = Mapping[str, Any]
Ask = Callable[[str, int, Sequence[str]], Document]
"""Answers a question: its text, how many answers, and the ids of its topic entities, none to link it."""

MAX_DIGITS = 10

COMMANDS = {
    ":k N": "give N answers",
    ":topic ID...": "ask about these entities, whatever the questions mention",
    ":topic none": "let the questions say what they are about",
    ":json": "print JSON, one line an answer; once more for tables",
    ":help": "list the commands",
    ":quit": "end (so does Ctrl-D)",
}


@dataclass
class Dialogue:
    """Answers lines of text, and remembers what is set between them.

    Args:
        ask: answers a question.
        k: how many answers to give.
        topics: ids of topic entities for all questions; none to link each question.
        as_json: whether to print JSON Lines.
        asks_back: whether someone is there who can choose among namesakes.
        ended: whether `:quit` was said.
    """

    ask: Ask
    k: int = 5
    topics: tuple[str, ...] = ()
    as_json: bool = False
    asks_back: bool = False
    ended: bool = False
    refused: int = 0
    """How many lines were wrong."""

    _unclear: Document | None = field(default=None, init=False)
    """The last answer, as long as it waits for a choice."""

    @property
    def prompt(self) -> str:
        """What stands before the next line."""
        return "? " if self._unclear is None else f"which one (1-{len(choices(self._unclear))}, or go on)? "

    def hear(self, line: str) -> None:
        """Answer one line; what is wrong with it goes to stderr, and the dialogue goes on.

        Args:
            line: a question, a command or the number of a choice; an empty one says nothing.
        """
        unclear, self._unclear = self._unclear, None
        words = line.split()
        if not words:
            return
        try:
            if words[0].startswith(":"):
                self._obey(words[0], words[1:])
            elif unclear is not None and (number := _number(line.strip())) is not None:
                self._choose(unclear, number)
            else:
                self._answer(line.strip(), self.topics)
        except UserError as error:
            self.refused += 1
            print(f"error: {error}", file=sys.stderr)

    def _answer(self, question: str, topics: Sequence[str]) -> None:
        document = self.ask(question, self.k, topics)
        if self.as_json:
            print_json_line(document)
            return
        waits = self.asks_back and bool(choices(document)) and not topics
        if waits:
            self._unclear = document
        print_rich(*render_answer(document, how_to_choose=not waits))

    def _choose(self, unclear: Document, number: int) -> None:
        if not 1 <= number <= len(choices(unclear)):
            self._unclear = unclear
            raise UserError(f"there is no choice {number}", remedy="type one of the numbers, or a question")
        self._answer(str(unclear["question"]), topics_with(unclear, number - 1))

    def _obey(self, command: str, words: Sequence[str]) -> None:
        match command:
            case ":k" if len(words) == 1 and (count := _number(words[0])):
                self.k = count
            case ":topic" if words:
                self.topics = () if list(words) == ["none"] else tuple(words)
            case ":json" if not words:
                self.as_json = not self.as_json
            case ":help" if not words:
                print_rich(_help())
            case ":quit" if not words:
                self.ended = True
            case _:
                raise UserError(
                    f'there is no command "{" ".join([command, *words])}"', remedy=":help lists the commands"
                )


def _number(word: str) -> int | None:
    """A number in digits; None for other words, and for more digits than a count or a choice has."""
    return int(word) if word.isdecimal() and len(word) <= MAX_DIGITS else None


def _help() -> Table:
    table = Table.grid(padding=(0, 2))
    for command, meaning in COMMANDS.items():
        table.add_row(Text(command, "bold"), Text(meaning))
    return table
