"""What the page needs of the service."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from numkbqa.doctor import Diagnosis
from numkbqa.kb import EmbeddedKnowledgeBase

Found = TypeVar("Found")


class Hit(Protocol):
    """An entity whose name fits what was typed."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def label(self) -> str:
        """Its preferred name."""

    @property
    def description(self) -> str:
        """A few words that tell it from others of its name."""


class Searching(Protocol):
    """Finds entities by name."""

    def search(self, text: str, limit: int = 10) -> Sequence[Hit]:
        """Entities whose names fit, the best first."""


class AskedModel(Protocol):
    """A graph with the model that answers questions about it."""

    @property
    def kb(self) -> EmbeddedKnowledgeBase:
        """The graph."""

    @property
    def lookup(self) -> Searching:
        """Finds its entities."""

    def diagnosis(self) -> Diagnosis:
        """What the doctor found in the graph."""

    def example_questions(self, n: int, seed: int = 0) -> Sequence[str]:
        """Questions that the graph can answer, as texts."""


class Answered(Protocol):
    """The document of an answer."""

    def model_dump(self, *, mode: str = "python") -> Mapping[str, Any]:
        """Its keys and values; with the mode "json" plain ones."""


class PageService(Protocol):
    """Answers questions about several graphs, by name."""

    def names(self) -> list[str]:
        """Names of the models; the first one is the default."""

    async def ask(self, name: str | None, question: str, k: int = 5, topics: Sequence[str] = ()) -> Answered:
        """Answer a question."""

    async def look_up(self, name: str | None, work: Callable[[AskedModel], Found]) -> Found:
        """Do something else with a model, in a thread of its own."""
