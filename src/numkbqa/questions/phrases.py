"""Words for relations and for the members of a group, short enough to stand in a question."""

import re
from collections.abc import Sequence

from numkbqa.kb import KnowledgeBase

# Freebase names say domain, type and property; two of them are joined where a fact went through an event.
PATH = re.compile(r"^/?\w+(?:[/.]\w+){2,}(?:\./?\w+(?:[/.]\w+)+)?$")
UNIT_WORDS = frozenset({"meters", "metres", "km", "kg", "cm", "miles", "feet", "kilograms", "kilometers"})


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


def value_phrase(name: str, text: str) -> str:
    """Short wording of a numerical relation, without words of units.

    Args:
        name: name of the relation ("/people/person/height_meters").
        text: its words.

    Returns:
        "height".
    """
    words = relation_phrase(name, text).split()
    return " ".join(word for word in words if word not in UNIT_WORDS) or text


def path_type(name: str) -> str | None:
    """The type that a Freebase path says of its subjects.

    Args:
        name: name of a relation ("/film/film/initial_release_date").

    Returns:
        "film"; None for any other name, and for paths of the user domain "base".
    """
    parts = re.split(r"[/.]", name.lstrip("/"))
    return parts[1].replace("_", " ") if PATH.match(name) and parts[0] != "base" else None


def shared_class(kb: KnowledgeBase, members: Sequence[int], class_sizes: dict[int, int]) -> str | None:
    """Label of the narrowest class that all members have.

    Args:
        kb: the graph.
        members: entities, at least one.
        class_sizes: number of instances of each class.

    Returns:
        The label, or None when no named class is shared.
    """
    shared = set(kb.types(members[0]))
    for member in members[1:]:
        if not shared:
            return None
        shared &= set(kb.types(member))
    named = [c for c in shared if kb.names(c)]
    return kb.label(min(named, key=lambda c: (class_sizes.get(c, 0), c))) if named else None
