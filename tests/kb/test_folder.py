import json
from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.kb import build_kb, open_kb
from numkbqa.kb.arrays import ArrayWriter
from numkbqa.kb.folder import (
    FORMAT,
    building,
    check_replaceable,
    data_folder,
    map_arrays,
    publish,
    read_manifest,
    write_json,
)

from .conftest import TRIPLES, Builder


def test_a_knowledge_base_is_replaced_and_an_interrupted_build_keeps_the_old_one(
    build: Builder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = build({"triples.tsv": TRIPLES})
    second, kb = build({"triples.tsv": TRIPLES + "carl\tknows\tanna\n"})
    assert kb.num_facts == second.facts == first.facts + 1

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("numkbqa.kb.folder.write_json", interrupt)
    with pytest.raises(KeyboardInterrupt):
        build({"triples.tsv": TRIPLES})
    monkeypatch.undo()
    assert open_kb(tmp_path / "kb").content_hash == second.content_hash
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kb", "triples.tsv"]
    build({"triples.tsv": TRIPLES})
    manifest = read_manifest(tmp_path / "kb")
    assert sorted(path.name for path in (tmp_path / "kb").iterdir()) == sorted(
        ["manifest.json", manifest["data"]]
    )


def test_a_reader_keeps_what_it_opened_when_the_knowledge_base_is_replaced(build: Builder) -> None:
    _, old = build({"triples.tsv": TRIPLES})
    _, new = build({"triples.tsv": "x\tr\ty\n"})
    assert [old.entity_id(entity) for entity in range(old.num_entities)] == ["anna", "bert", "carl"]
    assert new.num_entities == 2


def test_a_failed_first_build_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        build_kb([tmp_path / "missing.tsv"], tmp_path / "kb")
    assert list(tmp_path.iterdir()) == []


def test_other_things_at_the_output_are_never_replaced(build: Builder, tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "thesis.txt").write_text("precious")
    with pytest.raises(UserError, match="not a numkbqa knowledge base is already there"):
        build({"triples.tsv": TRIPLES})
    assert (tmp_path / "kb" / "thesis.txt").read_text() == "precious"


def test_what_a_killed_build_left_is_removed_by_the_next_and_nothing_else(
    build: Builder, tmp_path: Path
) -> None:
    dead = tmp_path / "kb" / ".building-0123abcd"
    dead.mkdir(parents=True)
    (dead / "out.tail.npy").write_text("half")
    build({"triples.tsv": TRIPLES})
    (tmp_path / "kb" / "kb-data-mine").mkdir()
    build({"triples.tsv": TRIPLES})
    assert not dead.exists()
    assert (tmp_path / "kb" / "kb-data-mine").exists()


def test_an_unfinished_folder_that_is_locked_belongs_to_another_build(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    with building(tmp_path / "kb") as first, building(tmp_path / "kb") as second:
        assert first.exists()
        assert first != second
    assert not first.exists()


def test_arrays_come_back_as_they_were_written_even_empty_ones(tmp_path: Path) -> None:
    with building(tmp_path / "kb") as folder:
        writer = ArrayWriter(folder)
        writer.write("some", np.arange(5))
        writer.write("none", np.zeros(0, np.int32))
        publish(folder, {"hello": "world", "arrays": writer.shapes})
    manifest = read_manifest(tmp_path / "kb")
    mapped = map_arrays(data_folder(tmp_path / "kb", manifest), manifest["arrays"])
    assert manifest["hello"] == "world"
    assert {name: array.tolist() for name, array in mapped.items()} == {"some": [0, 1, 2, 3, 4], "none": []}
    assert not mapped["some"].flags.writeable


def test_an_empty_folder_and_an_older_version_may_be_replaced(tmp_path: Path) -> None:
    check_replaceable(tmp_path)
    write_json(tmp_path / "manifest.json", {"format": FORMAT, "version": 0})
    check_replaceable(tmp_path)
    with pytest.raises(UserError, match="format version is 0"):
        read_manifest(tmp_path)


def test_a_file_at_the_output_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "kb").write_text("precious")
    with pytest.raises(UserError, match="already there"):
        check_replaceable(tmp_path / "kb")


@pytest.mark.parametrize("name", ["../elsewhere", "kb-data-x/../../y", "data", 5])
def test_a_manifest_cannot_lead_out_of_its_folder(build: Builder, tmp_path: Path, name: object) -> None:
    build({"triples.tsv": TRIPLES})
    manifest = tmp_path / "kb" / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"data": name}))
    with pytest.raises(UserError, match="manifest of the knowledge base is damaged"):
        open_kb(tmp_path / "kb")
