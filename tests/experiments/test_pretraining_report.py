from typing import Any

from numkbqa.experiments.pretraining_report import pretraining_section


def run(variant: str, **changes: Any) -> dict[str, Any]:
    hits = {"all": 98.04, "top": 97.0, "bottom": 99.0, "k1": 100.0, "k2": 91.5}
    return {
        "variant": variant,
        "max_k": 2,
        "seed": 0,
        "instances": {"test": 2000},
        "hits1": hits,
        "steps": {"QIND": 120, "QGND": 30},
        "seconds": 61.0,
        "config": {"number_data": {"max_numbers": 50}},
        **changes,
    }


def test_older_results_without_sizes_still_have_their_table() -> None:
    parts = pretraining_section({"runs": [run("two-way")]})
    assert len(parts) == 2
    assert "| two-way | 2 | 0 | 2000 | 98.0 | 97.0 | 99.0 | 100.0 | 91.5 | 150 | 61 s |" in parts[0]


def test_sizes_stand_in_a_table_of_their_own_and_qgnd_in_a_column() -> None:
    sizes = {"50": {"all": 99.9, "k1": 100.0}, "500": {"all": 90.0, "k1": 95.0, "k5": 31.0}}
    parts = pretraining_section(
        {"runs": [run("two-way", hits1_by_size=sizes, hits1_qgnd={"all": 88.5}), run("none", hits1_qgnd={})]}
    )
    assert "| QGND |" in parts[0]
    assert "| 91.5 | 88.5 | 150 |" in parts[0]
    assert "| 91.5 | - | 150 |" in parts[0]
    assert "| two-way | 50 | 2 | 0 | 500 | 90.0 | - | - | 95.0 | - | - | - | 31.0 |" in parts[2]
