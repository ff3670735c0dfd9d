"""The program, killed by SIGKILL: after some time, or just before the n-th change that it makes in a folder.

    python -m tests.support.dying_builds FOLDER

reads `{"words": [...], "seconds": s}` or `{"words": [...], "change": n}` from stdin, a line a run (`words` as
they stand behind `numkbqa`), and answers each with its exit code: -9 when it was killed. A run is a process
group of its own, forked, so that it need not import everything anew and no kill is lost on imports.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

import numkbqa.kb  # noqa: F401 - imported once, before the forks
from numkbqa.cli.app import run

CHANGES = frozenset({"open", "os.mkdir", "os.remove", "os.rename", "os.rmdir"})
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
POLL_SECONDS = 0.002


def die_at(change: int, folder: str) -> None:
    """Make this process kill itself just before its n-th change in `folder`.

    Arrays do not count, as one is like the other; nor does what the native code of a library changes.
    """
    left = [change]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event in CHANGES and _is_counted(folder, event, arguments):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def _is_counted(folder: str, event: str, arguments: tuple[object, ...]) -> bool:
    path, flags = str(arguments[0]), arguments[2] if event == "open" else WRITING
    writes = isinstance(flags, int) and bool(flags & WRITING)
    return writes and path.startswith(folder) and not path.endswith(".npy")


def run_fork(words: list[str]) -> None:
    """Run the program in this process, which is a fork, and end it."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os._exit(run(words))


def kill_after(seconds: float, child: int) -> int:
    """Wait for a child, and kill its process group when it takes longer; its exit code."""
    end = time.monotonic() + seconds
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() >= end:
            os.killpg(child, signal.SIGKILL)
            break
        time.sleep(POLL_SECONDS)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Serve runs until stdin ends."""
    folder = str(Path(sys.argv[1]).absolute())
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            if "change" in asked:
                die_at(asked["change"], folder)
            run_fork(asked["words"])
        os.setpgid(child, child)
        print(kill_after(asked.get("seconds", float("inf")), child), flush=True)


if __name__ == "__main__":
    main()
