"""Names as a build uses them: normalised, in order of preference, and the words of a relation."""

from collections.abc import Collection, Sequence
from typing import Final

from numkbqa.kb.relation_text import JOINED, relation_text
from numkbqa.kb.staging import Staging

# what str.split takes for white space
_SPACES: Final = (
    r"[\s\x{1c}-\x{1f}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]+"
)


def settle_names(staging: Staging) -> None:
    """Normalise the names of a graph into the table `named`, in the order in which they are preferred.

    Names are NFC with single spaces; those of one thing are ordered by rank, then English, untagged and other
    languages, then by text.

    Args:
        staging: the graph.
    """
    tag = "lower(language)"
    language = (
        f"CASE WHEN {tag} = 'en' THEN 0 WHEN {tag} = '' THEN 1 WHEN {tag} LIKE 'en-%' THEN 2 ELSE 3 END"
    )
    clean = f"trim(regexp_replace(nfc_normalize(text), '{_SPACES}', ' ', 'g'))"
    staging.execute(
        "CREATE TABLE named AS SELECT thing, text, min((rank, language_rank, language)) AS preference"
        f" FROM (SELECT thing, {clean} AS text, rank, {language} AS language_rank, language FROM name)"
        " WHERE text <> '' GROUP BY thing, text ORDER BY thing, preference, text"
    )


def preferred_names(staging: Staging, things: Collection[str]) -> dict[str, str]:
    """The preferred name of each thing that has one.

    Args:
        staging: the graph, with its names settled.
        things: ids of entities or relations.

    Returns:
        Names by id.
    """
    return dict(
        staging.rows(
            "SELECT thing, first(text ORDER BY preference, text) FROM named"
            " WHERE thing IN (SELECT unnest(?::VARCHAR[])) GROUP BY thing",
            [sorted(things)],
        )
    )


def relation_words(staging: Staging, relations: Sequence[str]) -> dict[str, str]:
    """Words of relations: the preferred name of each, else its own words.

    Args:
        staging: the graph, with its names settled.
        relations: the relations; one that joins several has the words of each.

    Returns:
        Words by relation.
    """
    parts = {part for relation in relations for part in relation.split(JOINED)}
    found = preferred_names(staging, {*relations, *parts})
    words = {part: found.get(part) or relation_text(part) for part in parts}
    return {
        relation: found.get(relation) or _joined([words[part] for part in relation.split(JOINED)])
        for relation in relations
    }


def _joined(phrases: Sequence[str]) -> str:
    """Phrases in a row, without the words that end one and begin the next ("tenure of", "of office")."""
    words: list[str] = []
    for phrase in phrases:
        following = phrase.split(" ")
        words += following[1:] if words and words[-1] == following[0] else following
    return " ".join(words)
