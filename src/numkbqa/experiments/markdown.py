"""Markdown tables and the few ways in which figures are written."""

from collections.abc import Sequence
from typing import Any


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """A Markdown table.

    Args:
        header: its columns.
        rows: its rows, as many cells each.
        left: how many columns from the left are text; the others are figures and stand to the right.

    Returns:
        Its lines.
    """
    rule = ["---" if column < left else "---:" for column in range(len(header))]
    return "\n".join("| " + " | ".join(map(_cell, row)) + " |" for row in (header, rule, *rows))


def percent(value: float | None) -> str:
    """A figure in per cent with one digit, or a dash."""
    return "-" if value is None else f"{value:.1f}"


def with_interval(value: float | None, interval: Sequence[float] | None) -> str:
    """A figure with its interval: "46.2 [39.0, 53.1]"."""
    if value is None or interval is None:
        return percent(value)
    return f"{value:.1f} [{interval[0]:.1f}, {interval[1]:.1f}]"


def signed(value: float) -> str:
    """A difference with its sign: "+3.1", "+0.0" whatever was rounded to it."""
    return f"{value:+z.1f}"


def signed_interval(value: float, interval: Sequence[float]) -> str:
    """A difference with its interval: "+3.1 [+0.2, +5.8]"."""
    return f"{signed(value)} [{signed(interval[0])}, {signed(interval[1])}]"


def plus_minus(value: float, half: float | None) -> str:
    """A mean with half of its interval: "46.2 ± 3.1"; the mean alone where there is none."""
    return f"{value:.1f}" if half is None else f"{value:.1f} ± {half:.1f}"


def duration(seconds: float) -> str:
    """A time as a person says it: "48 s", "12 min 5 s", "2 h 3 min"."""
    whole = round(seconds)
    if whole < 120:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 120:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def gibibytes(size: float) -> str:
    """Bytes in GiB: "1.42 GiB"."""
    return f"{size / 2**30:.2f} GiB"


def _cell(value: Any) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")
