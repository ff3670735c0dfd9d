"""How fast a name index is built, opened and asked, and how much memory that takes.

Makes graphs of synthetic labels; the reference is a plain dict from folded names to entities, looked up for
all runs of words of the question, in the same run on the same questions. Each is measured in a fresh process,
and both must find the same mentions. The dict has to be filled anew by every process; the index is opened.

    python -m bench.linking                  a million labels
    python -m bench.linking --sizes 1M 10M   ten million too
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from bench.synthetic_graph import amount
from numpy.typing import NDArray

from numkbqa.kb.protocol import Facts, KnowledgeBase, NumericalRelation, NumericFacts
from numkbqa.kb.strings import StringTable
from numkbqa.progress import peak_memory, say
from numkbqa.retrieval.linking import EntityLinker, fold
from numkbqa.retrieval.linking.build_index import open_name_index
from numkbqa.retrieval.linking.spans import exact_spans, without_overlaps
from numkbqa.retrieval.linking.tokens import tokens_of

Ints = NDArray[np.int64]
Json = dict[str, Any]
Mentions = list[tuple[str, list[int]]]

SYLLABLES: Final = [c + v for c in "bcdfghjklmnprstvz" for v in "aeiou"]
QUESTIONS: Final = 1000
NAMES_AT_ONCE: Final = 100_000
CANDIDATES: Final = 50
LONGEST: Final = 4
"""Words of the longest label."""


class Labels:
    """As much of a `KnowledgeBase` as linking asks for: entities with one name each, and no facts.

    Args:
        folder: what `write_labels` wrote.
    """

    relations: Sequence[str] = ()
    relation_texts: Sequence[str] = ()
    numerical_relations: Sequence[NumericalRelation] = ()
    content_hash = "synthetic labels"

    def __init__(self, folder: Path) -> None:
        offsets = np.load(folder / "offsets.npy", mmap_mode="r")
        self._names = StringTable(np.load(folder / "blob.npy", mmap_mode="r"), np.asarray(offsets))
        self.num_entities = len(self._names)

    def names(self, entity: int) -> list[str]:
        return [self._names[entity]]

    def all_names(self) -> Iterator[tuple[Ints, list[str]]]:
        for start in range(0, self.num_entities, NAMES_AT_ONCE):
            rows = np.arange(start, min(start + NAMES_AT_ONCE, self.num_entities))
            yield rows, [self._names[row] for row in rows.tolist()]

    def is_class(self, entity: int) -> bool:
        return entity < 0

    def types(self, entity: int) -> list[int]:
        return [] if entity >= 0 else [entity]

    def types_of(self, entities: Ints) -> tuple[Ints, Ints]:
        return entities[:0], entities[:0]

    def entity_index(self, entity_id: str) -> int | None:
        return int(entity_id) if entity_id.isdigit() else None

    def degree(self, entities: Ints) -> Ints:
        return np.zeros(len(entities), dtype=np.int64)

    def facts_from(self, entities: Ints) -> Facts:
        none = entities[:0]
        return Facts(none, none, none)

    facts_into = facts_from

    def numbers_of(self, entities: Ints) -> NumericFacts:
        none, keys = entities[:0], np.empty(0)
        return NumericFacts(none, none, keys, keys, none)


def write_labels(folder: Path, count: int, seed: int) -> None:
    """Write labels of one to four words out of a tenth as many words, some far more frequent than others."""
    rng = np.random.default_rng(seed)
    words = np.array(_words(rng, max(count // 10, 100)), dtype=object)
    lengths = rng.integers(1, LONGEST + 1, count)
    places = (len(words) * rng.random(int(lengths.sum())) ** 3).astype(np.int64)
    ends, parts = np.cumsum(lengths), words[places]
    texts = [" ".join(parts[end - n : end]).encode() for end, n in zip(ends, lengths, strict=True)]
    np.save(folder / "offsets.npy", np.concatenate(([0], np.cumsum([len(text) for text in texts]))))
    np.save(folder / "blob.npy", np.frombuffer(b"".join(texts), dtype=np.uint8))


def _words(rng: np.random.Generator, count: int) -> list[str]:
    rows = rng.integers(0, len(SYLLABLES), (count, 4)).tolist()
    return ["".join(SYLLABLES[syllable] for syllable in row).capitalize() for row in rows]


def questions_about(labels: KnowledgeBase, seed: int) -> list[str]:
    """Questions that mention a label each."""
    rng = random.Random(seed)
    entities = [rng.randrange(labels.num_entities) for _ in range(QUESTIONS)]
    return [f"how many people live in {labels.names(entity)[0]} ?" for entity in entities]


def misspelled(questions: Sequence[str], seed: int) -> list[str]:
    """The questions with one letter of their last word left out."""
    rng = random.Random(seed)
    cuts = [len(question) - 3 - rng.randrange(1, 6) for question in questions]
    return [question[:cut] + question[cut + 1 :] for question, cut in zip(questions, cuts, strict=True)]


def read_labels(folder: Path) -> KnowledgeBase:
    """Open labels as a knowledge base; the rest of its protocol is never called."""
    return cast(KnowledgeBase, Labels(folder))


def measure_build(folder: Path) -> Json:
    """Build the index."""
    return _measured(lambda: open_name_index(read_labels(folder), CANDIDATES, folder / "cache"))


def measure_index(folder: Path) -> Json:
    """Open the index and ask it."""
    labels = read_labels(folder)
    questions = questions_about(labels, 0)
    found = _measured(lambda: EntityLinker(labels, cache=folder / "cache"))
    linker = EntityLinker(labels, cache=folder / "cache")
    index = open_name_index(labels, 10**9, folder / "cache")

    def lookup(question: str) -> Mentions:
        spans = without_overlaps(exact_spans(tokens_of(question), index))
        return [(span.entry.name, sorted(span.entry.entities.tolist())) for span in spans]

    mentions = [lookup(question) for question in questions]
    times = {"lookup": _times(lookup, questions), "link": _times(linker.link, questions)}
    times["link_misspelled"] = _times(linker.link, misspelled(questions, 0))
    corrected = sum(any(link.typo for link in linker.link(text)) for text in misspelled(questions, 0))
    return {**found, **times, "corrected": corrected / QUESTIONS, "mentions": mentions, "peak_mb": _peak_mb()}


def measure_dict(folder: Path) -> Json:
    """Fill a dict with all names and ask it."""
    labels = read_labels(folder)
    named: dict[str, list[int]] = {}

    def fill() -> None:
        for owners, names in labels.all_names():
            for entity, name in zip(owners.tolist(), names, strict=True):
                named.setdefault(fold(name), []).append(entity)

    def lookup(question: str) -> Mentions:
        words = [token.text for token in tokens_of(question)]
        found, taken = list[tuple[int, str]](), set[int]()
        for length in range(LONGEST, 0, -1):
            for first in range(len(words) - length + 1):
                name, place = " ".join(words[first : first + length]), range(first, first + length)
                if name in named and not taken.intersection(place):
                    found.append((first, name))
                    taken.update(place)
        return [(name, named[name]) for _, name in sorted(found)]

    measured = _measured(fill)
    questions = questions_about(labels, 0)
    mentions = [lookup(question) for question in questions]
    return {**measured, "lookup": _times(lookup, questions), "mentions": mentions, "peak_mb": _peak_mb()}


def _measured(step: Callable[[], object]) -> Json:
    start, cpu = time.perf_counter(), time.process_time()
    step()
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu
    return {"seconds": seconds, "cpu_seconds": cpu_seconds, "peak_mb": _peak_mb()}


def _peak_mb() -> float:
    return peak_memory() / 1e6


def _times(ask: Callable[[str], object], questions: Sequence[str]) -> list[float]:
    """Median and 95th percentile in milliseconds."""
    times = []
    for question in questions:
        start = time.perf_counter()
        ask(question)
        times.append(1000 * (time.perf_counter() - start))
    return [float(np.quantile(times, share)) for share in (0.5, 0.95)]


TASKS: Final = {"build": measure_build, "index": measure_index, "dict": measure_dict}


def run(task: str, folder: Path, count: int) -> Json:
    """Run a task in a fresh process; its peak is at least that of its parent, which must stay small."""
    words = [sys.executable, "-m", "bench.linking", "--task", task, "--folder", str(folder)]
    words += ["--sizes", str(count)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    found: Json = json.loads(done.stdout)
    return found


def compare(count: int) -> str:
    """Measure one size and sum it up."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("write", folder, count)
        say(f"{count:,} labels")
        build, index, plain = (run(task, folder, count) for task in TASKS)
        size = sum(file.stat().st_size for file in (folder / "cache").rglob("*") if file.is_file())
    if index["mentions"] != plain["mentions"]:
        raise SystemExit("the index and the dict found different mentions")
    return (
        f"{count} labels: index built in {build['seconds']:.1f} s "
        f"({build['cpu_seconds']:.1f} s of CPU) with a peak of {build['peak_mb']:.0f} MB, "
        f"{size / 1e6:.0f} MB on disk\n"
        f"  ready: reference {plain['seconds']:.2f} s, ours {index['seconds']:.3f} s, "
        f"ratio {plain['seconds'] / index['seconds']:.0f}\n"
        f"  peak while asked: reference {plain['peak_mb']:.0f} MB, ours {index['peak_mb']:.0f} MB, "
        f"ratio {plain['peak_mb'] / index['peak_mb']:.1f}\n"
        f"  lookup p50: reference {plain['lookup'][0]:.4f} ms, ours {index['lookup'][0]:.4f} ms, "
        f"ratio {plain['lookup'][0] / index['lookup'][0]:.2f}\n"
        f"  link p50/p95: {index['link'][0]:.2f}/{index['link'][1]:.2f} ms, misspelled "
        f"{index['link_misspelled'][0]:.2f}/{index['link_misspelled'][1]:.2f} ms "
        f"({100 * index['corrected']:.0f} % corrected)"
    )


def main() -> None:
    """Measure every size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", nargs="+", type=amount, default=[amount("1M")], help="labels: 1M 10M")
    parser.add_argument("--task", choices=["write", *TASKS], help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task == "write":
        write_labels(options.folder, options.sizes[0], seed=0)
        print("{}")
    elif options.task:
        print(json.dumps(TASKS[options.task](options.folder)))
    else:
        for size in options.sizes:
            print(compare(size))


if __name__ == "__main__":
    main()
