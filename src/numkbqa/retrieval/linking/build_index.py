"""Building the name index: names stream through files, one shard at a time is sorted and written."""

import hashlib
import json
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import ExitStack
from enum import IntEnum
from pathlib import Path
from typing import Final, TextIO

import marisa_trie
import numpy as np
from numpy.typing import NDArray

from numkbqa.files import write_folder_once
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.kb.relation_text import plural, relation_text
from numkbqa.retrieval.linking.name_index import MANIFEST, VERSION, NameIndex, shard_folder, shard_of
from numkbqa.retrieval.linking.names import COMMON_NAMES, fold
from numkbqa.retrieval.linking.typos import is_correctable, write_typo_shard

Ints = NDArray[np.int64]

ENTITIES_PER_SHARD: Final = 1_000_000
"""Entities per shard; one shard of names is what building holds in memory."""

MOST_WORDS: Final = 4
"""Names with more words are not known by a part of them: they are titles."""

ENTITIES_PER_PART: Final = 50
"""Entities known by one word of their names at most, those with the most facts."""

_WORDS_AT_ONCE: Final = 200_000

FOLDER: Final = "linking"
"""Folder of all name indexes in a cache."""


class NameKind(IntEnum):
    """What a name is; where one name is several, the first kind counts."""

    NAME, CLASS, HEAD_NOUN = range(3)


def open_name_index(kb: KnowledgeBase, limit: int, cache: Path | None = None) -> NameIndex:
    """Open the name index of a graph; it is built when there is none yet.

    Args:
        kb: the graph.
        limit: entities of one name that are given at most.
        cache: where it is kept for later runs; None builds it for this run only.

    Returns:
        The index.

    Raises:
        UserError: the index cannot be read or written.
    """
    if cache is None:
        with tempfile.TemporaryDirectory() as temporary:
            build_name_index(kb, Path(temporary))
            return NameIndex(Path(temporary), limit, mapped=False)
    key = hashlib.sha256(f"{kb.content_hash} {VERSION}".encode()).hexdigest()[:24]
    folder = cache / FOLDER / key
    if not folder.exists():
        with write_folder_once(folder) as aside:
            build_name_index(kb, aside)
    return NameIndex(folder, limit)


def build_name_index(kb: KnowledgeBase, folder: Path, shard_size: int = ENTITIES_PER_SHARD) -> None:
    """Write the name index of a graph.

    Args:
        kb: the graph; all of its names are read once.
        folder: an empty folder.
        shard_size: entities per shard.
    """
    num_shards = 1 + kb.num_entities // shard_size
    spool = _Spool(folder, num_shards)
    with spool:
        for name, entity, kind in _all_names(kb):
            spool.add(name, entity, kind)
    for shard in range(num_shards):
        target = shard_folder(folder, shard)
        target.mkdir()
        _write_names(kb, spool.names(shard), target)
        # sorted, for the order of a set of strings changes from process to process
        words = write_typo_shard(target, sorted(set(_lines(spool.words(shard)))))
        _write_parts(kb, words, spool.parts(shard), target)
    spool.remove()
    manifest = {"version": VERSION, "shards": num_shards, "max_words": spool.max_words}
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def _all_names(kb: KnowledgeBase) -> Iterator[tuple[str, int, NameKind]]:
    """Folded names, those of classes and the common ones."""
    classes = kb.classes().tolist()
    left_out = {*classes, *_relations_among_entities(kb)}
    common = {name: list[int]() for group in COMMON_NAMES for name in group}
    for owners, names in kb.all_names():
        for entity, name in zip(owners.tolist(), names, strict=True):
            folded = fold(name)
            if entity in left_out or not folded:
                continue
            if folded in common:
                common[folded].append(entity)
            yield folded, entity, NameKind.NAME
    yield from _common_names(kb, common)
    for entity in classes:
        yield from class_names(kb, entity)


def _relations_among_entities(kb: KnowledgeBase) -> Iterator[int]:
    """A schema may label its relations; they are no topics."""
    for name in (*kb.relations, *(relation.name for relation in kb.numerical_relations)):
        entity = kb.entity_index(name)
        if entity is not None:
            yield entity


def _common_names(kb: KnowledgeBase, known: dict[str, list[int]]) -> Iterator[tuple[str, int, NameKind]]:
    """The entity with the most facts among those that bear a name of a group bears all names of the group."""
    for group in COMMON_NAMES:
        bearers = np.unique(np.array([entity for name in group for entity in known[name]], dtype=np.int64))
        if len(bearers):
            best = int(bearers[np.argmax(kb.degree(bearers))])
            yield from ((name, best, NameKind.NAME) for name in group)


def class_names(kb: KnowledgeBase, entity: int) -> Iterator[tuple[str, int, NameKind]]:
    """Folded names of a class, in the singular and in the plural.

    Args:
        kb: the graph.
        entity: the class.

    Yields:
        A name, the class, and what kind of name it is.
    """
    label = class_label(kb, entity)
    noun = label.rpartition(" ")[2]
    for name in (label, *map(fold, kb.names(entity)[1:])):
        yield from ((form, entity, NameKind.CLASS) for form in (name, plural(name)) if name)
    # A "chemical element" is called an element where no other class is named so.
    yield from ((form, entity, NameKind.HEAD_NOUN) for form in (noun, plural(noun)) if noun)


def class_label(kb: KnowledgeBase, entity: int) -> str:
    """Folded label of a class; the words of its id when it has none."""
    names = kb.names(entity)
    return fold(names[0] if names else relation_text(kb.entity_id(entity)))


class _Spool:
    """Names and words on their way to their shards, in one text file each a shard."""

    def __init__(self, folder: Path, num_shards: int) -> None:
        self._folder, self._num_shards = folder, num_shards
        self._waiting: set[str] = set()
        self.max_words = 1

    def __enter__(self) -> None:
        self._files = ExitStack()
        self._names = [self._open(self.names(shard)) for shard in range(self._num_shards)]
        self._words = [self._open(self.words(shard)) for shard in range(self._num_shards)]
        self._parts = [self._open(self.parts(shard)) for shard in range(self._num_shards)]

    def _open(self, path: Path) -> TextIO:
        return self._files.enter_context(path.open("w", encoding="utf-8"))

    def __exit__(self, *_: object) -> None:
        self._write_words()
        self._files.close()

    def add(self, name: str, entity: int, kind: int) -> None:
        self._names[shard_of(name, self._num_shards)].write(f"{entity}\t{kind}\t{name}\n")
        words = name.split(" ")
        self.max_words = max(self.max_words, len(words))
        self._waiting.update(words)
        if kind == NameKind.NAME and 1 < len(words) <= MOST_WORDS:
            self._add_parts(words, entity)
        if len(self._waiting) >= _WORDS_AT_ONCE:
            self._write_words()

    def _add_parts(self, words: list[str], entity: int) -> None:
        for word in words:
            if is_correctable(word):
                self._parts[shard_of(word, self._num_shards)].write(f"{entity}\t{word}\n")

    def _write_words(self) -> None:
        for word in filter(is_correctable, self._waiting):
            self._words[shard_of(word, self._num_shards)].write(f"{word}\n")
        self._waiting.clear()

    def names(self, shard: int) -> Path:
        return self._folder / f"names-{shard}.txt"

    def words(self, shard: int) -> Path:
        return self._folder / f"words-{shard}.txt"

    def parts(self, shard: int) -> Path:
        return self._folder / f"parts-{shard}.txt"

    def remove(self) -> None:
        for shard in range(self._num_shards):
            for file in (self.names(shard), self.words(shard), self.parts(shard)):
                file.unlink()


def _lines(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8") as lines:
        yield from (line.rstrip("\n") for line in lines)


def _write_names(kb: KnowledgeBase, file: Path, folder: Path) -> None:
    """Write `names.trie` and the rows of its keys."""
    trie = marisa_trie.Trie(line.split("\t")[2] for line in _lines(file))
    trie.save(str(folder / "names.trie"))
    key, entity, kind = _sorted_rows(kb, trie, file)
    # The rows of a key stand together, those of the kind that counts first.
    first = np.searchsorted(key, np.arange(len(trie)))
    kept = kind == kind[first][key]
    kept[1:] &= (np.diff(key) != 0) | (np.diff(entity) != 0)
    np.save(folder / "start.npy", _starts(key[kept], len(trie)))
    np.save(folder / "entity.npy", _compact(entity[kept], kb))
    np.save(folder / "is_class.npy", kind[first] != NameKind.NAME)


def _sorted_rows(kb: KnowledgeBase, trie: marisa_trie.Trie, file: Path) -> tuple[Ints, Ints, Ints]:
    """Key, entity and kind of each name, by key, then kind, then falling number of facts."""
    columns = array("q"), array("q"), array("b")
    for line in _lines(file):
        entity, kind, name = line.split("\t")
        columns[0].append(trie[name])
        columns[1].append(int(entity))
        columns[2].append(int(kind))
    key, owner, kinds = (np.array(column, dtype=np.int64) for column in columns)
    order = np.lexsort((owner, -kb.degree(owner), kinds, key))
    return key[order], owner[order], kinds[order]


def _write_parts(kb: KnowledgeBase, words: marisa_trie.Trie, file: Path, folder: Path) -> None:
    """Write the entities that have a word in their names."""
    columns = array("q"), array("q")
    for line in _lines(file):
        entity, word = line.split("\t")
        columns[0].append(words[word])
        columns[1].append(int(entity))
    key, owner = (np.array(column, dtype=np.int64) for column in columns)
    order = np.lexsort((owner, -kb.degree(owner), key))
    key, owner = key[order], owner[order]
    new = np.ones(len(key), dtype=np.bool_)
    new[1:] = (np.diff(key) != 0) | (np.diff(owner) != 0)
    key, owner = key[new], owner[new]
    kept = np.arange(len(key)) - np.searchsorted(key, key) < ENTITIES_PER_PART
    np.save(folder / "part_start.npy", _starts(key[kept], len(words)))
    np.save(folder / "part_entity.npy", _compact(owner[kept], kb))


def _starts(key: Ints, num_keys: int) -> Ints:
    """First row of each key, and the end of the last, shape (num_keys + 1,)."""
    starts = np.zeros(num_keys + 1, dtype=np.int64)
    np.cumsum(np.bincount(key, minlength=num_keys), out=starts[1:])
    return starts


def _compact(entities: Ints, kb: KnowledgeBase) -> NDArray[np.signedinteger]:
    return entities.astype(np.int32 if kb.num_entities < 2**31 else np.int64)
