"""What a number is: parsed, with a kind, a precision, a unit and a comparison key."""

from numkbqa.values.column import PLAIN, Convention, Survey
from numkbqa.values.exact_keys import separate_keys
from numkbqa.values.literal import Literal
from numkbqa.values.order import comparable, precedes, ties
from numkbqa.values.parse import parse_value, read_literal
from numkbqa.values.ranks import Direction
from numkbqa.values.reading import Note, Reading
from numkbqa.values.several import SeveralValues, counting_values
from numkbqa.values.text import key_text, number_text
from numkbqa.values.unify import Measure, choose_measure, convert
from numkbqa.values.value import Kind, Precision, Value

__all__ = [
    "PLAIN", "Convention", "Direction", "Kind", "Literal", "Measure", "Note", "Precision", "Reading",
    "SeveralValues", "Survey", "Value", "choose_measure", "comparable", "convert", "counting_values",
    "key_text", "number_text", "parse_value", "precedes", "read_literal", "separate_keys", "ties",
]  # fmt: skip
