"""How much faster one step of NSM's message passing is when no vector is held per fact.

Prints, per size, the time of a plain reference that holds facts x width (as NSM's public code does), divided
by the time of `numkbqa.reasoning.message_passing`; forward and backward, same synthetic batch, same run.

    python -m bench.nsm_messages [--repeats 7] [--questions 40] [--width 64]
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import torch
from bench.nsm_sets import example_of
from torch import Tensor, nn

from numkbqa.questions.records import Question
from numkbqa.reasoning.facts import every_fact
from numkbqa.reasoning.message_passing import sum_at_tails
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.retrieval.examples import Example

SIZES = {500: 1500, 2000: 6000}
"""Entities of a subgraph, and its facts before their inverse ones are added."""

SHARES = (1.0, 0.05)
"""Share of the entities that have any probability: all (the worst case), few (as in a first or last step)."""

RELATIONS = 200


def example(rng: np.random.Generator, num_entities: int, num_facts: int) -> Example:
    """A random subgraph; relations are as skewed as in real graphs."""
    head, tail = rng.integers(0, num_entities, (2, num_facts))
    relation = np.minimum(rng.zipf(1.4, num_facts) - 1, RELATIONS - 1)
    topics = np.arange(num_entities) == 0
    question = Question(id="q", question="which?")
    facts = np.stack([head, relation, tail])
    return example_of(question, np.arange(num_entities), topics, ~topics, facts, RELATIONS)


class Step(nn.Module):
    """The parameters of one step: relation vectors, their layer, one instruction a question, p of heads."""

    def __init__(self, batch: Batch, width: int, share: float) -> None:
        super().__init__()
        self.batch = batch
        self.relations = nn.Parameter(torch.randn(2 * RELATIONS, width))
        self.layer = nn.Linear(width, width)
        self.instruction = nn.Parameter(torch.randn(batch.num_questions, width))
        chosen = torch.rand(batch.num_entities) < share
        self.prior = nn.Parameter(torch.rand(batch.num_entities) * chosen)

    def ours(self) -> Tensor:
        """One message per (question, relation), summed at the tails by one sparse product."""
        batch = self.batch
        features = self.relations[batch.pair_relation]
        rows = torch.relu(self.layer(features) * self.instruction[batch.pair_question])
        return sum_at_tails(rows, self.prior, every_fact(batch))

    def reference(self) -> Tensor:
        """One message per fact: relation vectors, layer, product and weighting at facts x width."""
        batch = self.batch
        features = self.relations[batch.pair_relation[batch.fact_pair]]
        instruction = self.instruction[batch.entity_question[batch.head]]
        messages = torch.relu(self.layer(features) * instruction) * self.prior[batch.head].unsqueeze(-1)
        return messages.new_zeros(batch.num_entities, messages.shape[1]).index_add(0, batch.tail, messages)


def run(step: Step, forward: Callable[[], Tensor], weight: Tensor) -> Tensor:
    """One forward and backward pass; returns the sums."""
    step.zero_grad(set_to_none=True)
    sums = forward()
    torch.autograd.backward((sums * weight).sum())
    return sums.detach()


def results(step: Step, forward: Callable[[], Tensor], weight: Tensor) -> list[Tensor]:
    """The sums and the gradients; that of p times p, for so it reaches the softmax that made p."""
    sums = run(step, forward, weight)
    own = {name: p.grad for name, p in step.named_parameters() if p.grad is not None}
    own["prior"] = own["prior"] * step.prior.detach()
    return [sums, *own.values()]


def check_equal(step: Step, weight: Tensor) -> None:
    """Both ways must give the same sums and gradients, or the comparison means nothing."""
    for one, other in zip(
        results(step, step.ours, weight), results(step, step.reference, weight), strict=True
    ):
        scale = float(other.abs().max())
        if not torch.allclose(one, other, atol=1e-5 * scale, rtol=1e-4):
            raise SystemExit(f"results differ by {float((one - other).abs().max()):.3g} of {scale:.3g}")


def seconds(step: Step, forward: Callable[[], Tensor], weight: Tensor) -> float:
    """Time of one forward and backward pass."""
    start = time.perf_counter()
    run(step, forward, weight)
    return time.perf_counter() - start


def compare(num_entities: int, num_facts: int, share: float, options: argparse.Namespace) -> str:
    """Measure one size and sum it up in one line."""
    rng = np.random.default_rng(num_entities)
    torch.manual_seed(num_entities)
    examples = [example(rng, num_entities, num_facts) for _ in range(options.questions)]
    words = [np.zeros((1, 1), dtype=np.float32)] * options.questions
    step = Step(collate(examples, words), options.width, share)
    weight = torch.randn(step.batch.num_entities, options.width)
    check_equal(step, weight)
    # One after the other in each round, so that a busy machine slows both.
    ways = (step.reference, step.ours)
    rounds = [[seconds(step, way, weight) for way in ways] for _ in range(options.repeats)]
    reference, ours = (statistics.median(column) for column in zip(*rounds, strict=True))
    return (
        f"{num_entities} entities, {step.batch.num_facts} facts, {step.batch.num_pairs} pairs, "
        f"{100 * share:g} % of the entities with probability: "
        f"reference {1000 * reference:.1f} ms, ours {1000 * ours:.1f} ms, ratio {reference / ours:.2f}"
    )


def main() -> None:
    """Measure every size and print one line each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--width", type=int, default=64)
    options = parser.parse_args()
    print(f"{torch.get_num_threads()} threads, {options.questions} questions, width {options.width}")
    for num_entities, num_facts in SIZES.items():
        for share in SHARES:
            print(compare(num_entities, num_facts, share, options))


if __name__ == "__main__":
    main()
