"""Graphs that are in memory already: an `rdflib.Graph` as a source."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from numkbqa.kb.readers.rdf_records import PLAIN_TEXT, TAGGED_TEXT, LabelNames, entity_record, literal_record
from numkbqa.kb.readers.record import Record

if TYPE_CHECKING:
    import rdflib


class GraphReader:
    """Reads an `rdflib.Graph`; literals keep the text that they have in it, whatever rdflib makes of it.

    Args:
        graph: the graph.
        tag: short name that no other source of the build has.
    """

    def __init__(self, graph: "rdflib.Graph", tag: str) -> None:
        self._graph, self._names = graph, LabelNames(tag)

    def read(self) -> Iterator[Record]:
        """Yield the records of the graph.

        Yields:
            Entity facts, literal facts, units of relations and names.
        """
        from rdflib import Literal  # noqa: PLC0415 - whoever passes a graph has rdflib

        for subject, predicate, tail, *_ in self._graph:  # a Dataset says the graph too
            head, relation = self._id(subject), str(predicate)
            if isinstance(tail, Literal):
                datatype = PLAIN_TEXT if tail.datatype is None else str(tail.datatype)
                if tail.language:
                    datatype = TAGGED_TEXT
                yield literal_record(head, relation, str(tail), tail.language, datatype, None)
            else:
                yield entity_record(head, relation, self._id(tail))

    def _id(self, node: object) -> str:
        from rdflib import BNode  # noqa: PLC0415 - as above

        return self._names[str(node)] if isinstance(node, BNode) else str(node)
