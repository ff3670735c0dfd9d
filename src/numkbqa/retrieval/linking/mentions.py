"""Mention finders: which stretches of a question may be names at all."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from numkbqa.retrieval.linking.gliner_mentions import GlinerMentions
from numkbqa.retrieval.linking.spans import Span

Place = tuple[int, int]


class MentionFinder(Protocol):
    """Proposes where entities are mentioned, without knowing the graph."""

    def find(self, question: str) -> list[Place]:
        """Find the stretches of a question that look like entities.

        Args:
            question: as the user wrote it.

        Returns:
            Places `[start, end)` of characters, in any order; they may overlap.
        """
        ...


def mention_finder(setting: str) -> MentionFinder | None:
    """Make the finder that a setting names.

    Args:
        setting: "trie", which proposes everything, or "gliner:FOLDER".

    Returns:
        The finder; None proposes everything.

    Raises:
        UserError: the package or the folder of the finder is missing.
    """
    kind, _, folder = setting.partition(":")
    if kind != "gliner":
        return None
    return GlinerMentions(Path(folder))


def inside(spans: Iterable[Span], places: Iterable[Place]) -> list[Span]:
    """The spans that lie within a proposed place; all of them when none does.

    A finder that misses a mention must not lose the question.

    Args:
        spans: names found in a question.
        places: what a finder proposes.

    Returns:
        Some or all of the spans, in their order.
    """
    spans, places = list(spans), list(places)
    kept = [span for span in spans if any(a <= span.start and span.end <= b for a, b in places)]
    return kept or spans
