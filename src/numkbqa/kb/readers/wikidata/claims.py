"""Claims of a Wikidata entity: a main snak with a rank and qualifiers."""

from collections.abc import Iterator
from typing import Any, Final

from numkbqa.kb.readers.record import NORMAL, PREFERRED, EntityFact, LiteralFact, Qualifier, Record
from numkbqa.kb.readers.wikidata.snaks import DIRECT, Snak, entity_of, literals_of
from numkbqa.values.datatype import XSD
from numkbqa.values.literal import WIKIDATA_TIME, Literal

POINT_IN_TIME: Final = "P585"
START_TIME: Final = "P580"

Claim = dict[str, Any]
Qualifiers = dict[str, list[Snak]]


def claim_records(head: str, claim: Claim, line: int) -> list[Record]:
    """The records of a claim.

    Of several claims of a property all count but deprecated ones; a preferred one says so. A literal keeps
    of its qualifiers when it held; a fact between entities keeps those that are times, quantities or texts.

    Args:
        head: IRI of the entity that it is about.
        claim: the claim.
        line: line of the file.

    Returns:
        Its records; none when it is deprecated or says nothing that numkbqa can use.

    Raises:
        MALFORMED: the claim is malformed, or its value of a type that is not known.
    """
    rank = claim.get("rank", "normal")
    if rank == "deprecated":
        return []
    snak = claim["mainsnak"]
    relation = f"{DIRECT}{snak['property']}"
    qualifiers: Qualifiers = claim.get("qualifiers") or {}
    tail = entity_of(snak)
    if tail is not None:
        return [EntityFact(head, relation, tail), *_qualifier_records(head, relation, tail, qualifiers, line)]
    rank = PREFERRED if rank == "preferred" else NORMAL
    at = _held_at(qualifiers)
    return [
        LiteralFact(head, f"{relation}{part.suffix}", *part.literal, rank, at, line)
        for part in literals_of(snak)
    ]


def _qualifier_records(
    head: str, relation: str, tail: str, qualifiers: Qualifiers, line: int
) -> Iterator[Record]:
    for name, snaks in qualifiers.items():
        for snak in snaks:
            literal = _qualifier_literal(snak)
            if literal is not None:
                yield Qualifier(head, relation, tail, f"{DIRECT}{name}", *literal, line)


def _qualifier_literal(snak: Snak) -> Literal | None:
    """The literal of a qualifier that may be a value; the number of a place in a series is a string there."""
    if snak["snaktype"] != "value" or snak["datavalue"]["type"] not in {"time", "quantity", "string"}:
        return None
    (part,) = literals_of(snak)
    return (
        part.literal._replace(datatype=f"{XSD}string") if snak.get("datatype") == "string" else part.literal
    )


def _held_at(qualifiers: Qualifiers) -> str | None:
    """When a value held: at its point in time, else from its start on."""
    for name in (POINT_IN_TIME, START_TIME):
        for snak in qualifiers.get(name, ()):
            for part in literals_of(snak):
                if part.literal.datatype == WIKIDATA_TIME:
                    return part.literal.lexical
    return None
