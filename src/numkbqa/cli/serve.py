"""`numkbqa serve`: the HTTP API and the web page."""

from pathlib import Path
from typing import Annotated

import typer

from numkbqa.cli.options import Overrides
from numkbqa.cli.served_models import missing_extra, named_folders


def serve(
    models: Annotated[
        list[Path],
        typer.Argument(
            metavar="MODEL...", help="Models that `train` made; the first is the default.", file_okay=False
        ),
    ],
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="Name of each model, in their order; by default its folder's."
        ),
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen on; 127.0.0.1 by default.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Port; 8000 by default, 0 takes a free one."),
    ] = None,
    api_key_file: Annotated[
        Path | None,
        typer.Option(
            "--api-key-file",
            metavar="FILE",
            help="Ask for an API key: one of this file's lines, or else $NUMKBQA_API_KEY.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    openly: Annotated[
        bool, typer.Option("--open", help="Let others reach the service although there is no API key.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            help="Settings in YAML (`numkbqa config serve` lists them).",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    overrides: Overrides = None,
) -> None:
    """Answer questions over HTTP: API, documentation, health and metrics. Reads only; SIGHUP reloads."""
    from numkbqa.config import load_settings
    from numkbqa.service.settings import ServiceSettings

    folders = named_folders(models, names or ())
    settings = load_settings(ServiceSettings, config, overrides or ()).serve
    told = {"host": host, "port": port}
    settings = settings.model_copy(update={key: value for key, value in told.items() if value is not None})
    try:
        from numkbqa.service.access import read_keys
        from numkbqa.service.server import serve as run
    except ModuleNotFoundError as error:
        raise missing_extra(error, "the HTTP service", "serve") from None
    run(folders, settings, read_keys(api_key_file), openly=openly)
