"""What is wrong with RDF, in phrases that count: oddities that are kept, and reasons to skip a statement."""

import re
from collections.abc import Iterator
from typing import Final

from pyoxigraph import Literal, NamedNode, Quad

# characters and escapes that an IRI may have, but for "[", which is allowed in the address of a host alone
_PART: Final = r'[^<>"{}|^`\\\x00-\x20\[\]#%]*(?:%[0-9A-Fa-f]{2}[^<>"{}|^`\\\x00-\x20\[\]#%]*)*'
IRI: Final = rf"[A-Za-z][A-Za-z0-9+.-]*:{_PART}(?:#{_PART})?"
"""Pattern of an IRI without oddities, for Python and for RE2."""
LANGUAGE: Final = r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*"
"""Pattern of a language tag without oddities, for Python and for RE2."""

NOT_UTF8: Final = "not UTF-8, read as Latin-1"
NO_DOT: Final = "no dot at the end"
TURTLE_LINE: Final = "Turtle in a line of N-Triples"
NO_SUBJECT: Final = "the subject is no IRI or blank node"
AFTER_OBJECT: Final = "something behind the object"

_IRI, _LANGUAGE = re.compile(IRI), re.compile(LANGUAGE)
_ODDITIES: Final = (
    (re.compile(r"\s"), "a space in an IRI"),
    (re.compile(r"[\[\]]"), "a square bracket in an IRI"),
    (re.compile(r"#.*#", re.DOTALL), "two # in an IRI"),
    (re.compile(r"%(?![0-9A-Fa-f]{2})"), "a bad % in an IRI"),
    (re.compile(r'[<>"{}|^`\\\x00-\x1f]'), "a character in an IRI that is not allowed"),
)
# a word of the parser's message, and the phrase for all messages that have it; the first match counts
_FAULTS: Final = (
    ("Line jumps", "a quote that is not closed"),
    ("Unexpected end", "the statement breaks off"),
    ("UTF-16", "a bad escape"),
    ("escape", "a bad escape"),
    ("hexadecimal", "a bad escape"),
    ("prefix", "a prefix that is not declared"),
    ("subject", NO_SUBJECT),
    ("predicate", "the predicate is no IRI"),
    ("datatype", "the datatype is no IRI"),
    ("object", "the object is no IRI, blank node or literal"),
    ("dot", AFTER_OBJECT),
    ("direction", "a bad language tag"),
    ("UTF-8", "not UTF-8"),
)


def iri_oddity(iri: str) -> str | None:
    """What is odd about an IRI.

    Args:
        iri: the IRI, as a lenient parser takes it.

    Returns:
        A phrase like "a space in an IRI"; None when nothing is.
    """
    if _IRI.fullmatch(iri):
        return None
    return next((phrase for pattern, phrase in _ODDITIES if pattern.search(iri)), "a relative IRI")


def term_oddities(statement: Quad) -> Iterator[str]:
    """Yield what is odd about the IRIs and the language tag of a statement.

    Args:
        statement: a statement, as a lenient parser takes it.

    Yields:
        Phrases, none when nothing is.
    """
    for term in (statement.subject, statement.predicate, statement.object):
        oddity = _term_oddity(term)
        if oddity is not None:
            yield oddity


def _term_oddity(term: object) -> str | None:
    if isinstance(term, NamedNode):
        return iri_oddity(term.value)
    if not isinstance(term, Literal):
        return None
    if term.language is not None:
        return None if _LANGUAGE.fullmatch(term.language) else "an over-long language tag"
    return iri_oddity(term.datatype.value)


def fault(message: str) -> str:
    """The phrase for a message of the parser.

    Args:
        message: as pyoxigraph words it.

    Returns:
        A phrase that is the same for all faults of a kind.
    """
    return next((phrase for word, phrase in _FAULTS if word in message), "no RDF statement")
