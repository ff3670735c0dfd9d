import gzip
import itertools
from pathlib import Path

import zstandard

from numkbqa.kb import build_kb, open_kb

from .conftest import NAMES, NUMBERS, TRIPLES, Builder, X


def test_the_order_of_sources_does_not_change_the_content(tmp_path: Path) -> None:
    files = {"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS, "names.tsv": NAMES}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    hashes = {
        build_kb([tmp_path / name for name in order], tmp_path / "kb").content_hash
        for order in itertools.permutations(files)
    }
    assert len(hashes) == 1
    assert open_kb(tmp_path / "kb").content_hash in hashes


def test_the_format_of_sources_does_not_change_the_content(tmp_path: Path) -> None:
    facts = [("a", "r", "b"), ("b", "r", "c")]
    (tmp_path / "g.tsv").write_text("".join(f"{X}{h}\t{X}{r}\t{X}{t}\n" for h, r, t in facts))
    (tmp_path / "g.nt.gz").write_bytes(
        gzip.compress("".join(f"<{X}{h}> <{X}{r}> <{X}{t}> .\n" for h, r, t in reversed(facts)).encode())
    )
    (tmp_path / "g.tsv.zst").write_bytes(zstandard.compress((tmp_path / "g.tsv").read_bytes()))
    reports = [build_kb([tmp_path / name], tmp_path / "kb") for name in ("g.tsv", "g.nt.gz", "g.tsv.zst")]
    assert len({report.content_hash for report in reports}) == 1


def test_any_change_of_the_content_changes_the_hash(build: Builder) -> None:
    graphs = [
        {"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS},
        {"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS.replace("30", "31")},
        {"triples.tsv": TRIPLES.replace("carl", "cara"), "numbers.tsv": NUMBERS},
        {"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS, "names.tsv": NAMES},
        {"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS.replace("age", "height")},
    ]
    hashes = []
    for graph in graphs:
        report, _ = build(graph | {"names.tsv": graph.get("names.tsv", "nobody\tNobody\n")})
        hashes.append(report.content_hash)
    assert len(set(hashes)) == len(graphs)


def test_duplicates_are_merged_and_counted(build: Builder) -> None:
    numbers = NUMBERS + NUMBERS + "anna\tage\t30.0\txsd:decimal\n"
    report, kb = build({"triples.tsv": TRIPLES, "facts.tsv": TRIPLES, "numbers.tsv": numbers})
    assert (report.facts, report.duplicate_facts) == (2, 2)
    assert (report.numeric_facts, report.duplicate_numeric_facts) == (2, 3)
    assert kb.value(0).lexical == "30"
