"""Experiments of kind `pretraining`: numerical reasoning alone, on QIND with unseen numbers."""

import time
from typing import Any

import torch

from numkbqa.experiments.inputs import Inputs
from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory
from numkbqa.training.number_stage import pretrain_numerical
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench


def run_pretraining(inputs: Inputs, settings: Settings, max_k: int) -> dict[str, Any]:
    """Pre-train on QIND, measure on other numbers (paper, "Direct Pre-training Performance").

    Args:
        inputs: the graph.
        settings: settings of the run; `number_data.held_out_values` is shared equally by dev and test.
        max_k: largest k of "the k-th largest".

    Returns:
        Number of instances, steps, seconds, and Hits@1 in per cent: "all", "top", "bottom", "k1" to "k5".
    """
    start = time.monotonic()
    data = settings.number_data.model_copy(update={"max_k": max_k})
    settings = settings.model_copy(update={"number_data": data})
    workbench = Workbench(open_kb(inputs.kb), settings)
    torch.manual_seed(settings.seed)
    model = workbench.new_numerical()
    facts = pretrain_numerical(workbench, model.to(workbench.device))
    return {
        "config": settings.model_dump(mode="json", exclude={"cache"}),
        "instances": {"train": data.train, "test": data.dev},
        "hits1": facts["direct_hits1"],
        "steps": facts["steps"],
        "seconds": round(time.monotonic() - start, 2),
        "peak_memory_bytes": peak_memory(),
    }
