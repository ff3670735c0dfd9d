"""Errors that a user can act on: what is wrong, where, and what to do about it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

MOST_SHOWN: Final = 80
"""Characters of what was asked that a message repeats at most."""


class NumkbqaError(Exception):
    """Base class of every error that numkbqa raises on purpose."""


class UserError(NumkbqaError):
    """The user's input is wrong; the command line shows it without a traceback and exits with 2.

    Args:
        what: one sentence that says what is wrong.
        where: the file, folder or setting it is wrong in.
        line: line number in that file, from 1.
        remedy: one sentence that says what to do.
    """

    def __init__(
        self,
        what: str,
        *,
        where: str | Path | None = None,
        line: int | None = None,
        remedy: str | None = None,
    ) -> None:
        self.what, self.where, self.line, self.remedy = what, where, line, remedy
        super().__init__(self._text())

    def _text(self) -> str:
        place = "" if self.where is None else f"{self.where}{'' if self.line is None else f':{self.line}'}: "
        return f"{place}{self.what}" + (f"\n  {self.remedy}" if self.remedy else "")


def shown(text: str) -> str:
    """The beginning of what was asked, for a message.

    Args:
        text: what was asked, of any length.

    Returns:
        The text, cut after `MOST_SHOWN` characters.
    """
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def did_you_mean(meant: Sequence[str]) -> str | None:
    """The question back, as a remedy.

    Args:
        meant: what may have been meant, the likeliest first.

    Returns:
        "did you mean a or b?"; None when there is nothing to ask.
    """
    return f"did you mean {' or '.join(meant)}?" if meant else None


class Interrupted(NumkbqaError):  # noqa: N818 - it is what happened, not a fault
    """A long run was interrupted by the user; the message says what was kept."""
