"""Small words of reports: counted things, places and shares."""

from numkbqa.values import Kind
from numkbqa.values.shown import readable_date


def counted(count: int, thing: str) -> str:
    """A number of things.

    Args:
        count: how many.
        thing: one of them ("entity").

    Returns:
        "1 entity", "2,000 entities".
    """
    plural = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{count:,} {thing if count == 1 else plural}"


def place(source: str | None, line: int | None) -> str | None:
    """A place in a file.

    Args:
        source: name of the file.
        line: its line.

    Returns:
        "cities.csv:7", "cities.csv", or None when the file is not known.
    """
    if source is None or line is None:
        return source
    return f"{source}:{line}"


def percent(part: int, whole: int) -> str:
    """A share in per cent, never rounded to none or all of it.

    Args:
        part: some of the whole.
        whole: all there is.

    Returns:
        "40%", "<1%", ">99%"; "0%" of nothing.
    """
    share = part / whole if whole else 0.0
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 else f"{share:.0%}"


def shortened(text: str, most: int = 80) -> str:
    """A text on one line, cut to a length."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def readable(text: str, kind: str) -> str:
    """A value's text as people read it: thousands apart, six digits where there are decimals.

    Args:
        text: normalised text of a value ("23670000", "945.8071144214717", "1999-06").
        kind: kind of the value.

    Returns:
        "23,670,000", "945.807", "1999-06", "44 BCE".
    """
    digits = text.removeprefix("-")
    if kind == Kind.DATE:
        return readable_date(text)
    if not digits.replace(".", "", 1).isdecimal():
        return text
    if "." not in digits:
        return f"{int(text):,}"
    decimals = max(0, 6 - len(digits.partition(".")[0]))
    return (
        f"{float(text):,.{decimals}f}".rstrip("0").rstrip(".") if digits[0] != "0" else f"{float(text):.6g}"
    )
