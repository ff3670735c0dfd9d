import json
from pathlib import Path

import pytest

from numkbqa.cli.app import run
from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.plan import plan
from numkbqa.experiments.records import Records, key_of
from numkbqa.experiments.runner import settings_of
from numkbqa.experiments.status import experiment_status
from tests.support.made_by import MADE_BY


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """One finished run of `linking-world`, without anything else."""
    (only,) = plan(find_experiment("linking-world"))
    key = key_of(only, settings_of(only, tmp_path))
    of = {"experiments": ["linking-world"], "source": "linking-world", "data": {}, **MADE_BY}
    Records(tmp_path).keep(key, {**of, "seconds": 21.0, "run": {"config": {}}})
    return tmp_path


def test_finished_and_missing_runs_are_told_apart(output: Path) -> None:
    linking, ablations = experiment_status(["linking-world", "ablations"], output)
    assert linking.finished == {"default, seed 0": 21.0}
    assert (linking.missing, linking.expected) == ({}, 0)
    assert ablations.finished == {}
    assert len(ablations.missing) == len(plan(find_experiment("ablations")))
    assert ablations.expected is not None
    assert ablations.expected > 3600


def test_the_whole_is_unknown_when_a_part_is(output: Path) -> None:
    (one,) = experiment_status(["numbers-sweep"], output)
    assert one.expected is None
    assert set(one.missing.values()) == {None}


def test_a_run_that_two_experiments_share_is_counted_once(output: Path) -> None:
    _, ablations = experiment_status(["overall", "ablations"], output)
    assert ablations.missing["geoquery, NT-NSM, seed 0"] == 0
    assert (ablations.missing["geoquery, w/o SAM, seed 0"] or 0) > 60


def test_an_experiment_that_is_named_twice_is_told_once(output: Path) -> None:
    found = experiment_status(["mu-sweep", "linking-world", "mu-sweep"], output)
    assert [one.name for one in found] == ["mu-sweep", "linking-world"]


def test_nothing_is_made_by_looking(tmp_path: Path) -> None:
    assert len(experiment_status([], tmp_path)) > 20
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_experiment_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="ablation"):
        experiment_status(["ablation"], tmp_path)


def test_the_command_shows_every_run(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "status", "linking-world", "mu-sweep", "-o", str(output)]) == 0
    shown = capsys.readouterr().out
    assert "freebase-paper, mu = 0.05, seed 0" in shown
    assert "21 s" in shown
    assert run(["experiment", "status", "linking-world", "-o", str(output), "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["experiments"]
    assert one == {
        "name": "linking-world",
        "finished": {"default, seed 0": 21.0},
        "missing": {},
        "expected_seconds": 0,
    }
