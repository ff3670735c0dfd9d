from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.retrieval.linking import build_index
from numkbqa.retrieval.linking.build_index import FOLDER, class_label, open_name_index
from tests.support.toy_kb import ToyKB, toy_world


def test_an_index_in_a_cache_is_built_once(tmp_path: Path) -> None:
    kb = toy_world()
    open_name_index(kb, 50, tmp_path)
    (folder,) = (tmp_path / FOLDER).iterdir()
    before = (folder / "manifest.json").stat().st_mtime_ns
    again = open_name_index(kb, 50, tmp_path)
    assert (folder / "manifest.json").stat().st_mtime_ns == before
    assert again.find("warsaw") is not None
    assert not list(folder.glob("*.txt"))


def test_an_index_that_another_process_builds_at_the_same_time_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb, build, opened = toy_world(), build_index.build_name_index, list[int]()

    def overtaken(graph: ToyKB, folder: Path) -> None:
        build(graph, folder)
        monkeypatch.setattr(build_index, "build_name_index", build)
        open_name_index(graph, 50, tmp_path)
        opened.extend(file.stat().st_ino for file in (tmp_path / FOLDER).glob("[!.]*/manifest.json"))

    monkeypatch.setattr(build_index, "build_name_index", overtaken)
    assert open_name_index(kb, 50, tmp_path).find("warsaw") is not None
    (folder,) = (tmp_path / FOLDER).iterdir()
    assert [(folder / "manifest.json").stat().st_ino] == opened


def test_another_graph_gets_another_index(tmp_path: Path) -> None:
    open_name_index(toy_world(), 50, tmp_path)
    other = open_name_index(ToyKB([], labels={"a": "Ann Arbor"}), 50, tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == 2
    assert other.find("warsaw") is None


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="folder"):
        open_name_index(toy_world(), 50, tmp_path / "file")


def test_an_index_in_memory_gives_the_same_as_one_in_a_cache(tmp_path: Path) -> None:
    here, there = open_name_index(toy_world(), 50), open_name_index(toy_world(), 50, tmp_path)
    for name in ("warsaw", "cities", "river", "deutschland"):
        one, other = here.find(name), there.find(name)
        assert one is not None
        assert other is not None
        assert one.entities.tolist() == other.entities.tolist()


def test_common_names_go_to_the_entity_with_the_most_facts() -> None:
    facts = [("x", "in", "usa"), ("y", "in", "usa"), ("x", "in", "film")]
    kb = ToyKB(facts, labels={"usa": "United States", "film": "America"})
    index = open_name_index(kb, 50)
    america, usa = index.find("america"), index.find("usa")
    assert america is not None
    assert usa is not None
    assert [kb.entity_id(e) for e in america.entities.tolist()] == ["usa", "film"]
    assert [kb.entity_id(e) for e in usa.entities.tolist()] == ["usa"]


def test_a_class_without_a_name_goes_by_its_id() -> None:
    kb = ToyKB([("a", "type", "http://x.example/ChessPlayer")], labels={"a": "Anna"})
    entity = kb.entity_index("http://x.example/ChessPlayer")
    assert entity is not None
    assert class_label(kb, entity) == "chess player"
    assert open_name_index(kb, 50).find("chess players") is not None


def test_a_graph_without_names_has_an_empty_index() -> None:
    index = open_name_index(ToyKB([("a", "r", "b")]), 50)
    assert index.find("a") is None
    assert list(index.names_at(["a", "b"], 0)) == []
    assert index.similar_words("abcdef") == []
