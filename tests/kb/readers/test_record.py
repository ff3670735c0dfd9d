from collections.abc import Callable, Sized

import pytest

from numkbqa.kb.collect import Collector
from numkbqa.kb.readers import EntityFact, LiteralFact, Name, Record, UntypedFact


@pytest.mark.parametrize(
    ("record", "column"),
    [
        (EntityFact("a", "r", "b"), lambda graph: graph.facts.head),
        (UntypedFact("a", "r", "b"), lambda graph: graph.untyped.head),
        (LiteralFact("a", "r", "5", "xsd:integer"), lambda graph: graph.values.low),
        (Name("a", "Anna"), lambda graph: graph.names),
    ],
)
def test_every_kind_of_record_reaches_its_own_column(
    record: Record, column: Callable[[Collector], Sized]
) -> None:
    graph = Collector()
    before = len(column(graph))
    graph.add(record)
    assert (before, len(column(graph))) == (0, 1)
    total = len(graph.facts.head) + len(graph.untyped.head) + len(graph.values.low) + len(graph.names)
    assert total == 1
