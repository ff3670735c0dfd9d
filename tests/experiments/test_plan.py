from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment, list_experiments
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.plan import chosen, plan


def table(**changes: object) -> Definition:
    values = {
        "name": "rows",
        "title": "Rows",
        "kind": "table",
        "data": ["geoquery", "world"],
        "variants": {"NT-NSM": {}, "w/o SAM": {"numbers.sam": "none"}},
        "seeds": [0, 1],
    }
    return Definition.model_validate({**values, **changes})


def test_a_table_has_every_variant_on_all_data_with_each_seed() -> None:
    runs = plan(table())
    assert [(run.source.name, run.variant, run.seed) for run in runs] == [
        (data, variant, seed)
        for data in ("geoquery", "world")
        for variant in ("NT-NSM", "w/o SAM")
        for seed in (0, 1)
    ]
    assert runs[2].name == "geoquery, w/o SAM, seed 0"
    assert runs[2].folder == Path("rows/geoquery/w-o-SAM-0")


def test_a_training_experiment_has_its_own_data() -> None:
    (run,) = plan(find_experiment("freebase"))
    assert run.source is run.experiment
    assert (run.name, run.folder) == ("default, seed 0", Path("freebase/default-0"))


def test_pretraining_has_a_run_for_each_largest_k() -> None:
    definition = find_experiment("direct-pretraining")
    runs = plan(definition, seeds=(0,))
    assert [run.max_k for run in runs[: len(definition.pretraining.max_k)]] == list(
        definition.pretraining.max_k
    )
    assert f"k up to {definition.pretraining.max_k[0]}" in runs[0].name


def test_the_first_seed_of_all_rows_comes_before_the_second() -> None:
    order = [(run.source.name, run.seed, run.variant) for run in chosen(plan(table()))]
    assert order[:4] == [
        ("geoquery", 0, "NT-NSM"),
        ("geoquery", 0, "w/o SAM"),
        ("geoquery", 1, "NT-NSM"),
        ("geoquery", 1, "w/o SAM"),
    ]


def test_some_runs_can_be_chosen() -> None:
    runs = chosen(plan(table(), seeds=(4,)), only=["w/o SAM"], on=["world"])
    assert [run.name for run in runs] == ["world, w/o SAM, seed 4"]


def test_what_is_not_there_is_named_with_what_is() -> None:
    with pytest.raises(UserError, match=r"(?s)no variant .w/o Sam..*NT-NSM, w/o SAM"):
        chosen(plan(table()), only=["w/o Sam"])
    with pytest.raises(UserError, match=r"(?s)no data .freebase..*geoquery, world"):
        chosen(plan(table()), on=["freebase"])


@pytest.mark.parametrize("definition", list_experiments(), ids=lambda definition: definition.name)
def test_no_two_runs_of_an_experiment_share_a_folder_or_a_name(definition: Definition) -> None:
    runs = plan(definition)
    assert len({run.name for run in runs}) == len(runs)
    assert len({(run.folder, run.max_k) for run in runs}) == len(runs)
