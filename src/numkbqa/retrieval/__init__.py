"""What is retrieved for a question: topic entities, subgraph, numerical relations and number sets."""

from numkbqa.retrieval.batch import Batch, collate, size_bucketed_batches
from numkbqa.retrieval.build import ExampleBuilder, NoExample
from numkbqa.retrieval.example import Example
from numkbqa.retrieval.linking import EntityLinker, Link
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.retrieval.store import Retrieved, read_examples, write_examples

__all__ = [
    "Batch",
    "EntityLinker",
    "Example",
    "ExampleBuilder",
    "Link",
    "NoExample",
    "RetrievalSettings",
    "Retrieved",
    "collate",
    "read_examples",
    "size_bucketed_batches",
    "write_examples",
]
