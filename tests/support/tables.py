"""Small tables upon the data of the experiment `small` (tests/experiments/conftest.py)."""

from typing import Any

from numkbqa.experiments.definition import Definition


def table_of(**changes: Any) -> Definition:
    """A table upon the data of the small experiment."""
    return Definition.model_validate(
        {"name": "rows", "title": "Rows", "kind": "table", "data": ["small"], "seeds": [0, 1], **changes}
    )


PAPER: dict[str, Any] = {
    "source": "a table",
    "figures": [
        {"system": "NT-NSM", "data": "WebQSP", "all": 69.1, "ordinal": 46.2},
        {"system": "w/o SAM", "data": "WebQSP", "all": 68.2, "ordinal": 38.5},
    ],
}

ABLATION = table_of(
    name="ablation",
    paper=PAPER,
    full="NT-NSM",
    variants={"NT-NSM": {}, "w/o SAM": {"numbers.sam": "none"}},
)

SWEEP = table_of(
    name="mu",
    paper={
        "source": "a figure",
        "says": "Best at 0.05.",
        "figures": [{"system": "NT-NSM", "data": "WebQSP", "all": 69.1, "ordinal": 46.2, "at": 0.05}],
    },
    sweep={"setting": "comprehensive.pruning.threshold", "label": "mu", "values": [0.05, 0.5]},
    seeds=[0],
)
