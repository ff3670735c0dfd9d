from pathlib import Path

from numkbqa.kb.describe import describe

from .conftest import NUMBERS, TRIPLES, Builder


def test_a_knowledge_base_says_what_it_is_made_of(build: Builder, tmp_path: Path) -> None:
    report, kb = build({"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS})
    found = describe(kb)
    assert (found["entities"], found["facts"], found["numeric_facts"]) == (3, 2, 2)
    assert found["content_hash"] == report.content_hash
    assert (found["parents"], found["policies"]) == ([], {"age": "default"})
    assert {Path(source).name for source in found["sources"]} == {"triples.tsv", "numbers.tsv"}
    assert found["format_version"] >= 2


def test_the_size_is_that_of_all_files(build: Builder, tmp_path: Path) -> None:
    _, kb = build({"triples.tsv": TRIPLES, "numbers.tsv": NUMBERS})
    sizes = [path.stat().st_size for path in (tmp_path / "kb").rglob("*") if path.is_file()]
    assert describe(kb)["bytes_on_disk"] == sum(sizes)
