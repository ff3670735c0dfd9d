import json
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.load import Loader
from numkbqa.kb.staging import Staging

X = "http://x.org/"


def load(folder: Path, *sources: Path) -> tuple[Staging, list[Path]]:
    scratch = folder / "scratch"
    scratch.mkdir()
    staging = Staging(scratch)
    return staging, Loader(staging, None, lambda stage, count: None).load(sources).skipped_files


def test_a_folder_may_hold_any_mix_of_formats(tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    graph.mkdir()
    (graph / "a.nt").write_text(f"<{X}a> <{X}r> <{X}b> .\n")
    (graph / "b.ttl").write_text(f"@prefix x: <{X}> . x:b x:r x:c .\n")
    (graph / "triples.tsv").write_text("c\tr\td\n")
    (graph / "people.csv").write_text("id,name,height\n1,Ada,180\n2,Bo,175\n")
    (graph / "README.md").write_text("# hello\n")
    staging, skipped = load(tmp_path, graph)
    assert {(head, tail) for head, tail in staging.rows("SELECT head, tail FROM fact")} >= {
        (X + "a", X + "b"), (X + "b", X + "c"),
    }  # fmt: skip
    assert staging.scalar("SELECT count(*) FROM untyped") == 1
    assert staging.rows("SELECT lexical FROM literal WHERE relation = 'height' ORDER BY 1") == [
        ("175",),
        ("180",),
    ]
    assert [path.name for path in skipped] == ["README.md"]
    assert {path.name for path in staging.sources} == {"a.nt", "b.ttl", "triples.tsv", "people.csv"}


def test_question_files_beside_a_graph_are_no_part_of_it(tmp_path: Path) -> None:
    graph = tmp_path / "graph"
    graph.mkdir()
    (graph / "triples.tsv").write_text("a\tr\tb\n")
    question = {"id": "q1", "question": "Who is b?", "topic_entities": ["a"], "answers": [{"id": "b"}]}
    (graph / "questions.jsonl").write_text(f"{json.dumps(question)}\n")
    staging, skipped = load(tmp_path, graph)
    assert [path.name for path in skipped] == ["questions.jsonl"]
    assert staging.scalar("SELECT count(*) FROM fact") == 0


def test_a_graph_of_rdflib_is_a_source(tmp_path: Path) -> None:
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph()
    graph.add((rdflib.URIRef(X + "a"), rdflib.URIRef(X + "r"), rdflib.URIRef(X + "b")))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with Staging(scratch) as staging:
        Loader(staging, None, lambda stage, count: None).load([graph])
        assert staging.rows("SELECT * FROM fact") == [(X + "a", X + "r", X + "b")]


def test_a_file_of_no_known_format_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    with pytest.raises(UserError, match=r"x\.png: the format of the file is not known"):
        load(tmp_path, tmp_path / "x.png")


def test_a_lone_unreadable_table_beside_a_graph_is_left_out_and_told(tmp_path: Path) -> None:
    graph, scratch = tmp_path / "graph", tmp_path / "scratch"
    graph.mkdir()
    scratch.mkdir()
    (graph / "a.nt").write_text(f"<{X}a> <{X}r> <{X}b> .\n")
    (graph / "people.csv").write_text("")
    loader = Loader(Staging(scratch), None, lambda stage, count: None)
    (remark,) = loader.load([graph]).remarks
    assert remark == f"{graph.resolve() / 'people.csv'} was left out: the file is empty"


@pytest.mark.parametrize("named", [["graph"], ["graph/a.nt", "graph/people.csv"]])
def test_an_unreadable_table_that_is_named_or_alone_is_an_error(tmp_path: Path, named: list[str]) -> None:
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "people.csv").write_text("")
    if len(named) > 1:
        (tmp_path / "graph" / "a.nt").write_text(f"<{X}a> <{X}r> <{X}b> .\n")
    with pytest.raises(UserError, match=r"people\.csv: the file is empty"):
        load(tmp_path, *(tmp_path / name for name in named))
