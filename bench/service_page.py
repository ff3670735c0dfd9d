"""The page of `bench.service_load`: tables in Markdown."""

from typing import Any, Final

from bench.ingest_page import environment_lines

from numkbqa.experiments.markdown import table

Json = dict[str, Any]

_INTRODUCTION: Final = """\
# The service under load

This file is generated; to change it, measure again, or make it of saved measurements:

```sh
python -m bench.service_load MODEL QUESTIONS --json runs/service.json --markdown docs/service_load.md
python -m bench.service_load --render runs/service.json --markdown docs/service_load.md
```

`numkbqa serve` in a process of its own, and clients on the same machine that keep their connections and
ask distinct questions, each as soon as its last one is answered. "In process" is the reference: the same
questions through `Answerer.ask`, one by one, without HTTP. The ratio is that of requests a second (above 1
the service is faster: questions that wait are answered together)."""


_OWN: Final = """\
It is what the process itself owns (`RssAnon`), and what the bound is on: 2 % in the second half. Resident
memory (`VmRSS`) counts as well the pages of mapped files that were read, above all those of the graph: they
grow as questions come to parts of the graph that none has come to before, up to the size of the files, are
shared by all processes that map them, and the system takes them back when it needs the room. Of what is
allocated, the vectors of numbers grow for as long as the graph has numbers that were never compared, up to
500,000 of them."""


def page(document: Json) -> str:
    """The whole page.

    Args:
        document: the measurements of `bench.service_load`.

    Returns:
        Markdown.
    """
    parts = [
        _INTRODUCTION,
        f"## Throughput and latency: {document['model']}\n\n{_levels(document)}\n\n{_same(document)}",
        f"## Memory\n\n{_memory(document['memory'])}",
        f"## Overload\n\n{_overload(document['overload'])}",
        f"## The end\n\nSIGTERM: exit code {document['exit_code']}.",
        environment_lines(document),
    ]
    return "\n\n".join(parts) + "\n"


def _levels(document: Json) -> str:
    header = ["clients", "requests", "requests/s", "ratio", "p50", "p95", "p99", "mean batch", "not answered"]
    alone = document["reference"]
    rows = [["in process", *_figures(alone, alone), "1", "0"]]
    for row in document["levels"]:
        failed = sum(count for status, count in row["statuses"].items() if int(status) != 200)
        rows.append([str(row["clients"]), *_figures(row, alone), f"{row['batch']:.1f}", str(failed)])
    return table(header, rows)


def _figures(row: Json, alone: Json) -> list[str]:
    times = [f"{row[name]:,.0f} ms" for name in ("p50", "p95", "p99")]
    ratio = row["per_second"] / alone["per_second"]
    return [f"{row['requests']:,}", f"{row['per_second']:,.1f}", f"{ratio:.2f}", *times]


def _same(document: Json) -> str:
    share = 100 * document["same_answers"]
    return (
        f"{document['questions']:,} questions in the file. Of those that both sides were asked, "
        f"{share:.1f} % got the same answers."
    )


def _memory(memory: Json) -> str:
    header = ["requests", "allocated", "resident"]
    rows = [
        [f"{row['requests']:,}", *(_mebibytes(row[name]) for name in ("own", "resident"))]
        for row in memory["rows"]
    ]
    growth = 100 * memory["growth_of_second_half"]
    verdict = "flat" if memory["flat"] else "not flat"
    told = f"Allocated memory is {verdict}: the second half of the requests changes it by {growth:+.1f} %."
    return f"{table(header, rows, left=0)}\n\n{told} {_OWN} {_statuses(memory['statuses'])}"


def _mebibytes(count: int) -> str:
    return f"{count / 2**20:,.0f} MiB"


def _overload(flood: Json) -> str:
    answered, refused = flood["answered"], flood["refused"]
    return (
        f"{flood['clients']} clients ask at once, four questions each, for {flood['seconds']:.0f} s. "
        f"{_statuses(flood['statuses'])} An answer took {answered['p50']:,.0f} ms (p50), "
        f"{answered['p99']:,.0f} ms (p99); a refusal {refused['p50']:,.0f} ms (p50), "
        f"{refused['p99']:,.0f} ms (p99). A question afterwards: {flood['status_afterwards']}."
    )


def _statuses(statuses: Json) -> str:
    told = ", ".join(f"{count:,} x {status}" for status, count in sorted(statuses.items()))
    return f"Responses: {told}."
