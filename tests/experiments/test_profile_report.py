from numkbqa.experiments.profile_report import profile_section

RUN = {
    "questions": 250,
    "sizes": {"entities": 120.0, "facts": 800.0},
    "epoch_seconds": 1.5,
    "epochs": [1.4, 1.5, 1.6],
    "seconds_per_500_questions": 3.0,
    "shares": {"forward": 60.0, "backward": 40.0},
    "operators": [{"name": "aten::mm", "calls": 12, "share": 31.4}],
    "retrieval": {"examples_per_second": 41.26},
    "peak_memory_bytes": 2**30,
}


def test_every_part_of_a_profile_has_its_row() -> None:
    facts, _, operators = profile_section({"runs": [RUN]})
    assert "| median subgraph | 120 entities, 800 facts |" in facts
    assert "| seconds an epoch (median) | 1.50 |" in facts
    assert "| of each epoch measured | 1.40, 1.50, 1.60 |" in facts
    assert "| forward, % of the time | 60.0 |" in facts
    assert "| retrieval, examples a second, one process | 41.3 |" in facts
    assert "| aten::mm | 12 | 31.4 |" in operators
