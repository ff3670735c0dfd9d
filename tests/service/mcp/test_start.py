"""A host gets its answers at once: what opens a model is imported when a tool is called."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from numkbqa.training.manifest import FORMAT, MANIFEST

HEAVY = ("torch", "transformers", "pandas", "duckdb", "scipy", "pint", "numkbqa.kb", "numkbqa.evaluation")

CODE = f"""
import json, sys
from pathlib import Path

import anyio
from mcp import Client

import numkbqa.service.mcp.stdio
from numkbqa.service.mcp import mcp_server
from numkbqa.service.mcp.opened import OpenedOnDemand


async def look_around():
    async with Client(mcp_server(OpenedOnDemand({{"toy": Path(sys.argv[1])}}))) as client:
        tools = await client.list_tools()
        resources = await client.list_resources()
        await client.list_resource_templates()
        heavy = [name for name in {HEAVY} if name in sys.modules]
        refused = await client.call_tool("link", {{"text": "Italy"}})
        found = [tool.name for tool in tools.tools], len(resources.resources), heavy, refused.content[0].text
        print(json.dumps(found), file=sys.stderr)

anyio.run(look_around)
"""


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A model folder whose graph is gone, which is found out when it is opened."""
    manifest = {"format": FORMAT, "kb": {"path": "gone", "hash": "", "relations": []}, "settings": {}}
    (tmp_path / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    return tmp_path


def test_what_is_there_is_told_without_anything_heavy_and_a_model_that_cannot_be_opened_is_an_error(
    moved: Path,
) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, moved], capture_output=True, text=True, check=True)
    tools, resources, heavy, refusal = json.loads(done.stderr.splitlines()[-1])
    assert tools == ["ask", "rank", "link", "explain", "doctor"]
    assert (resources, heavy) == (1, [])
    assert refusal.startswith("error: ")
    assert "remedy: " in refusal
