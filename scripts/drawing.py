"""A drawing as SVG: boxes, text, arrows and cells, written as they are called, always in the same way."""

from collections.abc import Sequence
from html import escape
from typing import Final, Literal

INK: Final = "#24292f"
SOFT: Final = "#6e7781"
LINE: Final = "#8c959f"
PAPER: Final = "#f6f8fa"
BLUE: Final = "#3f51b5"
PALE: Final = "#e0e4f8"
ORANGE: Final = "#c25100"

Anchor = Literal["start", "middle", "end"]


class Drawing:
    """A drawing of a given size, in pixels.

    Args:
        width: its width.
        height: its height.
        title: what it shows, for those who cannot see it.
    """

    def __init__(self, width: int, height: int, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13">',
            f"<title>{escape(title)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
            f' orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = PAPER, edge: str = LINE
    ) -> None:
        """A box with round corners."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" fill="{fill}"'
            f' stroke="{edge}"/>'
        )

    def cell(self, x: float, y: float, size: float, *, fill: str) -> None:
        """A square of a grid."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="{fill}" stroke="#d0d7de"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: Anchor = "middle",
        fill: str = INK,
        size: int = 13,
        bold: bool = False,
    ) -> None:
        """A line of text on its base line."""
        weight = ' font-weight="600"' if bold else ""
        self._parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{fill}" font-size="{size}"{weight}>'
            f"{escape(text)}</text>"
        )

    def panel(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        head: str,
        lines: Sequence[str] = (),
        *,
        fill: str = PAPER,
    ) -> None:
        """A box with a heading and lines beneath it."""
        self.box(x, y, width, height, fill=fill)
        self.text(x + width / 2, y + 21, head, bold=True)
        for number, line in enumerate(lines):
            self.text(x + width / 2, y + 40 + 16 * number, line, size=12, fill=SOFT)

    def arrow(self, *points: tuple[float, float], dashed: bool = False) -> None:
        """An arrow along points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashes = ' stroke-dasharray="4 3"' if dashed else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="1.4"{dashes}'
            ' marker-end="url(#tip)"/>'
        )

    def svg(self) -> str:
        """The drawing as the text of an SVG file."""
        return "\n".join([*self._parts, "</svg>", ""])
