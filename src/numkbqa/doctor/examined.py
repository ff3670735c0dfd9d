"""What the doctor asks of a knowledge base beyond its protocol: everything that its build set aside."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from numkbqa.kb.protocol import KnowledgeBase, SetAside


class ExaminedKB(KnowledgeBase, Protocol):
    """A knowledge base that also tells what its build kept out of the numerical relations."""

    def set_aside(self, limit: int | None = None) -> Iterable[SetAside]:
        """Literals that take no part in comparisons, by relation, then by entity; at most `limit` of them."""
        ...

    def set_aside_counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many literals take no part in comparisons, by numerical relation and reason."""
        ...
