"""What is retrieved for a question: topic entities, subgraph, numerical relations and number sets.

Batches (`numkbqa.retrieval.batch`) are left out here: processes that retrieve need no torch, and start faster
without it.
"""

from numkbqa.retrieval.examples import (
    Example,
    ExampleBuilder,
    NoExample,
    Retrieved,
    examples_key,
    read_examples,
    write_examples,
)
from numkbqa.retrieval.linking import EntityLinker, Link
from numkbqa.retrieval.settings import RetrievalSettings

__all__ = [
    "EntityLinker",
    "Example",
    "ExampleBuilder",
    "Link",
    "NoExample",
    "RetrievalSettings",
    "Retrieved",
    "examples_key",
    "read_examples",
    "write_examples",
]
