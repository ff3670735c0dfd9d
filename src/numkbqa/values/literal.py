"""A literal as a source writes it, before anything is read into it."""

from typing import Final, NamedTuple

WIKIDATA_TIME: Final = "wikidata:time"
WIKIDATA_UNKNOWN: Final = "wikidata:unknown"
EDTF: Final = "edtf"
PERCENT: Final = "percent"
"""Datatypes that readers give to literals beside the names of XSD."""


class Literal(NamedTuple):
    """The text of a value with what the source declares about it.

    Args:
        lexical: the text as it stands in the source.
        datatype: full IRI of its datatype, or a name like `xsd:gYear` or `wikidata:time`; None when the
            source declares none.
        unit: declared unit in any spelling or code that `numkbqa.values.quantity.unit_name` knows; None when
            the source declares none.
    """

    lexical: str
    datatype: str | None = None
    unit: str | None = None
