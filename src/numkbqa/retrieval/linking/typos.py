"""Misspelled words: a symmetric-delete index over the distinct words of names.

Two words are within d edits of each other only if they become equal after at most d letters are deleted from
each; it is enough to look at their first letters (W. Garbe, SymSpell). The index holds one number for each
way of deleting letters of each word: the hash of what is left in its high half, the number of the word in its
low half. They are sorted, so that a lookup is a binary search in a memory-mapped array.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import marisa_trie
import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

Hashes = NDArray[np.uint64]

SHORTEST: Final = 4
"""Shorter words are not corrected: too many others are near."""

LONG: Final = 8
"""From this length on two edits are allowed, below it one."""

LONGEST: Final = 40
"""Longer words are not corrected: they are no words."""

PREFIX: Final = 7
"""Letters at the beginning of a word that are looked at for candidates."""

MOST_WORDS: Final = 5000
"""Words verified for one misspelled word at most; more only share a long beginning with it."""

_WORDS_AT_ONCE: Final = 50_000
_BASE: Final = np.uint64(0x100000001B3)
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_HALF: Final = np.uint64(32)


def is_correctable(word: str) -> bool:
    """Whether a folded word may be, or be the right form of, a typo: letters only, not too short or long."""
    return SHORTEST <= len(word) <= LONGEST and word.isalpha()


def allowed_edits(one: str, other: str) -> int:
    """Edits that two words of a pair may be apart; the shorter one decides."""
    return 2 if min(len(one), len(other)) >= LONG else 1


def delete_hashes(words: Sequence[str], edits: int) -> Hashes:
    """Hash what is left of words after some of their first letters are deleted.

    Args:
        words: all of one length, or all longer than `PREFIX`.
        edits: letters deleted at most.

    Returns:
        Hashes below 2**32, shape (num_words, num_deletions).
    """
    length = min(PREFIX, len(words[0]))
    letters = np.array([word[:length] for word in words], dtype=f"U{length}").view(np.uint32)
    codes = letters.reshape(len(words), length).astype(np.uint64)
    columns = [_hash(codes, dropped) for n in range(edits + 1) for dropped in combinations(range(length), n)]
    return np.stack(columns, axis=1)


def _hash(codes: Hashes, dropped: Sequence[int]) -> Hashes:
    total = np.zeros(len(codes), dtype=np.uint64)
    for column in range(codes.shape[1]):
        if column not in dropped:
            total = (total + codes[:, column]) * _BASE
    return (total * _MIX) >> _HALF


def write_typo_shard(folder: Path, words: Sequence[str]) -> marisa_trie.Trie:
    """Write `words.trie` and `deletes.npy`.

    Args:
        folder: where to.
        words: distinct folded words.

    Returns:
        The trie.
    """
    trie = marisa_trie.Trie(words)
    trie.save(str(folder / "words.trie"))
    deletes = np.concatenate([np.empty(0, dtype=np.uint64), *_deletes(trie, words)])
    deletes.sort()
    np.save(folder / "deletes.npy", deletes)
    return trie


def _deletes(trie: marisa_trie.Trie, words: Sequence[str]) -> Iterator[Hashes]:
    # Words of `LONG` letters and more share their prefix length and their edits, so they go together.
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(min(len(word), LONG), []).append(word)
    for length, group in sorted(by_length.items()):
        for start in range(0, len(group), _WORDS_AT_ONCE):
            portion = group[start : start + _WORDS_AT_ONCE]
            numbers = np.fromiter((trie[word] for word in portion), dtype=np.uint64, count=len(portion))
            hashes = delete_hashes(portion, 2 if length == LONG else 1)
            yield np.unique((hashes << _HALF) | numbers[:, np.newaxis])


class TypoShard:
    """The words of one shard of a name index.

    Args:
        folder: what `write_typo_shard` wrote.
        mapped: map the files, or read them into memory.
    """

    def __init__(self, folder: Path, *, mapped: bool = True) -> None:
        self.words = open_trie(folder / "words.trie", mapped=mapped)
        self._deletes: Hashes = open_array(folder / "deletes.npy", mapped=mapped)

    def similar(self, word: str) -> list[tuple[str, int]]:
        """Words near a word, with their edit distances, in no particular order."""
        edits = 2 if len(word) >= LONG else 1
        hashes = np.unique(delete_hashes([word], edits)) << _HALF
        first = np.searchsorted(self._deletes, hashes)
        end = np.searchsorted(self._deletes, hashes | np.uint64(2**32 - 1), side="right")
        rows = [self._deletes[a:b] for a, b in zip(first.tolist(), end.tolist(), strict=True) if a < b]
        if not rows:
            return []
        numbers = np.unique(np.concatenate(rows) & np.uint64(2**32 - 1))[:MOST_WORDS]
        near = ((other, _distance(word, other)) for other in map(self.words.restore_key, numbers.tolist()))
        return [(other, distance) for other, distance in near if distance <= allowed_edits(word, other)]


def open_trie(file: Path, *, mapped: bool) -> marisa_trie.Trie:
    """Open a trie.

    Args:
        file: what `marisa_trie.Trie.save` wrote.
        mapped: map it, or read it into memory.

    Returns:
        The trie.
    """
    trie = marisa_trie.Trie()
    return trie.mmap(str(file)) if mapped else trie.load(str(file))


def open_array(file: Path, *, mapped: bool) -> NDArray[Any]:
    """Open an array.

    Args:
        file: what `numpy.save` wrote.
        mapped: map it, or read it into memory.

    Returns:
        The array.
    """
    # A plain array over the mapped file: slicing a `memmap` object itself is slow.
    return np.asarray(np.load(file, mmap_mode="r" if mapped else None, allow_pickle=False))


def _distance(word: str, other: str) -> int:
    return OSA.distance(word, other, score_cutoff=2)
