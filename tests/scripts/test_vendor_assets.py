"""The script that fetches what the page shows with, with an npm that is no npm."""

import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "vendor_assets.py"

NPM = """\
#!{python}
import json, pathlib, sys
assert sys.argv[1] == "ci" and "--ignore-scripts" in sys.argv
for package, files in {packages}.items():
    folder = pathlib.Path("node_modules") / package
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(package + "\\n//# sourceMappingURL=x.map\\n")
    (folder / "LICENSE").write_text("licence of " + package)
    (folder / "package.json").write_text(json.dumps({{"name": package, "version": "1.0", "license": "MIT"}}))
"""


@pytest.fixture
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


@pytest.fixture
def npm(script: dict[str, Any], tmp_path: Path) -> Path:
    """An npm that writes small files."""
    packages: dict[str, list[str]] = {}
    for package, name in script["FILES"].values():
        packages.setdefault(package, []).append(name)
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.write_text(NPM.format(python=sys.executable, packages=packages))
    program.chmod(0o755)
    return program


def run(folder: Path, path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(folder)]
    return subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)


def test_the_files_their_licences_and_a_manifest_are_put_there(
    script: dict[str, Any], npm: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "vendor"
    done = run(folder, npm.parent)
    assert done.returncode == 0, done.stderr
    manifest = json.loads((folder / "manifest.json").read_text())
    assert set(script["FILES"]) < {file.name for file in folder.iterdir()}
    assert manifest["packages"]["vega"] == "1.0"
    assert (folder / "vega.min.js").read_text() == "vega\n"
    assert "licence of cytoscape" in (folder / "LICENSES.txt").read_text()
    assert list(tmp_path.glob("*.aside")) == []


def test_what_is_there_is_kept_and_what_was_harmed_is_made_anew(npm: Path, tmp_path: Path) -> None:
    folder = tmp_path / "vendor"
    run(folder, npm.parent)
    first = (folder / "manifest.json").stat().st_ino
    assert run(folder, tmp_path / "no npm here").returncode == 0
    assert (folder / "manifest.json").stat().st_ino == first
    (folder / "vega.min.js").write_text("half")
    assert run(folder, npm.parent).returncode == 0
    assert (folder / "vega.min.js").read_text() == "vega\n"


def test_without_npm_it_says_what_to_do(tmp_path: Path) -> None:
    done = run(tmp_path / "vendor", tmp_path)
    assert done.returncode == 1
    assert "npm is needed" in done.stderr
    assert "make assets" in done.stderr
    assert not (tmp_path / "vendor").exists()


def test_an_npm_that_fails_leaves_what_was_there(npm: Path, tmp_path: Path) -> None:
    folder = tmp_path / "vendor"
    run(folder, npm.parent)
    (folder / "vega.min.js").write_text("old")
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    done = run(folder, npm.parent)
    assert done.returncode == 1
    assert "no network" in done.stderr
    assert (folder / "vega.min.js").read_text() == "old"


def test_versions_are_exact_and_the_lock_file_names_no_host() -> None:
    package = json.loads((ROOT / "package.json").read_text())
    assert [
        version for version in package["dependencies"].values() if not re.fullmatch(r"[\d.]+", version)
    ] == []
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert locked[""]["dependencies"] == package["dependencies"]
    assert [name for name, entry in locked.items() if "resolved" in entry] == []
    assert [name for name, entry in locked.items() if name and "integrity" not in entry] == []
