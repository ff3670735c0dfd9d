import json
from collections import Counter
from pathlib import Path

import numpy as np

from numkbqa.kb.report import per_name

from .conftest import NUMBERS, TRIPLES, Builder


def test_a_graph_without_numbers_builds_with_a_warning(build: Builder) -> None:
    report, kb = build({"triples.tsv": TRIPLES})
    assert "no numerical relation" in report.warnings[0]
    assert kb.numerical_relations == ()
    assert len(kb.numbers_of(np.arange(kb.num_entities)).low) == 0


def test_a_graph_of_numbers_alone_builds_with_a_warning(build: Builder) -> None:
    report, kb = build({"numbers.tsv": NUMBERS})
    assert "no fact between entities" in report.warnings[0]
    assert len(kb.facts_from(np.arange(kb.num_entities)).head) == 0


def test_the_report_is_kept_with_the_knowledge_base(build: Builder, tmp_path: Path) -> None:
    report, _ = build({"triples.tsv": TRIPLES})
    assert json.loads((tmp_path / "kb" / "report.json").read_text()) == report.as_dict()


def test_counts_come_by_name_the_largest_first() -> None:
    counts = per_name(Counter({0: 2, 1: 5, 2: 2, 3: 0}), ["b", "c", "a", "d"])
    assert list(counts.items()) == [("c", 5), ("a", 2), ("b", 2)]
