from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import build_kb

from .conftest import NAMES, TRIPLES, Builder, Built


def test_the_freebase_slice_is_read_whole(freebase: Built) -> None:
    report, kb = freebase
    assert (report.facts, report.entities, report.numeric_facts) == (310_116, 14_541, 29_247)
    assert (report.relations, report.numerical_relations, report.named_entities) == (237, 115, 14_541)
    assert (report.duplicate_facts, report.duplicate_numeric_facts, report.set_aside) == (0, 0, {})
    # years of buildings, drafts, listings and programming languages that come as plain integers
    assert report.warnings == ["50 literals kept, though odd: bare year read as a date."]
    assert all(path.endswith(".jsonl") for path in report.skipped_files)
    assert (kb.num_entities, kb.num_facts, kb.num_numeric_facts) == (14_541, 310_116, 29_247)


def test_geoquery_is_read_with_labels_and_classes(geoquery: Built) -> None:
    report, kb = geoquery
    # 3,728 statements: 670 labels, of 658 entities and 12 relations, and facts of two kinds
    assert report.facts + report.numeric_facts + 670 == 3_728
    assert (report.entities, report.names, report.classes, report.unused_names) == (658, 658, 7, 0)
    assert {relation.text for relation in kb.numerical_relations} == {
        "area", "elevation", "length", "population", "population density",
    }  # fmt: skip


def test_an_empty_graph_is_an_error_and_leaves_nothing_behind(build: Builder, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the graph is empty"):
        build({"names.tsv": NAMES})
    assert [path.name for path in tmp_path.iterdir()] == ["names.tsv"]


def test_progress_tells_stages_and_counts(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text(TRIPLES)
    told: list[tuple[str, int]] = []
    build_kb([tmp_path], tmp_path / "kb", progress=lambda stage, count: told.append((stage, count)))
    assert told == [
        ("reading triples.tsv", 2), ("settling statements", 0), ("settling names", 0),
        ("numbering entities", 0), ("sorting facts", 2), ("writing", 3),
    ]  # fmt: skip
