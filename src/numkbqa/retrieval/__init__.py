"""What is retrieved for a question: topic entities, subgraph, numerical relations and number sets.

Batches (`numkbqa.retrieval.batch`) are left out here: processes that retrieve need no torch, and start faster
without it.
"""

from numkbqa.retrieval.build import ExampleBuilder, NoExample
from numkbqa.retrieval.example import Example
from numkbqa.retrieval.linking import EntityLinker, Link
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.store import Retrieved, read_examples, write_examples

__all__ = [
    "EntityLinker",
    "Example",
    "ExampleBuilder",
    "Link",
    "NoExample",
    "RetrievalSettings",
    "Retrieved",
    "read_examples",
    "write_examples",
]
