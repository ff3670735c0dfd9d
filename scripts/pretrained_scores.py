"""Score the NumericalTransformer of the package on sets of numbers that its training did not hold.

.venv/bin/python -m scripts.pretrained_scores

It prints the table of `reasoning/numerical/PRETRAINED.md`. The numbers are drawn as those of the training
were, with another seed; of each relation those are left out that training had.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from scripts.pretrained_numbers import SETTINGS, write_numbers

from numkbqa.config import load_settings
from numkbqa.experiments.markdown import percent, table
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.qind import RelationValues, distinct_values, generate_qind
from numkbqa.training.number_data import encode_instances
from numkbqa.training.number_stage import percent_hits
from numkbqa.training.pretrained_numbers import SHIPPED, read_pretrained
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench

SIZES: Final = (10, 30, 50, 100, 500)
"""Numbers of a set; training had up to 30."""

MAX_K: Final = 10
"""As in training."""

SEED: Final = 1
"""Of the numbers; those of the training have 0."""


def unseen_numbers(scratch: Path) -> Workbench:
    """A graph of generated numbers, ready to be asked about.

    Args:
        scratch: folder for it.

    Returns:
        The graph with the encoder and the settings of the weights.
    """
    write_numbers(scratch / "unseen.tsv", SEED)
    # a graph of numbers alone is no knowledge base to reason over
    (scratch / "facts.tsv").write_text("thing 1\tnear\tthing 2\n", encoding="utf-8")
    build_kb([scratch / "facts.tsv", scratch / "unseen.tsv"], scratch / "unseen")
    return Workbench(open_kb(scratch / "unseen"), load_settings(Settings, None, SETTINGS))


def unseen_values(workbench: Workbench, scratch: Path) -> list[RelationValues]:
    """The values of its relations that the numbers of the training do not hold.

    Args:
        workbench: as of `unseen_numbers`.
        scratch: folder for the numbers of the training.

    Returns:
        One entry a relation.
    """
    write_numbers(scratch / "seen.tsv")
    build_kb([scratch / "facts.tsv", scratch / "seen.tsv"], scratch / "seen")
    seen_kb = open_kb(scratch / "seen")
    names = [relation.name for relation in seen_kb.numerical_relations]
    seen = dict(zip(names, map(_keys, distinct_values(seen_kb)), strict=True))
    return [
        one.chosen(np.array([key not in seen[name] for key in _pairs(one)], dtype=np.bool_))
        for one in distinct_values(workbench.kb)
        for name in [workbench.kb.numerical_relations[one.relation].name]
    ]


def scores(
    workbench: Workbench, values: Sequence[RelationValues], sizes: Sequence[int], count: int
) -> dict[int, dict[str, float]]:
    """Direct Hits@1 of the package's weights.

    Args:
        workbench: as of `unseen_numbers`.
        values: values that sets are drawn of.
        sizes: numbers of a set.
        count: sets of each size.

    Returns:
        In per cent by size: "all", "top", "bottom" and "k1" to "k10".
    """
    model = workbench.new_numerical()
    read_pretrained(SHIPPED).load(model)
    found = {}
    for size in sizes:
        instances = generate_qind(
            workbench.kb,
            count=count,
            seed=SEED,
            min_numbers=size,
            max_numbers=size,
            max_k=MAX_K,
            style=workbench.settings.number_data.determiners,
            values=[one for one in values if len(one.value) >= size],
        )
        found[size] = percent_hits(model, encode_instances(instances, workbench.encoder, workbench.numbers))
    return found


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        scratch = Path(folder)
        workbench = unseen_numbers(scratch)
        found = scores(workbench, unseen_values(workbench, scratch), SIZES, 2000)
    keys = ["all", "top", "bottom", *(f"k{k}" for k in range(1, MAX_K + 1))]
    rows = [[str(size), *(percent(hits.get(key)) for key in keys)] for size, hits in found.items()]
    print(table(["numbers of a set", *keys], rows))


def _pairs(values: RelationValues) -> list[tuple[float, float]]:
    return list(zip(values.low.tolist(), values.high.tolist(), strict=True))


def _keys(values: RelationValues) -> set[tuple[float, float]]:
    return set(_pairs(values))


if __name__ == "__main__":
    main()
