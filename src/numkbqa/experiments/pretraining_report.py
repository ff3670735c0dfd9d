"""Tables of experiments of kind `pretraining`."""

from collections.abc import Mapping, Sequence
from typing import Any

from numkbqa.experiments.markdown import duration, percent, table

Json = Mapping[str, Any]

NOTE = (
    "Direct Hits@1 on test instances with unseen numbers; top: nearer to the largest, bottom: nearer to "
    "the smallest; k1 to k5: the answer's rank from the nearer end. Time includes making and "
    "embedding the instances."
)
SIZED_NOTE = (
    "Sets of exactly N unseen numbers of one relation. A size or a k beyond those of training is none that "
    "training ever showed; of such a k it never showed the words either."
)


def pretraining_section(result: Json) -> list[str]:
    """The body of a result of kind `pretraining`.

    Args:
        result: document of `run_experiment`.

    Returns:
        Parts in Markdown: hits over all sizes, and by size where sizes were measured apart.
    """
    runs = result["runs"]
    parts = [_hits_table(runs), NOTE]
    if any(run.get("hits1_by_size") for run in runs):
        parts += [_size_table(runs), SIZED_NOTE]
    return parts


def _hits_table(runs: Sequence[Json]) -> str:
    keys = ["all", "top", "bottom", *_ranks(run["hits1"] for run in runs)]
    guided = any(run.get("hits1_qgnd") for run in runs)
    rows = [
        [
            run["variant"],
            str(run["max_k"]),
            str(run["seed"]),
            str(run["instances"]["test"]),
            *(percent(run["hits1"].get(key)) for key in keys),
            *([percent(run["hits1_qgnd"].get("all"))] if guided else []),
            str(sum(run["steps"].values())),
            duration(run["seconds"]),
        ]
        for run in runs
    ]
    header = ["NumericalTransformer", "k up to", "seed", "n", *keys, *(["QGND"] if guided else [])]
    return table([*header, "steps", "time"], rows)


def _size_table(runs: Sequence[Json]) -> str:
    found = [(run, size, hits) for run in runs for size, hits in run.get("hits1_by_size", {}).items()]
    keys = ["all", "top", "bottom", *_ranks(hits for _, _, hits in found)]
    rows = [
        [
            run["variant"],
            str(run["config"]["number_data"]["max_numbers"]),
            str(run["max_k"]),
            str(run["seed"]),
            size,
            *(percent(hits.get(key)) for key in keys),
        ]
        for run, size, hits in found
    ]
    header = ["NumericalTransformer", "trained N up to", "trained k up to", "seed", "N", *keys]
    return table(header, rows)


def _ranks(hits: Any) -> list[str]:
    found = {int(key[1:]) for one in hits for key in one if key[0] == "k"}
    return [f"k{k}" for k in range(1, max(found, default=0) + 1)]
