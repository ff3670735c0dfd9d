"""What is inside a wheel and what an editable install asks for, built by the real build backend."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from numkbqa.service.page.assets import NEEDED

ROOT = Path(__file__).parents[2]
VENDOR = ROOT / "src/numkbqa/service/page/static/vendor"
LITTLE = (
    ".gitignore",
    "pyproject.toml",
    "hatch_build.py",
    "package.json",
    "package-lock.json",
    "README.md",
    "LICENSE",
)
"""What a build reads besides the package; the copy below has little of it, so that it takes no time."""

BUILD = "from hatchling.build import build_{0}; print(build_{0}('dist'))"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project with the page alone, without what npm brings."""
    for name in LITTLE:
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/vendor_assets.py", tmp_path / "scripts")
    page = tmp_path / "src/numkbqa/service/page"
    shutil.copytree(
        ROOT / "src/numkbqa/service/page", page, ignore=shutil.ignore_patterns("vendor*", "__pycache__")
    )
    return tmp_path


def built(project: Path, kind: str, path: str) -> subprocess.CompletedProcess[str]:
    """Build in a process of its own, with this PATH."""
    command = [sys.executable, "-c", BUILD.format(kind)]
    surroundings = {**os.environ, "PATH": path}
    return subprocess.run(command, cwd=project, env=surroundings, capture_output=True, text=True, check=False)


def test_a_wheel_has_all_of_the_page(project: Path) -> None:
    if not VENDOR.is_dir():
        pytest.skip("the page was not completed: make assets")
    shutil.copytree(VENDOR, project / VENDOR.relative_to(ROOT))
    done = built(project, "wheel", path="")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(project / "dist" / done.stdout.strip()) as wheel:
        names = set(wheel.namelist())
    page = "numkbqa/service/page"
    assert {f"{page}/static/vendor/{name}" for name in (*NEEDED, "LICENSES.txt", "manifest.json")} <= names
    assert {f"{page}/static/page.css", f"{page}/templates/ask.html"} <= names


def test_a_wheel_without_its_page_is_not_built(project: Path) -> None:
    done = built(project, "wheel", path="")
    assert done.returncode != 0
    assert "the wheel cannot be built without its web page: npm is needed" in done.stderr
    assert list(project.glob("dist/*.whl")) == []


def test_an_editable_install_needs_no_npm(project: Path) -> None:
    done = built(project, "editable", path="")
    assert done.returncode == 0, done.stderr
    assert not (project / VENDOR.relative_to(ROOT)).exists()
