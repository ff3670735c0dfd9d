"""What a result file says of the run: version, commit and machine."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import torch


def environment() -> dict[str, object]:
    """Describe what ran, and on what.

    Returns:
        Version of numkbqa, git commit (None outside of a checkout), and the machine.
    """
    return {"numkbqa": version("numkbqa"), "commit": commit_of(Path(__file__)), "machine": machine()}


def machine() -> dict[str, object]:
    """Cores, memory in GiB, threads, and the versions of torch and Python."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "cores": os.cpu_count(),
        "memory_gib": round(pages * size / 2**30, 1),
        "threads": torch.get_num_threads(),
        "torch": torch.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def commit_of(file: Path) -> str | None:
    """The commit that a file stands in, with "+changes" when the checkout differs from it.

    Args:
        file: a file that git tracks.

    Returns:
        The commit's hash, or None: git is missing, or it does not track the file (an installed package).
    """
    if _git(file.parent, "ls-files", "--error-unmatch", file.name) is None:
        return None
    commit = _git(file.parent, "rev-parse", "HEAD")
    changed = _git(file.parent, "status", "--porcelain", "--untracked-files=no")
    return commit if commit is None or not changed else f"{commit}+changes"


def _git(folder: Path, *arguments: str) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    done = subprocess.run(  # noqa: S603 - fixed arguments
        [git, "-C", str(folder), *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None
