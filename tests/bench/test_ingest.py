from pathlib import Path
from typing import Any

import pytest
from bench.ingest import disagreement, measure
from bench.ingest_page import growth, page
from bench.ingest_tasks import Stages, oxigraph_store
from bench.synthetic_graph import write_graph

Json = dict[str, Any]
FACTS = 3_000
ENVIRONMENT = {
    "numkbqa": "1",
    "commit": None,
    "machine": {"cores": 2, "memory_gib": 4, "python": "3", "system": "Linux"},
}


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def row(work: Path) -> Json:
    return measure(FACTS, 0, work, references=False)


def of_a_store(folder: Path) -> Json:
    write_graph(folder / "graph.nt", FACTS)
    return {"facts": FACTS, "peak_memory": 1 << 30, **oxigraph_store(str(folder / "graph.nt"))}


def test_a_measurement_holds_every_figure_and_leaves_no_file(row: Json, work: Path) -> None:
    build, look = row["build"], row["look"]
    assert build["facts"] + build["numeric_facts"] <= FACTS
    assert all(seconds >= 0 for seconds in build["stages"].values())
    assert row["kb_bytes"] > 0
    assert 10 << 20 < build["peak_memory"] < 2 << 30
    assert all(0 < look[name]["p50"] <= look[name]["p95"] for name in look if name.endswith("_us"))
    assert list(work.iterdir()) == []


def test_systems_that_find_different_numbers_of_statements_are_told(row: Json, tmp_path: Path) -> None:
    store = of_a_store(tmp_path)
    assert disagreement({**row, "references": {"store": store}}) is None
    wrong = {**store, "statements": store["statements"] + 1}
    assert "distinct statements differ" in str(disagreement({**row, "references": {"store": wrong}}))
    smaller = {**wrong, "facts": FACTS // 10}
    assert disagreement({**row, "references": {"store": smaller}}) is None


def test_the_page_tells_growth_ratio_and_machine(row: Json, tmp_path: Path) -> None:
    build, written = row["build"], row["written"]
    references = {"a store": {**of_a_store(tmp_path), "seconds": 4 * build["seconds"]}}
    ten = {
        **row,
        "written": {**written, "facts": 10 * FACTS},
        "build": {**build, "seconds": 100 * build["seconds"], "peak_memory": 2 * build["peak_memory"]},
    }
    document = {"environment": ENVIRONMENT, "seed": 0, "sizes": [{**row, "references": references}, ten]}
    text = page(document)
    assert "From 3,000 to 30,000 facts time grows with the exponent 2.00" in text
    assert "(times 2.0)" in text
    assert "| a store | 3,000 |" in text
    assert "| 4.00 | 1.00 GiB |" in text
    assert "2 cores, 4 GiB memory" in text
    assert "exponent" not in page({**document, "sizes": [row]})


def test_the_exponent_of_growth_is_fitted_to_the_logarithms() -> None:
    assert growth([1e6, 1e7, 5e7], [3.0, 30.0, 150.0]) == pytest.approx(1)
    assert growth([1, 10, 100], [5, 5, 5]) == pytest.approx(0)


def test_stages_share_out_all_of_the_time() -> None:
    stages = Stages()
    for stage, count in (("reading", 1), ("reading", 2), ("sorting", 2), ("reading", 3), ("writing", 3)):
        stages.tell(stage, count)
    stages.end()
    assert list(stages.seconds) == ["reading", "sorting", "writing"]
    assert all(seconds >= 0 for seconds in stages.seconds.values())
