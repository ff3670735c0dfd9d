from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.kb import open_kb
from numkbqa.kb.folder import FORMAT, check_replaceable, map_arrays, read_manifest, write_json, write_manifest
from numkbqa.kb.strings import Arrays

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
    assert open_kb(tmp_path / "kb").content_hash == second.content_hash
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kb", "triples.tsv"]


def test_other_things_at_the_output_are_never_replaced(build: Builder, tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "thesis.txt").write_text("precious")
    with pytest.raises(UserError, match="not a numkbqa knowledge base is already there"):
        build({"triples.tsv": TRIPLES})
    assert (tmp_path / "kb" / "thesis.txt").read_text() == "precious"


def test_arrays_come_back_as_they_were_written_even_empty_ones(tmp_path: Path) -> None:
    arrays: Arrays = {"some": np.arange(5), "none": np.zeros(0, np.int32)}
    write_manifest(tmp_path, {"hello": "world"}, arrays)
    manifest = read_manifest(tmp_path)
    mapped = map_arrays(tmp_path, manifest["arrays"])
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
