"""A knowledge base as a folder of three Parquet tables, by way of a DuckDB database on disk.

| table | columns |
|---|---|
| facts | head, relation, tail |
| numbers | entity, relation, text, low, high, kind, unit, precision, lexical, held_at |
| names | entity, name, preferred |

Ids are those of the graph. `text` is the normalised value in `unit`, `low` and `high` its comparison keys (of
dates, days since 1970-01-01), `precision` of dates is Wikidata's number (9 year, 10 month, 11 day), `lexical`
the text of the source. `numkbqa-export.json` says which graph it is.
"""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb
import numpy as np
from numpy.typing import NDArray

from numkbqa.files import write_folder_aside
from numkbqa.kb.protocol import Ints, KnowledgeBase
from numkbqa.progress import TellProgress

Columns = dict[str, NDArray[Any]]

MARKER: Final = "numkbqa-export.json"
CHUNK: Final = 50_000
MEMORY: Final = "800MB"

_TABLES: Final = {
    "facts": "head VARCHAR, relation VARCHAR, tail VARCHAR",
    "numbers": "entity VARCHAR, relation VARCHAR, text VARCHAR, low DOUBLE, high DOUBLE, kind VARCHAR,"
    " unit VARCHAR, precision TINYINT, lexical VARCHAR, held_at VARCHAR",
    "names": "entity VARCHAR, name VARCHAR, preferred BOOLEAN",
}


def export_parquet(
    kb: KnowledgeBase, output: Path, *, derived: bool = False, progress: TellProgress | None = None
) -> None:
    """Write a knowledge base as Parquet, piece by piece, into a folder that is whole or absent.

    Args:
        kb: the graph.
        output: the folder; an older export there is replaced.
        derived: whether to write derived numbers too; building with `--derive` makes them anew.
        progress: called with a stage and a count of entities.

    Raises:
        UserError: nothing can be written there, or something else stands there.
    """
    tell = progress or (lambda stage, count: None)
    with write_folder_aside(output, MARKER) as folder:
        scratch = folder / "scratch"
        scratch.mkdir()
        settings: dict[str, Any] = {"memory_limit": MEMORY, "temp_directory": str(scratch / "spill")}
        with duckdb.connect(str(scratch / "tables.duckdb"), config=settings) as database:
            database.execute("SET enable_progress_bar = false")
            for name, columns in _TABLES.items():
                database.execute(f"CREATE TABLE {name} ({columns})")
                _fill(database, name, kb, tell)
                if name == "numbers" and not derived:
                    _leave_out_derived(database, kb)
                database.table(name).write_parquet(str(folder / f"{name}.parquet"), compression="zstd")
        shutil.rmtree(scratch)
        about = {"format": "numkbqa-export", "version": 1, "content_hash": kb.content_hash}
        (folder / MARKER).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _fill(database: duckdb.DuckDBPyConnection, name: str, kb: KnowledgeBase, tell: TellProgress) -> None:
    for first in range(0, kb.num_entities, CHUNK):
        entities = np.arange(first, min(first + CHUNK, kb.num_entities), dtype=np.int64)
        database.register("chunk", _COLUMNS[name](kb, entities))
        database.table("chunk").insert_into(name)
        database.unregister("chunk")
        tell(f"writing {name}", int(entities[-1]) + 1)


def _leave_out_derived(database: duckdb.DuckDBPyConnection, kb: KnowledgeBase) -> None:
    names = [relation.name for relation in kb.numerical_relations if relation.derived]
    database.execute("DELETE FROM numbers WHERE list_contains(?::VARCHAR[], relation)", [names])


def _facts(kb: KnowledgeBase, entities: Ints) -> Columns:
    facts = kb.facts_from(entities)
    relations = _objects(kb.relations)
    return {
        "head": _ids(kb, facts.head),
        "relation": relations[facts.relation],
        "tail": _ids(kb, facts.tail),
    }


def _numbers(kb: KnowledgeBase, entities: Ints) -> Columns:
    facts = kb.numbers_of(entities)
    handles = facts.value.tolist()
    values = [kb.value(handle) for handle in handles]
    return {
        "entity": _ids(kb, facts.entity),
        "relation": _objects([relation.name for relation in kb.numerical_relations])[facts.relation],
        "text": _objects([kb.number_text(handle) for handle in handles]),
        "low": facts.low,
        "high": facts.high,
        "kind": _objects([value.kind.value for value in values]),
        "unit": _objects([value.unit for value in values]),
        "precision": _objects([None if v.precision is None else int(v.precision) for v in values]),
        "lexical": _objects([value.lexical for value in values]),
        "held_at": _objects([kb.held_at(handle) for handle in handles]),
    }


def _names(kb: KnowledgeBase, entities: Ints) -> Columns:
    rows: Iterator[tuple[int, str, bool]] = (
        (entity, name, place == 0)
        for entity in entities.tolist()
        for place, name in enumerate(kb.names(entity))
    )
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    owner = np.array(columns[0], dtype=np.int64)
    return {
        "entity": _ids(kb, owner),
        "name": _objects(columns[1]),
        "preferred": np.array(columns[2], dtype=np.bool_),
    }


def _ids(kb: KnowledgeBase, entities: Ints) -> NDArray[Any]:
    """Ids of entities, each looked up once."""
    different, place = np.unique(entities, return_inverse=True)
    return _objects([kb.entity_id(entity) for entity in different.tolist()])[place]


def _objects(values: Sequence[object]) -> NDArray[Any]:
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


_COLUMNS: Final[dict[str, Callable[[KnowledgeBase, Ints], Columns]]] = {
    "facts": _facts,
    "numbers": _numbers,
    "names": _names,
}
