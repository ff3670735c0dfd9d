"""The real program over streamable HTTP, driven by the official client."""

import os
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from tests.support.command_line import command
from tests.support.mcp_agent import INITIALIZE, PATIENCE, Agent, agent_of
from tests.support.small_world import QUESTIONS, Trained

RIVER = QUESTIONS[4][0]
KEY = "a-key-of-enough-characters"


@pytest.fixture(scope="module")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "keys.txt"
    file.write_text(f"{KEY}\n", encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def url(trained: Trained, key_file: Path) -> Iterator[str]:
    """Address of a running server, which ends in order when it is told to."""
    arguments = ("mcp", trained.model, "--http", "--port", "0", "--api-key-file", key_file)
    process = subprocess.Popen(command(*arguments), stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    assert process.stderr is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/mcp", process.stderr.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in said


@pytest.fixture(scope="module")
def agent(url: str) -> Iterator[Agent]:
    with agent_of(with_key(url)) as connected:
        yield connected


@asynccontextmanager
async def with_key(url: str) -> AsyncIterator[Any]:
    """The transport of a client that shows the key."""
    headers = {"Authorization": f"Bearer {KEY}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
        streamable_http_client(url, http_client=http) as streams,
    ):
        yield streams


def posted(url: str, **headers: str) -> httpx2.Response:
    """A greeting in the older protocol."""
    accept = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {KEY}"}
    return httpx2.post(url, json=INITIALIZE, headers={**accept, **headers}, timeout=PATIENCE)


def test_tools_are_called(agent: Agent) -> None:
    assert "ask" in agent.tools()
    assert agent.result("ask", question=RIVER)["answers"][0]["id"] == "po"
    assert "argument k" in agent.refusal("ask", question=RIVER, k=0)
    assert "population" in agent.read("schema://numerical-relations")


def test_the_older_protocol_is_spoken_too(url: str) -> None:
    with agent_of(with_key(url), mode="legacy") as older:
        assert older.result("link", text="Italy")["mentions"][0]["id"] == "italy"


def test_a_request_without_the_key_is_refused(url: str) -> None:
    assert posted(url).status_code == 200
    assert posted(url, Authorization="Bearer wrong-key-of-enough-characters").status_code == 401
    assert posted(url, Authorization="").status_code == 401


def test_a_request_by_another_name_or_from_another_page_is_refused(url: str) -> None:
    assert posted(url, Host="evil.example").status_code == 421
    assert posted(url, Origin="https://evil.example").status_code == 403
    assert posted(url, Origin="http://localhost:3000").status_code == 200


def test_a_body_that_is_too_large_is_refused(url: str) -> None:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {KEY}"}
    assert httpx2.post(url, content=b" " * 100_000, headers=headers, timeout=PATIENCE).status_code == 413
