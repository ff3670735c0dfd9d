"""Definitions of experiments that only have to be read."""

from typing import Any

import yaml

from numkbqa.experiments.catalogue import parse_definition
from numkbqa.experiments.definition import Definition

GOOD: dict[str, Any] = {
    "name": "x",
    "title": "X",
    "kind": "train",
    "kb": ["a.nt"],
    "train": ["q.jsonl"],
    "evaluate": {"dev": "d.jsonl"},
}


def parsed(**changes: Any) -> Definition:
    return parse_definition(yaml.safe_dump({**GOOD, **changes}), "x.yaml")
