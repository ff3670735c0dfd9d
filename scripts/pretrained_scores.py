"""Score the NumericalTransformer of the package on sets of numbers that its training did not hold.

.venv/bin/python -m scripts.pretrained_scores

It prints the table of `reasoning/numerical/PRETRAINED.md`. The numbers are drawn as those of the training
were, with another seed; those that the training had are left out.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from scripts.pretrained_numbers import SETTINGS, write_numbers

from numkbqa.config import load_settings
from numkbqa.experiments.markdown import percent, table
from numkbqa.experiments.pretraining_run import sized_hits
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.qind import RelationValues, distinct_values
from numkbqa.training.pretrained_numbers import SHIPPED, read_pretrained
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from numkbqa.world import write_world_graph

SIZES: Final = (10, 30, 50, 100, 500)
"""Numbers of a set; training had up to 30."""

MAX_K: Final = 10
"""As in training."""

SEED: Final = 1
"""Of the numbers; those of the training have 0."""


def unseen_numbers(scratch: Path, count: int = 2000) -> Workbench:
    """A graph of generated numbers, ready to be asked about.

    Args:
        scratch: folder for it.
        count: sets of each size to draw.

    Returns:
        The graph with the encoder and the settings of the weights.
    """
    write_numbers(scratch / "unseen.tsv", SEED)
    # a graph of numbers alone is no knowledge base to reason over
    (scratch / "facts.tsv").write_text("thing 1\tnear\tthing 2\n", encoding="utf-8")
    build_kb([scratch / "facts.tsv", scratch / "unseen.tsv"], scratch / "unseen")
    settings = load_settings(Settings, None, [*SETTINGS, f"number_data.dev={count}"])
    return Workbench(open_kb(scratch / "unseen"), settings)


def unseen_values(workbench: Workbench, scratch: Path) -> list[RelationValues]:
    """The values of its relations that the training of the weights had under no relation.

    Args:
        workbench: as of `unseen_numbers`.
        scratch: its folder, where the graph of the training is made too.

    Returns:
        One entry a relation.
    """
    write_world_graph(scratch / "world.nt")
    write_numbers(scratch / "seen.tsv")
    build_kb([scratch / "world.nt", scratch / "seen.tsv"], scratch / "seen")
    seen = {key for one in distinct_values(open_kb(scratch / "seen")) for key in _keys(one)}
    return [
        one.chosen(np.array([key not in seen for key in _keys(one)], dtype=np.bool_))
        for one in distinct_values(workbench.kb)
    ]


def scores(
    workbench: Workbench, values: Sequence[RelationValues], sizes: Sequence[int]
) -> dict[int, dict[str, float]]:
    """Direct Hits@1 of the package's weights.

    Args:
        workbench: as of `unseen_numbers`.
        values: values that sets are drawn of.
        sizes: numbers of a set.

    Returns:
        In per cent by size: "all", "top", "bottom" and "k1" to "k10".
    """
    model = workbench.new_numerical()
    read_pretrained(SHIPPED).load(model)
    return {
        size: sized_hits(workbench, model, [one for one in values if len(one.value) >= size], size, MAX_K)
        for size in sizes
    }


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        scratch = Path(folder)
        workbench = unseen_numbers(scratch)
        found = scores(workbench, unseen_values(workbench, scratch), SIZES)
    keys = ["all", "top", "bottom", *(f"k{k}" for k in range(1, MAX_K + 1))]
    rows = [[str(size), *(percent(hits.get(key)) for key in keys)] for size, hits in found.items()]
    print(table(["numbers of a set", *keys], rows))


def _keys(values: RelationValues) -> list[tuple[float, float]]:
    return list(zip(values.low.tolist(), values.high.tolist(), strict=True))


if __name__ == "__main__":
    main()
