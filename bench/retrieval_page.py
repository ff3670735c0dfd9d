"""The page of `bench.retrieval`: tables in Markdown."""

from typing import Any, Final

from bench.ingest_page import environment_lines

from numkbqa.experiments.markdown import table

Json = dict[str, Any]

_INTRODUCTION: Final = """\
# Speed of retrieval

This file is generated; to change it, measure again, or make it of saved measurements:

```sh
python -m bench.retrieval --kb freebase=KB,QUESTIONS --json runs/retrieval.json \\
    --markdown docs/retrieval_speed.md
python -m bench.retrieval --render runs/retrieval.json --markdown docs/retrieval_speed.md
```

The subgraph of a question: topic entities and relevance of relations in, entities and facts out. A single
process, one question at a time, warm; median and 95th percentile. "Reference" is the same retrieval written
plainly in scipy: the whole two-hop matrix, power iteration, cut. It knows no order-aware retrieval, so that
the ratio is that of the median without it, on the same tasks (above 1 ours is faster). "Shared" is the share
of our entities that the reference keeps too; it cannot be 100 % everywhere, for hubs are not walked through.
Relevances are random: time does not depend on words."""


def page(document: Json) -> str:
    """The whole page.

    Args:
        document: the measurements of `bench.retrieval`.

    Returns:
        Markdown.
    """
    graphs = [part for graph in document["graphs"] for part in (_heading(graph), _table(graph))]
    return "\n\n".join([_INTRODUCTION, *graphs, environment_lines(document)]) + "\n"


def _heading(graph: Json) -> str:
    return (
        f"## {graph['graph']}, subgraphs of {graph['max_entities']} entities\n\n"
        f"{graph['entities']:,} entities, {graph['facts']:,} facts, {graph['numeric_facts']:,} numeric facts."
    )


def _table(graph: Json) -> str:
    header = [
        "topics", "tasks", "order-aware", "without", "tasks of the reference", "reference", "ratio", "shared",
    ]  # fmt: skip
    return table(header, [_row(row) for row in graph["kinds"]])


def _row(row: Json) -> list[str]:
    ratio = row["reference_ms"]["p50"] / row["ours_same_tasks_ms"]["p50"]
    return [
        row["kind"],
        f"{row['tasks']:,}",
        _milliseconds(row["ours_ms"]),
        _milliseconds(row["without_order_ms"]),
        f"{row['reference_tasks']:,}",
        _milliseconds(row["reference_ms"]),
        f"{ratio:,.1f}",
        f"{100 * row['shared']:.0f} %",
    ]


def _milliseconds(found: Json) -> str:
    return f"{found['p50']:,.1f}, {found['p95']:,.1f} ms"
