"""The on-disk embedding cache: every text is encoded once per encoder."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from numkbqa.errors import UserError
from numkbqa.text import pooling
from numkbqa.text.encoder import States, TextEncoder

SCHEMA = """
CREATE TABLE IF NOT EXISTS embedding (
    kind TEXT NOT NULL, text TEXT NOT NULL, states BLOB NOT NULL, PRIMARY KEY (kind, text)
)
"""
LOOKUP_SIZE = 500  # texts per SELECT, below SQLite's limit of parameters
COMMIT_SIZE = 2048  # texts encoded per transaction; an interruption loses no more than these
WAIT_SECONDS = 120.0  # how long a process waits for another one that is writing

Pool = Callable[[States], States]


class CachedEncoder:
    """A text encoder that keeps its results on disk, one SQLite file per encoder, for several processes.

    Everything returned went through float16, whether it comes from the disk or not, so that a first and a
    second run agree exactly. Vectors are stored apart from token states: a mean takes 2 * width bytes.

    Args:
        encoder: the encoder to ask for what is missing.
        folder: where the cache lies; None keeps nothing.
    """

    def __init__(self, encoder: TextEncoder, folder: Path | None) -> None:
        self.encoder = encoder
        slug = re.sub(r"[^A-Za-z0-9._-]+", "_", encoder.name)
        self.path = None if folder is None else folder / f"{slug}.sqlite"
        self._passing: Passing | None = None

    @property
    def name(self) -> str:
        """Identity of the weights, used as the cache key."""
        return self.encoder.name

    @property
    def width(self) -> int:
        """Width of a token state."""
        return self.encoder.width

    @property
    def max_tokens(self) -> int | None:
        """Longest text in tokens that the encoder does not cut; asking may load its weights."""
        return self.encoder.max_tokens

    def keep_in_memory(self, room: int) -> None:
        """From now on keep what is new of token states and means in memory, and write nothing of it.

        A service reads questions of all the world: on disk they would pile up, for anyone to read. Vectors of
        numbers belong to the graph and are written as before.

        Args:
            room: bytes of vectors to keep; the oldest go first. Entries have no one size: a long question has
                a hundred times the vectors of a short one. It cannot be changed later.
        """
        if self._passing is None:
            self._passing = Passing(room)

    def encode(self, texts: Sequence[str]) -> list[States]:
        """Token states, specials included.

        Args:
            texts: any number of texts; repeated ones are encoded once.

        Returns:
            One array of shape (num_tokens + 2, width) per text.
        """
        return self._cached("states", texts, _whole, self.width)

    def word_states(self, texts: Sequence[str]) -> list[States]:
        """Token states without the start and end token (they share the storage of `encode`).

        Args:
            texts: any number of texts.

        Returns:
            One array of shape (num_tokens, width) per text.
        """
        return [pooling.word_states(states) for states in self.encode(texts)]

    def sentence_vectors(self, texts: Sequence[str]) -> States:
        """Mean over the word tokens without specials (open point A14).

        Args:
            texts: any number of texts.

        Returns:
            Vectors, shape (num_texts, width).
        """
        return self._vectors("mean", texts, pooling.sentence_vector, self.width)

    def cls_vectors(self, texts: Sequence[str]) -> States:
        """State of the start token.

        Args:
            texts: any number of texts.

        Returns:
            Vectors, shape (num_texts, width).
        """
        return self._vectors("start", texts, pooling.cls_vector, self.width)

    def special_vectors(self, texts: Sequence[str]) -> States:
        """States of the start and end token side by side: the special number embedding of a number's text.

        Args:
            texts: any number of number texts.

        Returns:
            Vectors, shape (num_texts, 2 * width).
        """
        return self._vectors("special", texts, pooling.special_vector, 2 * self.width)

    def encode_ahead(self, whole: Sequence[str], means: Sequence[str]) -> None:
        """Encode texts of both kinds in one pass of the encoder, so that they are known when asked for.

        Each pass of a transformer has a price of its own, whatever the number of texts. Without a folder to
        keep them in nothing is done.

        Args:
            whole: texts that `encode` or `word_states` will be asked for.
            means: texts that `sentence_vectors` will be asked for.
        """
        if self.path is None:
            return
        with _database(self.path) as database:
            kinds: list[tuple[str, Sequence[str], Pool]] = [
                ("states", whole, _whole),
                ("mean", means, _row(pooling.sentence_vector)),
            ]
            new = [(kind, self._missing(database, kind, texts), pool) for kind, texts, pool in kinds]
            distinct = list(dict.fromkeys(text for _, texts, _ in new for text in texts))
            states = dict(zip(distinct, self.encoder.encode(distinct), strict=True))
            for kind, texts, pool in new:
                self._keep(database, kind, {text: pool(states[text]) for text in texts})

    def _vectors(self, kind: str, texts: Sequence[str], pool: Pool, width: int) -> States:
        rows = self._cached(kind, texts, _row(pool), width)
        return np.concatenate(rows) if rows else np.empty((0, width), dtype=np.float32)

    def _cached(self, kind: str, texts: Sequence[str], pool: Pool, width: int) -> list[States]:
        distinct = list(dict.fromkeys(texts))
        if self.path is None:
            states = [_rounded(pool(states)) for states in self.encoder.encode(distinct)]
            found = dict(zip(distinct, states, strict=True))
        else:
            found = self._stored(self.path, kind, distinct, pool, width)
        return [found[text] for text in texts]

    def _stored(self, path: Path, kind: str, texts: list[str], pool: Pool, width: int) -> dict[str, States]:
        with _database(path) as database:
            found = self._known(database, kind, texts, width)
            missing = [text for text in texts if text not in found]
            for start in range(0, len(missing), COMMIT_SIZE):
                part = missing[start : start + COMMIT_SIZE]
                pooled = map(pool, self.encoder.encode(part))
                self._keep(database, kind, dict(zip(part, pooled, strict=True)))
            # Read back what was written: where another process was first, its rounding counts for both.
            found |= self._known(database, kind, missing, width)
        if self._passing is not None:
            self._passing.make_room()
        return found

    def _missing(self, database: sqlite3.Connection, kind: str, texts: Sequence[str]) -> list[str]:
        distinct = list(dict.fromkeys(texts))
        known = self._known(database, kind, distinct, self.width)
        return [text for text in distinct if text not in known]

    def _known(
        self, database: sqlite3.Connection, kind: str, texts: list[str], width: int
    ) -> dict[str, States]:
        passing = {} if self._passing is None else self._passing.of(kind, texts)
        return passing | _read(database, kind, [text for text in texts if text not in passing], width)

    def _keep(self, database: sqlite3.Connection, kind: str, pooled: Mapping[str, States]) -> None:
        if self._passing is not None and kind in Passing.KINDS:
            self._passing.keep(kind, pooled)
            return
        with database:
            _write(database, kind, pooled)


class Passing:
    """The newest states in memory, rounded as those on disk are.

    Args:
        room: bytes to keep.
    """

    KINDS = ("states", "mean")

    def __init__(self, room: int) -> None:
        self._room, self._bytes = room, 0
        self._states: dict[tuple[str, str], States] = {}

    def of(self, kind: str, texts: Sequence[str]) -> dict[str, States]:
        """Those of some texts that are there."""
        return {text: self._states[kind, text] for text in texts if (kind, text) in self._states}

    def keep(self, kind: str, pooled: Mapping[str, States]) -> None:
        """Add some; there may be too many until `make_room`, so that none goes before it is read."""
        for text, states in pooled.items():
            self._drop((kind, text))
            self._states[kind, text] = kept = _rounded(states)
            self._bytes += kept.nbytes

    def make_room(self) -> None:
        """Drop the oldest beyond the limit."""
        while self._bytes > self._room:
            self._drop(next(iter(self._states)))

    def _drop(self, entry: tuple[str, str]) -> None:
        if entry in self._states:
            self._bytes -= self._states.pop(entry).nbytes


def _rounded(states: States) -> States:
    return states.astype(np.float16).astype(np.float32)


def _whole(states: States) -> States:
    return states


def _row(pool: Pool) -> Pool:
    """A pool of rounded states that gives its vector as the one row of a table."""
    return lambda states: pool(_rounded(states))[None]


def _write(database: sqlite3.Connection, kind: str, pooled: Mapping[str, States]) -> None:
    rows = [(kind, text, states.astype("<f2").tobytes()) for text, states in pooled.items()]
    database.executemany("INSERT OR IGNORE INTO embedding VALUES (?, ?, ?)", rows)


def _read(database: sqlite3.Connection, kind: str, texts: list[str], width: int) -> dict[str, States]:
    found: dict[str, States] = {}
    for start in range(0, len(texts), LOOKUP_SIZE):
        part = texts[start : start + LOOKUP_SIZE]
        marks = ",".join("?" * len(part))
        query = f"SELECT text, states FROM embedding WHERE kind = ? AND text IN ({marks})"  # noqa: S608
        for text, blob in database.execute(query, [kind, *part]):
            found[text] = np.frombuffer(blob, dtype="<f2").reshape(-1, width).astype(np.float32)
    return found


@contextmanager
def _database(path: Path) -> Iterator[sqlite3.Connection]:
    # One short connection per call: it never crosses a fork or a thread.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute(SCHEMA)
            yield database
    except (sqlite3.Error, OSError) as error:
        raise UserError(
            f"the embedding cache cannot be used: {error}.",
            where=path,
            remedy="Delete this file (it is made again), or name a folder that can be written.",
        ) from error
