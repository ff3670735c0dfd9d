from pathlib import Path

import rdflib

from numkbqa.kb import build_kb, open_kb
from numkbqa.kb.readers.graph import GraphReader
from numkbqa.kb.readers.record import EntityFact, LiteralFact
from numkbqa.values.datatype import XSD

X = "http://x.org/"
TURTLE = f"""
@prefix x: <{X}> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
x:caesar x:died "-0043-03-15"^^xsd:date ; x:born "-0099"^^xsd:gYear ; rdfs:label "Caesar"@en .
x:ada x:born "1815"^^xsd:gYear ; x:knows x:caesar ; x:height [ x:value 1.70 ; x:unit "m" ] .
"""


def test_a_graph_in_memory_gives_what_its_file_gives(tmp_path: Path) -> None:
    (tmp_path / "g.ttl").write_text(TURTLE)
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    of_file, of_graph = build_kb([tmp_path / "g.ttl"], tmp_path / "a"), build_kb([graph], tmp_path / "b")
    assert of_file.content_hash == of_graph.content_hash
    kb = open_kb(tmp_path / "b")
    died = next(i for i, relation in enumerate(kb.numerical_relations) if relation.name == f"{X}died")
    assert [kb.number_text(handle) for handle in kb.numbers_of_relation(died).value] == ["-0043-03-15"]


def test_literals_keep_their_text(tmp_path: Path) -> None:
    graph = rdflib.Graph()
    texts = ["2002", "-0044", "007", "1E400", "not a number"]
    datatype = rdflib.URIRef("http://www.w3.org/2001/XMLSchema#gYear")
    for number, text in enumerate(texts):
        literal = rdflib.Literal(text, datatype=datatype, normalize=False)
        graph.add((rdflib.URIRef(f"{X}{number}"), rdflib.URIRef(f"{X}r"), literal))
    records = sorted(GraphReader(graph, "g").read(), key=str)
    assert [getattr(record, "lexical", None) for record in records] == texts


def test_blank_nodes_of_two_graphs_stay_apart() -> None:
    graph = rdflib.Graph()
    graph.add((rdflib.BNode("b"), rdflib.URIRef(f"{X}r"), rdflib.URIRef(f"{X}c")))
    first, second = (next(GraphReader(graph, tag).read()) for tag in ("one", "two"))
    assert first != second


def test_the_graphs_of_a_dataset_are_merged() -> None:
    a, r = rdflib.URIRef(f"{X}a"), rdflib.URIRef(f"{X}r")
    dataset = rdflib.Dataset()
    dataset.graph(rdflib.URIRef(f"{X}f")).add((a, r, rdflib.Literal("5")))
    dataset.graph(rdflib.URIRef(f"{X}g")).add((a, r, rdflib.URIRef(f"{X}b")))
    assert set(GraphReader(dataset, "g").read()) == {
        LiteralFact(f"{X}a", f"{X}r", "5", f"{XSD}string"),
        EntityFact(f"{X}a", f"{X}r", f"{X}b"),
    }
