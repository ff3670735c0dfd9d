"""Examples: questions with everything retrieved for them, built in parallel, kept as memory-mapped arrays."""

from numkbqa.retrieval.examples.builder import ExampleBuilder, NoExample
from numkbqa.retrieval.examples.example import Example
from numkbqa.retrieval.examples.store import (
    FIELDS,
    Retrieved,
    examples_key,
    read_examples,
    write_examples,
)

__all__ = [
    "FIELDS",
    "Example",
    "ExampleBuilder",
    "NoExample",
    "Retrieved",
    "examples_key",
    "read_examples",
    "write_examples",
]
