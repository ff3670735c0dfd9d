import json
from pathlib import Path

import numpy as np

from numkbqa.kb import open_kb
from numkbqa.kb.report import by_count

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
    assert open_kb(tmp_path / "kb").report == json.loads(json.dumps(report.as_dict()))


def test_counts_come_the_largest_first() -> None:
    assert list(by_count({"b": 2, "c": 5, "a": 2}).items()) == [("c", 5), ("a", 2), ("b", 2)]


def test_every_kind_of_finding_is_a_warning(build: Builder) -> None:
    numbers = (
        "a\tage\t1\txsd:integer\nb\tage\tNaN\txsd:double\nc\tage\t3\txsd:integer\nd\tage\t4\txsd:integer\n"
    )
    report, _ = build({"numbers.tsv": numbers, "triples.tsv": TRIPLES + "carl\tknows\n"})
    assert report.set_aside == {"age": {"not a number (NaN)": 1}}
    assert report.warnings[0] == "1 literal of numerical relations set aside: not a number (NaN)."
    (skipped,) = report.skipped
    assert (Path(skipped.source).name, skipped.line, skipped.kept) == ("triples.tsv", 3, False)
    assert report.warnings[1] == f"1 statement left out of the sources: {skipped.reason}."
