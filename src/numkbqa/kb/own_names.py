"""Ids of things: in one spelling, and as IRIs and back, where what is no IRI gets a name space of our own."""

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

if TYPE_CHECKING:  # the store's own export needs no staging
    from numkbqa.kb.staging import Staging

OWN: Final = "urn:numkbqa:"
_IRI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]*")
_COLUMNS: Final = (
    ("fact", ("head", "relation", "tail")),
    ("untyped", ("head", "relation", "tail")),
    ("literal", ("entity", "relation")),
    ("qualifier", ("head", "relation", "tail", "qualifier")),
    ("name", ("thing",)),
    ("relation_unit", ("relation",)),
)


def to_iri(name: str) -> str:
    """IRI of a thing.

    Args:
        name: its id ("http://x.org/Paris", "/m/0d6b7", "New York", "_:b0").

    Returns:
        The id itself when it is an IRI that N-Triples can hold, else one of ours ("urn:numkbqa:New%20York").
    """
    if _IRI.fullmatch(name) and not name.startswith(OWN):
        return name
    return OWN + quote(name, safe="/")


def from_iri(iri: str) -> str:
    """Id of a thing; the inverse of `to_iri`."""
    return unquote(iri.removeprefix(OWN)) if iri.startswith(OWN) else iri


def restore_names(staging: "Staging") -> None:
    """Give the things of an exported graph their own ids back.

    Args:
        staging: a graph as its readers left it.
    """
    for table, columns in _COLUMNS:
        owned = " OR ".join(f"starts_with({column}, '{OWN}')" for column in columns)
        if not staging.rows(f"SELECT 1 FROM {table} WHERE {owned} LIMIT 1"):
            continue
        for column in columns:
            staging.execute(
                f"UPDATE {table} SET {column} = url_decode({column}[{len(OWN) + 1}:])"
                f" WHERE starts_with({column}, '{OWN}')"
            )


def normalise_ids(staging: "Staging") -> None:
    """Bring ids to one spelling (Unicode NFC), so that files that spell a letter in two ways mean one thing.

    Args:
        staging: a graph as its readers left it.
    """
    for table, columns in _COLUMNS:
        for column in columns:
            # most ids are ASCII, whose bytes and characters are as many
            staging.execute(
                f"UPDATE {table} SET {column} = nfc_normalize({column})"
                f" WHERE strlen({column}) <> length({column}) AND {column} <> nfc_normalize({column})"
            )
