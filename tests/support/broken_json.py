"""JSON with one piece replaced by something else, to see what a reader makes of it."""

import copy
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

RUBBISH: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


def broken_somewhere(data: st.DataObject, content: T) -> T:
    """A copy of a JSON value with one of its pieces replaced."""
    broken = copy.deepcopy(content)
    container, key = data.draw(st.sampled_from(_places(broken)))
    container[key] = data.draw(RUBBISH)
    return broken


def _places(content: Any) -> list[tuple[Any, Any]]:
    """Every container inside a JSON value with every key of it."""
    if not isinstance(content, dict | list):
        return []
    keys: list[Any] = list(content) if isinstance(content, dict) else list(range(len(content)))
    return [(content, key) for key in keys] + [place for key in keys for place in _places(content[key])]
