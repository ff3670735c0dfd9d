"""`numkbqa mcp`: trained models as tools of an agent."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.served_models import missing_extra, named_folders


def mcp(
    models: Annotated[
        list[Path],
        typer.Argument(metavar="MODEL...", help="Models that `train` made.", exists=True, file_okay=False),
    ],
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", help="Name of each model, in order; default its folder's."),
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve streamable HTTP, in place of stdin and stdout.")
    ] = False,
    host: Annotated[str, typer.Option(help="With --http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="With --http: the port; 0 takes a free one.")
    ] = 8001,
    allowed: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            help="With --http: another name that clients call it by.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(
            "--api-key-file",
            metavar="FILE",
            help="With --http: API keys, one a line; each request must show one.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
) -> None:
    """Serve models to agents over the Model Context Protocol; everything is read-only."""
    try:
        from numkbqa.service.mcp import mcp_server
    except ModuleNotFoundError as error:
        raise missing_extra(error, "the agent server", "mcp") from None
    from numkbqa.service.mcp.opened import OpenedOnDemand

    server = mcp_server(OpenedOnDemand(named_folders(models, names or ())), remote=http)
    if not http:
        from numkbqa.service.mcp.stdio import serve_stdio

        serve_stdio(server)
    try:
        from numkbqa.service.mcp.http import serve_http
    except ModuleNotFoundError as error:
        raise missing_extra(error, "the agent server", "mcp,serve") from None
    serve_http(server, host, port, names=allowed or (), keys=keys)
