"""Experiments: the paper's tables and figures, each a YAML file with the paper's number in it."""

from numkbqa.experiments.catalogue import list_experiments
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.report import write_report
from numkbqa.experiments.runner import ExperimentResult, check_experiment, run_experiment
from numkbqa.experiments.status import Status, experiment_status

__all__ = [
    "Definition",
    "ExperimentResult",
    "Status",
    "check_experiment",
    "experiment_status",
    "list_experiments",
    "run_experiment",
    "write_report",
]
