"""Folders in the formats of NSM, GRAFT-Net and NumKBQA, small enough to read."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Fact = tuple[str, str, str]
ENTITIES = ["m.01", "m.02", "m.03", "1966", "1999-06-01", "m.04"]
RELATIONS = ["people.person.children", "people.person.date_of_birth"]
FACTS: list[Fact] = [
    ("m.01", RELATIONS[0], "m.02"),
    ("m.01", RELATIONS[0], "m.03"),
    ("m.02", RELATIONS[1], "1999-06-01"),
    ("m.03", RELATIONS[1], "1966"),
]


def write_folder(
    folder: Path, rows: Sequence[Any], file: str = "train_simple.json", entities: Sequence[str] = ENTITIES
) -> Path:
    """Write the two lists and a file of questions; a row that is a text is written as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "entities.txt").write_text("".join(f"{name}\n" for name in entities), encoding="utf-8")
    (folder / "relations.txt").write_text("".join(f"{name}\n" for name in RELATIONS), encoding="utf-8")
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / file).write_text("\n".join(lines), encoding="utf-8")
    return folder


def numbered(
    facts: Sequence[Fact], answers: Sequence[Any] = (), topics: Sequence[Any] = (0,), name: str = "q-1"
) -> dict[str, Any]:
    """A question that names everything by number, as NSM writes it."""
    tuples = [[ENTITIES.index(h), RELATIONS.index(r), ENTITIES.index(t)] for h, r, t in facts]
    inside = list(dict.fromkeys(entity for fact in tuples for entity in (fact[0], fact[2])))
    return _row(name, list(topics), list(answers), {"tuples": tuples, "entities": inside})


def described(
    facts: Sequence[Fact], answers: Sequence[Any] = (), topics: Sequence[str] = ("m.01",), name: str = "q-1"
) -> dict[str, Any]:
    """The same with objects, as GRAFT-Net writes it."""
    tuples = [[entity(h), {"rel_id": r, "text": r}, entity(t)] for h, r, t in facts]
    inside = [entity(n) for n in dict.fromkeys(name for h, _, t in facts for name in (h, t))]
    return _row(name, [entity(n) for n in topics], list(answers), {"tuples": tuples, "entities": inside})


def entity(name: str, text: str | None = None) -> dict[str, Any]:
    """An entity as an object; without a text of its own its id stands there, as in the real files."""
    return {"kb_id": name, "text": name if text is None else text}


def _row(name: str, topics: list[Any], answers: list[Any], subgraph: dict[str, Any]) -> dict[str, Any]:
    return {"id": name, "question": "who is it", "entities": topics, "answers": answers, "subgraph": subgraph}
