"""An agent: the official client of the protocol, held open in a thread for tests to call."""

import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.support.command_line import command

Result = TypeVar("Result")

PATIENCE = 300.0
"""Seconds after which what should have been answered is taken to be missing."""

INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
"""The first request of the older protocol."""


class Agent:
    """Calls the tools of a server.

    Args:
        portal: the thread of the client.
        client: the client.
    """

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client

    def run(self, call: Callable[[Client], Coroutine[Any, Any, Result]]) -> Result:
        """Run a coroutine of the client."""
        result: Result = self.portal.call(call, self.client)
        return result

    def tools(self) -> dict[str, types.Tool]:
        """The tools by name."""
        return {tool.name: tool for tool in self.portal.call(self.client.list_tools).tools}

    def call(self, tool: str, **arguments: Any) -> types.CallToolResult:
        """Call a tool; the client checks the reply against the schema of the tool."""
        result: types.CallToolResult = self.portal.call(self.client.call_tool, tool, arguments)
        return result

    def reply(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured reply of a call that goes well."""
        result = self.call(tool, **arguments)
        assert not result.is_error, text_of(result)
        reply: dict[str, Any] = result.structured_content
        return reply

    def result(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result in the reply of a call that goes well."""
        result: dict[str, Any] = self.reply(tool, **arguments)["result"]
        return result

    def refusal(self, tool: str, **arguments: Any) -> str:
        """What is said of a call that is refused."""
        result = self.call(tool, **arguments)
        assert result.is_error
        assert "Traceback" not in text_of(result)
        return text_of(result)

    def read(self, uri: str) -> str:
        """The text of a resource."""
        (content,) = self.portal.call(self.client.read_resource, uri).contents
        assert isinstance(content, types.TextResourceContents)
        return content.text


@contextmanager
def agent_of(server: Any, mode: str = "auto") -> Iterator[Agent]:
    """Connect an agent.

    Args:
        server: whatever the official client connects to.
        mode: which era of the protocol the client opens with.

    Yields:
        The agent.
    """
    # the client has a constant of its own for its first request, which a program that starts must meet
    patience = patch("mcp.client.session.DISCOVER_TIMEOUT_SECONDS", PATIENCE)
    with patience, start_blocking_portal() as portal:
        client = Client(server, mode=mode, read_timeout_seconds=PATIENCE)
        with portal.wrap_async_context_manager(client) as connected:
            yield Agent(portal, connected)


@contextmanager
def stdio_agent(log: Path, *arguments: str | Path, mode: str = "auto") -> Iterator[Agent]:
    """Start `numkbqa mcp ARGUMENTS` as hosts do, and connect an agent to it.

    Args:
        log: file for what the server says on stderr.
        arguments: of the command.
        mode: which era of the protocol the client opens with.

    Yields:
        The agent.
    """
    words = command("mcp", *arguments)
    parameters = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
    with log.open("w", encoding="utf-8") as errlog, agent_of(stdio_client(parameters, errlog), mode) as agent:
        yield agent


def text_of(result: types.CallToolResult) -> str:
    """The text that an agent reads of a reply."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text
