"""The order of two values: one precedes the other only when their intervals do not overlap.

The rules are in docs/graphs.md, "Order".

Nothing of an imprecise value is filled in: "1999" spans its year and ties with "1999-06-01", a century with
every year in it. Values of different kinds, units or currencies have no order. How many values are ranked,
how ties share a rank and what a missing value gets is said once, in `numkbqa.values.ranks`; which of
several values of one entity count, in `numkbqa.values.several`.
"""

from numkbqa.values.value import Value


def comparable(first: Value, second: Value) -> bool:
    """Whether two values are of one kind and in one unit."""
    return first.kind == second.kind and first.unit == second.unit


def precedes(first: Value, second: Value) -> bool:
    """Whether the first value is certainly smaller or earlier.

    Args:
        first: a value.
        second: a value of the same kind and unit.

    Returns:
        True when all that `first` may stand for lies before all that `second` may stand for.

    Raises:
        ValueError: they differ in kind or unit.
    """
    _check(first, second)
    return first.high < second.low


def ties(first: Value, second: Value) -> bool:
    """Whether the intervals of two values overlap, so that neither precedes the other.

    Args:
        first: a value.
        second: a value of the same kind and unit.

    Returns:
        True for "1999" and "1999-06-01", and for equal numbers.

    Raises:
        ValueError: they differ in kind or unit.
    """
    _check(first, second)
    return first.low <= second.high and second.low <= first.high


def _check(first: Value, second: Value) -> None:
    if not comparable(first, second):
        named = [f"{value.kind}{f' in {value.unit}' if value.unit else ''}" for value in (first, second)]
        raise ValueError(f"cannot compare a {named[0]} with a {named[1]}")
