"""The demo's world: a graph of places and chemical elements, and hand-written questions about it."""

from pathlib import Path

from numkbqa.errors import UserError
from numkbqa.world.graph import write_world_graph

__all__ = ["SAMPLE_QUESTIONS", "SPLITS", "question_file", "write_world_graph"]

SPLITS = ("train", "dev", "test")
"""The splits of the hand-written questions; no topic entity is in two of them."""

SAMPLE_QUESTIONS = (
    "what is the second largest city in Brazil?",
    "Which country in Africa has the largest area?",
    "What is the smallest country by area that borders Austria?",
    "Which transition metal has the second highest melting point?",
    "What was the first element discovered in France?",
    "Which element of group 10 was discovered most recently?",
    "southernmost city in texas?",
    "What is the capital of Mongolia?",
    "Who discovered oxygen?",
    "Which state is Boston in?",
)
"""Ten questions that the demo asks; none of them is in the test split."""


def question_file(split: str) -> Path:
    """The question file of one split, in the format of `numkbqa train --questions` and `numkbqa evaluate`.

    Args:
        split: "train", "dev" or "test".

    Returns:
        Path of a JSON Lines file inside the package.

    Raises:
        UserError: there is no such split.
    """
    if split not in SPLITS:
        raise UserError(f"There is no split {split!r}.", remedy=f"Choose one of {', '.join(SPLITS)}.")
    return Path(__file__).parent / "questions" / f"{split}.jsonl"
