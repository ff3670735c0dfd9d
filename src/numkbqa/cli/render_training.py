"""What `train` says at its end: how well the model does on the questions that selected it, and what next."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from numkbqa.cli.output import summary


def render_training(output: Path, report: Mapping[str, Any]) -> list[RenderableType]:
    """Lay out the report of a training run; its stages in full are left to `--json`.

    Args:
        output: folder of the model.
        report: `TrainingReport.to_json()`.

    Returns:
        A table, and the command that comes next.
    """
    questions, tuning = report["questions"], report["stages"].get("fine-tuning", {})
    rows = {
        "questions from files": questions["real"],
        "questions made out of the graph": questions["pseudo"],
        "questions that selected": questions["dev"],
        **_chosen(tuning),
        "seconds": sum(report["seconds"].values()),
        "peak memory bytes": report["peak_memory_bytes"],
    }
    return [summary(f"Model {output}", rows), Text(f'next: numkbqa ask {output} "..."')]


def _chosen(tuning: Mapping[str, Any]) -> dict[str, float]:
    """Hits@1 of the epoch that was kept, which is what it was kept for and so a little too high."""
    kept = [scores for epoch, *scores in tuning.get("selections", ()) if epoch == tuning["best_epoch"]]
    return {"their Hits@1, ordinal": kept[0][0], "their Hits@1, all": kept[0][1]} if kept else {}
