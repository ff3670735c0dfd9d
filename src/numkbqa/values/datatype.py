"""Names of literal datatypes: which XSD types measure something, and which are plain text."""

from typing import Final

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


def is_measuring(datatype: str | None) -> bool:
    """Whether a datatype itself says that its literals are numbers or dates."""
    return datatype is not None and xsd_name(datatype) in NUMBER_TYPES | DATE_TYPES


def is_untyped(datatype: str | None) -> bool:
    """Whether a literal of this datatype is plain text that may or may not look like a number."""
    return datatype is None or datatype == "" or xsd_name(datatype) == "string"
