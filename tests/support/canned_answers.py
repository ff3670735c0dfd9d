"""Answers of every kind as documents of `ask --json`, and a service that gives them to the page."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from numkbqa.answering.answer import document_of
from numkbqa.doctor import Diagnosis, examine
from numkbqa.errors import UserError
from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page.served import AskedModel
from numkbqa.service.refusals import Busy, TimedOut, UnknownModel
from tests.support.answer_contract import checked

Found = TypeVar("Found")
Document = dict[str, Any]

HOSTILE = "<img src=x onerror=alert(1)>\"'&amp;</script><script>alert(2)</script>"

TOPICS = {
    "Brazil": "country",
    "Georgia": "country, in Asia",
    "Iron Road": "album",
    "Italy": "country",
    "Nina Falk": "http://x.example/Nina Falk",
    "Po": "river, in Italy",
}
"""Descriptions of what the questions are about; of one nothing but its id is known."""

TIMING = {"linking": 1.5, "reasoning": 8.5}


def _row(name: str, value: str, rank: int, **changes: Any) -> Document:
    row = {"id": f"http://x.example/{name}", "label": name, "value": value, "lexical": value, "rank": rank}
    return {**row, "held_at": None, "other_values": [], **changes}


def _entity(row: Document, score: float) -> Document:
    return {
        "id": row["id"],
        "label": row["label"],
        "value": row["value"],
        "held_at": row["held_at"],
        "score": score,
    }


def _topic(label: str, mention: str, *alternatives: Document) -> Document:
    name = {"id": f"http://x.example/{label}", "label": label, "description": TOPICS[label]}
    return {**name, "mention": mention, "score": 0.8, "alternatives": list(alternatives)}


def _order(direction: str, k: int = 1, count: int = 1) -> Document:
    return {"probability": 0.99, "determiner": "largest", "direction": direction, "k": k, "count": count}


def _document(question: str, evidence: Document | None = None, **known: Any) -> Document:
    document = document_of(question, **known)
    document["evidence"].update(evidence or {})
    return {**document, "timing_ms": TIMING}


CITIES = [
    _row("São Paulo", "12400232", 1, held_at="2022"),
    _row("Rio de Janeiro", "6747815", 2, lexical="6.747.815 hab."),
    _row("Belo Horizonte", "2721564", 3),
    *(_row(f"City {n}", str(2_000_000 - 1000 * n), 3 + n) for n in range(1, 18)),
]

SECOND = _document(
    "What is the second largest city in Brazil?",
    answers=[_entity(CITIES[1], 0.9), _entity(CITIES[0], 0.08)],
    confidence=0.87,
    ordinal=_order("max", k=2),
    topic_entities=[
        _topic(
            "Brazil",
            "Brazil",
            {
                "id": "http://x.example/Brazil_Indiana",
                "label": "Brazil",
                "description": "city, in Indiana",
                "score": 0.2,
            },
        )
    ],
    evidence={
        "relation": "http://x.example/population",
        "relation_text": "population",
        "kind": "number",
        "rows": CITIES,
        "compared": 222,
        "several": "default",
        "exact_sort": [{"id": CITIES[1]["id"], "label": "Rio de Janeiro"}],
        "exact_sort_agrees": True,
        "excluded": [
            {
                "id": "x",
                "label": "Lost City",
                "reason": "has no population",
                **dict.fromkeys(("lexical", "cause", "source", "line")),
            }
        ],
        "not_compared": 3,
        "path": [{"head": "Rio de Janeiro", "relation": "country", "tail": "Brazil", "forward": False}],
    },
    notes=["the graph has grown since the model was trained"],
)

ALBUMS = [
    _row("Quiet Rooms", "1999", 1),
    _row("Iron Road", "1999-06-01", 1),
    _row("Far Shore", "1987-03", 2),
    _row("Old Songs", "-0043", 3),
]

LATEST = _document(
    "What is the latest album of Nina Falk?",
    answers=[_entity(ALBUMS[0], 0.5), _entity(ALBUMS[1], 0.4)],
    confidence=0.55,
    ordinal=_order("max"),
    topic_entities=[_topic("Nina Falk", "Nina Falk")],
    evidence={
        "relation": "released",
        "relation_text": "release date",
        "kind": "date",
        "rows": ALBUMS,
        "compared": 4,
        "ties": [ALBUMS[0]["id"], ALBUMS[1]["id"]],
        "tie_reason": "dates known to different precision overlap",
        "exact_sort": [{"id": ALBUMS[2]["id"], "label": "Far Shore"}],
        "exact_sort_agrees": False,
        "path": [
            {"head": "Nina Falk", "relation": "member of", "tail": "The Falks", "forward": True},
            {"head": "Quiet Rooms", "relation": "performer", "tail": "The Falks", "forward": False},
        ],
    },
)

RIVERS = [
    _row("Po", "652", 1, lexical="405 mi", other_values=[
        {"value": None, "lexical": "1200", "held_at": "2001", "counts": False, "reason": "superseded"}
    ]),
    _row("Adige", "410", 2),
    _row("Tiber", "405", 3),
    _row("Adda", "313", 4),
]  # fmt: skip

THREE = _document(
    "What are the three longest rivers of Italy?",
    answers=[_entity(row, 0.3) for row in RIVERS[:3]],
    ordinal=_order("max", count=3),
    topic_entities=[_topic("Italy", "Italy")],
    evidence={
        "relation": "length",
        "relation_text": "length",
        "kind": "quantity",
        "unit": "kilometer",
        "rows": RIVERS,
        "compared": 4,
        "several": "preferred",
        "exact_sort": [{"id": row["id"], "label": row["label"]} for row in RIVERS[:3]],
        "exact_sort_agrees": True,
    },
)


def _value(row: Document, score: float) -> Document:
    of = {"id": row["id"], "label": row["label"]}
    known = {"value": row["value"], "kind": "quantity", "unit": "kilometer", "lexical": row["lexical"]}
    return {**known, "held_at": None, "of": of, "score": score}


VALUES = _document(
    "How long are the rivers of Italy?",
    answers=[_value(row, 0.5) for row in RIVERS],
    asked_value={"relation": "length", "text": "length", "unit": "kilometer"},
    topic_entities=[_topic("Italy", "Italy")],
)

VALUE = _document(
    "How long is the Po?",
    answers=[_value(RIVERS[0], 1.0)],
    asked_value={"relation": "length", "text": "length", "unit": "kilometer"},
    topic_entities=[_topic("Po", "Po")],
)

UNCLEAR = _document(
    "What is the largest city in Georgia?",
    topic_entities=[_topic("Georgia", "Georgia")],
    clarification={
        "mention": "Georgia",
        "question": "which Georgia do you mean?",
        "choices": [
            {
                "id": "http://x.example/Georgia",
                "label": "Georgia",
                "description": "country, in Asia",
                "score": 0.52,
            },
            {
                "id": "http://x.example/GA",
                "label": "Georgia",
                "description": "state, in United States",
                "score": 0.48,
            },
        ],
    },
    abstained="two entities of the graph fit Georgia equally well",
    abstained_code="ambiguous_topic",
)

NOTHING = _document(
    "What is the largest city in Atlantis?",
    abstained="no entity of the graph is named in the question",
    abstained_code="no_topic",
)

PLAIN = _document(
    "Who wrote Iron Road?",
    answers=[{"id": "otto", "label": "Otto Brandt", "score": 0.97}],
    topic_entities=[_topic("Iron Road", "Iron Road")],
)

DOCUMENTS = {
    document["question"]: document
    for document in (SECOND, LATEST, THREE, VALUES, VALUE, UNCLEAR, NOTHING, PLAIN)
}  # fmt: skip

BUSY, SLOW = "are you busy?", "are you slow?"


def hostile(document: Document) -> Document:
    """The same document with markup in the place of every name and text."""

    def changed(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: changed(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [changed(one, key) for one in value]
        kept = {"id", "value", "unit", "kind", "direction", "several", "abstained_code", "ties", "relation"}
        return HOSTILE if isinstance(value, str) and key not in kept else value

    made: Document = changed(copy.deepcopy(document))
    return made


@dataclass(frozen=True)
class Hit:
    """An entity that was found."""

    id: str
    label: str
    description: str


@dataclass(frozen=True)
class CannedModel:
    """A model that knows some names and questions."""

    kb: EmbeddedKnowledgeBase
    names: Mapping[str, str] = field(
        default_factory=lambda: {
            "Brazil": "country",
            "Bratislava": "city",
            "New York": "city",
            HOSTILE: HOSTILE,
        }
    )

    @property
    def lookup(self) -> "CannedModel":
        """Finds its entities."""
        return self

    def search(self, text: str, limit: int = 10) -> list[Hit]:
        """The names that begin with a text."""
        found = [name for name in self.names if name.lower().startswith(text.lower())]
        return [Hit(f"id of {name}", name, self.names[name]) for name in found[:limit]]

    def diagnosis(self) -> Diagnosis:
        """What the doctor finds in the graph."""
        return examine(self.kb, self.kb.report)

    def example_questions(self, n: int, seed: int = 0) -> list[str]:
        """The questions that have an answer."""
        return list(DOCUMENTS)[:n]


class Answered:
    """A document as the service gives it."""

    def __init__(self, document: Document) -> None:
        self._document = document
        checked(document)

    def model_dump(self, *, mode: str = "python") -> Document:
        """The document."""
        return self._document


class CannedService:
    """Gives the canned answers, and remembers what it was asked.

    Args:
        kb: the graph.
        names: of its models.
    """

    def __init__(self, kb: EmbeddedKnowledgeBase, names: Sequence[str] = ("toy",)) -> None:
        self._names = list(names)
        self._model = CannedModel(kb)
        self.asked: list[tuple[str | None, str, tuple[str, ...]]] = []

    def names(self) -> list[str]:
        """Names of the models."""
        return self._names

    async def ask(self, name: str | None, question: str, k: int = 5, topics: Sequence[str] = ()) -> Answered:
        """The canned answer to a question; what is unclear is clear with a topic."""
        self._check(name)
        self.asked.append((name, question, tuple(topics)))
        if question == BUSY:
            raise Busy(retry_after=3)
        if question == SLOW:
            raise TimedOut(30.0)
        if HOSTILE in question:
            return Answered({**hostile(SECOND), "question": question})
        if question not in DOCUMENTS:
            raise UserError(f'the graph has no entity of the id "{question}"', remedy="did you mean Q1428?")
        document = DOCUMENTS[question]
        return Answered({**SECOND, "question": question} if document is UNCLEAR and topics else document)

    async def look_up(self, name: str | None, work: Callable[[AskedModel], Found]) -> Found:
        """Do the work at once."""
        self._check(name)
        return work(self._model)

    def _check(self, name: str | None) -> None:
        if name is not None and name not in self._names:
            raise UnknownModel(
                f'there is no model "{name}"', remedy=f"known models: {', '.join(self._names)}"
            )
