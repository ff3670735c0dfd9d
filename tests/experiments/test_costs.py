from pathlib import Path
from typing import Any

import pytest

from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.costs import PACE, Costs
from numkbqa.experiments.plan import Planned, plan
from numkbqa.experiments.runner import settings_of
from numkbqa.reasoning.basic import BasicReasoner


def planned(name: str, on: str, variant: str, seed: int = 0) -> Planned:
    runs = plan(find_experiment(name))
    return next(run for run in runs if (run.source.name, run.variant, run.seed) == (on, variant, seed))


def expected(costs: Costs, run: Planned) -> float:
    found = costs.expected(run, settings_of(run, Path("runs")))
    assert found is not None
    return found


def record(run: Planned, **seconds: float) -> dict[str, Any]:
    config = settings_of(run, Path("runs")).model_dump(mode="json", exclude={"cache"})
    stages = {name.replace("_", "-"): {"seconds": own} for name, own in seconds.items()}
    training = {"stages": stages, "seconds": {name: own["seconds"] for name, own in stages.items()}}
    taken = sum(seconds.values()) + 7.0
    run_ = {"config": config, "training": training, "seconds": {"all": taken}}
    return {"source": run.source.name, "seconds": taken, "run": run_}


def test_what_runs_share_is_counted_once() -> None:
    source, costs = find_experiment("geoquery").stage_seconds, Costs([])
    full = expected(costs, planned("ablations", "geoquery", "NT-NSM"))
    assert full == pytest.approx(sum(source.values()))
    without = expected(costs, planned("ablations", "geoquery", "w/o SAM"))
    assert without == pytest.approx(source["numbers"] + source["fine-tuning"] + source["rest"])
    other_seed = expected(costs, planned("ablations", "geoquery", "NT-NSM", seed=1))
    assert other_seed == pytest.approx(full)


def test_a_sweep_of_fine_tuning_shares_what_comes_before() -> None:
    source, costs = find_experiment("freebase-paper").stage_seconds, Costs([])
    assert expected(costs, planned("mu-sweep", "freebase-paper", "mu = 0.05")) == pytest.approx(
        sum(source.values())
    )
    pruned = expected(costs, planned("mu-sweep", "freebase-paper", "mu = 0.1"))
    assert pruned == pytest.approx(source["fine-tuning"] + source["rest"])


def test_what_was_measured_wins_over_the_definition_and_finished_stages_cost_nothing() -> None:
    own = {"relations": 1.0, "classifier": 2.0, "numbers": 30.0, "basic": 40.0, "fine_tuning": 50.0}
    costs = Costs([record(planned("overall", "geoquery", "NT-NSM"), **own)])
    assert expected(costs, planned("ablations", "geoquery", "w/o NTL")) == pytest.approx(30 + 50 + 7)
    assert expected(costs, planned("overall", "geoquery", "NT-NSM", seed=2)) == pytest.approx(123 + 7)


def test_another_reasoner_shares_the_numbers_and_has_its_own_pace() -> None:
    own = {"relations": 1.0, "classifier": 2.0, "numbers": 30.0, "basic": 40.0, "fine_tuning": 50.0}
    costs = Costs([record(planned("overall", "geoquery", "NT-NSM"), **own)])
    told = find_experiment("geoquery").stage_seconds
    found = expected(costs, planned("overall", "geoquery", "NT-GRAFT-Net"))
    assert found == pytest.approx(PACE["graftnet"] * (told["basic"] + told["fine-tuning"]) + 7)


def test_every_reasoner_has_a_pace() -> None:
    assert set(PACE) == set(BasicReasoner.registry)


def test_other_kinds_take_what_they_took_and_are_unknown_before() -> None:
    run = planned("linking-world", "linking-world", "default")
    settings = settings_of(run, Path("runs"))
    assert Costs([]).expected(run, settings) is None
    known = [{"source": "linking-world", "seconds": seconds, "run": {}} for seconds in (10.0, 20.0)]
    assert Costs(known).expected(run, settings) == 15.0


def test_a_record_of_other_settings_shares_nothing_but_tells_its_times() -> None:
    old = record(planned("geoquery", "geoquery", "default"), numbers=30.0)
    old["run"]["config"]["gone"] = 1
    told = find_experiment("geoquery").stage_seconds
    found = expected(Costs([old]), planned("geoquery", "geoquery", "default"))
    assert found == pytest.approx(sum(told.values()) - told["numbers"] - told["rest"] + 30.0 + 7.0)


def test_a_record_of_a_reasoner_that_is_not_installed_shares_nothing() -> None:
    strange = record(planned("geoquery", "geoquery", "default"), numbers=30.0)
    strange["run"]["config"]["basic"] = "gone"
    run = planned("geoquery", "geoquery", "default")
    known = find_experiment("geoquery").stage_seconds
    assert expected(Costs([strange]), run) == pytest.approx(
        sum(known.values()) - known["numbers"] - known["rest"] + 30.0 + 7.0
    )
