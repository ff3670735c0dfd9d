"""A knowledge base as N-Triples that `kb build` reads back as the same facts, numbers and names.

- Names are `rdfs:label` and `skos:altLabel`; so are the words of a relation that its IRI does not say.
- Numbers and dates are typed literals, dates as far as they are known (`xsd:gYear`, `xsd:gYearMonth`, ...).
- All values of a relation are in one unit, so the unit is stated once, on the relation (`schema:unitText`).
- What is no IRI gets one in a name space of our own (`numkbqa.kb.own_names`).

Values set aside are left out, and so are derived numbers unless they are asked for.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import numpy as np

from numkbqa.files import write_aside
from numkbqa.kb.export.literals import INTEGER, typed_literal, whole_type
from numkbqa.kb.own_names import to_iri
from numkbqa.kb.protocol import Ints, KnowledgeBase
from numkbqa.kb.relation_text import relation_text
from numkbqa.progress import TellProgress
from numkbqa.values import Kind

LABEL: Final = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS: Final = "http://www.w3.org/2004/02/skos/core#altLabel"
UNIT: Final = "http://schema.org/unitText"
CHUNK: Final = 20_000

_SPECIAL = re.compile(r'[\x00-\x1f"\\\x7f]')
_ESCAPES: Final = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def export_ntriples(
    kb: KnowledgeBase, output: Path, *, derived: bool = False, progress: TellProgress | None = None
) -> None:
    """Write a knowledge base as N-Triples, piece by piece, into a file that is whole or absent.

    Args:
        kb: the graph.
        output: the file.
        derived: whether to write derived numbers too; building with `--derive` makes them anew.
        progress: called with a stage and a count of entities.

    Raises:
        UserError: nothing can be written there.
    """
    tell = progress or (lambda stage, count: None)
    writer = _Writer(kb, derived=derived)
    with write_aside(output) as aside, aside.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(writer.relations())
        for first in range(0, kb.num_entities, CHUNK):
            entities = np.arange(first, min(first + CHUNK, kb.num_entities), dtype=np.int64)
            writer.write_entities(entities, file)
            tell("writing triples", int(entities[-1]) + 1)


class _Writer:
    """Writes entities with their names, facts and numbers."""

    def __init__(self, kb: KnowledgeBase, *, derived: bool) -> None:
        self._kb = kb
        self._written = np.array([derived or not relation.derived for relation in kb.numerical_relations])
        self._relations = [f"<{to_iri(name)}>" for name in kb.relations]
        self._numerical = [f"<{to_iri(relation.name)}>" for relation in kb.numerical_relations]
        self._whole = [self._whole_type(number) for number in range(len(kb.numerical_relations))]

    def relations(self) -> Iterator[str]:
        """Units of relations, and their words where the IRI does not say them."""
        kb = self._kb
        words = dict(zip(kb.relations, kb.relation_texts, strict=True))
        written = [r for r, kept in zip(kb.numerical_relations, self._written, strict=True) if kept]
        words |= {relation.name: relation.text for relation in written}
        for name, text in sorted(words.items()):
            if text != relation_text(name):
                yield f"<{to_iri(name)}> <{LABEL}> {_quoted(text)} .\n"
        for relation in written:
            if relation.unit is not None:
                yield f"<{to_iri(relation.name)}> <{UNIT}> {_quoted(relation.unit)} .\n"

    def write_entities(self, entities: Ints, file: IO[str]) -> None:
        """Write some entities.

        Args:
            entities: consecutive entities, ascending.
            file: what to write to.
        """
        iris = {entity: f"<{to_iri(self._kb.entity_id(entity))}>" for entity in entities.tolist()}
        file.writelines(self._names(iris))
        file.writelines(self._facts(entities, iris))
        file.writelines(self._numbers(entities, iris))

    def _names(self, iris: dict[int, str]) -> Iterator[str]:
        for entity, iri in iris.items():
            for place, name in enumerate(self._kb.names(entity)):
                yield f"{iri} <{ALIAS if place else LABEL}> {_quoted(name)} .\n"

    def _facts(self, entities: Ints, iris: dict[int, str]) -> Iterator[str]:
        head, relation, tail = self._kb.facts_from(entities)
        others, place = np.unique(tail, return_inverse=True)
        tails = [f"<{to_iri(self._kb.entity_id(entity))}>" for entity in others.tolist()]
        for h, r, t in zip(head.tolist(), relation.tolist(), place.tolist(), strict=True):
            yield f"{iris[h]} {self._relations[r]} {tails[t]} .\n"

    def _numbers(self, entities: Ints, iris: dict[int, str]) -> Iterator[str]:
        facts = self._kb.numbers_of(entities)
        for entity, relation, handle in zip(
            facts.entity.tolist(), facts.relation.tolist(), facts.value.tolist(), strict=True
        ):
            if not self._written[relation]:
                continue
            text, datatype = typed_literal(self._kb.value(handle), self._whole[relation])
            typed = "" if datatype is None else f"^^<{datatype}>"
            yield f"{iris[entity]} {self._numerical[relation]} {_quoted(text)}{typed} .\n"

    def _whole_type(self, relation: int) -> str:
        about = self._kb.numerical_relations[relation]
        if about.kind is Kind.DATE:
            return INTEGER
        return whole_type(about.text, self._kb.numbers_of_relation(relation).low)


def _quoted(text: str) -> str:
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}"
