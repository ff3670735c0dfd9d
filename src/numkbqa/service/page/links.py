"""Addresses of the page: each says all that decides what it shows, so that it can be sent to somebody."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Links:
    """Makes addresses for one model.

    Args:
        model: its name; None where there is no other, so that addresses stay short.
    """

    model: str | None = None

    def ask(self, question: str, topics: Sequence[str] = ()) -> str:
        """Address of an answer.

        Args:
            question: the question.
            topics: ids of the entities that it is about; those that its text mentions by default.

        Returns:
            The address, below the root of the server.
        """
        return self._address("/", [("q", question), *(("topic", topic) for topic in topics)])

    @property
    def home(self) -> str:
        """Address of the empty question box."""
        return self._address("/", [])

    @property
    def graph(self) -> str:
        """Address of the report on the graph."""
        return self._address("/graph", [])

    def _address(self, path: str, query: list[tuple[str, str]]) -> str:
        named = query if self.model is None else [*query, ("model", self.model)]
        return f"{path}?{urlencode(named)}" if named else path
