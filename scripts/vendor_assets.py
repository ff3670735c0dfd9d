"""Fetch what the web page shows with by npm, and put the few files that it needs into the package.

    python scripts/vendor_assets.py [FOLDER]

`package.json` and `package-lock.json` say which packages, in which versions and with which hashes. No install
script of a package is run. What stands in FOLDER is replaced in one step, and left as it is when this script
made it of the same lock file. FOLDER also gets the licences, and `manifest.json` with versions and hashes.

Needs Python and npm alone: the build of a wheel runs it before anything is installed.
"""

import hashlib
import json
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "src" / "numkbqa" / "service" / "page" / "static" / "vendor"
MANIFEST: Final = "manifest.json"
NOTICES: Final = "LICENSES.txt"

_SERIF: Final = "@fontsource-variable/source-serif-4"
_SANS: Final = "@fontsource-variable/source-sans-3"

FILES: Final = {
    "cytoscape.min.js": ("cytoscape", "dist/cytoscape.min.js"),
    "htmx.min.js": ("htmx.org", "dist/htmx.min.js"),
    "vega.min.js": ("vega", "build/vega.min.js"),
    "vega-lite.min.js": ("vega-lite", "build/vega-lite.min.js"),
    "vega-embed.min.js": ("vega-embed", "build/vega-embed.min.js"),
    "swagger-ui-bundle.js": ("swagger-ui-dist", "swagger-ui-bundle.js"),
    "swagger-ui-bundle.js.LICENSE.txt": ("swagger-ui-dist", "swagger-ui-bundle.js.LICENSE.txt"),
    "swagger-ui.css": ("swagger-ui-dist", "swagger-ui.css"),
    "source-serif.woff2": (_SERIF, "files/source-serif-4-latin-wght-normal.woff2"),
    "source-serif-ext.woff2": (_SERIF, "files/source-serif-4-latin-ext-wght-normal.woff2"),
    "source-sans.woff2": (_SANS, "files/source-sans-3-latin-wght-normal.woff2"),
    "source-sans-ext.woff2": (_SANS, "files/source-sans-3-latin-ext-wght-normal.woff2"),
}
"""File of the page -> package and its file there."""


class NoAssets(Exception):  # noqa: N818 - it is what there is, not a fault
    """The files cannot be had; the message says what to do."""


def main(folder: Path = FOLDER) -> None:
    """Bring a folder up to date.

    Args:
        folder: where the files shall stand.

    Raises:
        NoAssets: npm is missing, or it failed.
    """
    made_of = fingerprint()
    if is_current(folder, made_of):
        return
    npm = shutil.which("npm")
    if npm is None:
        raise NoAssets(
            "npm is needed to fetch the parts of the web page\n  install Node.js, then: make assets"
        )
    with tempfile.TemporaryDirectory() as scratch:
        modules = _installed(npm, Path(scratch))
        aside = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.aside")
        try:
            _fill(aside, modules, made_of)
            _replace(folder, aside)
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def fingerprint() -> str:
    """Hash of all that decides what the folder holds."""
    sources = (ROOT / "package-lock.json", Path(__file__))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def is_current(folder: Path, made_of: str) -> bool:
    """Whether a folder holds, unharmed, what this script would put there."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        hashes = {name: _sha256(folder / name) for name in manifest["files"]}
    except (OSError, ValueError, KeyError):
        return False
    return bool(manifest["made_of"] == made_of and manifest["files"] == hashes)


def _installed(npm: str, scratch: Path) -> Path:
    """Let npm install what the lock file names, each checked against its hash."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / name, scratch)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
    done = subprocess.run([npm, "ci", *quiet], cwd=scratch, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoAssets(f"npm could not fetch the parts of the web page\n{done.stderr.strip()}")
    return scratch / "node_modules"


def _fill(folder: Path, modules: Path, made_of: str) -> None:
    folder.mkdir(parents=True)
    for name, (package, source) in FILES.items():
        _copy_text(modules / package / source, folder / name)
    (folder / NOTICES).write_text(_notices(modules), encoding="utf-8")
    manifest = {
        "made_of": made_of,
        "packages": {package: _about(modules / package)["version"] for package, _ in FILES.values()},
        "files": {file.name: _sha256(file) for file in sorted(folder.iterdir())},
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def _copy_text(source: Path, goal: Path) -> None:
    """Copy a file; scripts and style sheets without the line that names a source map: none is shipped."""
    if goal.suffix not in {".js", ".css"}:
        shutil.copyfile(source, goal)
        return
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(("//# sourceMappingURL=", "/*# sourceMappingURL="))]
    goal.write_text("".join(kept), encoding="utf-8")


def _notices(modules: Path) -> str:
    """The licences of all packages, since what was built of them is inside the files."""
    parts = []
    for about in sorted([*modules.glob("*/package.json"), *modules.glob("@*/*/package.json")]):
        package = json.loads(about.read_text(encoding="utf-8"))
        texts = sorted(
            file for file in about.parent.iterdir() if file.name.lower().startswith(("licen", "notice"))
        )
        body = "\n".join(text.read_text(encoding="utf-8", errors="replace").strip() for text in texts)
        heading = f"{package['name']} {package['version']} ({package.get('license', 'see below')})"
        parts.append(f"{heading}\n{'-' * len(heading)}\n{body}\n")
    return "\n\n".join(parts)


def _about(package: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((package / "package.json").read_text(encoding="utf-8"))
    return about


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _replace(folder: Path, aside: Path) -> None:
    """Let the new folder take the place of the old one."""
    old = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.aside")
    if folder.exists():
        folder.rename(old)
    aside.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    try:
        main(*map(Path, sys.argv[1:]))
    except NoAssets as missing:
        sys.exit(f"error: {missing}")
