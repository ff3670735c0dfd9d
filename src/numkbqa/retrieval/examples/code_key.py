"""A hash of the code that decides what an example holds: examples of other code are made again."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

DECIDING: Final = ("questions", "retrieval")
"""Rooms whose code decides what an example holds: how a question is read, linked and retrieved for."""


@cache
def code_key() -> str:
    """Hash the code that examples depend on.

    Nobody needs to remember a version when a rule of linking or of reading a question changes.

    Returns:
        64 hexadecimal digits; the same wherever the package is installed.
    """
    digest = hashlib.sha256()
    for file in sorted(file for room in DECIDING for file in (ROOT / room).rglob("*.py")):
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\x1f" + file.read_bytes() + b"\x1f")
    return digest.hexdigest()
