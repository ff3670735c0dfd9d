"""Elements of a page: every text and attribute is escaped by the serialiser, none by hand."""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, tostring

Child = Element | str | None
Cell = Element | str | int | Sequence[Element]

_NUMBERS: Final = frozenset({"Values", "Statements", "Entities", "Facts", "Of all", "Questions"})
"""Columns of numbers, which stand to the right."""


def tag(name: str, *children: Child, **attributes: str) -> Element:
    """Make an element.

    Args:
        name: its name.
        children: elements and texts, in order; None is left out.
        attributes: by name; a trailing underscore is dropped ("class_"), others become hyphens.

    Returns:
        The element.
    """
    element = Element(name, {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()})
    for child in children:
        if isinstance(child, Element):
            element.append(child)
        elif child is not None and len(element):
            element[-1].tail = (element[-1].tail or "") + child
        elif child is not None:
            element.text = (element.text or "") + child
    return element


def table(caption: str, columns: Sequence[str], rows: Sequence[Element]) -> Element:
    """Make a table that scrolls sideways where it is too wide.

    Args:
        caption: what it shows, for those who do not see it.
        columns: headings of its columns.
        rows: its rows.

    Returns:
        The table in a `div`.
    """
    heads = [
        tag("th", name, scope="col", class_="number" if name in _NUMBERS else "text") for name in columns
    ]
    parts = tag("caption", caption), tag("thead", tag("tr", *heads)), tag("tbody", *rows)
    return tag("div", tag("table", *parts), class_="wide", tabindex="0", role="region", aria_label=caption)


def table_row(heading: str, *cells: Cell) -> Element:
    """Make a row of a table.

    Args:
        heading: what it is about.
        cells: texts, numbers, what a cell holds, or whole `td` elements.

    Returns:
        The row.
    """
    return tag("tr", tag("th", tag("div", heading), scope="row"), *map(_cell, cells))


def _cell(cell: Cell) -> Element:
    if isinstance(cell, Element):
        return cell
    if isinstance(cell, int):
        return tag("td", f"{cell:,}", class_="number")
    return tag("td", cell) if isinstance(cell, str) else tag("td", *cell)


def document(root: Element) -> str:
    """HTML text of a whole page.

    Args:
        root: its `html` element.

    Returns:
        The text, with its doctype.
    """
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"


def fragment(elements: Sequence[Element]) -> str:
    """HTML text of a part of a page.

    Args:
        elements: its elements, in order.

    Returns:
        The text.
    """
    return "".join(tostring(element, encoding="unicode", method="html") for element in elements)
