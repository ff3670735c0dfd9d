import io
from pathlib import Path
from typing import Any

from rich.console import Console

from numkbqa.cli.render_training import render_training

REPORT: dict[str, Any] = {
    "questions": {"real": 0, "pseudo": 166, "dev": 18},
    "stages": {
        "classifier": {"training_accuracy": 100.0},
        "fine-tuning": {
            "best_epoch": 3,
            "losses": [1.9, 1.7],
            "selections": [[2, 20.0, 30.0], [3, 40.0, 50.0]],
        },
    },
    "seconds": {"numbers": 10.0, "fine-tuning": 6.25},
    "peak_memory_bytes": 731_705_344,
}


def shown(report: dict[str, Any]) -> str:
    console = Console(width=100, file=io.StringIO())
    with console.capture() as capture:
        for part in render_training(Path("model"), report):
            console.print(part, highlight=False)
    return capture.get()


def row(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if name in line).split("│")[2].strip()


def test_the_end_of_training_says_how_good_it_is_and_what_comes_next() -> None:
    text = shown(REPORT)
    assert row(text, "questions made out of the graph") == "166"
    assert (row(text, "their Hits@1, ordinal"), row(text, "their Hits@1, all")) == ("40", "50")
    assert row(text, "seconds") == "16.25"
    assert 'next: numkbqa ask model "..."' in text
    assert "losses" not in text


def test_without_selection_no_figure_is_shown() -> None:
    assert "Hits@1" not in shown(REPORT | {"stages": {"fine-tuning": {"best_epoch": None, "selections": []}}})
