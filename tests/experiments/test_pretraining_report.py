from typing import Any

from numkbqa.experiments.pretraining_report import pretraining_section

PAPER = {
    "source": "a table",
    "figures": [
        {"system": "NT", "data": "QGND", "all": 88.5},
        {"system": "NT -SAM", "data": "QGND", "all": 44.2},
    ],
}


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


def section(*runs: dict[str, Any], full: str = "", paper: Any = None) -> list[str]:
    return pretraining_section({"runs": runs, "definition": {"full": full, "paper": paper}})


def test_older_results_without_sizes_still_have_their_table() -> None:
    parts = section(run("two-way"))
    assert len(parts) == 2
    assert "| two-way | 2 | 0 | 2000 | 98.0 | 97.0 | 99.0 | 100.0 | 91.5 | 150 | 61 s |" in parts[0]


def test_sizes_stand_in_a_table_of_their_own_and_qgnd_in_a_column() -> None:
    sizes = {"50": {"all": 99.9, "k1": 100.0}, "500": {"all": 90.0, "k1": 95.0, "k5": 31.0}}
    parts = section(run("two-way", hits1_by_size=sizes, hits1_qgnd={"all": 88.5}), run("none", hits1_qgnd={}))
    assert "| QGND |" in parts[0]
    assert "| 91.5 | 88.5 | 150 |" in parts[0]
    assert "| 91.5 | - | 150 |" in parts[0]
    assert "| two-way | 50 | 2 | 0 | 500 | 90.0 | - | - | 95.0 | - | - | - | 31.0 |" in parts[2]


def test_seeds_are_averaged_with_their_interval() -> None:
    other = {"all": 94.04, "top": 97.0, "bottom": 99.0, "k1": 100.0}
    parts = section(
        run("two-way", hits1_by_size={"50": {"all": 90.0}}),
        run("two-way", seed=1, hits1=other, hits1_by_size={"50": {"all": 92.0}}, seconds=63.0),
        run("two-way", max_k=5, seed=1),
    )
    # Student's t with one degree of freedom: 12.706 times the standard error, here 2 and 1 points
    assert (
        "| two-way | 2 | 0, 1 | 2000 | 96.0 ± 25.4 | 97.0 ± 0.0 | 99.0 ± 0.0 | 100.0 ± 0.0 | 91.5 "
        in parts[0]
    )
    assert "| two-way | 5 | 1 | 2000 | 98.0 |" in parts[0]
    assert "| 62 s |" in parts[0]
    assert "| two-way | 50 | 2 | 0, 1 | 50 | 91.0 ± 12.7 |" in parts[2]


def test_what_leaving_out_costs_stands_beside_the_papers() -> None:
    runs = [
        run(name, seed=seed, hits1_qgnd={"all": hits + seed})
        for name, hits in (("NT", 90.0), ("NT -SAM", 60.0), ("NT -own", 89.0))
        for seed in (0, 1)
    ]
    table, _ = section(*runs, full="NT", paper=PAPER)
    assert "| QGND | effect, QGND | the paper's |" in table
    assert "| 90.5 ± 6.4 | - | - | 150 |" in table
    assert "| 60.5 ± 6.4 | -30.0 ± 0.0 | -44.3 | 150 |" in table
    assert "| 89.5 ± 6.4 | -1.0 ± 0.0 | - | 150 |" in table
