"""The page of `bench.nsm_epoch`: tables in Markdown."""

from typing import Any, Final

from bench.ingest_page import environment_lines
from bench.number_embedding import Row

from numkbqa.experiments.markdown import table

Json = dict[str, Any]

PUBLIC: Final = {
    ("s500", 1): "7.0-7.5",
    ("s500", 2): "6.0-6.2",
    ("s2000", 1): "36-42",
    ("s2000", 2): "30-36",
}
"""Seconds an epoch of the public implementation of NSM's authors, by set and threads.

Measured once, on another machine of two cores, on sets of the same sizes; constants, not part of a run.
"""

PUBLIC_MEMORY: Final = {"s500": "1.3 GB", "s2000": "3.6 GB"}

_INTRODUCTION: Final = """\
# Speed of training

This file is generated; to change it, measure again, or make it of saved measurements:

```sh
python -m bench.nsm_epoch --json runs/nsm_epoch.json --markdown docs/training_speed.md
python -m bench.nsm_epoch --render runs/nsm_epoch.json --markdown docs/training_speed.md
```

An epoch of NSM on synthetic questions in the official format, in the setting of its paper: batch 40, width
50, three steps, Adam, dropout .3 of words and .2 of everything before a linear layer, word vectors read by an
LSTM. Every question has its own subgraph.

- **Reference**: the same model as public implementations compute it, in the same run
  (`bench/nsm_reference.py`): every question padded to the largest subgraph, sparse matrices built for each
  batch, one vector a fact.
- **Ours**: one message per distinct (question, relation), one sparse product a step with exact gradients, no
  padding over entities, the entity update in blocks that stay in the cache
  (`reasoning/message_passing.py`, `relation_messages.py`, `entity_step.py`). A batch has as many parts as
  there are threads, and each is reasoned upon by one of them (`training/side_by_side.py`). Batches are formed
  anew in every epoch, ahead by another thread, or formed once and kept (`keep_batches`), which shuffles their
  order only.
- **Public**: what the authors' own code needs on a machine with two cores and on sets of these sizes. These
  are constants, measured once elsewhere: compare orders of magnitude.

Ratios are times of the reference divided by ours in the same run: above 1 ours is faster. Seconds are the
best epoch after a first one. Dropout masks are cut at random places out of a pool of 4 million, drawn once:
every value is dropped with the paper's probability, but masks repeat pieces of each other, and in a step
entities 4096 places apart share one.

On a GPU the same code runs with `python -m bench.nsm_epoch --device cuda --no-reference`, which tells epoch
times and the highest memory of the device. That has not been done yet, for want of a GPU."""


def page(document: Json) -> str:
    """The whole page.

    Args:
        document: the measurements of `bench.nsm_epoch`.

    Returns:
        Markdown.
    """
    parts = [part for one in document["sets"] for part in (_heading(one), _table(one))]
    device = f"- NSM runs on `{document['device']}`"
    about = f"{environment_lines(document)}\n{device}"
    return "\n\n".join([_INTRODUCTION, *parts, *_numbers(document["numbers"]), about]) + "\n"


def _numbers(numbers: Json) -> tuple[str, str]:
    rows = [Row(**row) for row in numbers["rows"]]
    text = (
        f"## {numbers['count']} numbers of a question\n\n"
        f"A question and numbers that no one has asked for, embedded by the NumericalTransformer after the "
        f"encoder (`{numbers['encoder']}`); median milliseconds. "
        "`python -m bench.number_embedding` prints this alone."
    )
    cells = [
        [row.way, f"{row.encoder:.1f}", f"{row.transformer:.1f}", f"{rows[0].total / row.total:.1f}"]
        for row in rows
    ]
    return text, table(["way", "encoder", "NumericalTransformer", "ratio"], cells)


def _heading(one: Json) -> str:
    found = one["difference"]
    return (
        f"## {one['set']}: {one['questions']} questions, {one['entities']:,.0f} entities and "
        f"{one['facts']:,.0f} facts each\n\n"
        f"In double precision without dropout, both ways give the loss {found['loss']:.6f} "
        f"(difference {found['loss_difference']:.0e}); their gradients differ by "
        f"{found['gradient_difference']:.0e} of the largest. "
        f"Reading the JSON takes {one['build_seconds']:.1f} s once, opening what it left on the disk "
        f"{one['open_seconds']:.2f} s."
    )


def _table(one: Json) -> str:
    header = ["way", "threads", "s an epoch", "processor s", "ratio", "peak memory", "public code, s"]
    return table(header, [_row(one, run) for run in one["runs"]])


def _row(one: Json, run: Json) -> list[str]:
    reference = next((r for r in one["runs"] if _is_reference(r) and r["threads"] == run["threads"]), None)
    memory = run["device_memory_bytes"] or run["peak_memory_bytes"]
    return [
        "reference" if _is_reference(run) else f"ours, {run['way']}",
        str(run["threads"]),
        f"{run['seconds']:.2f}",
        f"{run['processor_seconds']:.2f}",
        "-" if reference is None else f"{reference['seconds'] / run['seconds']:.1f}",
        f"{memory / 1e9:.1f} GB",
        _public(one["set"], run),
    ]


def _public(name: str, run: Json) -> str:
    seconds = PUBLIC.get((name, run["threads"]))
    return "-" if seconds is None else f"{seconds} ({PUBLIC_MEMORY[name]})"


def _is_reference(run: Json) -> bool:
    return str(run["way"]) == "reference"
