"""The server: the tools and the resource of some models, over the official SDK of the protocol."""

import json
import logging
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from numkbqa.errors import UserError, shown
from numkbqa.service.discretion import be_discreet
from numkbqa.service.mcp.arguments import read_arguments
from numkbqa.service.mcp.bounds import bounded
from numkbqa.service.mcp.relations import QUERY, URI, address, read_address, relations_document
from numkbqa.service.mcp.rows import as_text
from numkbqa.service.mcp.thread import ModelThread
from numkbqa.service.mcp.tools import Tool, all_tools
from numkbqa.service.refusals import is_of_server

if TYPE_CHECKING:
    from numkbqa.api import Model

NAME: Final = "numkbqa"
INSTRUCTIONS: Final = (
    "Answers questions over a knowledge graph, exactly where they are ordinal (largest, latest, second "
    "highest). Use ask for a question as a whole, rank for an exact ranking, link to find ids, explain to "
    "see why an entity is or is not the answer, doctor to see what the graph lacks. Replies are rows; cite "
    "values and ids from them and invent none."
)
JSON: Final = "application/json"
READ_ONLY: Final = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
"""What hosts may take for granted of every tool."""
UNREAD: Final = frozenset({"timing_ms"})
"""Keys of a result that are for programs, and not worth the words."""
OUR_FAULT: Final = UserError("internal error", remedy="this is our fault; the server's log says more")
"""All that a client learns of a fault of the server."""

_LOG = logging.getLogger(__name__)

Context = Any
"""Of a request; nothing here depends on it."""


def mcp_server(models: "Mapping[str, Model]", *, remote: bool = False) -> Server[Any]:
    """Make the server of some models.

    Args:
        models: the models by name; the first one answers where none is named. One may be opened when it is
            first asked for: it is only looked up in the thread that asks it.
        remote: whether agents of other machines call it: they learn of no folder of this one, and nothing of
            what they ask is written.

    Returns:
        The server, to be run over a transport of the SDK.
    """
    handlers = _Handlers(models, remote=remote)
    return Server(
        NAME,
        version=version("numkbqa"),
        title="Questions over a knowledge graph",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=handlers.input_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
    )


class _Handlers:
    """What each request of the protocol is answered with."""

    def __init__(self, models: "Mapping[str, Model]", *, remote: bool) -> None:
        self._models, self._names, self._remote = models, list(models), remote
        self._tools, self._thread = all_tools(), ModelThread()

    def input_schema(self, name: str) -> dict[str, Any] | None:
        """JSON schema of the arguments of a tool, with the names of the models."""
        tool = self._tools.get(name)
        if tool is None:
            return None
        schema: dict[str, Any] = tool.arguments.model_json_schema()
        about = schema["properties"]["model"]["description"]
        named = {"type": "string", "enum": self._names, "default": self._names[0], "description": about}
        schema["properties"]["model"] = named
        return schema

    async def list_tools(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """The tools."""
        return types.ListToolsResult(tools=[self._described(tool) for tool in self._tools.values()])

    def _described(self, tool: Tool[Any]) -> types.Tool:
        return types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=self.input_schema(tool.name) or {},
            # of validation, not of serialization: an answer leaves out the keys that it does not have
            output_schema=tool.reply.model_json_schema(mode="validation"),
            annotations=READ_ONLY,
        )

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """A call of a tool; what is wrong with it is told to the agent, which may call again."""
        tool = self._tools.get(params.name)
        if tool is None:
            known = ", ".join(self._tools)
            raise MCPError(
                types.INVALID_PARAMS, f"unknown tool {shown(params.name)!r}; the tools are {known}"
            )
        try:
            reply = await self._thread.run(lambda: self._reply(tool, params.arguments or {}))
        except UserError as error:
            return _refusal(self._told(error))
        except Exception:  # whatever went wrong, the server goes on
            _LOG.exception("the tool %s failed", tool.name)
            return _refusal(OUR_FAULT)
        told = {"model": reply["model"], **reply["result"], "left_out": reply["left_out"]}
        text = as_text({key: value for key, value in told.items() if key not in UNREAD})
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=reply)

    def _reply(self, tool: Tool[Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool replies; runs in the thread of the models."""
        given = read_arguments(tool.arguments, arguments, tool.name)
        name, model = self._model(given.model)
        with redirect_stdout(sys.stderr):
            result = tool.call(model, given)
        document, left_out = bounded(result, tool.limits(given), tool.hints)
        return {"model": name, "result": document, "left_out": [one.model_dump() for one in left_out]}

    def _model(self, name: str | None) -> "tuple[str, Model]":
        name = self._names[0] if name is None else name
        if name not in self._names:
            remedy = f"the models are {', '.join(self._names)}"
            raise UserError(f'no model is called "{shown(name)}"', where="model", remedy=remedy)
        model = self._models[name]
        if self._remote:
            be_discreet(model)
        return name, model

    def _told(self, error: UserError) -> UserError:
        """What a client learns of an error."""
        if not self._remote or not is_of_server(error):
            return error
        _LOG.error("%s", error)
        return OUR_FAULT

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """The numerical relations: of the first model, and of each by name when there are several."""
        uris = [URI, *(address(name) for name in self._names if len(self._names) > 1)]
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=uri,
                    name=uri.removeprefix("schema://"),
                    title="Numerical relations",
                    description="What entities can be ranked by: id, words, kind, unit and range of each",
                    mime_type=JSON,
                )
                for uri in uris
            ]
        )

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """The same with a search and an offset."""
        templates = [f"{URI}{QUERY}", *([f"{URI}/{{model}}{QUERY}"] if len(self._names) > 1 else [])]
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=template,
                    name=template.removeprefix("schema://"),
                    title="Some numerical relations",
                    description="Those whose words or id contain a text, from an offset on",
                    mime_type=JSON,
                )
                for template in templates
            ]
        )

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """The numerical relations of a model as JSON."""
        uri = str(params.uri)
        try:
            asked = read_address(uri)
            if asked is None:
                raise UserError(f"there is no resource {shown(uri)}", remedy=f"read {URI}")
            document = await self._thread.run(lambda: self._relations(*asked))
        except UserError as error:
            raise MCPError(types.INVALID_PARAMS, str(self._told(error))) from None
        text = json.dumps(document, ensure_ascii=False)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, text=text, mime_type=JSON)]
        )

    def _relations(self, name: str | None, text: str, offset: int) -> dict[str, Any]:
        name, model = self._model(name)
        return relations_document(name, model, text, offset)


def _refusal(error: UserError) -> types.CallToolResult:
    """What is wrong, where, and what to do, on lines of their own."""
    lines = [f"error: {error.what}"]
    lines += [f"where: {error.where}"] if error.where is not None else []
    lines += [f"remedy: {error.remedy}"] if error.remedy else []
    return types.CallToolResult(content=[types.TextContent(text="\n".join(lines))], is_error=True)
