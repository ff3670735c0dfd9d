"""Words for relations and for the members of a group, short enough to stand in a question."""

import re
from collections.abc import Sequence

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.groups import Side

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


def member_noun(
    kb: KnowledgeBase, relation: int, side: Side, members: Sequence[int], class_sizes: dict[int, int]
) -> str:
    """What to call the members of a group.

    Args:
        kb: the graph.
        relation: relation that they share.
        side: how they hang on the topic.
        members: entities of the group.
        class_sizes: number of instances of each class.

    Returns:
        The label of the narrowest class of all of them; else, of heads, the type in a Freebase path or
        "entity"; of tails, the relation's wording.
    """
    shared = set(kb.types(int(members[0])))
    for member in members[1:]:
        if not shared:
            break
        shared &= set(kb.types(int(member)))
    named = [c for c in shared if kb.names(c)]
    if named:
        return kb.label(min(named, key=lambda c: (class_sizes.get(c, 0), c)))
    name = kb.relations[relation]
    if side is Side.TAILS:
        return relation_phrase(name, kb.relation_texts[relation])
    return re.split(r"[/.]", name.lstrip("/"))[1].replace("_", " ") if PATH.match(name) else "entity"
