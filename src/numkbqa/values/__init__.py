"""What a number is: parsed, with a kind, a precision, a unit and a comparison key."""

from numkbqa.values.order import comparable, precedes, ties
from numkbqa.values.parse import parse_value
from numkbqa.values.text import key_text, number_text
from numkbqa.values.value import Kind, Precision, Value

__all__ = [
    "Kind", "Precision", "Value",
    "comparable", "key_text", "number_text", "parse_value", "precedes", "ties",
]  # fmt: skip
