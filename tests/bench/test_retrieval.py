import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.retrieval import measure, question_tasks, synthetic_tasks
from bench.retrieval_page import page
from bench.retrieval_reference import PlainRetriever
from bench.synthetic_graph import class_id, write_graph

from numkbqa.kb import EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.retrieval import RetrievalSettings
from numkbqa.retrieval.subgraph import Relevance, SubgraphRetriever

Json = dict[str, Any]
CLASSES = (300, 40)
ENVIRONMENT = {
    "numkbqa": "1",
    "commit": None,
    "machine": {"cores": 2, "memory_gib": 4, "python": "3", "system": "Linux"},
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedKnowledgeBase:
    folder = tmp_path_factory.mktemp("kb")
    write_graph(folder / "graph.nt", 3_000, classes=CLASSES)
    build_kb([folder / "graph.nt"], folder / "kb")
    return open_kb(folder / "kb")


def test_classes_have_the_members_asked_for(kb: EmbeddedKnowledgeBase) -> None:
    classes = np.array([kb.entity_index(class_id(number)) for number in range(2)])
    assert kb.degree(classes).tolist() == list(CLASSES)


def test_the_reference_finds_what_the_retriever_finds(kb: EmbeddedKnowledgeBase) -> None:
    settings = RetrievalSettings(
        max_entities=50, order_aware=False, hub_cap=10**6, max_facts=10**6, push_threshold=1e-9
    )
    plain, ours = PlainRetriever(kb, 50), SubgraphRetriever(kb, settings)
    rng = np.random.default_rng(1)
    for topic in range(0, kb.num_entities, 60):
        fit = Relevance(rng.uniform(0, 1, len(kb.relations)), np.zeros(len(kb.numerical_relations)))
        topics = np.unique(np.array([topic, topic // 2]))
        kept, among = plain.retrieve(topics, fit.relations**2 + 0.05)
        found = ours.retrieve(topics, fit)
        assert set(kept[: len(topics)].tolist()) == set(topics.tolist())
        assert np.isin(found.entities, kept).mean() > 0.9
        if set(kept.tolist()) == set(found.entities.tolist()):
            assert 2 * among.nnz == len(found.head)


def test_a_measurement_makes_a_page(kb: EmbeddedKnowledgeBase, tmp_path: Path) -> None:
    ids = [kb.entity_id(entity) for entity in range(3)]
    lines = [
        json.dumps({"id": str(i), "question": "which?", "topic_entities": [name], "answers": [{"id": name}]})
        for i, name in enumerate(ids)
    ]
    (tmp_path / "q.jsonl").write_text("\n".join(lines))
    tasks = question_tasks(kb, [tmp_path / "q.jsonl"], 2, seed=0) + synthetic_tasks(kb, 2, seed=0)
    graph = measure("small", kb, tasks, 30, references=1)
    assert [row["tasks"] for row in graph["kinds"]] == [2] * 7
    for row in graph["kinds"]:
        assert all(0 < row[name]["p50"] <= row[name]["p95"] for name in row if name.endswith("_ms"))
        assert 0 < row["shared"] <= 1
    row = {**graph["kinds"][0], "reference_ms": {"p50": 40.0, "p95": 50.0}}
    row["ours_same_tasks_ms"] = {"p50": 4.0, "p95": 5.0}
    text = page({"environment": ENVIRONMENT, "seed": 0, "graphs": [{**graph, "kinds": [row]}]})
    assert "## small, subgraphs of 30 entities" in text
    assert "| 40.0, 50.0 ms | 10.0 |" in text
