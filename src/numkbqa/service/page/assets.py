"""Style sheets, scripts and fonts of the page, and what `make assets` fetched; addresses hold a hash."""

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Final

from fastapi import HTTPException
from fastapi.responses import FileResponse, Response

from numkbqa.doctor.page import STYLE

STATIC: Final = Path(__file__).parent / "static"

NEEDED: Final = ("htmx.min.js", "vega.min.js", "vega-lite.min.js", "vega-embed.min.js", "cytoscape.min.js")
"""What the page does more with; without any of it, it shows the same in words and tables."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"

_MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


class Assets:
    """Files that browsers may keep for ever, since one that changed has another address.

    Args:
        files: where each file is, by the name that addresses use.
    """

    def __init__(self, files: dict[str, Path]) -> None:
        self._files = files

    @cached_property
    def digest(self) -> str:
        """Hash of all files together: scripts and style sheets name each other by relative addresses."""
        whole = hashlib.sha256()
        for name, file in sorted(self._files.items()):
            whole.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
        return whole.hexdigest()[:16]

    def url(self, name: str) -> str:
        """Address of a file, below the root of the server."""
        return f"/static/{self.digest}/{name}"

    @cached_property
    def missing(self) -> list[str]:
        """What the page needs and has not, because `make assets` was not run."""
        return [name for name in NEEDED if f"vendor/{name}" not in self._files]

    def response(self, digest: str, name: str) -> Response:
        """Serve a file.

        Args:
            digest: the hash in its address; a page that was opened before an update still names the old one.
            name: name of the file.

        Returns:
            The file; it may be kept for ever when the hash is that of today.

        Raises:
            HTTPException: there is no such file.
        """
        file = self._files.get(name)
        if file is None:
            raise HTTPException(404, "there is no such file")
        keep = _FOR_EVER if digest == self.digest else "no-cache"
        headers = {"Cache-Control": keep, "X-Content-Type-Options": "nosniff"}
        return FileResponse(file, headers=headers, media_type=_MEDIA_TYPES.get(file.suffix))


def files_below(folder: Path) -> dict[str, Path]:
    """The files of a folder and its folders, by their relative names; folders being written are left out."""
    found = (file for file in folder.rglob("*") if file.is_file())
    names = {file.relative_to(folder).as_posix(): file for file in found}
    return {name: file for name, file in names.items() if ".aside/" not in name}


ASSETS: Final = Assets({**files_below(STATIC), "doctor.css": Path(str(STYLE))})
