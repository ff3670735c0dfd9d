"""A set of RDF triples under construction, and its deterministic N-Triples text."""

import os
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

BASE = "http://world.example/"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
UNIT = "http://schema.org/unitText"
XSD = "http://www.w3.org/2001/XMLSchema#"

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_LETTERS_WITHOUT_DECOMPOSITION = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"})


def entity(kind: str, key: str | int) -> str:
    """IRI of an entity, `http://world.example/entity/<kind>/<key>`."""
    return f"{BASE}entity/{kind}/{key}"


def relation(name: str) -> str:
    """IRI of a relation, `http://world.example/relation/<name>`."""
    return f"{BASE}relation/{name}"


def class_of(name: str) -> str:
    """IRI of a class, `http://world.example/class/<name>`."""
    return f"{BASE}class/{name}"


def ascii_fold(text: str) -> str:
    """The text without diacritics: "São Paulo" becomes "Sao Paulo"."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS_WITHOUT_DECOMPOSITION))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def slug(text: str) -> str:
    """Key of a named thing that has no code: lower-case ASCII letters and digits joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", ascii_fold(text).lower()).strip("-")


def decimal_text(number: float) -> str:
    """Shortest decimal notation of a float rounded to nine places, never with an exponent."""
    text = f"{number:.9f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


class Triples:
    """Triples in the order in which they were first added, each once."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def link(self, head: str, relation_name: str, tail: str) -> None:
        """Add a fact between two entities.

        Args:
            head: IRI of the head.
            relation_name: name of a relation under the base IRI.
            tail: IRI of the tail.
        """
        self._add(head, relation(relation_name), f"<{tail}>")

    def number(self, head: str, relation_name: str, text: str, datatype: str) -> None:
        """Add a numeric fact.

        Args:
            head: IRI of the entity.
            relation_name: name of a relation under the base IRI.
            text: lexical form of the value.
            datatype: local name of an XSD datatype ("integer", "decimal", "gYear").
        """
        self._add(head, relation(relation_name), f'"{text}"^^<{XSD}{datatype}>')

    def text(self, head: str, relation_name: str, text: str) -> None:
        """Add a text that is not a name, such as the symbol of a chemical element."""
        self._add(head, relation(relation_name), _quote(text))

    def name(self, subject: str, label: str, aliases: Iterable[str] = ()) -> None:
        """Add the label of an entity, and the aliases that differ from it."""
        self._add(subject, LABEL, _quote(label))
        for alias in aliases:
            if alias and alias != label:
                self._add(subject, ALIAS, _quote(alias))

    def kind(self, subject: str, class_name: str) -> None:
        """State the class of an entity."""
        self._add(subject, RDF_TYPE, f"<{class_of(class_name)}>")

    def unit(self, relation_name: str, unit: str) -> None:
        """State the unit of all values of a numerical relation."""
        self._add(relation(relation_name), UNIT, _quote(unit))

    def write(self, path: Path) -> None:
        """Write the triples as N-Triples: aside first, then renamed."""
        aside = path.with_name(f".{path.name}.{os.getpid()}.partial")
        try:
            with aside.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(self._lines)
            os.replace(aside, path)
        finally:
            aside.unlink(missing_ok=True)

    def _add(self, subject: str, predicate: str, tail: str) -> None:
        self._lines[f"<{subject}> <{predicate}> {tail} .\n"] = None


def _quote(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'
