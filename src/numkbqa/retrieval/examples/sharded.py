"""Building a store of any number of examples shard by shard: in parallel, resumable, in bounded memory."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from numkbqa.errors import Interrupted, UserError
from numkbqa.progress import say, track
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples.joining import join_shards
from numkbqa.retrieval.examples.making import ExampleMaker, Prepared
from numkbqa.retrieval.examples.store import Dropped
from numkbqa.retrieval.examples.unfinished import held, is_finished, partial_folder
from numkbqa.retrieval.examples.workers import Shard, write_here, write_in_processes

SHARD = 256
"""Questions that are linked, encoded and written together; always the same ones, whoever writes them."""

Prepare = Callable[[Sequence[Question]], tuple[list[Prepared], Dropped]]


def parts(questions: Sequence[Question]) -> Iterator[Sequence[Question]]:
    """Cut questions into those of each shard, in order."""
    for start in range(0, len(questions), SHARD):
        yield questions[start : start + SHARD]


def build_store(
    path: Path,
    key: str,
    questions: Sequence[Question],
    prepare: Prepare,
    maker: ExampleMaker,
    *,
    processes: int = 1,
    description: str | None = None,
) -> None:
    """Build a store of examples, unless it is there already.

    Questions are cut into shards. This process links and encodes them, one shard after the other: a product
    of matrices may round a row differently beside other rows, so that a shard is always encoded by itself.
    As many processes as wanted walk the graph and write the shards. A shard that an earlier run finished is
    kept; in the end all are joined, array by array.

    Args:
        path: folder of the store.
        key: what the examples depend on.
        questions: the records.
        prepare: links and encodes the questions of a shard.
        maker: makes examples.
        processes: how many processes retrieve.
        description: what to show as progress; None shows nothing.

    Raises:
        UserError: nothing can be written there, or a question cannot be prepared.
        Interrupted: the user stopped it; finished shards are kept for the next run.
    """
    partial = partial_folder(path)
    if path.exists() and not partial.exists():
        return
    with held(partial):
        if not path.exists():
            plan = [_Part(partial, key, *numbered) for numbered in enumerate(parts(questions))]
            _write_missing(plan, prepare, maker, processes, description)
            join_shards([part.path for part in plan], partial / "joined", key)
            (partial / "joined").rename(path)
        shutil.rmtree(partial, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _Part:
    """The questions of a shard, and where their examples shall stand."""

    partial: Path
    store_key: str
    number: int
    questions: Sequence[Question]

    @property
    def path(self) -> Path:
        return self.partial / f"shard-{self.number:05d}"

    @property
    def key(self) -> str:
        """The key of the store with what tells the shard from those of another size."""
        return f"{self.store_key}:{self.number}:{len(self.questions)}"

    def shard(self, prepare: Prepare) -> Shard:
        return Shard(self.path, self.key, *prepare(self.questions))


def _write_missing(
    plan: Sequence[_Part], prepare: Prepare, maker: ExampleMaker, processes: int, description: str | None
) -> None:
    missing = _missing(plan)
    total, everything = _count(missing), _count(plan)
    if total < everything and description is not None:
        say(f"{description}: {everything - total} are there from an earlier run")
    shards = (part.shard(prepare) for part in missing)
    if processes > 1 and len(missing) > 1:
        counts = write_in_processes(maker, shards, min(processes, len(missing)))
    else:
        counts = write_here(maker, shards)
    try:
        with closing(counts):  # so that running processes have ended before it is told what is kept
            _run(counts, total, description)
    except KeyboardInterrupt:
        kept = everything - _count(_missing(plan))
        raise Interrupted(
            f"retrieving was interrupted: {kept} of {everything} questions are done and kept; "
            "the same command goes on from there"
        ) from None
    except OSError as error:
        raise UserError(
            f"the examples cannot be written ({error.strerror or error})",
            where=plan[0].partial,
            remedy="make room, or name another folder with `--set cache=FOLDER`; finished parts are kept",
        ) from error


def _missing(plan: Sequence[_Part]) -> list[_Part]:
    return [part for part in plan if not is_finished(part.path, part.key)]


def _count(plan: Sequence[_Part]) -> int:
    return sum(len(part.questions) for part in plan)


def _run(counts: Iterable[int], total: int, description: str | None) -> None:
    one_each: Iterable[None] = (none for count in counts for none in repeat(None, count))
    for _ in one_each if description is None else track(one_each, description, total):
        pass
