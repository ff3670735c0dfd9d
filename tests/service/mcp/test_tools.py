from collections.abc import Mapping
from typing import Any

import pytest

from numkbqa.service.mcp.arguments import Arguments
from numkbqa.service.mcp.tools import Tool, all_tools

GIVEN: dict[str, dict[str, Any]] = {
    "ask": {"question": "which?"},
    "rank": {"relation": "length"},
    "link": {"text": "Po"},
    "explain": {"question": "which?", "entity": "po"},
    "doctor": {},
}


def lists_of(schema: Mapping[str, Any], defined: Mapping[str, Any], path: str = "") -> set[str]:
    """Paths of all lists that a schema has; records that hold themselves are followed once."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        rest = {key: value for key, value in defined.items() if key != name}
        return lists_of(defined[name], rest, path) if name in defined else set()
    found = {path} if schema.get("type") == "array" else set()
    found |= lists_of(schema["items"], defined, path) if "items" in schema else set()
    for key, inner in schema.get("properties", {}).items():
        found |= lists_of(inner, defined, f"{path}.{key}" if path else key)
    return found.union(*(lists_of(inner, defined, path) for inner in schema.get("anyOf", ())))


@pytest.mark.parametrize("tool", all_tools().values(), ids=lambda tool: tool.name)
def test_limits_and_hints_are_of_lists_that_there_are(tool: Tool[Arguments]) -> None:
    schema = tool.reply.model_json_schema(mode="validation")
    result = schema["properties"]["result"]
    lists = lists_of(result, schema["$defs"])
    given = tool.arguments.model_validate(GIVEN[tool.name])
    assert set(tool.limits(given)) <= lists
    assert set(tool.hints) - {""} <= lists
    assert "" in tool.hints
