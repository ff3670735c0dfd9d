"""How long the basic reasoners take beside NSM: forward and backward of one synthetic batch, same run.

Prints, per reasoner, its number of parameters that learn, the median time, and the ratio to NSM. It is
processor time: other work of the machine does not count. Run it with one thread.

    python -m bench.reasoners [--repeats 5] [--questions 40] [--entities 500] [--width 64]
"""

import argparse
import statistics
import time

import numpy as np
import torch
from bench.nsm_messages import RELATIONS, example

from numkbqa.reasoning.basic import BasicReasoner, GraphVocabulary
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.training.losses import kl_loss

WORD_WIDTH, WORDS = 384, 10
"""Width of the default encoder, and words of a question."""

FACTS = 3
"""Facts an entity, before their inverse ones are added."""


def batch_of(questions: int, entities: int) -> Batch:
    """Random subgraphs with random words."""
    rng = np.random.default_rng(entities)
    examples = [example(rng, entities, FACTS * entities) for _ in range(questions)]
    words = [rng.standard_normal((WORDS, WORD_WIDTH)).astype(np.float32) for _ in examples]
    return collate(examples, words)


def reasoner(key: str, width: int, entities: int) -> BasicReasoner:
    """A fresh reasoner in training mode."""
    torch.manual_seed(0)
    vectors = np.random.default_rng(0).standard_normal((RELATIONS, WORD_WIDTH)).astype(np.float32)
    made = BasicReasoner.registry[key]
    return made(made.settings_class(width=width), GraphVocabulary(vectors, WORD_WIDTH, entities)).train()


def seconds(model: BasicReasoner, batch: Batch) -> float:
    """Processor time of one forward and backward pass."""
    model.zero_grad(set_to_none=True)
    start = time.process_time()
    torch.autograd.backward(kl_loss(model(batch).probabilities, batch))
    return time.process_time() - start


def main() -> None:
    """Measure every reasoner and print one line each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--entities", type=int, default=500)
    parser.add_argument("--width", type=int, default=64)
    options = parser.parse_args()
    batch = batch_of(options.questions, options.entities)
    models = {key: reasoner(key, options.width, options.entities) for key in sorted(BasicReasoner.registry)}
    for model in models.values():
        seconds(model, batch)  # draws the dropout masks
    # One after the other in each round, so that a busy machine slows all of them.
    rounds = [[seconds(model, batch) for model in models.values()] for _ in range(options.repeats)]
    median = dict(zip(models, map(statistics.median, zip(*rounds, strict=True)), strict=True))
    print(
        f"{torch.get_num_threads()} threads, {options.questions} questions, {batch.num_entities} entities, "
        f"{batch.num_facts} facts, {batch.num_pairs} pairs, width {options.width}"
    )
    for key, model in models.items():
        size = sum(p.numel() for p in model.parameters() if p.requires_grad)
        print(
            f"{key}: {size} parameters, {1000 * median[key]:.1f} ms, {median[key] / median['nsm']:.2f} of NSM"
        )


if __name__ == "__main__":
    main()
