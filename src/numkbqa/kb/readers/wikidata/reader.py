"""Wikidata's JSON: a dump (an array with one entity a line), JSON Lines, or what the web API answers.

Labels in all languages and aliases become names. Properties name relations; what they claim about
themselves describes Wikidata, not the world, and is left out, as are descriptions, references and sitelinks.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from numkbqa.errors import UserError
from numkbqa.kb.readers.json_lines import SKIPPED_TEXT, json_lines
from numkbqa.kb.readers.record import ALIAS_RANK, Name, Record, Skipped
from numkbqa.kb.readers.source import Source
from numkbqa.kb.readers.wikidata.claims import claim_records
from numkbqa.kb.readers.wikidata.snaks import DIRECT, ENTITY, MALFORMED, text_of

_SUFFIXES: Final = (".json", ".jsonl", ".ndjson")
_ENTITY_TYPE = re.compile(rb'"type"\s*:\s*"(?:item|property)"')
_ENTITY_ID = re.compile(rb'"id"\s*:\s*"[QP][0-9]+"')
_ID = re.compile(r"[A-Z][0-9]+")


class WikidataReader:
    """Reads entities of Wikidata in JSON; a line that is broken is skipped, and so is a broken claim."""

    formats = f"Wikidata entities in JSON, one a line ({', '.join(_SUFFIXES)})"

    def accepts_name(self, source: Source) -> bool:
        """Whether the file is JSON by its name and begins like an entity: many formats end in `.json`."""
        return source.name.endswith(_SUFFIXES) and self.accepts_content(source)

    def accepts_content(self, source: Source) -> bool:
        """Whether the file begins like an entity of Wikidata."""
        head = source.head().lstrip()
        if not head.startswith((b"{", b"[")):
            return False
        return b'"mainsnak"' in head or bool(_ENTITY_TYPE.search(head) and _ENTITY_ID.search(head))

    def read(self, source: Source) -> Iterator[Record]:
        """Yield the records of a file.

        Args:
            source: the file.

        Yields:
            Names, facts, literal facts with their lines, qualifiers, and what was skipped.

        Raises:
            UserError: there is no entity in the file.
        """
        found = False
        for line, content in json_lines(source):
            for entity in _entities(content):
                name = _id(entity)
                if name is None:
                    yield _no_entity(entity, line)
                else:
                    found = True
                    yield from _records(entity, name, line)
        if not found:
            raise UserError(
                "there is no Wikidata entity in the file",
                where=source.path,
                remedy="Write one entity a line, as the JSON dumps do.",
            )


def _entities(content: Any) -> list[Any]:
    """The entities of a line: one, an array of them, or an answer of the web API."""
    if isinstance(content, list):
        return content
    if isinstance(content, dict) and isinstance(content.get("entities"), dict):
        return list(content["entities"].values())
    return [content]


def _id(entity: Any) -> str | None:
    name = entity.get("id") if isinstance(entity, dict) else None
    return name if isinstance(name, str) and _ID.fullmatch(name) else None


def _no_entity(content: Any, line: int) -> Skipped:
    if isinstance(content, Skipped):
        return content
    return Skipped(line, "there is no entity id", repr(content)[:SKIPPED_TEXT])


def _records(entity: dict[str, Any], name: str, line: int) -> Iterator[Record]:
    if name.startswith("P"):
        yield from _names(entity, f"{DIRECT}{name}", line)
        return
    head = f"{ENTITY}{name}"
    yield from _names(entity, head, line)
    for claim in _claims(entity):
        try:
            yield from claim_records(head, claim, line)
        except MALFORMED as error:
            yield Skipped(line, "the claim is malformed", f"{name}: {error!r}")


def _claims(entity: dict[str, Any]) -> Iterator[Any]:
    claims = entity.get("claims")
    if isinstance(claims, dict):  # PHP writes a map without entries as []
        for group in claims.values():
            yield from group if isinstance(group, list) else [group]


def _names(entity: dict[str, Any], thing: str, line: int) -> Iterator[Record]:
    try:
        yield from list(_labels(entity, thing))
    except MALFORMED as error:
        yield Skipped(line, "the names are malformed", f"{thing}: {error!r}")


def _labels(entity: dict[str, Any], thing: str) -> Iterator[Name]:
    for label in (entity.get("labels") or {}).values():
        yield Name(thing, text_of(label["value"]), text_of(label["language"]))
    for aliases in (entity.get("aliases") or {}).values():
        for alias in aliases:
            yield Name(thing, text_of(alias["value"]), text_of(alias["language"]), ALIAS_RANK)
