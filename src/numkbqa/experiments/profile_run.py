"""Experiments of kind `profile`: where the time of NSM's pre-training and of retrieval goes."""

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile

from numkbqa.experiments.definition import Profile
from numkbqa.experiments.inputs import Inputs
from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory, say, stage
from numkbqa.questions.records import Question
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.retrieval import ExampleBuilder
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.losses import answer_loss
from numkbqa.training.questions import gather_questions
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench

PARTS = ("batching", "forward", "backward", "optimiser step")


def run_profile(inputs: Inputs, settings: Settings, measures: Profile) -> dict[str, Any]:
    """Measure epochs of basic reasoning's pre-training, and retrieval.

    Args:
        inputs: graph and question files.
        settings: settings of the run.
        measures: how many epochs, questions and operators.

    Returns:
        Seconds an epoch, the share of each part, top operators, retrieval speed and peak memory.
    """
    workbench = Workbench(open_kb(inputs.kb), settings)
    questions = gather_questions(workbench, inputs.train, inputs.dev, inputs.held_out_files)
    retrieval = _retrieval(workbench.builder, questions.real[: measures.retrieval_questions])
    dataset = questions.basic_dataset(workbench)
    loop = _Loop(workbench.new_basic().to(workbench.device), dataset, settings)
    epochs = []
    for epoch in range(measures.warm_up + measures.epochs):
        epochs.append(loop.epoch(epoch))
        say(f"epoch {epoch + 1} of {measures.warm_up + measures.epochs}: {sum(epochs[-1].values()):.2f} s")
    peak = peak_memory()
    with stage("profiling one more epoch"):
        operators = _operators(loop, measures)
    return {
        "config": settings.told(),
        "questions": len(dataset),
        "sizes": _sizes(dataset),
        **_epochs(epochs[measures.warm_up :], len(dataset)),
        "operators": operators,
        "retrieval": retrieval,
        "peak_memory_bytes": peak,
    }


@dataclass(slots=True)
class _Loop:
    """Epochs like those of `numkbqa.training.fit`, with a clock in each step.

    What differs from there: a batch is one part and its gradient is taken here, not side by side; all rates
    are the one of new parameters, without a schedule; AdamW is not fused; nothing is evaluated.

    Args:
        reasoner: what is trained, on the device to train on.
        dataset: the questions.
        settings: of the run; `basic_training` has those of the steps.
    """

    reasoner: BasicReasoner
    dataset: Dataset
    settings: Settings
    optimizer: torch.optim.Optimizer = field(init=False)

    def __post_init__(self) -> None:
        own = self.settings.basic_training
        self.optimizer = torch.optim.AdamW(
            self.reasoner.parameters(), lr=own.new_learning_rate, weight_decay=own.weight_decay
        )

    def epoch(self, number: int) -> dict[str, float]:
        """Train one epoch; return the seconds of each part."""
        own, clock = self.settings.basic_training, _Clock()
        batches = self.dataset.epoch(own.batch_size, number, self.settings.device)
        self.reasoner.train()
        while True:
            with clock.part("batching"):
                batch = next(batches, None)
            if batch is None:
                return clock.seconds
            with clock.part("forward"):
                output = self.reasoner(batch[1])
                loss = answer_loss(
                    self.settings.loss, output.scores, output.probabilities, output.allowed, batch[1]
                )
            with clock.part("backward"):
                self.optimizer.zero_grad(set_to_none=True)
                torch.autograd.backward(loss)
            with clock.part("optimiser step"):
                nn.utils.clip_grad_norm_(self.reasoner.parameters(), own.clip)
                self.optimizer.step()


class _Clock:
    """Seconds by part."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        self.seconds[name] += time.perf_counter() - start


def _epochs(epochs: list[dict[str, float]], num_questions: int) -> dict[str, Any]:
    totals = [sum(epoch.values()) for epoch in epochs]
    median = statistics.median(totals)
    by_part = {name: statistics.median(epoch[name] for epoch in epochs) for name in PARTS}
    return {
        "epoch_seconds": round(median, 3),
        "epochs": [round(total, 3) for total in totals],
        "seconds_per_500_questions": round(500 * median / num_questions, 3),
        "shares": {name: round(100 * own / sum(by_part.values()), 1) for name, own in by_part.items()},
    }


def _operators(loop: _Loop, measures: Profile) -> list[dict[str, Any]]:
    with profile(activities=[ProfilerActivity.CPU], acc_events=True) as profiler:
        loop.epoch(measures.warm_up + measures.epochs)
    events = sorted(profiler.key_averages(), key=lambda event: -event.self_cpu_time_total)
    total = sum(event.self_cpu_time_total for event in events) or 1.0
    return [
        {
            "name": event.key,
            "calls": event.count,
            "share": round(100 * event.self_cpu_time_total / total, 1),
        }
        for event in events[: measures.operators]
    ]


def _retrieval(builder: ExampleBuilder, questions: Sequence[Question]) -> dict[str, Any]:
    """Examples a second of retrieval in one process; linker, relation vectors and text cache are warm."""
    builder.build_all(questions)
    start = time.perf_counter()
    retrieved = builder.build_all(questions)
    seconds = time.perf_counter() - start
    made = len(retrieved.examples)
    return {"questions": len(questions), "examples": made, "examples_per_second": round(made / seconds, 1)}


def _sizes(dataset: Dataset) -> dict[str, float]:
    """Medians over the examples: entities, facts (both directions) and distinct relations of a subgraph."""
    return {
        "entities": statistics.median(example.num_entities for example in dataset.examples),
        "facts": statistics.median(len(example.head) for example in dataset.examples),
        "relations": statistics.median(len(example.distinct_relations) for example in dataset.examples),
    }
