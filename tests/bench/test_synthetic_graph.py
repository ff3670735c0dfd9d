import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from bench.synthetic_graph import (
    BYTES_PER_FACT,
    LABEL,
    NUMERIC,
    UNIT,
    Written,
    amount,
    check_space,
    write_graph,
    zipf,
)
from pyoxigraph import Literal, NamedNode, RdfFormat, parse

from bench import synthetic_graph
from numkbqa.kb import build_kb, open_kb
from numkbqa.values import Kind

FACTS = 20_000
NUMBER = f"{synthetic_graph.BASE}number/"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Written]:
    path = tmp_path_factory.mktemp("graph") / "graph.nt"
    return path, write_graph(path, FACTS)


def test_it_holds_what_it_says(graph: tuple[Path, Written]) -> None:
    path, written = graph
    triples = [(t.subject, t.predicate.value, t.object) for t in parse(path=path, format=RdfFormat.N_TRIPLES)]
    by_relation = Counter(predicate for _, predicate, _ in triples)
    assert written == (FACTS, FACTS // 8, by_relation[LABEL], by_relation[UNIT], path.stat().st_size)
    assert written.bytes <= FACTS * BYTES_PER_FACT
    assert len(triples) == FACTS + FACTS // 16 + written.units
    tails = Counter(str(tail) for _, predicate, tail in triples if isinstance(tail, NamedNode))
    assert tails.most_common(1)[0][1] > 0.02 * FACTS  # a hub
    assert len(tails) > 0.8 * written.entities
    assert all(isinstance(tail, Literal) for _, predicate, tail in triples if predicate.startswith(NUMBER))
    numeric = sum(count for predicate, count in by_relation.items() if predicate.startswith(NUMBER))
    assert 0.09 < (numeric - written.units) / FACTS < 0.11


def test_numkbqa_reads_all_of_it(graph: tuple[Path, Written], tmp_path: Path) -> None:
    path, written = graph
    report = build_kb([path], tmp_path / "kb")
    kb = open_kb(tmp_path / "kb")
    repeated = report.duplicate_facts + report.duplicate_numeric_facts
    assert report.facts + report.numeric_facts + repeated == FACTS
    assert 0.98 * written.labels < report.named_entities <= written.labels
    of_name = {relation.name.removeprefix(NUMBER): relation for relation in kb.numerical_relations}
    assert sorted(of_name) == sorted(row.name for row in NUMERIC)
    assert {name for name, r in of_name.items() if r.unit} == {row.name for row in NUMERIC if row.unit}
    assert {name for name, r in of_name.items() if r.kind is Kind.DATE} == {"founded", "released", "born"}


def test_a_seed_says_all(graph: tuple[Path, Written], tmp_path: Path) -> None:
    for seed in (0, 1):
        write_graph(tmp_path / f"{seed}.nt", FACTS, seed)
    content = graph[0].read_bytes()
    assert (tmp_path / "0.nt").read_bytes() == content
    assert (tmp_path / "1.nt").read_bytes() != content


@pytest.mark.parametrize("facts", [1, 17, 100_001])
def test_it_writes_exactly_as_many_facts_as_asked_for(facts: int, tmp_path: Path) -> None:
    written = write_graph(tmp_path / "graph.nt", facts)
    lines = (tmp_path / "graph.nt").read_bytes().splitlines()
    assert len(lines) == facts + written.labels + written.units
    assert all(line.startswith(b"<") and line.endswith(b" .") for line in lines)


def test_low_numbers_are_common_and_none_is_out_of_range() -> None:
    drawn = zipf(np.random.default_rng(0), 1_000, 100_000)
    counts = np.bincount(drawn)
    assert (drawn.min(), drawn.max()) == (0, 999)
    assert counts[0] > 2 * counts[4] > 20 * counts[500] > 0


def test_amounts() -> None:
    assert [amount(text) for text in ("7", "300k", "10M")] == [7, 300_000, 10_000_000]
    for text in ("", "M", "0", "-3", "1.5M", "1G", "²"):
        with pytest.raises(argparse.ArgumentTypeError, match="no number of facts"):
            amount(text)


def test_a_full_disk_is_seen_before_anything_is_written(tmp_path: Path) -> None:
    check_space(tmp_path, 1)
    with pytest.raises(SystemExit, match="GB are needed"):
        check_space(tmp_path, 10**18)
