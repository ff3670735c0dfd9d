"""The opened knowledge base: memory-mapped arrays, opened at no cost and shared by processes."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.kb.folder import REPORT, content_hash, data_folder, map_arrays, read_manifest
from numkbqa.kb.protocol import ALL, Bools, Facts, Ints, NumericalRelation, NumericFacts, SetAside
from numkbqa.kb.readings import NO_PRECISION
from numkbqa.kb.relation_text import local_name
from numkbqa.kb.strings import StringTable
from numkbqa.values import Kind, Precision, Value, number_text

NAMES_AT_ONCE = 100_000
"""Names in a portion of `all_names`."""

_ASIDE = ("entity", "relation", "reason", "lexical", "held", "source", "line")


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
        arrays = map_arrays(data_folder(path, manifest), manifest["arrays"])
        return EmbeddedKnowledgeBase(path, manifest, arrays)
    except UserError:
        if read_manifest(path) != manifest:  # it was replaced while it was being opened
            return open_kb(path)
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"the manifest of the knowledge base is damaged ({error})",
            where=path,
            remedy="Build it again with `numkbqa kb build`.",
        ) from error


def verify_kb(path: Path) -> None:
    """Read a whole knowledge base and compare its content with the hash in its manifest.

    Args:
        path: its folder.

    Raises:
        UserError: it cannot be opened, or its content is not what was written.
    """
    open_kb(path)
    manifest = read_manifest(path)
    schema = {name: manifest[name] for name in ("relations", "numerical_relations", "reasons")}
    if content_hash(data_folder(path, manifest), manifest["arrays"], schema) != manifest["content_hash"]:
        raise UserError(
            "the content of the knowledge base is damaged: its hash is another one",
            where=path,
            remedy="Build it again with `numkbqa kb build`.",
        )


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
            NumericalRelation(
                r["name"], r["text"], Kind(r["kind"]), r["unit"], r["several"], r.get("derived", False)
            )
            for r in manifest["numerical_relations"]
        )
        self.parents = tuple(str(parent) for parent in manifest["parents"])
        """Hashes of the knowledge bases that this one grew out of by `--append`."""
        self.sources = tuple(str(source) for source in manifest["sources"])
        """The files that it was built from."""
        self._tells_folders = True
        self._reasons = tuple(str(reason) for reason in manifest["reasons"])
        self._data = data_folder(path, manifest)
        self._ids, self._names, self._lexicals = (
            StringTable(arrays[f"{name}.blob"], arrays[f"{name}.offsets"])
            for name in ("entity", "name", "lexical")
        )

    def __reduce__(self) -> tuple[Callable[[Path], "EmbeddedKnowledgeBase"], tuple[Path]]:
        return open_kb, (self._path,)

    @property
    def path(self) -> Path:
        """Its folder."""
        return self._path

    @property
    def report(self) -> dict[str, Any]:
        """The report of its build, as `kb build --json` printed it."""
        report: dict[str, Any] = json.loads((self._data / REPORT).read_text(encoding="utf-8"))
        if not self._tells_folders:
            report["skipped"] = [{**one, "source": Path(one["source"]).name} for one in report["skipped"]]
            report["skipped_files"] = [Path(file).name for file in report["skipped_files"]]
        return report

    def hide_folders(self) -> None:
        """From now on name source files without their folders, which on a server are nobody else's business.

        It holds for `sources`, `report` and the places of literals, and so for evidence, rankings and the
        doctor; a copy in another process tells them again.
        """
        self._tells_folders = False
        self.sources = tuple(Path(source).name for source in self.sources)

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

    def all_names(self) -> Iterator[tuple[Ints, list[str]]]:
        """All names in portions, with their entities in ascending order, preferred names first."""
        starts = self._arrays["name.start"]
        for first in range(0, len(self._names), NAMES_AT_ONCE):
            rows = np.arange(first, min(first + NAMES_AT_ONCE, len(self._names)))
            owners = np.searchsorted(starts, rows, side="right").astype(np.int64) - 1
            yield owners, [self._names[row] for row in rows.tolist()]

    def types(self, entity: int) -> list[int]:
        """Classes of an entity, ascending."""
        first, end = self._arrays["type.start"][entity : entity + 2]
        classes: list[int] = self._arrays["type.class"][first:end].tolist()
        return classes

    def types_of(self, entities: Ints) -> tuple[Ints, Ints]:
        """Classes of `entities`, grouped by entity in the order asked: whose each is, and the class."""
        owner, rows = _rows(self._arrays["type.start"], entities)
        return owner, self._ints("type.class", rows)

    def is_class(self, entity: int) -> bool:
        """Whether the entity is the class of some other entity."""
        return bool(self._arrays["is_class"][entity])

    def classes(self) -> Ints:
        """All entities that are the class of some other entity, ascending."""
        return np.flatnonzero(self._arrays["is_class"])

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
        return self._numeric_facts(np.arange(rows.start, rows.stop) if isinstance(rows, slice) else rows)

    def numbers_of_relation(self, relation: int, part: slice = ALL) -> NumericFacts:
        """Numeric facts of one numerical relation, sorted by `low` ascending, all or a part of them."""
        first, end = self._arrays["number.relation_start"][relation : relation + 2].tolist()
        rows = range(first, end)[part]
        return self._numeric_facts(self._ints("number.by_relation", slice(rows.start, rows.stop)))

    def num_numbers(self, relation: int) -> int:
        """Number of numeric facts of one numerical relation."""
        first, end = self._arrays["number.relation_start"][relation : relation + 2].tolist()
        return int(end - first)

    def value(self, handle: int) -> Value:
        """The full value behind a handle of `NumericFacts.value`."""
        arrays = self._arrays
        relation = self._numerical[arrays["number.relation"][handle]]
        return Value(
            kind=relation.kind,
            low=float(arrays["number.low"][handle]),
            high=float(arrays["number.high"][handle]),
            lexical=self._lexicals[arrays["number.lexical"][handle]],
            precision=_precision(int(arrays["number.precision"][handle])),
            unit=relation.unit,
        )

    def number_text(self, handle: int) -> str:
        """Normalised text of a value (open point A23)."""
        return number_text(self.value(handle))

    def held_at(self, handle: int) -> str | None:
        """Date at which a value held, as far as known; None when the source does not say."""
        return self._text(int(self._arrays["number.held"][handle]))

    def is_event(self, entity: int) -> bool:
        """Whether the entity is an n-ary node, which stands for a fact with more than two places."""
        return bool(self._arrays["is_event"][entity])

    def events(self, entities: Ints) -> Bools:
        """Which of some entities are n-ary nodes, shape (num_entities_asked,)."""
        marked: Bools = self._arrays["is_event"][entities]
        return marked

    @property
    def policies(self) -> dict[str, str]:
        """Which of several values of one entity count, by numerical relation."""
        return {relation.name: relation.several for relation in self._numerical}

    def set_aside(self, limit: int | None = None) -> Iterator[SetAside]:
        """Literals of numerical relations that take no part in comparisons, by relation, then entity.

        Args:
            limit: how many at most.
        """
        order = np.lexsort((self._arrays["aside.entity"], self._arrays["aside.relation"]))
        yield from (self._aside(int(row)) for row in order[:limit])

    def set_aside_counts(self) -> dict[str, dict[str, int]]:
        """How many literals take no part in comparisons, by numerical relation and reason."""
        keys = np.stack([self._arrays["aside.relation"], self._arrays["aside.reason"]])
        found: dict[str, dict[str, int]] = {}
        pairs, counts = np.unique(keys, axis=1, return_counts=True)
        for (relation, reason), count in zip(pairs.T.tolist(), counts.tolist(), strict=True):
            found.setdefault(self._numerical[relation].name, {})[self._reasons[reason]] = count
        return found

    def set_aside_of(self, entity: int, relation: int | None = None) -> list[SetAside]:
        """Literals of one entity, in one numerical relation or in all, that take no part in comparisons."""
        first, end = np.searchsorted(self._arrays["aside.entity"], [entity, entity + 1]).tolist()
        of_entity = self._arrays["aside.relation"][first:end].tolist()
        return [self._aside(first + row) for row, of in enumerate(of_entity) if relation in (None, of)]

    def _aside(self, row: int) -> SetAside:
        column = {name: int(self._arrays[f"aside.{name}"][row]) for name in _ASIDE}
        return SetAside(
            entity=column["entity"],
            relation=self._numerical[column["relation"]].name,
            lexical=self._lexicals[column["lexical"]],
            reason=self._reasons[column["reason"]],
            held_at=self._text(column["held"]),
            source=None if column["source"] < 0 else self.sources[column["source"]],
            line=None if column["line"] < 0 else column["line"],
        )

    def _text(self, number: int) -> str | None:
        return None if number < 0 else self._lexicals[number]

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


def _precision(code: int) -> Precision | None:
    return None if code == NO_PRECISION else Precision(code)


def _rows(start: Ints, keys: Ints) -> tuple[Ints, Ints | slice]:
    """The rows of several keys of a compressed sparse table.

    Args:
        start: first row of each key, shape (num_keys + 1,).
        keys: the keys asked for, shape (num_asked,).

    Returns:
        The key of each row, shape (num_rows,), and the rows in the order asked.
    """
    keys = np.asarray(keys, np.int64)
    if len(keys) == 1:  # the rows of a hub are copied as they lie, many times faster than one by one
        begin, end = start[keys[0] : keys[0] + 2].tolist()
        return np.full(end - begin, keys[0]), slice(begin, end)
    first = start[keys]
    counts = start[keys + 1] - first
    shift = np.repeat(first - (np.cumsum(counts) - counts), counts)
    return np.repeat(keys, counts), shift + np.arange(len(shift))
