from typing import get_args

from numkbqa.experiments.definition import Kind
from numkbqa.experiments.measuring import MEASURED


def test_every_kind_of_experiment_can_be_measured_and_tables_as_training_runs() -> None:
    assert MEASURED.keys() == set(get_args(Kind))
    assert MEASURED["table"] is MEASURED["train"]
