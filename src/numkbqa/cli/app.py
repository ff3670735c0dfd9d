"""The `numkbqa` program: its commands, and what each kind of failure exits with."""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import version
from types import FrameType
from typing import Annotated, NoReturn

import typer

from numkbqa.cli import ask, config, demo, evaluate, experiment, kb, mcp, score, serve, train
from numkbqa.errors import Interrupted, UserError
from numkbqa.progress import silence

DONE, OUR_FAULT, YOUR_INPUT = 0, 1, 2
"""Exit codes. A run that the user stops also ends with `YOUR_INPUT`: nothing went wrong on our side."""

_INTERRUPTED_BY_TYPER = 130

app = typer.Typer(
    name="numkbqa",
    help="Ask questions of your own knowledge graph, and get the ordinal ones right.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(kb.app, name="kb")
app.command("train")(train.train)
app.command("pretrain")(train.pretrain)
app.command("ask")(ask.ask)
app.command("evaluate")(evaluate.evaluate)
app.command("score")(score.score)
app.add_typer(experiment.app, name="experiment")
app.command("serve")(serve.serve)
app.command("mcp")(mcp.mcp)
app.command("demo")(demo.demo)
app.command("config")(config.config)


def main() -> NoReturn:
    """Run the command line on this process's arguments and exit."""
    signal.signal(signal.SIGTERM, _as_interrupt)
    # Threads that spin while they wait make a run several times slower as soon as anything else wants a core.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command.

    Args:
        arguments: what stands behind `numkbqa` on the command line.

    Returns:
        The exit code: 0 done, 2 the input is wrong or the user stopped it, 1 our fault.
    """
    try:
        app(list(arguments), prog_name="numkbqa")
    except SystemExit as stop:
        return _exit_code(stop.code)
    except UserError as error:
        return _say(f"error: {error}", YOUR_INPUT)
    except (KeyboardInterrupt, Interrupted) as stop:
        return _say(f"interrupted: {stop}" if str(stop) else "interrupted", YOUR_INPUT)
    except Exception as error:  # noqa: BLE001, RUF100 - the last resort; nothing is swallowed, it is shown
        return _say(_fault(error), OUR_FAULT)
    return DONE


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"numkbqa {version('numkbqa')}")
        raise typer.Exit


@app.callback()
def _options(
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
    show_version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    silence(quiet)


def _exit_code(code: str | int | None) -> int:
    if code == _INTERRUPTED_BY_TYPER:
        return _say("interrupted", YOUR_INPUT)
    return code if isinstance(code, int) else DONE


def _fault(error: Exception) -> str:
    if os.environ.get("NUMKBQA_DEBUG") == "1":
        return "".join(traceback.format_exception(error)).rstrip()
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{last.filename}:{last.lineno}"
    return (
        f"internal error: {type(error).__name__}: {error} ({place})\n"
        "  This is our fault. Run again with NUMKBQA_DEBUG=1 for the traceback, and report it."
    )


def _say(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


def _as_interrupt(signum: int, frame: FrameType | None) -> NoReturn:
    # So that a polite stop cleans up half-written output just as Ctrl-C does.
    raise KeyboardInterrupt
