"""Words of derived relations, as people ask for them."""

from numkbqa.kb.relation_text import PARTICLES, VERBS, plural


def class_noun(label: str) -> str:
    """A class's label as a noun in a sentence.

    Args:
        label: "River", "chemical element", "UNESCO site".

    Returns:
        The label with a small first letter, unless more than that one is a capital.
    """
    return label.lower() if label[1:] == label[1:].lower() else label


def count_text(words: str, noun: str | None, *, inverse: bool) -> str:
    """Words of a count.

    Args:
        words: words of the counted relation.
        noun: what the neighbours are; None when they are of no one class.
        inverse: whether the neighbours are its heads.

    Returns:
        "number of rivers", "number of states it borders", "number of film genres"; without a class "number of
        entities with film genre" for its heads.
    """
    if noun is not None:
        things = plural(noun)
        return f"number of {things} it {words}" if words in VERBS and not inverse else f"number of {things}"
    if inverse:
        return f"number of entities with {words}"
    last = words.rpartition(" ")[2]
    return f"number of {words if last in PARTICLES or last.endswith('s') else plural(words)}"
