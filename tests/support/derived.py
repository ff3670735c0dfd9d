"""Graphs with derived numbers, and what was derived for whom."""

from collections.abc import Collection
from pathlib import Path

from numkbqa.kb import BuildOptions, EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.kb.derived import Derived


def derive(folder: Path, files: dict[str, str], wanted: Collection[Derived]) -> EmbeddedKnowledgeBase:
    """Build and open a knowledge base with derived numbers."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    options = BuildOptions(derive=frozenset(wanted))
    build_kb([folder / name for name in files], folder / "kb", options)
    return open_kb(folder / "kb")


def derived_values(kb: EmbeddedKnowledgeBase) -> dict[str, dict[str, str]]:
    """Text of every derived value, by relation and entity."""
    found: dict[str, dict[str, str]] = {}
    for number, relation in enumerate(kb.numerical_relations):
        if relation.derived:
            facts = kb.numbers_of_relation(number)
            pairs = zip(facts.entity.tolist(), facts.value.tolist(), strict=True)
            found[relation.name] = {kb.entity_id(e): kb.number_text(handle) for e, handle in pairs}
    return found


def texts(kb: EmbeddedKnowledgeBase) -> dict[str, str]:
    """Words of the derived relations, by name."""
    return {relation.name: relation.text for relation in kb.numerical_relations if relation.derived}


def lexical(kb: EmbeddedKnowledgeBase, name: str, entity: str) -> str:
    """What a derived value says of where it comes from."""
    number = next(n for n, relation in enumerate(kb.numerical_relations) if relation.name == name)
    facts = kb.numbers_of_relation(number)
    (handle,) = facts.value[facts.entity == kb.entity_index(entity)].tolist()
    return kb.value(handle).lexical
