"""How many examples are built per second, with one process and with several.

Builds the examples of the same questions with one process and with several, from an empty folder each time,
checks that the files are equal byte by byte, and prints the ratio of the times (above 1: several are faster).

    python -m bench.examples KB QUESTIONS... [--count 3000] [--processes 2] [--encoder minilm] [--json]
"""

import argparse
import hashlib
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

from numkbqa.kb import open_kb
from numkbqa.progress import peak_memory, silence
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval import ExampleBuilder, RetrievalSettings
from numkbqa.text import load_encoder


def repeated(files: Sequence[Path], count: int) -> list[Question]:
    """The questions of all files, over and over until there are enough; each with an id of its own."""
    questions = list(chain.from_iterable(map(read_questions, files)))
    return [
        question.model_copy(update={"id": f"{number}"})
        for number, question in enumerate(islice(cycle(questions), count))
    ]


class Built(NamedTuple):
    """One build with an empty cache: its time, its processor time, and a hash of all files written."""

    seconds: float
    cpu_seconds: float
    fingerprint: str


def build(options: argparse.Namespace, questions: Sequence[Question], processes: int) -> Built:
    """Build all examples once."""
    settings = RetrievalSettings(max_entities=options.entities)
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        encoder = load_encoder(options.encoder, Path(scratch) / "encoder")
        builder = ExampleBuilder(open_kb(options.kb), encoder, settings)
        encoder.sentence_vectors(["the weights are loaded before the clock starts"])
        start, start_cpu = time.perf_counter(), cpu_seconds()
        builder.build_all_cached(questions, Path(scratch) / "examples", processes=processes)
        seconds, cpu = time.perf_counter() - start, cpu_seconds() - start_cpu
        return Built(seconds, cpu, fingerprint(Path(scratch) / "examples"))


def cpu_seconds() -> float:
    """Processor time of this process and of those it started: other programs do not lengthen it."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def fingerprint(folder: Path) -> str:
    """Hash of the names and bytes of all files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Time both ways in turn, so that a busy machine slows both."""
    questions = repeated(options.questions, options.count)
    ways = (1, options.processes)
    rounds = [[build(options, questions, way) for way in ways] for _ in range(options.repeats)]
    if len({built.fingerprint for runs in rounds for built in runs}) != 1:
        raise SystemExit("the files differ")
    one, several = zip(*rounds, strict=True)
    seconds = [statistics.median(built.seconds for built in way) for way in (one, several)]
    cpu = [statistics.median(built.cpu_seconds for built in way) for way in (one, several)]
    return {
        "questions": len(questions),
        "max_entities": options.entities,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "processes": options.processes,
        "one_per_second": round(len(questions) / seconds[0], 1),
        "several_per_second": round(len(questions) / seconds[1], 1),
        "ratio": round(seconds[0] / seconds[1], 2),
        "one_cpu_seconds": round(cpu[0], 1),
        "several_cpu_seconds": round(cpu[1], 1),
        "peak_memory_mib": round(peak_memory() / 2**20),
    }


def main() -> None:
    """Measure, and print one line or one JSON document."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kb", type=Path)
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--entities", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--encoder", default="minilm")
    parser.add_argument("--scratch", type=Path, help="folder for what is written; removed again")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    silence()
    found = measure(options)
    if options.json:
        json.dump(found, sys.stdout, indent=1)
        print()
    else:
        print(
            f"{found['questions']} questions, {found['max_entities']} entities: one process "
            f"{found['one_per_second']}/s, {found['processes']} processes {found['several_per_second']}/s, "
            f"ratio {found['ratio']}; processor time {found['one_cpu_seconds']} and "
            f"{found['several_cpu_seconds']} s, peak memory {found['peak_memory_mib']} MiB"
        )


if __name__ == "__main__":
    main()
