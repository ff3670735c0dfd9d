"""Words for relations and for the members of a group, short enough to stand in a question."""

from collections.abc import Sequence

from numkbqa.kb import KnowledgeBase
from numkbqa.kb.relation_text import relation_phrase

UNIT_WORDS = frozenset({"meters", "metres", "km", "kg", "cm", "miles", "feet", "kilograms", "kilometers"})


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
