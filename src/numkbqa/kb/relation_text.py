"""Words of a relation or class out of its name: IRIs, Freebase paths, camelCase, snake_case."""

import re
from urllib.parse import unquote

JOINED = ">"
"""Stands between the relations of a name that joins several; no IRI holds it."""
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
