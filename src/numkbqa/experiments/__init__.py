"""Experiments: the paper's tables and figures, each a YAML file with the paper's number in it."""

from numkbqa.experiments.definition import Definition, list_experiments
from numkbqa.experiments.report import write_report
from numkbqa.experiments.runner import ExperimentResult, run_experiment

__all__ = ["Definition", "ExperimentResult", "list_experiments", "run_experiment", "write_report"]
