"""All values of a relation in one kind and one unit, converted without rounding on the way."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from numkbqa.values.quantity import conversion, dimension
from numkbqa.values.value import Kind, Value

Measure = tuple[Kind, str | None]
"""What a value measures: its kind, and its unit if it is a quantity."""


def choose_measure(counts: Mapping[Measure, int]) -> Measure:
    """Choose what a relation measures by what most of its values do.

    Args:
        counts: number of values of each kind and unit; not empty.

    Returns:
        The commonest kind; of quantities the commonest dimension, then its commonest unit. Ties go to the
        name that sorts first.
    """
    kind = _commonest((measure[0], count) for measure, count in counts.items())
    units = {unit: count for (other, unit), count in counts.items() if other == kind}
    if kind != Kind.QUANTITY:
        return Kind(kind), None
    named = {unit: count for unit, count in units.items() if unit is not None}
    shared = _commonest((dimension(unit), count) for unit, count in named.items())
    return Kind.QUANTITY, _commonest((u, count) for u, count in named.items() if dimension(u) == shared)


def convert(value: Value, unit: str) -> Value | None:
    """Express a quantity in another unit.

    The shortest decimal of its keys is converted in exact fractions and rounded once, so that 180 cm and
    1.8 m end on the same key.

    Args:
        value: a quantity.
        unit: the wanted unit, as `unit_name` names it.

    Returns:
        The quantity in that unit, or None when it measures something else, or is no quantity.
    """
    if value.unit == unit:
        return value
    change = None if value.unit is None else conversion(value.unit, unit)
    if change is None:
        return None
    scale, offset = change
    ends = sorted(float(Fraction(repr(key)) * scale + offset) for key in (value.low, value.high))
    return Value(value.kind, ends[0], ends[1], value.lexical, value.precision, unit)


def _commonest(counted: Iterable[tuple[str, int]]) -> str:
    totals: Counter[str] = Counter()
    for name, count in counted:
        totals[name] += count
    return min(totals, key=lambda name: (-totals[name], name))
