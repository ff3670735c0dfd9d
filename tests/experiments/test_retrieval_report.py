from pathlib import Path
from typing import Any

import pytest

from numkbqa.experiments.definition import Definition
from numkbqa.experiments.report import report_text
from numkbqa.experiments.retrieval_report import (
    coverage_section,
    linking_section,
    relations_section,
    speed_section,
)
from numkbqa.experiments.runner import run_definition

VARIANTS = {
    "small": {"retrieval.max_entities": 2, "retrieval.order_aware": False},
    "whole": {"retrieval.max_entities": 500},
}


@pytest.fixture(scope="module")
def results(
    definition: Definition, data: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    output = tmp_path_factory.mktemp("runs")

    def result(kind: str, variants: dict[str, Any]) -> dict[str, Any]:
        changes = {"name": kind, "kind": kind, "variants": variants, "paper": None}
        return run_definition(definition.model_copy(update=changes), output, data=data).to_json()

    one: dict[str, Any] = {"default": {}}
    return {
        "linking": result("linking", one),
        "coverage": result("coverage", VARIANTS),
        "relations": result("relations", VARIANTS),
        "speed": result("speed", one),
    }


def cells(section: list[str], *words: str) -> list[str]:
    """The cells of the first row of the tables of a section that holds all words as cells."""
    lines = (line for part in section for line in part.splitlines() if line.startswith("| "))
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return next(row for row in rows if set(words) <= set(row))


def test_linking_has_a_row_a_form_and_says_where_gold_is_from(results: dict[str, dict[str, Any]]) -> None:
    section = linking_section(results["linking"])
    whole = cells(section, "dev", "as it is")
    assert whole[2:4] == ["6", "100.0 [100.0, 100.0]"]
    assert whole[8] == "-"
    typos = results["linking"]["runs"][0]["sets"]["dev"]["one typo a mention"]
    for kind, count in typos["failures"].items():
        assert f"{kind} {count}" in cells(section, "dev", "one typo a mention")[8]
    assert "Gold topics by source: dev given 6; held_out given 4." in section


def test_coverage_has_a_row_a_variant_and_group(results: dict[str, dict[str, Any]]) -> None:
    section = coverage_section(results["coverage"])
    assert cells(section, "whole", "dev", "ordinal")[3:5] == ["4", "100.0 [100.0, 100.0]"]
    assert cells(section, "small", "dev", "all")[8] == "2"
    assert cells(section, "small", "held out", "all")


def test_relations_have_a_column_for_each_k(results: dict[str, dict[str, Any]]) -> None:
    section = relations_section(results["relations"])
    header = cells(section, "K=1")
    assert header[4:7] == ["K=1", "K=3", "K=5"]
    assert cells(section, "whole", "dev")[2:4] == ["4", "4"]
    assert cells(section, "whole", "dev")[5] == "100.0 [100.0, 100.0]"


def test_speed_has_a_row_a_stage_and_the_whole_at_the_end(results: dict[str, dict[str, Any]]) -> None:
    section = speed_section(results["speed"])
    stages = [line.split("|")[1].strip() for line in section[1].splitlines()[2:]]
    assert stages[-1] == "all"
    assert {"linking", "retrieval"} < set(stages)


def test_all_stand_in_the_page_with_their_command(results: dict[str, dict[str, Any]]) -> None:
    page = report_text([*results.values()])
    for name in results:
        assert f"## {name}: A small one" in page
        assert f"numkbqa experiment run {name} -o runs --data DATA" in page


def test_a_set_without_anything_to_judge_has_dashes(results: dict[str, dict[str, Any]]) -> None:
    (run, *_) = results["relations"]["runs"]
    nothing = {"n": 0, "percent": None, "interval": None}
    empty: dict[str, Any] = {
        "ordinal": 2,
        "judged": 0,
        "right_relations": None,
        "weak_rule_agrees": nothing,
        "recall": {"1": nothing, "3": nothing, "5": nothing},
        "not_in_subgraph": 0,
        "listed": [],
    }
    section = relations_section({**results["relations"], "runs": [{**run, "sets": {"dev": empty}}]})
    assert cells(section, "dev", "2")[3:] == ["0", "-", "-", "-", "0", "-", "-"]
