"""Example questions of a graph, made once for each graph that is served."""

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from typing import Final

from numkbqa.service.page.per_graph import PerGraph, fulfil
from numkbqa.service.page.served import AskedModel
from numkbqa.service.page.words import sentence

SHOWN: Final = 6
KEPT: Final = 60
_SEED: Final = 7
_ASKING: Final = ("which", "what", "who", "when", "where", "how")


class Examples:
    """Example questions by name of the model: a graph that was replaced gets new ones."""

    def __init__(self) -> None:
        self._made: PerGraph[Sequence[str]] = PerGraph()

    def of(self, name: str, model: AskedModel) -> Sequence[str]:
        """The questions of a graph, those that read best first, in an order that does not change.

        Args:
            name: name of the model.
            model: the model with its graph.

        Returns:
            At most `KEPT` different questions.
        """

        def made() -> Sequence[str]:
            return best_first(model.example_questions(KEPT, _SEED))

        return self._made.of(name, model.kb.content_hash, lambda goal: fulfil(goal, made)).result()


def best_first(questions: Iterable[str]) -> list[str]:
    """Order questions that templates made: short ones that ask first, no two alike in a row.

    Args:
        questions: the questions.

    Returns:
        The same as sentences, each once.
    """
    tidy = dict.fromkeys(f"{sentence(text).rstrip('.? ')}?" for text in questions)
    kinds: dict[tuple[str, ...], list[str]] = {}
    for text in sorted(tidy, key=lambda text: (not text.lower().startswith(_ASKING), len(text))):
        kinds.setdefault(tuple(text.lower().split()[:2]), []).append(text)
    turns = zip_longest(*kinds.values())
    return [text for text in chain.from_iterable(turns) if text is not None]
