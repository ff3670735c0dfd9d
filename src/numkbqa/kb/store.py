"""The opened knowledge base: memory-mapped arrays, opened at no cost and shared by processes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.kb.collect import precision_of
from numkbqa.kb.folder import map_arrays, read_manifest
from numkbqa.kb.protocol import Facts, Ints, NumericalRelation, NumericFacts
from numkbqa.kb.relation_text import local_name
from numkbqa.kb.strings import StringTable
from numkbqa.values import Kind, Value, key_text


def open_kb(path: Path) -> "EmbeddedKnowledgeBase":
    """Open a knowledge base that `build_kb` wrote.

    Args:
        path: its folder.

    Returns:
        The knowledge base.

    Raises:
        UserError: the folder is missing, damaged, of another version or no knowledge base at all.
    """
    manifest = read_manifest(path)
    try:
        return EmbeddedKnowledgeBase(path, manifest, map_arrays(path, manifest["arrays"]))
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"the manifest of the knowledge base is damaged ({error})",
            where=path,
            remedy="Build it again with `numkbqa kb build`.",
        ) from error


class EmbeddedKnowledgeBase:
    """Implements `numkbqa.kb.protocol.KnowledgeBase` over the arrays of a store.

    Args:
        path: folder of the store; a pickled knowledge base is opened again from it.
        manifest: its manifest.
        arrays: its arrays by name.
    """

    def __init__(self, path: Path, manifest: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        self._path, self._arrays = path, arrays
        self._content_hash = str(manifest["content_hash"])
        self._relations = tuple(str(name) for name, _ in manifest["relations"])
        self._relation_texts = tuple(str(text) for _, text in manifest["relations"])
        self._numerical = tuple(
            NumericalRelation(r["name"], r["text"], Kind(r["kind"]), r["unit"])
            for r in manifest["numerical_relations"]
        )
        self._ids, self._names, self._lexicals = (
            StringTable(arrays[f"{name}.blob"], arrays[f"{name}.offsets"])
            for name in ("entity", "name", "lexical")
        )

    def __reduce__(self) -> tuple[Callable[[Path], "EmbeddedKnowledgeBase"], tuple[Path]]:
        return open_kb, (self._path,)

    @property
    def num_entities(self) -> int:
        """Number of entities."""
        return len(self._ids)

    @property
    def num_facts(self) -> int:
        """Number of distinct entity facts."""
        return len(self._arrays["out.tail"])

    @property
    def num_numeric_facts(self) -> int:
        """Number of distinct numeric facts; value handles run from 0 to it."""
        return len(self._arrays["number.low"])

    @property
    def relations(self) -> Sequence[str]:
        """Names of the entity relations, sorted."""
        return self._relations

    @property
    def relation_texts(self) -> Sequence[str]:
        """Words of each entity relation."""
        return self._relation_texts

    @property
    def numerical_relations(self) -> Sequence[NumericalRelation]:
        """The numerical relations, sorted by name."""
        return self._numerical

    @property
    def content_hash(self) -> str:
        """SHA-256 over the content."""
        return self._content_hash

    def entity_index(self, entity_id: str) -> int | None:
        """Number of an external entity id, or None when the graph does not hold it."""
        return self._ids.find(entity_id)

    def entity_id(self, entity: int) -> str:
        """External id of an entity."""
        return self._ids[entity]

    def label(self, entity: int) -> str:
        """Preferred name of an entity; without one the local name of its IRI, or its id."""
        first, end = self._arrays["name.start"][entity : entity + 2]
        return self._names[first] if first < end else local_name(self._ids[entity]) or self._ids[entity]

    def names(self, entity: int) -> list[str]:
        """Preferred name first, then aliases; empty when the entity has no name at all."""
        first, end = self._arrays["name.start"][entity : entity + 2]
        return [self._names[i] for i in range(first, end)]

    def types(self, entity: int) -> list[int]:
        """Classes of an entity, ascending."""
        first, end = self._arrays["type.start"][entity : entity + 2]
        classes: list[int] = self._arrays["type.class"][first:end].tolist()
        return classes

    def is_class(self, entity: int) -> bool:
        """Whether the entity is the class of some other entity."""
        return bool(self._arrays["is_class"][entity])

    def degree(self, entities: Ints) -> Ints:
        """Number of entity facts, both directions, of each entity, shape (num_entities_asked,)."""
        out, into = self._arrays["out.start"], self._arrays["in.start"]
        degrees: Ints = out[entities + 1] - out[entities] + into[entities + 1] - into[entities]
        return degrees

    def facts_from(self, entities: Ints) -> Facts:
        """All facts whose head is one of `entities`, grouped by head in the order asked."""
        owner, rows = _rows(self._arrays["out.start"], entities)
        return Facts(owner, self._ints("out.relation", rows), self._ints("out.tail", rows))

    def facts_into(self, entities: Ints) -> Facts:
        """All facts whose tail is one of `entities`, grouped by tail in the order asked."""
        owner, rows = _rows(self._arrays["in.start"], entities)
        return Facts(self._ints("in.head", rows), self._ints("in.relation", rows), owner)

    def numbers_of(self, entities: Ints) -> NumericFacts:
        """All numeric facts of `entities`, grouped by entity in the order asked, then sorted."""
        _, rows = _rows(self._arrays["number.start"], entities)
        return self._numeric_facts(rows)

    def numbers_of_relation(self, relation: int) -> NumericFacts:
        """All numeric facts of one numerical relation, sorted by `low` ascending."""
        first, end = self._arrays["number.relation_start"][relation : relation + 2]
        return self._numeric_facts(self._ints("number.by_relation", slice(first, end)))

    def value(self, handle: int) -> Value:
        """The full value behind a handle of `NumericFacts.value`."""
        arrays = self._arrays
        relation = self._numerical[arrays["number.relation"][handle]]
        return Value(
            kind=relation.kind,
            low=float(arrays["number.low"][handle]),
            high=float(arrays["number.high"][handle]),
            lexical=self._lexicals[arrays["number.lexical"][handle]],
            precision=precision_of(int(arrays["number.precision"][handle])),
            unit=relation.unit,
        )

    def number_text(self, handle: int) -> str:
        """Normalised text of a value (PEERS.md A23)."""
        precision = precision_of(int(self._arrays["number.precision"][handle]))
        return key_text(float(self._arrays["number.low"][handle]), precision)

    def _numeric_facts(self, rows: Ints) -> NumericFacts:
        return NumericFacts(
            entity=self._ints("number.entity", rows),
            relation=self._ints("number.relation", rows),
            low=self._arrays["number.low"][rows],
            high=self._arrays["number.high"][rows],
            value=rows,
        )

    def _ints(self, name: str, rows: Ints | slice) -> Ints:
        return self._arrays[name][rows].astype(np.int64)


def _rows(start: Ints, keys: Ints) -> tuple[Ints, Ints]:
    """The rows of several keys of a compressed sparse table.

    Args:
        start: first row of each key, shape (num_keys + 1,).
        keys: the keys asked for, shape (num_asked,).

    Returns:
        The key of each row and its row number, each of shape (num_rows,), in the order asked.
    """
    keys = np.asarray(keys, np.int64)
    first = start[keys]
    counts = start[keys + 1] - first
    shift = np.repeat(first - (np.cumsum(counts) - counts), counts)
    return np.repeat(keys, counts), shift + np.arange(len(shift))
