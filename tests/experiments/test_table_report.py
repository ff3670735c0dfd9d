from typing import Any

import pytest

from numkbqa.experiments.table_report import PaperEffects, table_section
from tests.support.tables import table_of

PAPER = {
    "source": "a table",
    "figures": [
        {"system": "NSM", "data": "WebQSP", "all": 68.5, "ordinal": 33.3},
        {"system": "NT-NSM", "data": "WebQSP", "all": 69.1, "ordinal": 46.2},
        {"system": "NSM", "data": "CWQ", "all": 46.3, "ordinal": 24.4},
        {"system": "NT-NSM", "data": "CWQ", "all": 48.9, "ordinal": 42.1},
        {"system": "KV-Mem", "data": "WebQSP", "all": 46.6},
    ],
}


def group(n: int, plain: list[float], model: list[float]) -> dict[str, Any]:
    return {
        "n": n,
        "hits1": {"nsm": plain, "nsm_exact_sort": plain, "nt_nsm": model},
        "f1": {"nsm": plain, "nt_nsm": model},
        "numbers": {"gain": model[0] - plain[0], "interval": [1.0, 40.0]},
    }


@pytest.fixture
def result() -> dict[str, Any]:
    definition = table_of(
        paper=PAPER,
        variants={"NT-NSM": {}, "NT-KV-Mem": {"basic": "kvmem"}, "NSM + Num": {}},
        plain={"NT-NSM": "NSM", "NT-KV-Mem": "KV-Mem", "NSM + Num": "NSM"},
    )
    groups = {
        "all": group(30, [60.0, 62.0], [70.0, 72.0]),
        "ordinal": group(12, [20.0, 20.0], [40.0, 44.0]),
        "size_max": group(12, [20.0, 20.0], [40.0, 44.0]),
    }
    training = {
        "stages": {"numbers": {"seconds": 61.0}, "calibration": {}, "basic": {"seconds": 200.0}},
        "seconds": {},
    }
    run = {"data": "small", "variant": "NT-NSM", "seed": 0, "training": training, "seconds": {"all": 70.0}}
    where = {"data": "small", "variant": "NT-NSM", "set": "dev"}
    row: dict[str, Any] = {**where, "seeds": [0, 1], "headline": "", "groups": groups}
    return {"definition": definition.model_dump(mode="json"), "rows": [row], "runs": [run]}


def test_the_table_of_systems(result: dict[str, Any]) -> None:
    title, table, *rest = table_section(result)
    assert title == "### small: dev (30 questions, 12 ordinal)"
    assert table.splitlines() == [
        "| system | seeds | all | ordinal | size max | size min | time latest | time earliest | F1, all "
        "| F1, ordinal | gain by numbers, ordinal | the paper's: WebQSP | the paper's: CWQ "
        "| same direction? |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| NSM | 0, 1 | 61.0 ± 12.7 | 20.0 ± 0.0 | 20.0 ± 0.0 | - | - | - | 61.0 ± 12.7 | 20.0 ± 0.0 "
        "| - | - | - | - |",
        "| NSM + exact sort | 0, 1 | 61.0 ± 12.7 | 20.0 ± 0.0 | 20.0 ± 0.0 | - | - | - | - | - "
        "| - | - | - | - |",
        "| NT-NSM | 0, 1 | 71.0 ± 12.7 | 42.0 ± 25.4 | 42.0 ± 25.4 | - | - | - | 71.0 ± 12.7 | 42.0 ± 25.4 "
        "| +20.0 [+1.0, +40.0] | +12.9 | +17.7 | yes |",
        "| KV-Mem | not run | - | - | - | - | - | - | - | - | - | - | - | - |",
        "| KV-Mem + exact sort | not run | - | - | - | - | - | - | - | - | - | - | - | - |",
        "| NT-KV-Mem | not run | - | - | - | - | - | - | - | - | - | - | - | - |",
        "| NSM + Num | not run | - | - | - | - | - | - | - | - | - | - | - | - |",
    ]
    assert "Student's t" in rest[0]
    assert "| small | NT-NSM | 0 | numbers 61 s, basic 3 min 20 s | 70 s |" in rest[1]


def test_two_systems_of_one_reasoner_each_gain_over_it(result: dict[str, Any]) -> None:
    (row,) = result["rows"]
    _, table, *_ = table_section({**result, "rows": [row, {**row, "variant": "NSM + Num"}]})
    lines = [line for line in table.splitlines() if "+20.0 [+1.0, +40.0]" in line]
    assert [line.split(" | ")[0] for line in lines] == ["| NT-NSM", "| NSM + Num"]
    assert table.count("| NSM |") == table.count("| NSM + exact sort |") == 1


def test_a_reasoner_alone_is_told_by_the_first_system_of_it_that_was_run(result: dict[str, Any]) -> None:
    (row,) = result["rows"]
    _, table, *_ = table_section({**result, "rows": [{**row, "variant": "NSM + Num"}]})
    lines = [line for line in table.splitlines() if "0, 1" in line]
    assert [line.split(" | ")[0] for line in lines] == ["| NSM", "| NSM + exact sort", "| NSM + Num"]
    assert "| NT-NSM | not run |" in table


def test_a_set_without_ordinal_questions_says_so(result: dict[str, Any]) -> None:
    (row,) = result["rows"]
    alone = {**row, "groups": {"all": row["groups"]["all"]}}
    title, table, *_ = table_section({**result, "rows": [alone]})
    assert title.endswith("(30 questions, 0 ordinal)")
    assert "| NT-NSM | 0, 1 | 71.0 ± 12.7 | - | - |" in table


def test_a_mean_over_few_questions_is_told_without_an_interval(result: dict[str, Any]) -> None:
    (row,) = result["rows"]
    groups = {"all": row["groups"]["all"], "ordinal": group(9, [0.0, 50.0], [100.0, 0.0])}
    _, table, *_ = table_section({**result, "rows": [{**row, "groups": groups}]})
    assert "| NT-NSM | 0, 1 | 71.0 ± 12.7 | 50.0 |" in table


def test_the_group_that_matters_most_has_a_column(result: dict[str, Any]) -> None:
    (row,) = result["rows"]
    groups = {**row["groups"], "nothing to count": group(5, [20.0], [80.0])}
    _, table, *_ = table_section(
        {**result, "rows": [{**row, "headline": "nothing to count", "groups": groups}]}
    )
    assert "| all | ordinal | nothing to count | size max |" in table
    assert "| NT-NSM | 0, 1 | 71.0 ± 12.7 | 42.0 ± 25.4 | 80.0 |" in table


def test_the_papers_effects_are_differences_of_its_own_figures(result: dict[str, Any]) -> None:
    paper = PaperEffects(result["definition"])
    assert paper.data == ["WebQSP", "CWQ"]
    assert paper.effects("NT-NSM", "NSM") == [12.9, 17.7]
    assert paper.effects("NT-NSM", "NSM", "all") == [0.6, 2.6]
    assert paper.effects("NT-KV-Mem", "KV-Mem") == [None, None]
    assert PaperEffects({"paper": None}).data == []


def run_of(variant: str, seed: int, loss: float, data: str = "small") -> dict[str, Any]:
    training = {"stages": {"basic": {"losses": [loss], "seconds": 3.0 + seed + len(variant)}}}
    return {
        "data": data,
        "variant": variant,
        "seed": seed,
        "training": training,
        "seconds": {"all": 9.0},
    }


def test_ablations_of_another_basic_reasoner_are_named(result: dict[str, Any]) -> None:
    runs = [
        *(run_of("NT-NSM", seed, 1.0) for seed in (0, 1)),
        *(run_of("NT-KV-Mem", seed, 2.0) for seed in (0, 1)),
        run_of("NSM + Num", 0, 1.0),
        run_of("NSM + Num", 1, 3.0),
        run_of("NSM + Num", 2, 3.0),  # its full model was not run
        run_of("NSM + Num", 0, 3.0, "large"),
    ]
    definition = {**result["definition"], "full": "NT-NSM"}
    *_, apart, _ = table_section({**result, "definition": definition, "runs": runs})
    assert apart.endswith("too. small, seed 0, 1: NT-KV-Mem; small, seed 1: NSM + Num.")
    *_, note, _ = table_section({**result, "definition": definition, "runs": runs[:2]})
    assert "Student's t" in note


def test_systems_of_no_full_model_share_no_basic_reasoner(result: dict[str, Any]) -> None:
    assert len(table_section(result)) == 4
