from pathlib import Path
from typing import Any

import pytest

from numkbqa.experiments.definition import Definition
from numkbqa.experiments.inputs import Inputs, prepare
from numkbqa.experiments.relations_run import judge, run_relations
from numkbqa.kb import open_kb
from numkbqa.questions.records import read_questions
from numkbqa.training.workbench import Workbench
from numkbqa.world.recipes import Recipe


@pytest.fixture
def inputs(data: Path, definition: Definition, tmp_path: Path) -> Inputs:
    return prepare(definition, tmp_path / "small", data)


def run(inputs: Inputs, definition: Definition, tmp_path: Path, recipes: dict[str, Recipe]) -> dict[str, Any]:
    settings = definition.settings_of("default", 0, tmp_path / "cache")
    found: dict[str, Any] = run_relations(inputs, settings, recipes)["sets"]["dev"]
    return found


def test_the_weak_rule_judges_the_ordinal_questions(
    inputs: Inputs, definition: Definition, tmp_path: Path
) -> None:
    found = run(inputs, definition, tmp_path, {})
    assert (found["ordinal"], found["judged"]) == (4, 4)
    recall = [found["recall"][k]["percent"] for k in ("1", "3", "5")]
    assert recall == sorted(recall)
    assert recall[1] == 100.0
    assert found["weak_rule_agrees"]["n"] == 0
    assert found["not_in_subgraph"] == 0


def test_recipes_win_over_the_weak_rule(inputs: Inputs, definition: Definition, tmp_path: Path) -> None:
    ids = [question.id for question in read_questions(inputs.evaluate["dev"]) if question.ordinal]
    found = run(inputs, definition, tmp_path, {name: Recipe((), "area") for name in ids})
    # only countries have an area: it is right for none of these questions, so the weak rule never has it
    assert found["judged"] == 4
    assert found["weak_rule_agrees"]["percent"] == 0.0
    assert {tuple(one["right"]) for one in found["listed"]} <= {("area",)}


def test_a_relation_that_the_graph_does_not_hold_cannot_be_judged(
    inputs: Inputs, definition: Definition, tmp_path: Path
) -> None:
    ids = [question.id for question in read_questions(inputs.evaluate["dev"])]
    found = run(inputs, definition, tmp_path, {name: Recipe((), "depth") for name in ids})
    assert (found["judged"], found["recall"]["1"]["percent"]) == (0, None)


def test_the_right_relation_of_a_question(inputs: Inputs, definition: Definition, tmp_path: Path) -> None:
    workbench = Workbench(open_kb(inputs.kb), definition.settings_of("default", 0, tmp_path / "cache"))
    names = [relation.name for relation in workbench.kb.numerical_relations]
    largest, founded, plain = read_questions(inputs.evaluate["dev"])[3:6]
    assert {names[r] for r in judge(workbench, largest, None).right} == {"population"}
    assert {names[r] for r in judge(workbench, founded, None).right} == {"date of foundation"}
    assert judge(workbench, plain, None).right == frozenset()
