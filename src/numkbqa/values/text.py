"""Normalised text of values, as the encoder and the reader of an answer see them."""

from numkbqa.values.date import format_date
from numkbqa.values.number import format_number
from numkbqa.values.value import Precision, Value


def number_text(value: Value) -> str:
    """Normalised text of a value (PEERS.md A23): equal values have equal texts.

    Args:
        value: any value.

    Returns:
        An ISO date only as far as it is known, or a plain decimal without its unit.
    """
    return key_text(value.low, value.precision)


def key_text(low: float, precision: Precision | None) -> str:
    """Normalised text of a comparison key; `precision` is None for all but dates."""
    return format_number(low) if precision is None else format_date(low, precision)
