from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pyoxigraph import Literal, Quad, RdfFormat, parse

from numkbqa.kb import EmbeddedKnowledgeBase, KnowledgeBase, build_kb, open_kb
from numkbqa.kb.export import export_ntriples, ntriples
from tests.support.toy_kb import ToyKB, day, number, toy_world

XSD = "http://www.w3.org/2001/XMLSchema#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
GRAPH = f"""\
<http://x/Paris> <{TYPE}> <http://x/City> .
<http://x/Lyon> <{TYPE}> <http://x/City> .
<http://x/Paris> <http://x/in> <http://x/France> .
<http://x/Lyon> <http://x/in> _:b1 .
_:b1 <http://x/partOf> <http://x/France> .
<http://x/Paris> <http://www.w3.org/2000/01/rdf-schema#label> "Paris"@en .
<http://x/Paris> <http://www.w3.org/2004/02/skos/core#altLabel> "Ville Lumi\\u00E8re" .
<http://x/Lyon> <http://www.w3.org/2000/01/rdf-schema#label> "a \\"quoted\\" \\\\ name" .
<http://x/in> <http://www.w3.org/2000/01/rdf-schema#label> "lies in" .
<http://x/area> <http://schema.org/unitText> "km^2" .
<http://x/Paris> <http://x/area> "105.4"^^<{XSD}decimal> .
<http://x/Lyon> <http://x/area> "4787e-2"^^<{XSD}double> .
<http://x/Paris> <http://x/population> "2,102,650" .
<http://x/Lyon> <http://x/population> "522250" .
<http://x/Paris> <http://x/founded> "-0259"^^<{XSD}gYear> .
<http://x/Lyon> <http://x/founded> "-0042-10-09"^^<{XSD}date> .
<http://x/France> <http://x/founded> "19th century" .
<http://x/France> <http://x/digits> "123456789012345678901234567890"^^<{XSD}integer> .
<http://x/Paris> <http://x/digits> "123456789012345678901234567891"^^<{XSD}integer> .
"""
TABLE = "anna\tknows\tbob k\nanna\ttype\tperson\nbob k\ttype\tperson\n_:x\tknows\tanna\n"
YEARS = "anna\tyear of birth\t1950\txsd:decimal\nbob k\tyear of birth\t1960\txsd:decimal\n"


def statements(kb: KnowledgeBase, path: Path) -> list[Quad]:
    export_ntriples(kb, path)
    return list(parse(path.read_bytes(), RdfFormat.N_TRIPLES))


def again(kb: KnowledgeBase, folder: Path) -> EmbeddedKnowledgeBase:
    export_ntriples(kb, folder / "export.nt")
    build_kb([folder / "export.nt"], folder / "again")
    return open_kb(folder / "again")


def numbers_of(kb: KnowledgeBase) -> Iterator[tuple[str, str, float, float, str | None, str]]:
    facts = kb.numbers_of(np.arange(kb.num_entities))
    for entity, relation, value in zip(facts.entity, facts.relation, facts.value, strict=True):
        about, found = kb.numerical_relations[int(relation)], kb.value(int(value))
        yield kb.entity_id(int(entity)), about.name, found.low, found.high, about.unit, about.text


def facts_of(kb: KnowledgeBase) -> set[tuple[str, str, str]]:
    facts = zip(*(column.tolist() for column in kb.facts_from(np.arange(kb.num_entities))), strict=True)
    return {(kb.entity_id(h), kb.relations[r], kb.entity_id(t)) for h, r, t in facts}


def names_of(kb: KnowledgeBase) -> dict[str, tuple[str | None, set[str]]]:
    found = {kb.entity_id(entity): kb.names(entity) for entity in range(kb.num_entities)}
    return {entity: (names[0] if names else None, set(names)) for entity, names in found.items()}


@pytest.mark.parametrize(
    "files",
    [
        {"graph.nt": GRAPH},
        {"triples.tsv": TABLE, "numbers.tsv": YEARS},
        {"graph.nt": GRAPH, "triples.tsv": TABLE},
    ],
    ids=["rdf", "tsv", "both"],
)
def test_a_graph_comes_back_from_its_export(files: dict[str, str], tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    build_kb([tmp_path / name for name in files], tmp_path / "kb")
    kb = open_kb(tmp_path / "kb")
    back = again(kb, tmp_path)
    assert facts_of(back) == facts_of(kb)
    assert sorted(numbers_of(back), key=str) == sorted(numbers_of(kb), key=str)
    assert names_of(back) == names_of(kb)
    assert back.relation_texts == kb.relation_texts
    assert [back.is_event(e) for e in range(back.num_entities)] == [
        kb.is_event(e) for e in range(kb.num_entities)
    ]


def test_an_export_of_an_export_is_the_same_file(tmp_path: Path) -> None:
    back = again(toy_world(), tmp_path)
    export_ntriples(back, tmp_path / "twice.nt")
    export_ntriples(again(back, tmp_path), tmp_path / "thrice.nt")
    assert (tmp_path / "thrice.nt").read_bytes() == (tmp_path / "twice.nt").read_bytes()


def test_every_line_is_standard_n_triples(tmp_path: Path) -> None:
    found = [str(quad.object) for quad in statements(toy_world(), tmp_path / "world.nt")]
    datatypes = {text.rpartition("^^")[2] for text in found if "^^" in text}
    allowed = ("integer", "decimal", "double", "gYear", "gYearMonth", "date")
    assert datatypes <= {f"<{XSD}{name}>" for name in allowed}
    lines = (tmp_path / "world.nt").read_text(encoding="utf-8").splitlines()
    assert '<urn:numkbqa:length> <http://schema.org/unitText> "kilometer" .' in lines


def test_control_characters_are_escaped(tmp_path: Path) -> None:
    name = 'a\x00b\x7f"c"\\ \n\t\r'
    found = statements(ToyKB([("a", "r", "b")], labels={"a": name}), tmp_path / "x.nt")
    assert Literal(name) in [quad.object for quad in found]


def test_pieces_join_without_seams_and_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = statements(toy_world(), tmp_path / "whole.nt")
    monkeypatch.setattr(ntriples, "CHUNK", 7)
    told: list[tuple[str, int]] = []
    export_ntriples(
        toy_world(), tmp_path / "parts.nt", progress=lambda stage, count: told.append((stage, count))
    )
    parts = list(parse((tmp_path / "parts.nt").read_bytes(), RdfFormat.N_TRIPLES))
    assert sorted(map(str, parts)) == sorted(map(str, whole))
    assert told[-1] == ("writing triples", toy_world().num_entities)
    assert len(told) > 5


def test_a_failed_export_leaves_the_old_file(tmp_path: Path) -> None:
    class Broken(ToyKB):
        def names(self, entity: int) -> list[str]:
            raise RuntimeError("the disk is gone")

    (tmp_path / "x.nt").write_text("old")
    with pytest.raises(RuntimeError):
        export_ntriples(
            Broken([("a", "r", "b")], [("a", "n", number(1)), ("a", "d", day("1999"))]), tmp_path / "x.nt"
        )
    assert [path.name for path in tmp_path.iterdir()] == ["x.nt"]
    assert (tmp_path / "x.nt").read_text() == "old"
