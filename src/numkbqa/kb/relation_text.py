"""Words of a relation or class out of its name: IRIs, Freebase paths, camelCase, snake_case."""

import re
from typing import Final
from urllib.parse import unquote

JOINED = ">"
"""Stands between the relations of a name that joins several; no IRI holds it."""
VERBS: Final = frozenset(
    {"borders", "adjoins", "traverses", "crosses", "contains", "includes", "produces", "owns", "employs"}
    | {"publishes", "operates", "teaches", "plays", "influences", "precedes", "follows", "covers", "serves"}
)
"""Relation wordings that are verbs of the head."""
PARTICLES: Final = frozenset({"in", "by", "at", "from", "on", "for", "to", "of", "with", "under", "through"})
"""A relation's wording that ends in one is a phrase."""
# Freebase names say domain, type and property; two of them are joined where a fact went through an event.
PATH = re.compile(r"^/?\w+(?:[/.]\w+){2,}(?:\./?\w+(?:[/.]\w+)+)?$")
_SEPARATORS = re.compile(r"[^\w]+|_+")


def relation_text(name: str) -> str:
    """Words of a relation's name, in lower case.

    Args:
        name: an IRI ("http://geo.example/ont/population_density"), a Freebase path ("/film/film/genre"), or a
            plain name ("populationTotal", "date-of-birth"); names joined by ">" ("tenure>start") give
            the words of each.

    Returns:
        The words with immediate repetitions removed ("film genre"); the name itself when it holds no word.
    """
    parts = [part for joined in name.split(JOINED) for part in _SEPARATORS.split(local_name(joined))]
    words = [word.lower() for part in parts for word in split_camel_case(part)]
    kept = [word for i, word in enumerate(words) if i == 0 or word != words[i - 1]]
    return " ".join(kept) or name


def local_name(name: str) -> str:
    """The part of an IRI after its last `#` or `/`; any other name as it is.

    Args:
        name: an IRI or another name.

    Returns:
        The local name with percent escapes decoded.
    """
    if not is_iri(name):
        return name
    stem = name.rstrip("/#")
    cut = max(stem.rfind("#"), stem.rfind("/"))
    return unquote(stem[cut + 1 :])


def is_iri(name: str) -> bool:
    """Whether a name is an IRI with a scheme and an authority, or a URN."""
    return "://" in name or name.startswith("urn:")


def split_camel_case(word: str) -> list[str]:
    """Split at lower-to-upper borders ("birthDate") and after acronyms ("ISBNCode"); works in any script."""
    pieces: list[str] = []
    start = 0
    for i in range(1, len(word)):
        rises = word[i].isupper() and not word[i - 1].isupper()
        acronym_ends = word[i - 1].isupper() and word[i].isupper() and word[i + 1 : i + 2].islower()
        if rises or acronym_ends:
            pieces.append(word[start:i])
            start = i
    pieces.append(word[start:])
    return [piece for piece in pieces if piece]


def plural(noun: str) -> str:
    """The regular English plural of a noun: city, cities; gas, gases; state, states."""
    if re.search(r"[^aeiou ]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) else "s")


def relation_phrase(name: str, text: str) -> str:
    """Short wording of a relation: of a Freebase path only the property, of others their text.

    Args:
        name: name of the relation ("/people/person/date_of_birth").
        text: its words, as the knowledge base gives them.

    Returns:
        "date of birth".
    """
    if not PATH.match(name):
        return text
    return " ".join(re.split(r"[/.]", name)[-1].split("_")).strip() or text


def path_type(name: str) -> str | None:
    """The type that a Freebase path says of its subjects.

    Args:
        name: name of a relation ("/film/film/initial_release_date").

    Returns:
        "film"; None for any other name, and for paths of the user domain "base".
    """
    parts = re.split(r"[/.]", name.lstrip("/"))
    return parts[1].replace("_", " ") if PATH.match(name) and parts[0] != "base" else None
