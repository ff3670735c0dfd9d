"""The facts that lead from a topic to the answer, as a small graph and as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PathView:
    """A path.

    Args:
        facts: (head, relation, tail) as the graph has them, from the topic on.
        elements: the same as elements for Cytoscape.js: entities in the order of the way, and facts.
    """

    facts: list[tuple[str, str, str]]
    elements: list[dict[str, Any]]


def path_view(path: Sequence[Mapping[str, Any]]) -> PathView | None:
    """Lay out a path.

    Args:
        path: the `evidence.path` of the document.

    Returns:
        The path; None when there is none, because the answer is the topic itself or nothing leads there.
    """
    if not path:
        return None
    entities = [_from(path[0]), *map(_to, path)]
    nodes = [_node(place, label, len(entities)) for place, label in enumerate(entities)]
    facts = [(step["head"], step["relation"], step["tail"]) for step in path]
    return PathView(facts, [*nodes, *(_edge(place, step) for place, step in enumerate(path))])


def _from(step: Mapping[str, Any]) -> str:
    return str(step["head"] if step["forward"] else step["tail"])


def _to(step: Mapping[str, Any]) -> str:
    return str(step["tail"] if step["forward"] else step["head"])


def _node(place: int, label: str, total: int) -> dict[str, Any]:
    role = "topic" if place == 0 else "answer" if place == total - 1 else "between"
    return {"group": "nodes", "data": {"id": f"n{place}", "label": label, "role": role}}


def _edge(place: int, step: Mapping[str, Any]) -> dict[str, Any]:
    ends = (f"n{place}", f"n{place + 1}") if step["forward"] else (f"n{place + 1}", f"n{place}")
    data = {"id": f"e{place}", "label": step["relation"], "source": ends[0], "target": ends[1]}
    return {"group": "edges", "data": data}
