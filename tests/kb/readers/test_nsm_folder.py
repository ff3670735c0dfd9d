import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.kb.readers import nsm_folder
from numkbqa.kb.readers.nsm_folder import NsmFolderReader
from numkbqa.kb.readers.record import Name, Record, Skipped, UntypedFact
from numkbqa.kb.readers.source import Source
from tests.support.nsm_folder import ENTITIES, FACTS, RELATIONS, described, entity, numbered, write_folder

GENERATOR = Path(__file__).resolve().parents[3].parent / "shared" / "tools" / "gen_synth.py"


def sources(folder: Path) -> list[Source]:
    return [Source(path, path.name, named=False) for path in sorted(folder.iterdir())]


def read(folder: Path) -> list[Record]:
    return list(NsmFolderReader().read_group(sources(folder)))


def facts(records: list[Record]) -> list[tuple[str, str, str]]:
    return [
        (record.head, record.relation, record.tail) for record in records if isinstance(record, UntypedFact)
    ]


def members(folder: Path) -> list[str]:
    return [source.path.name for source in NsmFolderReader().members(sources(folder))]


def test_the_graph_is_the_union_of_all_subgraphs(tmp_path: Path) -> None:
    write_folder(tmp_path, [numbered(FACTS[:3]), numbered(FACTS[1:])])
    write_folder(tmp_path, [numbered(FACTS[:1])], "test_simple.json")
    assert sorted(facts(read(tmp_path))) == sorted(FACTS)


def test_objects_in_place_of_numbers_are_the_same_graph(tmp_path: Path) -> None:
    by_number = read(write_folder(tmp_path / "nsm", [numbered(FACTS)]))
    assert read(write_folder(tmp_path / "graftnet", [described(FACTS)], "train.json")) == by_number


def test_names_come_from_answers_and_objects_but_not_for_literals(tmp_path: Path) -> None:
    answers = [entity("m.02", "Ann"), entity("1966", "in 1966"), entity("m.03"), {"kb_id": 5, "text": "m.04"}]
    row = numbered(FACTS, answers)
    row["subgraph"]["entities"] = [entity("m.01", "Bert"), entity("m.02", "Ann"), entity("m.03", " ")]
    records = read(write_folder(tmp_path, [row, row]))
    assert [record for record in records if isinstance(record, Name)] == [
        Name("m.02", "Ann"),
        Name("m.01", "Bert"),
    ]


def test_a_file_of_names_is_read(tmp_path: Path) -> None:
    write_folder(tmp_path, [numbered(FACTS, [entity("m.02", "Ann")])])
    (tmp_path / "entities_names.json").write_text(
        '{"m.01": "Bert", "m.02": "Ann", "m.03": null, "1966": "x"}'
    )
    names = [record for record in read(tmp_path) if isinstance(record, Name)]
    assert names == [Name("m.01", "Bert"), Name("m.02", "Ann")]


def test_numeric_facts_of_numkbqa_refer_to_the_expanded_lists(tmp_path: Path) -> None:
    write_folder(tmp_path, [numbered(FACTS[:1])])
    (tmp_path / "entities_expanded.txt").write_text("\n".join([*ENTITIES, "250.5"]), encoding="utf-8")
    (tmp_path / "relations_expanded.txt").write_text("\n".join([*RELATIONS, "a.b|c.d"]), encoding="utf-8")
    numeric = {"id": "q-1", "question_type": "superlative", "num_subgraphs": {"tuples": [[1, 2, 6]]}}
    (tmp_path / "train.num_new").write_text(json.dumps(numeric), encoding="utf-8")
    assert facts(read(tmp_path)) == [FACTS[0], ("m.02", "a.b|c.d", "250.5")]


def test_members_are_lists_names_and_one_file_a_split(tmp_path: Path) -> None:
    write_folder(tmp_path, [numbered(FACTS)])
    assert members(tmp_path) == ["entities.txt", "relations.txt", "train_simple.json"]
    for name in (
        "train.json",
        "dev.json",
        "vocab_new.txt",
        "train.dep",
        "documents.json",
        "word_emb_300d.npy",
    ):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert members(tmp_path) == ["entities.txt", "relations.txt", "dev.json", "train_simple.json"]
    (tmp_path / "relations.txt").unlink()
    assert members(tmp_path) == []
    assert not NsmFolderReader().accepts_group(sources(tmp_path))


def test_a_folder_without_questions_is_of_another_format(tmp_path: Path) -> None:
    write_folder(tmp_path, [], "questions.jsonl")
    assert not NsmFolderReader().accepts_group(sources(tmp_path))
    write_folder(tmp_path, [], "dev_simple.json")
    assert NsmFolderReader().accepts_group(sources(tmp_path))


def test_compressed_files_are_members_too(tmp_path: Path) -> None:
    write_folder(tmp_path, [numbered(FACTS)])
    for path in list(tmp_path.iterdir()):
        (tmp_path / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert sorted(facts(read(tmp_path))) == sorted(FACTS)


def test_broken_lines_and_unknown_numbers_are_skipped_with_their_file(tmp_path: Path) -> None:
    beyond = numbered(FACTS[:1])
    beyond["subgraph"]["tuples"] += [[99, 0, 1], [0, 7, 1]]
    records = read(write_folder(tmp_path, [beyond, "[1]", "{}", '{"id": "q-2", "question": "cut o']))
    assert facts(records) == FACTS[:1]
    lacking = "facts name an entity or a relation that the lists of the folder lack"
    assert [record for record in records if isinstance(record, Skipped)] == [
        Skipped(1, lacking, "train_simple.json: 2 of the question's facts"),
        Skipped(2, "the line is no JSON object", "train_simple.json: [1]"),
        Skipped(4, "the line is no valid JSON", 'train_simple.json: {"id": "q-2", "question": "cut o'),
    ]


@pytest.mark.parametrize("rows", [[], [numbered([])], ["{}"], ["oops"]])
def test_a_folder_without_any_fact_is_an_error(tmp_path: Path, rows: list[Any]) -> None:
    with pytest.raises(UserError, match="no question of the folder has a subgraph") as caught:
        read(write_folder(tmp_path, rows))
    assert caught.value.where == tmp_path


def test_names_that_are_no_json_are_an_error(tmp_path: Path) -> None:
    (write_folder(tmp_path, [numbered(FACTS)]) / "entities_names.json").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match=r"entities_names\.json: the file is no valid JSON"):
        read(tmp_path)


def test_more_entities_than_can_be_counted_are_refused() -> None:
    with pytest.raises(UserError, match="are too many"):
        nsm_folder.FactUnion(2**28, 2**10)


ROWS = st.lists(st.lists(st.sampled_from(FACTS)), min_size=1, max_size=6)


@given(ROWS, st.integers(1, 5), st.integers(1, 3))
@settings(deadline=None, max_examples=40)
def test_every_fact_comes_once_however_often_it_is_merged(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[Any]], pending: int, chunk: int
) -> None:
    folder = write_folder(tmp_path_factory.mktemp("nsm"), [*map(numbered, rows), numbered(FACTS[:1])])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nsm_folder, "_PENDING", pending)
        patch.setattr(nsm_folder, "_CHUNK", chunk)
        found = facts(read(folder))
    assert len(found) == len(set(found))
    assert set(found) == {FACTS[0]} | {fact for row in rows for fact in row}


def test_the_official_format_is_read(tmp_path: Path) -> None:
    """A generator of the project's shared folder writes what the published code of NSM and NumKBQA reads."""
    if not GENERATOR.exists():
        pytest.skip("the generator is not beside the repository")
    sizes = [
        "--train",
        "6",
        "--dev",
        "2",
        "--test",
        "2",
        "--entities",
        "40",
        "--pool",
        "200",
        "--relations",
        "20",
    ]
    subprocess.run([sys.executable, GENERATOR, tmp_path, *sizes], check=True, capture_output=True)
    records = read(tmp_path)
    names, relations = (
        (tmp_path / f"{n}_expanded.txt").read_text().split() for n in ("entities", "relations")
    )
    expected = set()
    for file, section in (("simple.json", "subgraph"), ("num_new", "num_subgraphs")):
        for path in tmp_path.glob(f"*{file}"):
            for line in path.read_text().splitlines():
                tuples = json.loads(line)[section]["tuples"]
                expected |= {(names[h], relations[r], names[t]) for h, r, t in tuples}
    assert len(expected) > 500
    assert set(facts(records)) == expected
    assert not any(isinstance(record, Skipped) for record in records)
    assert any(isinstance(record, Name) for record in records)
