"""Seconds and memory of an epoch of NSM in its official setting, beside the same model fact by fact.

The sets are in the on-disk format of the official release: 500 questions with subgraphs of 500 and of 2000
entities, made by `bench.nsm_sets`, or by another tool of the same options (`--tool FILE`). Batch 40, width
50, three steps, Adam, dropouts .3 and .2, frozen word vectors, an LSTM. Loss and all gradients of both are
compared first, in double precision and without dropout. Every measurement has a process of its own. The page
also holds what `bench.number_embedding` measures.

    python -m bench.nsm_epoch --json runs/nsm_epoch.json --markdown docs/training_speed.md
    python -m bench.nsm_epoch --device cuda --no-reference          the same code on a GPU

Needs an idle machine.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from bench.nsm_page import page
from bench.nsm_reference import Padded, padded_batch, reference_loss
from bench.nsm_sets import build_examples, read_set, write_set
from bench.number_embedding import measure as measure_numbers
from bench.saved import add_options, report
from torch import Tensor, nn

from numkbqa.experiments.environment import environment
from numkbqa.progress import peak_memory, say
from numkbqa.reasoning.basic import NSM, GraphVocabulary, NSMSettings
from numkbqa.retrieval.batch import Batch
from numkbqa.retrieval.dataset import Dataset, Part
from numkbqa.text import load_encoder
from numkbqa.training.fit import learned_by, train_epoch
from numkbqa.training.losses import kl_loss
from numkbqa.training.side_by_side import SideBySide, parts_on

Json = dict[str, Any]

BATCH_SIZE: Final = 40
LEARNING_RATE: Final = 5e-4
NUMBER_REPEATS: Final = 5
CHECKED: Final = 6
"""Questions that loss and gradients are compared on."""

OFFICIAL: Final = NSMSettings(
    width=50, steps=3, relation_features="table", type_layer="sum", inverse_facts=False
)
WAYS: Final = ("reference", "batches formed anew", "batches kept")


def new_model(dataset: Dataset, num_relations: int) -> NSM:
    """A fresh NSM in the official setting."""
    torch.manual_seed(0)
    no_texts = np.zeros((num_relations, 1), dtype=np.float32)
    return NSM(OFFICIAL, GraphVocabulary(no_texts, dataset.word_states[0].shape[1]))


def difference(folder: Path) -> Json:
    """Compare loss and gradients of both ways in double precision, without dropout.

    Args:
        folder: a set.

    Returns:
        The loss, its difference, and the largest difference of a gradient relative to the largest number in
        the gradients of all parameters.
    """
    dataset, num_relations = read_set(folder)
    model = new_model(dataset, num_relations).double().eval()
    indices = list(range(min(CHECKED, len(dataset))))
    plain = reference_loss(model, padded_batch(dataset, indices, num_relations, torch.float64))
    batch = in_double(dataset.batch(indices))
    ours = kl_loss(model(batch).probabilities, batch)
    gradients = [torch.autograd.grad(loss, list(trained(model))) for loss in (plain, ours)]
    largest = max(float(gradient.abs().max()) for gradient in gradients[0])
    apart = max(float((one - other).abs().max()) for one, other in zip(*gradients, strict=True))
    return {
        "loss": plain.item(),
        "loss_difference": abs(plain.item() - ours.item()),
        "gradient_difference": apart / largest,
    }


def trained(model: NSM) -> Iterable[nn.Parameter]:
    """The parameters that learn."""
    return (parameter for parameter in model.parameters() if parameter.requires_grad)


def measure_one(folder: Path, way: str, threads: int, epochs: int, device: str) -> Json:
    """Train some epochs in this process.

    Args:
        folder: a set.
        way: one of `WAYS`.
        threads: of torch.
        epochs: how many, besides one that warms up.
        device: where to.

    Returns:
        Seconds of each epoch, seconds of processor time, mean losses, peak memory.
    """
    torch.set_num_threads(threads)
    dataset, num_relations = read_set(folder)
    before = peak_memory()
    model = new_model(dataset, num_relations).to(device)
    optimizer = torch.optim.AdamW(trained(model), LEARNING_RATE, weight_decay=0.0, fused=True)
    constant = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda _: 1.0)
    batches, loss = _way(model, dataset, num_relations, way, device, threads)
    rounds = []
    with SideBySide(learned_by(optimizer), loss) as gradients:
        for number in range(1 + epochs):
            wall, processor = time.perf_counter(), time.process_time()
            mean = train_epoch(model, batches(number), gradients, optimizer, constant, 1.0)
            rounds.append((time.perf_counter() - wall, time.process_time() - processor, mean))
    walls, processors, losses = (list(column) for column in zip(*rounds, strict=True))
    return {
        "seconds": min(walls[1:]),
        "first_seconds": walls[0],
        "processor_seconds": min(processors[1:]),
        "losses": losses,
        "peak_memory_bytes": peak_memory(),
        "of_it_before_bytes": before,
        "device_memory_bytes": torch.cuda.max_memory_allocated() if device == "cuda" else None,
    }


def _way(
    model: NSM, dataset: Dataset, num_relations: int, way: str, device: str, threads: int
) -> tuple[Callable[[int], Iterable[Sequence[Any]]], Callable[[Any], Tensor]]:
    """Batches of an epoch in parts, of which our ways have one a thread, and the loss of a part."""
    if way != "reference":

        def ours(part: Part) -> Tensor:
            return part.share * kl_loss(model(part.batch).probabilities, part.batch)

        parts = parts_on(torch.device(device), threads)
        kept = way == "batches kept"
        return dataset.epochs(BATCH_SIZE, 0, device, keep_batches=kept, parts=parts), ours

    def padded(number: int) -> Iterable[list[Padded]]:
        order = torch.randperm(len(dataset), generator=torch.Generator().manual_seed(number)).tolist()
        for start in range(0, len(order), BATCH_SIZE):
            indices = order[start : start + BATCH_SIZE]
            yield [padded_batch(dataset, indices, num_relations, torch.float32)]

    return padded, lambda batch: reference_loss(model, batch)


def in_double(batch: Batch) -> Batch:
    """The batch in double precision."""
    tensors = {item.name: getattr(batch, item.name) for item in fields(batch) if item.name != "num_questions"}
    return replace(batch, **{name: t.double() for name, t in tensors.items() if t.is_floating_point()})


def measure(options: argparse.Namespace) -> Json:
    """Write the sets, compare and measure every way on each.

    Args:
        options: those of the command line.

    Returns:
        The measurements.
    """
    with tempfile.TemporaryDirectory() as scratch:
        sets = [_measure_set(Path(scratch), entities, options) for entities in options.entities]
        say(f"embedding {options.numbers} numbers")
        encoder = load_encoder(options.encoder, None).encoder
        rows = measure_numbers(encoder, Path(scratch) / "cache", options.numbers, NUMBER_REPEATS)
    numbers = {"count": options.numbers, "encoder": options.encoder, "rows": [row._asdict() for row in rows]}
    about = {"device": options.device, "environment": environment(), "seed": 0}
    return {"sets": sets, "numbers": numbers, **about}


def _measure_set(scratch: Path, entities: int, options: argparse.Namespace) -> Json:
    folder = (options.sets or scratch) / f"s{entities}"
    if not folder.is_dir():
        _write(folder, entities, options)
    start = time.perf_counter()
    build_examples(folder)
    built = time.perf_counter() - start
    start = time.perf_counter()
    dataset, _ = read_set(folder)
    opened = time.perf_counter() - start
    ways = WAYS if options.reference else WAYS[1:]
    return {
        "set": folder.name,
        "questions": len(dataset),
        "entities": float(np.mean([example.num_entities for example in dataset.examples])),
        "facts": float(np.mean([len(example.head) / 2 for example in dataset.examples])),
        "build_seconds": built,
        "open_seconds": opened,
        "difference": difference(folder),
        "runs": [
            {"way": way, "threads": threads, **_in_own_process(folder, way, threads, options)}
            for threads in options.threads
            for way in ways
        ],
    }


def _write(folder: Path, entities: int, options: argparse.Namespace) -> None:
    say(f"writing {options.questions} questions of {entities} entities")
    if options.tool is None:
        write_set(folder, options.questions, entities)
        return
    sizes = ("--train", options.questions, "--dev", 1, "--test", 1, "--entities", entities)
    subprocess.run([sys.executable, options.tool, folder, *map(str, sizes)], check=True)


def _in_own_process(folder: Path, way: str, threads: int, options: argparse.Namespace) -> Json:
    epochs = options.reference_epochs if way == "reference" else options.epochs
    job = json.dumps([str(folder), way, threads, epochs, options.device])
    command = [sys.executable, "-m", "bench.nsm_epoch", "--one", job]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: Json = json.loads(done.stdout)
    say(f"{folder.name}, {way}, {threads} threads: {found['seconds']:.3f} s an epoch")
    return found


def main() -> None:
    """Measure, and print the page; or do one job for the process that does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    parser.add_argument("--tool", type=Path, help="program that writes a set; by default our own does")
    parser.add_argument("--sets", type=Path, help="folder of sets to keep and use again")
    parser.add_argument("--entities", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--reference-epochs", type=int, default=1)
    parser.add_argument("--reference", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--device", default="cpu", help="where our way runs: cpu or cuda")
    parser.add_argument("--encoder", default="minilm", help="encoder of the numbers")
    parser.add_argument("--numbers", type=int, default=500, help="numbers of a question")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        folder, *job = json.loads(options.one)
        print(json.dumps(measure_one(Path(folder), *job)))
    else:
        report(options, measure, page)


if __name__ == "__main__":
    main()
