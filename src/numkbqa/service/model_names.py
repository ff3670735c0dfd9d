"""What models are called: in requests, addresses, metrics and the log."""

from collections.abc import Iterable

from numkbqa.errors import UserError, shown

MAX_NAME = 100
"""Characters of a name, at most."""


def check_names(names: Iterable[str]) -> None:
    """Refuse names that requests could not call, or that pages and logs could not show.

    Args:
        names: the names.

    Raises:
        UserError: one is empty or too long, or holds control characters, or begins or ends with a space.
    """
    for name in names:
        if not 0 < len(name) <= MAX_NAME or not name.isprintable() or name != name.strip():
            what = f"a model cannot be called {shown(name)!r}"
            remedy = f"give --name: 1 to {MAX_NAME} printable characters, no space at either end"
            raise UserError(what, where="--name", remedy=remedy)
