"""Preprocessed folders of NSM, GRAFT-Net, ReaRev and NumKBQA, where each question brings its own subgraph.

| file | content |
|---|---|
| `entities.txt`, `relations.txt` | an id a line |
| `train_simple.json`, `dev.json` ... | a question a line; its facts are `subgraph.tuples` |
| `train.num_new` ... | NumKBQA: its numeric facts are `num_subgraphs.tuples` |
| `entities_expanded.txt`, `relations_expanded.txt` | NumKBQA: the two lists with more ids behind |
| `entities_names.json` | GNN-RAG: names by id |

The graph of a folder is the union of all subgraphs. Numbers and dates stand among the entities, so that all
facts are untyped ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from pydantic_core import from_json

from numkbqa.errors import UserError
from numkbqa.kb.readers.json_lines import json_lines
from numkbqa.kb.readers.nsm_subgraphs import NUMBERS, SUBGRAPH, Ints, Numbering, facts_of, id_of, read_ids
from numkbqa.kb.readers.record import Name, Record, Skipped, UntypedFact
from numkbqa.kb.readers.source import Source
from numkbqa.values import parse_value

ENTITIES: Final = "entities.txt"
RELATIONS: Final = "relations.txt"
_EXPANDED: Final = {ENTITIES: "entities_expanded.txt", RELATIONS: "relations_expanded.txt"}
_NAMES: Final = "entities_names.json"
_SIMPLE: Final = "_simple.json"
_NUMERIC: Final = ".num_new"
_SPLITS: Final = ("train.json", "dev.json", "valid.json", "val.json", "test.json")
_PENDING: Final = 4_000_000
_CHUNK: Final = 100_000


class NsmFolderReader:
    """Reads all files of such a folder together."""

    formats = f"folders of NSM and GRAFT-Net ({ENTITIES}, {RELATIONS}, *{_SIMPLE})"

    def members(self, sources: Sequence[Source]) -> list[Source]:
        """The files that make up the graph.

        Args:
            sources: all files of one folder.

        Returns:
            Its lists, names and questions; nothing when the folder is of another format.
        """
        named = {source.name: source for source in sources}
        questions = [name for name in sorted(named) if _holds_questions(name, named)]
        if not questions or not {ENTITIES, RELATIONS} <= named.keys():
            return []
        lists = [ENTITIES, RELATIONS, *_EXPANDED.values(), _NAMES]
        numeric = [name for name in sorted(named) if name.endswith(_NUMERIC)]
        return [named[name] for name in lists + questions + numeric if name in named]

    def accepts_group(self, sources: Sequence[Source]) -> bool:
        """Whether the files of one folder are such a folder."""
        return bool(self.members(sources))

    def read_group(self, sources: Sequence[Source]) -> Iterator[Record]:
        """Yield the records of a folder.

        Args:
            sources: all files of the folder; those that are no members are ignored.

        Yields:
            Names, untyped facts (each once), and what was skipped, with the name of its file.

        Raises:
            UserError: a list is not UTF-8, the names are no JSON, or no question has a subgraph.
        """
        members = {source.name: source for source in self.members(sources)}
        folder = _Folder(_ids(members, ENTITIES), _ids(members, RELATIONS))
        for name, source in members.items():
            if name == _NAMES:
                yield from folder.read_names(source)
            elif name.endswith((".json", _NUMERIC)):
                yield from folder.read_questions(source)
        yield from folder.facts(where=members[ENTITIES])


def _holds_questions(name: str, names: Mapping[str, Source]) -> bool:
    """Whether a file holds subgraphs; `dev.json` beside `dev_simple.json` says the same at greater length."""
    return name.endswith(_SIMPLE) or (name in _SPLITS and name.replace(".json", _SIMPLE) not in names)


def _ids(members: Mapping[str, Source], name: str) -> Numbering:
    return read_ids(members.get(_EXPANDED[name], members[name]))


class _Folder:
    """What was read of a folder so far."""

    def __init__(self, entities: Numbering, relations: Numbering) -> None:
        self.entities, self.relations = entities, relations
        self.union = FactUnion(len(entities), len(relations))
        self.named: set[Name] = set()

    def read_names(self, source: Source) -> Iterator[Record]:
        with source.open() as stream:
            try:
                names = from_json(stream.read())
            except ValueError as error:
                raise UserError(
                    f"the file is no valid JSON: {error}",
                    where=source.path,
                    remedy="Fetch the file again, or leave it out: entities then have no names.",
                ) from error
        for name, text in names.items() if isinstance(names, dict) else ():
            yield from self._name({"kb_id": name, "text": text})

    def read_questions(self, source: Source) -> Iterator[Record]:
        section = NUMBERS if source.name.endswith(_NUMERIC) else SUBGRAPH
        for line, row in json_lines(source):
            if isinstance(row, Skipped):
                yield row._replace(text=f"{source.path.name}: {row.text}")
            elif isinstance(row, dict):
                facts, lacking = facts_of(row, section, self.entities, self.relations)
                self.union.add(facts)
                if lacking:
                    yield _lacking(source, line, lacking)
                for described in _described(row):
                    yield from self._name(described)
            else:
                yield Skipped(line, "the line is no JSON object", f"{source.path.name}: {row!r}")

    def _name(self, described: Any) -> Iterator[Name]:
        """The name of an entity, once; what reads as a value has none, lest its relation holds entities."""
        thing, text = id_of(described), described.get("text")
        if not thing or not isinstance(text, str) or text.strip() in {"", thing}:
            return
        name = Name(thing, text)
        if name not in self.named and parse_value(thing) is None:
            self.named.add(name)
            yield name

    def facts(self, where: Source) -> Iterator[UntypedFact]:
        entities, relations = self.entities.ids, self.relations.ids
        empty = True
        for facts in self.union.chunks(_CHUNK):
            empty = False
            for head, relation, tail in facts.tolist():
                yield UntypedFact(entities[head], relations[relation], entities[tail])
        if empty:
            raise UserError(
                "no question of the folder has a subgraph with facts",
                where=where.path.parent,
                remedy="The graph is the union of the subgraphs in its *_simple.json files.",
            )


def _lacking(source: Source, line: int, count: int) -> Skipped:
    reason = "facts name an entity or a relation that the lists of the folder lack"
    return Skipped(line, reason, f"{source.path.name}: {count} of the question's facts")


def _described(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects that may name an entity: answers, topic entities, entities of the subgraph."""
    subgraph = row.get(SUBGRAPH)
    inside = subgraph.get("entities") if isinstance(subgraph, dict) else None
    for listed in (row.get("answers"), row.get("entities"), inside):
        for described in listed if isinstance(listed, list) else ():
            if isinstance(described, dict):
                yield described


class FactUnion:
    """Distinct facts of many overlapping subgraphs, each packed into one integer."""

    def __init__(self, num_entities: int, num_relations: int) -> None:
        if num_entities * num_relations * num_entities >= 2**63:
            raise UserError(
                f"{num_entities} entities with {num_relations} relations are too many",
                remedy="Build from the graph itself, not from the subgraphs of its questions.",
            )
        self._sizes = num_relations, num_entities
        self._keys: Ints = np.empty(0, dtype=np.int64)
        self._pending: list[Ints] = []
        self._count = 0

    def add(self, facts: Ints) -> None:
        """Take in facts of shape (num_facts, 3)."""
        relations, entities = self._sizes
        self._pending.append((facts[:, 0] * relations + facts[:, 1]) * entities + facts[:, 2])
        self._count += len(facts)
        # as many as there are already, so that sorting costs the same however many there are
        if self._count > max(_PENDING, len(self._keys)):
            self._merge()

    def chunks(self, size: int) -> Iterator[Ints]:
        """The distinct facts, sorted, in arrays of shape (at most `size`, 3)."""
        self._merge()
        relations, entities = self._sizes
        for start in range(0, len(self._keys), size):
            pairs, tail = np.divmod(self._keys[start : start + size], entities)
            head, relation = np.divmod(pairs, relations)
            yield np.stack([head, relation, tail], axis=1)

    def _merge(self) -> None:
        self._keys = np.unique(np.concatenate([self._keys, *self._pending]))
        self._pending, self._count = [], 0
