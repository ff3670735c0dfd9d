"""What a folder holds, to compare folders."""

from pathlib import Path


def content(folder: Path) -> dict[str, bytes]:
    """Bytes of every file below a folder, by its path in it."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
