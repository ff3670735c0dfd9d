"""The hand-made tables beside the packages' data: natural names, other names, and corrections."""

import csv
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "data"


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """Rows of one of the CSV files of the `data` folder, by column name.

    Args:
        name: name of the table, without ".csv".

    Returns:
        One dictionary a row, in the order of the file.
    """
    with (_FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


def column(name: str, key: str, value: str) -> dict[str, str]:
    """One column of a table, by another column."""
    return {row[key]: row[value] for row in table(name)}


def lists(name: str, key: str, value: str = "aliases") -> dict[str, list[str]]:
    """A column of `|`-separated lists of a table, by another column."""
    return {row[key]: row[value].split("|") for row in table(name) if row[value]}
