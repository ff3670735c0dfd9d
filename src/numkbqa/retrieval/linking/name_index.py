"""The name index: folded names as tries, and the entities of each name, memory-mapped.

Names are spread over shards by their first word, so that building never holds more than one shard in memory.

```
INDEX/manifest.json           version, number of shards, words of the longest name
INDEX/000/names.trie          the folded names; the number of a name in its trie is its key
INDEX/000/start.npy           first row of each key, and the end of the last
INDEX/000/entity.npy          entities of the keys, row by row, those with the most facts first
INDEX/000/is_class.npy        whether a key names classes
INDEX/000/words.trie          the distinct words of names that a typo may stand for
INDEX/000/part_start.npy      first row of each word, and the end of the last
INDEX/000/part_entity.npy     entities with that word in a longer name, those with the most facts first
INDEX/000/deletes.npy         see `numkbqa.retrieval.linking.typos`
```
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.retrieval.linking.typos import TypoShard, open_array, open_trie

MANIFEST: Final = "manifest.json"
VERSION: Final = 1


class Entry(NamedTuple):
    """What one folded name stands for.

    Args:
        name: the folded name.
        entities: KB entity numbers, those with the most facts first, shape (num_candidates,).
        is_class: whether they are classes.
    """

    name: str
    entities: NDArray[np.int64]
    is_class: bool


class Found(NamedTuple):
    """Names that were looked for, and what they stand for.

    Args:
        names: the folded names, each once.
        name: place in `names` of each row, shape (num_rows,).
        entity: KB entity number of each row, shape (num_rows,).
    """

    names: list[str]
    name: NDArray[np.int64]
    entity: NDArray[np.int64]


class NameIndex:
    """Looks up names; all of it is read from the disk when it is used.

    Args:
        folder: what `build_name_index` wrote.
        limit: entities of one name that are given at most.
        mapped: map the files, or read them into memory, so that the folder may be removed.

    Raises:
        UserError: the folder is missing, damaged or of another version.
    """

    def __init__(self, folder: Path, limit: int, *, mapped: bool = True) -> None:
        try:
            manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            if manifest["version"] != VERSION:
                raise ValueError(f"version {manifest['version']}, not {VERSION}")
            shards = range(int(manifest["shards"]))
            self._shards = [_Shard(shard_folder(folder, i), mapped=mapped) for i in shards]
            self.typos = [TypoShard(shard_folder(folder, i), mapped=mapped) for i in shards]
            self._max_words, self._limit = int(manifest["max_words"]), limit
        except (OSError, KeyError, TypeError, ValueError, RuntimeError) as error:
            raise UserError(
                f"the name index cannot be read: {error}",
                where=folder,
                remedy="remove the folder; it is made again when it is needed",
            ) from error

    @property
    def max_words(self) -> int:
        """Words of the longest name."""
        return self._max_words

    def find(self, name: str) -> Entry | None:
        """Look up one folded name; None when nothing is named so."""
        if not name:
            return None
        shard = self._shards[shard_of(name, len(self._shards))]
        return shard.entry(name, self._limit) if name in shard.names else None

    def names_at(self, words: Sequence[str], first: int) -> Iterator[str]:
        """All names that begin with a word and end at a word border.

        Args:
            words: folded words.
            first: place of the first word of the names.

        Yields:
            The folded names, shortest first.
        """
        rest = " ".join(words[first : first + self._max_words])
        shard = self._shards[shard_of(rest, len(self._shards))]
        for name in shard.names.prefixes(rest):
            if rest[len(name) : len(name) + 1] in {"", " "}:
                yield name

    def starting_with(self, text: str, most: int) -> "Found":
        """Names that begin with a text, which may end within a word.

        Args:
            text: a folded text, not empty.
            most: how many names at most; beyond them it is chance which ones are found.

        Returns:
            The names and their entities.
        """
        shards = [self._shards[shard_of(text, len(self._shards))]] if " " in text else self._shards
        each = -(-most // len(shards))
        return joined([shard.starting_with(text, each, self._limit) for shard in shards])

    def words_starting_with(self, text: str, most: int) -> list[str]:
        """Words of names that begin with a text; only words that a typo may stand for are known.

        Args:
            text: a folded text, not empty.
            most: how many words at most.

        Returns:
            The words, the shortest first.
        """
        each = -(-most // len(self.typos))
        found = [word for shard in self.typos for word in islice(shard.words.iterkeys(text), each)]
        return sorted(found, key=lambda word: (len(word), word))

    def is_word(self, word: str) -> bool:
        """Whether a word stands in some name; only words that a typo may stand for are known."""
        return word in self.typos[shard_of(word, len(self.typos))].words

    def partly_named(self, word: str) -> NDArray[np.int64]:
        """Entities that have a word in a longer name, those with the most facts first."""
        shard = shard_of(word, len(self.typos))
        words = self.typos[shard].words
        return self._shards[shard].with_part(words.get(word))

    def similar_words(self, word: str) -> list[tuple[str, int]]:
        """Words of names that a misspelled word may stand for.

        Args:
            word: a folded word.

        Returns:
            Words with their edit distances (insertions, deletions, substitutions, swaps of neighbours), the
            nearest first.
        """
        found = [pair for shard in self.typos for pair in shard.similar(word)]
        return sorted(found, key=lambda pair: (pair[1], pair[0][0] != word[0], pair[0]))


class _Shard:
    def __init__(self, folder: Path, *, mapped: bool) -> None:
        self.names = open_trie(folder / "names.trie", mapped=mapped)
        self._start, self._entity, self._is_class, self._part_start, self._part_entity = (
            open_array(folder / f"{name}.npy", mapped=mapped)
            for name in ("start", "entity", "is_class", "part_start", "part_entity")
        )

    def entry(self, name: str, limit: int) -> Entry:
        key = self.names[name]
        first, end = self._start[key : key + 2].tolist()
        entities = self._entity[first : min(end, first + limit)].astype(np.int64)
        return Entry(name, entities, bool(self._is_class[key]))

    def starting_with(self, text: str, most: int, limit: int) -> "Found":
        pairs = list(islice(self.names.iteritems(text), most))
        keys = np.array([key for _, key in pairs], dtype=np.int64)
        first = self._start[keys]
        counts = np.minimum(self._start[keys + 1] - first, limit)
        rows = np.repeat(first - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        place = np.repeat(np.arange(len(keys)), counts)
        return Found([name for name, _ in pairs], place, self._entity[rows].astype(np.int64))

    def with_part(self, word: int | None) -> NDArray[np.int64]:
        if word is None:
            return np.empty(0, dtype=np.int64)
        first, end = self._part_start[word : word + 2].tolist()
        return self._part_entity[first:end].astype(np.int64)


def joined(parts: Sequence[Found]) -> Found:
    """What was found in several places, one after the other; at least one place."""
    before = np.cumsum([0, *(len(part.names) for part in parts)]).tolist()
    place = [part.name + first for part, first in zip(parts, before, strict=False)]
    names = [name for part in parts for name in part.names]
    return Found(names, np.concatenate(place), np.concatenate([part.entity for part in parts]))


def shard_folder(folder: Path, shard: int) -> Path:
    """Folder of a shard of an index."""
    return folder / f"{shard:03}"


def shard_of(name: str, num_shards: int) -> int:
    """Shard of a folded name: all names with the same first word share one."""
    return zlib.crc32(name.partition(" ")[0].encode("utf-8", errors="surrogatepass")) % num_shards
