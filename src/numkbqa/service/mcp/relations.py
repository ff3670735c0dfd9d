"""The resource `schema://numerical-relations`: what the entities of a graph can be ranked by."""

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from numkbqa.errors import UserError
from numkbqa.service.mcp.bounds import bounded

if TYPE_CHECKING:
    from numkbqa.api import Model

URI: Final = "schema://numerical-relations"
QUERY: Final = "{?text,offset}"
"""The part of the URI templates that chooses among the relations (RFC 6570)."""

AT_ONCE: Final = 100
"""Relations of one reading at most."""


def address(model: str) -> str:
    """The URI of the numerical relations of one model."""
    return f"{URI}/{quote(model, safe='')}"


def read_address(uri: str) -> tuple[str | None, str, int] | None:
    """What a URI asks for.

    Args:
        uri: the URI, with or without the name of a model and a query.

    Returns:
        The name of the model (None for the first one), the words that the relations shall contain, and how
        many of them to pass over; None for a URI of something else.

    Raises:
        UserError: the offset is no number.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:  # a bracket that is not closed, for one
        return None
    path = parts.path.strip("/")
    if f"{parts.scheme}://{parts.netloc}" != URI or "/" in path:
        return None
    query = parse_qs(parts.query)
    offset = query.get("offset", ["0"])[-1]
    if not offset.isdecimal() or len(offset) > 9:
        raise UserError(
            f'the offset "{offset[:20]}" is no number', where=URI, remedy="leave it out, or say 100"
        )
    return unquote(path) or None, query.get("text", [""])[-1], int(offset)


def relations_document(name: str, model: "Model", text: str, offset: int) -> dict[str, Any]:
    """A portion of the numerical relations.

    Args:
        name: name of the model.
        model: the model.
        text: words that their text or id must contain; "" for all.
        offset: how many to pass over.

    Returns:
        Plain JSON values, the relations with most values first, and how to read on.
    """
    found = model.relations(text, limit=AT_ONCE + 1, offset=offset)
    relations = [relation.model_dump(mode="json") for relation in found[:AT_ONCE]]
    document, _ = bounded({"relations": relations}, {"relations": AT_ONCE, "relations.classes": 3}, {})
    shown = document["relations"]
    more = len(found) > len(shown)
    how = f"{address(name)}?offset={offset + len(shown)}{f'&text={quote(text)}' if text else ''}"
    return {
        "model": name,
        "numerical_relations": len(model.kb.numerical_relations),
        "offset": offset,
        "relations": shown,
        "more": how if more else None,
    }
