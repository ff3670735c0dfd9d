"""Names of literal datatypes: which types measure something, and which are plain text."""

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from numkbqa.values.literal import EDTF, PERCENT, WIKIDATA_TIME, WIKIDATA_UNKNOWN
from numkbqa.values.quantity import unit_name

XSD: Final = "http://www.w3.org/2001/XMLSchema#"

INTEGER_TYPES: Final = frozenset(
    {
        "integer", "int", "long", "short", "byte",
        "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger",
        "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
    }
)  # fmt: skip
NUMBER_TYPES: Final = INTEGER_TYPES | {"decimal", "double", "float"}
DATE_TYPES: Final = frozenset({"date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"})
DURATION_TYPES: Final = frozenset({"duration", "dayTimeDuration", "yearMonthDuration"})
RECURRING_TYPES: Final = frozenset({"gMonthDay", "gMonth", "gDay", "time"})
"""Dates and times without a year: nothing orders them in time."""

_UNIT_TYPES = "http://dbpedia.org/datatype/"
_UCUM_TYPE = "https://w3id.org/cdt/"


class Reads(Enum):
    """How literals of a datatype are read."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    DURATION = "duration"
    RECURRING = "recurring"
    QUANTITY = "quantity"
    WIKIDATA_TIME = "wikidata time"
    UNKNOWN = "unknown"
    EDTF = "edtf"
    NOTHING = "nothing"


class Datatype(NamedTuple):
    """How the literals of a datatype are read, with its local name, or the unit that it states."""

    reads: Reads
    name: str = ""


_OWN = {
    WIKIDATA_TIME: Datatype(Reads.WIKIDATA_TIME),
    WIKIDATA_UNKNOWN: Datatype(Reads.UNKNOWN),
    EDTF: Datatype(Reads.EDTF),
    "http://id.loc.gov/datatypes/edtf": Datatype(Reads.EDTF),
    "http://id.loc.gov/datatypes/edtf/EDTF": Datatype(Reads.EDTF),
    PERCENT: Datatype(Reads.QUANTITY, "percent"),
}
_BY_NAME = (
    (NUMBER_TYPES, Reads.NUMBER),
    (DATE_TYPES, Reads.DATE),
    (DURATION_TYPES, Reads.DURATION),
    (RECURRING_TYPES, Reads.RECURRING),
    ({"string"}, Reads.TEXT),
)


def xsd_name(datatype: str) -> str | None:
    """Local name of an XSD datatype.

    Args:
        datatype: a full IRI (with or without angle brackets), or a name with the prefix `xsd:` or `xs:`.

    Returns:
        The local name ("gYear"), or None when it is no XSD datatype.
    """
    bare = datatype.removeprefix("<").removesuffix(">")
    for prefix in (XSD, "xsd:", "xs:"):
        if bare.startswith(prefix):
            return bare[len(prefix) :]
    return None


@lru_cache(maxsize=4096)
def how_to_read(datatype: str | None) -> Datatype:
    """Tell how literals of a datatype are read.

    Args:
        datatype: IRI or name of the datatype; None or empty when there is none.

    Returns:
        How, with what the datatype says: its XSD name, or the unit of DBpedia's types
        ("http://dbpedia.org/datatype/kilometre"); a quantity without a name has its unit in the text.
    """
    if not datatype:
        return Datatype(Reads.TEXT)
    bare = datatype.removeprefix("<").removesuffix(">")
    if bare in _OWN:
        return _OWN[bare]
    if bare.startswith(_UCUM_TYPE):
        return Datatype(Reads.QUANTITY)
    if bare.startswith(_UNIT_TYPES):
        return Datatype(Reads.QUANTITY, bare) if unit_name(bare) is not None else Datatype(Reads.NOTHING)
    name = xsd_name(bare) or ""
    return Datatype(next((reads for names, reads in _BY_NAME if name in names), Reads.NOTHING), name)


def is_measuring(datatype: str | None) -> bool:
    """Whether a datatype itself says that its literals are numbers, dates or quantities."""
    return how_to_read(datatype).reads not in {Reads.TEXT, Reads.RECURRING, Reads.NOTHING}


def is_untyped(datatype: str | None) -> bool:
    """Whether a literal of this datatype is plain text that may or may not look like a number."""
    return how_to_read(datatype).reads is Reads.TEXT
