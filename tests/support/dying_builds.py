"""The program, dying by SIGKILL at the n-th change that it makes to the files of a folder.

    python -m tests.support.dying_builds FOLDER

reads `[n, WORD...]` from stdin, a JSON line a run (WORD... as they stand behind `numkbqa`), and answers each
with its exit code: -9 when it died. Runs are forks, which need not import everything anew. What DuckDB's own
code writes is not seen here; that is what kills by the clock are for.
"""

import json
import os
import signal
import sys
from pathlib import Path

import numkbqa.kb  # noqa: F401 - imported once, before the forks
from numkbqa.cli.app import run

CHANGES = frozenset({"open", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"})
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


def die_at(change: int, folder: str) -> None:
    """Make this process kill itself just before its n-th change of a file or folder below `folder`."""
    left = [change]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event in CHANGES and _is_below(folder, arguments) and (event != "open" or _writes(arguments)):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def _is_below(folder: str, arguments: tuple[object, ...]) -> bool:
    path, last = arguments[0], arguments[-1]
    # Removing a tree names its files relative to an open folder, whose descriptor comes last.
    is_relative = isinstance(path, str) and not path.startswith("/") and isinstance(last, int) and last >= 0
    return is_relative or (isinstance(path, str | Path) and str(path).startswith(folder))


def _writes(arguments: tuple[object, ...]) -> bool:
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & WRITING)


def main() -> None:
    """Serve runs until stdin ends."""
    folder = str(Path(sys.argv[1]).absolute())
    for line in sys.stdin:
        change, *words = json.loads(line)
        child = os.fork()
        if child == 0:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            die_at(change, folder)
            os._exit(run(words))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
