"""Experiments of kind `pretraining`: numerical reasoning alone, on QIND with unseen numbers."""

import time
from collections.abc import Sequence
from typing import Any

from numkbqa.experiments.definition import Pretraining
from numkbqa.experiments.inputs import Inputs
from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory, stage
from numkbqa.questions.qind import RelationValues, generate_qind
from numkbqa.reasoning.numerical import NumericalReasoner
from numkbqa.training.number_data import encode_instances
from numkbqa.training.number_stage import percent_hits, pretrain_numerical, split_for_training
from numkbqa.training.questions import gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench

SIZED_SEED = 1000
"""Seed of the sets of one size, apart from those of training."""


def run_pretraining(
    inputs: Inputs, settings: Settings, max_k: int, measured: Pretraining | None = None
) -> dict[str, Any]:
    """Pre-train, and measure on other numbers (paper, "Direct Pre-training Performance").

    Args:
        inputs: the graph; with question files to train on, their ordinal questions give QGND.
        settings: settings of the run; `number_data.held_out_values` is shared equally by dev and test.
        max_k: largest k of "the k-th largest" in training.
        measured: the sizes to measure apart, and the largest k there.

    Returns:
        Number of instances, steps, seconds, and Hits@1 in per cent: "all", "top", "bottom", and by rank "k1",
        "k2" and so on; the same by size N, as far as some relation has N unseen values, and on the questions
        that test QGND.
    """
    start = time.monotonic()
    data = settings.number_data.model_copy(update={"max_k": max_k})
    settings = settings.model_copy(update={"number_data": data})
    workbench = Workbench(open_kb(inputs.kb), settings)
    model = workbench.new_numerical().to(workbench.device)
    if inputs.train:
        questions = gather_questions(workbench, inputs.train, inputs.dev, inputs.held_out_files)
        facts = pretrain_numerical(workbench, model, questions.real, questions.guided)
    else:
        facts = pretrain_numerical(workbench, model)
    trained = time.monotonic()
    by_size = _hits_by_size(workbench, model, measured or Pretraining())
    return {
        "config": settings.told(),
        "instances": {"train": data.train, "test": data.dev},
        "hits1": facts["direct_hits1"],
        "hits1_qgnd": facts["direct_hits1_qgnd"],
        "hits1_by_size": by_size,
        "steps": facts["steps"],
        "seconds": round(trained - start, 2),
        "peak_memory_bytes": peak_memory(),
    }


def _hits_by_size(
    workbench: Workbench, model: NumericalReasoner, measured: Pretraining
) -> dict[str, dict[str, float]]:
    """Hits@1 of number sets of exactly N unseen numbers, by N."""
    unseen = split_for_training(workbench)[2]
    found = {}
    for size in measured.sizes:
        enough = [one for one in unseen if len(one.value) >= size]
        if enough:
            with stage(f"testing on sets of {size} numbers"):
                found[str(size)] = sized_hits(workbench, model, enough, size, measured.tested_k)
    return found


def sized_hits(
    workbench: Workbench, model: NumericalReasoner, values: Sequence[RelationValues], size: int, max_k: int
) -> dict[str, float]:
    """Direct Hits@1 on sets of one size.

    Args:
        workbench: graph, encoder and settings; `number_data.dev` sets are drawn.
        model: the numerical reasoner; left in evaluation mode.
        values: values to draw from, at least `size` of each relation.
        size: numbers of a set.
        max_k: largest k asked for.

    Returns:
        In per cent: "all", "top", "bottom", and "k1" and so on.
    """
    own = workbench.settings.number_data
    instances = generate_qind(
        workbench.kb,
        count=own.dev,
        seed=SIZED_SEED + workbench.settings.seed,
        min_numbers=size,
        max_numbers=size,
        max_k=max_k,
        style=own.determiners,
        values=values,
    )
    return percent_hits(model, encode_instances(instances, workbench.encoder, workbench.numbers))
