"""A graph that is written in each of the three ways of Neo4j is read as it was."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kb.readers.tables.conftest import Files, load_files


class Node(NamedTuple):
    """A node; its number is its place."""

    label: str
    name: str
    size: float | None


class Relationship(NamedTuple):
    """A relationship between two nodes, by number."""

    start: int
    type: str
    end: int
    since: int


NAMES = st.text("abcxyzÄß'\",;: ", min_size=1, max_size=8).map(str.strip).filter(bool)
SIZES = st.none() | st.integers(-9999, 9999).map(lambda n: n + 0.5)
NODES = st.lists(
    st.builds(Node, st.sampled_from(["City", "River Bed", "O'Hill"]), NAMES, SIZES), min_size=1, max_size=5
)
RELATIONSHIPS = st.lists(
    st.builds(
        Relationship,
        st.integers(0, 4),
        st.sampled_from(["NEAR", "FLOWS_IN"]),
        st.integers(0, 4),
        st.integers(1, 99),
    ),
    max_size=4,
)

Graph = tuple[list[Node], list[Relationship]]
GRAPHS: st.SearchStrategy[Graph] = st.tuples(NODES, RELATIONSHIPS)


def apoc_json(graph: Graph) -> Files:
    nodes, relationships = graph
    elements: list[dict[str, object]] = []
    for number, node in enumerate(nodes):
        properties = {"name": node.name, "size": node.size}
        elements.append({"type": "node", "id": str(number), "labels": [node.label], "properties": properties})
    for number, r in enumerate(relationships):
        ends = {"start": {"id": str(r.start)}, "end": {"id": str(r.end)}}
        own = {"type": "relationship", "id": str(number), "label": r.type, "properties": {"since": r.since}}
        elements.append({**own, **ends})
    return {"all.json": "".join(f"{json.dumps(element)}\n" for element in elements)}


def apoc_csv(graph: Graph) -> Files:
    nodes, relationships = graph
    header = ["_id", "_labels", "name", "size", "_start", "_end", "_type", "since"]
    rows = [[n, f":{node.label}", node.name, node.size, "", "", "", ""] for n, node in enumerate(nodes)]
    rows += [["", "", "", "", r.start, r.end, r.type, r.since] for r in relationships]
    return {"all.csv": as_csv([header, *rows])}


def import_files(graph: Graph) -> Files:
    nodes, relationships = graph
    rows = [[n, node.name, node.size, node.label] for n, node in enumerate(nodes)]
    files: Files = {"nodes.csv": as_csv([["id:ID(node)", "name", "size:double", ":LABEL"], *rows])}
    if relationships:
        header = [":START_ID(node)", ":END_ID(node)", ":TYPE", "since:int"]
        files["facts.csv"] = as_csv([header, *([r.start, r.end, r.type, r.since] for r in relationships)])
    return files


def as_csv(rows: Sequence[Sequence[object]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_MINIMAL).writerows(rows)
    return stream.getvalue()


@pytest.mark.parametrize("write", [apoc_json, apoc_csv, import_files], ids=lambda write: write.__name__)
@settings(max_examples=12, deadline=None)
@given(graph=GRAPHS)
def test_a_graph_is_read_as_it_was_written(write: Callable[[Graph], Files], graph: Graph) -> None:
    nodes, relationships = graph
    with TemporaryDirectory() as folder:
        loaded = load_files(Path(folder), write(graph))
    assert loaded.skipped == []
    assert loaded.facts == {(f"node/{n}", "type", node.label) for n, node in enumerate(nodes)} | {
        (f"node/{r.start}", r.type, f"node/{r.end}") for r in relationships
    }
    assert {(thing, text) for thing, text in loaded.names if thing.startswith("node/")} == {
        (f"node/{n}", node.name) for n, node in enumerate(nodes)
    }
    assert {(entity, name, float(text)) for entity, name, text in loaded.literals} == {
        (f"node/{n}", "size", node.size) for n, node in enumerate(nodes) if node.size is not None
    }
    assert {(*row[:4], int(row[4])) for row in loaded.rows["qualifier"]} == {
        (f"node/{r.start}", r.type, f"node/{r.end}", "since", r.since) for r in relationships
    }
