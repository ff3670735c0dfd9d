"""Packages of others that bring a reasoner, as an installer leaves them."""

from collections.abc import Mapping
from pathlib import Path


def write_package(site: Path, module: str, code: str, reasoners: Mapping[str, str]) -> Path:
    """Write a module and what an installer says of it.

    Args:
        site: folder on the module search path.
        module: name of the module, and of its package.
        code: its text.
        reasoners: entry points of basic reasoners, by name.

    Returns:
        The file of the module.
    """
    file = site / f"{module}.py"
    file.write_text(code, encoding="utf-8")
    about = site / f"{module}-0.1.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {module}\nVersion: 0.1\n", encoding="utf-8"
    )
    points = "".join(f"{name} = {target}\n" for name, target in reasoners.items())
    (about / "entry_points.txt").write_text(f"[numkbqa.basic_reasoners]\n{points}", encoding="utf-8")
    return file
