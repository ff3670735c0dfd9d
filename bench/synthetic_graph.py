"""A large synthetic graph as N-Triples, written as fast as a disk takes it: for measuring, not for meaning.

About one entity per eight facts; 200 relations as skewed as those of real graphs; hubs among heads and tails;
10 % of the facts numeric, of 13 relations: integers, decimals (negative ones too), years, months and days;
five of these relations with a unit; an English label for every second entity. About 110 bytes a line. On
request also classes with as many members as one likes, which are facts beside the others.

    python -m bench.synthetic_graph 10M -o graph.nt [--seed 0] [--classes 1M 100k]
"""

import argparse
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from bench.byte_lines import Bytes, Ints, digits_of, repeated, rows_of, squeezed

from numkbqa.files import write_aside

BASE: Final = "http://synth.example/"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
LABEL: Final = "http://www.w3.org/2000/01/rdf-schema#label"
TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
UNIT: Final = "http://schema.org/unitText"

ENTITY_RELATIONS: Final = 200
NUMERIC_SHARE: Final = 0.1
FACTS_PER_ENTITY: Final = 8
LABELLED: Final = 2
"""Every second entity has a label."""

BYTES_PER_FACT: Final = 125
"""Size of the file, labels included, rounded up."""

_BLOCK = 100_000

# Primes above any number of entities: multiples of one, modulo that number, scatter the hubs over the graph,
# no two on one entity. Hubs among heads are not those among tails.
_HEAD_STEP, _TAIL_STEP = 2_654_435_761, 4_294_967_291


class Numeric(NamedTuple):
    """How the values of a numerical relation are made: a whole part, and what may follow it."""

    name: str
    datatype: str
    low: int
    high: int
    ending: str = ""
    sign: str = ""
    unit: str | None = None


HUNDREDTHS, MONTHS, DAYS = "hundredths", "months", "days"

NUMERIC: Final = (
    Numeric("population", "integer", 1, 10_000_000),
    Numeric("employees", "integer", 1, 100_000),
    Numeric("pages", "integer", 10, 1_500),
    Numeric("length", "integer", 1, 7_000, unit="km"),
    Numeric("elevation", "integer", 0, 8_900, unit="m"),
    Numeric("depth", "integer", 1, 11_000, sign="-", unit="m"),
    Numeric("mass", "decimal", 0, 20_000, HUNDREDTHS, unit="kg"),
    Numeric("height", "decimal", 0, 3, HUNDREDTHS, unit="m"),
    Numeric("rating", "decimal", 0, 10, HUNDREDTHS),
    Numeric("balance", "decimal", 1, 1_000_000, HUNDREDTHS, sign="-"),
    Numeric("founded", "gYear", 1000, 2026),
    Numeric("released", "gYearMonth", 1900, 2026, MONTHS),
    Numeric("born", "date", 1800, 2026, DAYS),
)

_ENDINGS: Final = {
    "": [""],
    HUNDREDTHS: [f".{i:02}" for i in range(100)],
    MONTHS: [f"-{month:02}" for month in range(1, 13)],
    DAYS: [f"-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)],
}


class Written(NamedTuple):
    """What a file holds: lines of each sort, and its size."""

    facts: int
    entities: int
    labels: int
    units: int
    bytes: int


def class_id(number: int) -> str:
    """Id of one of the classes of `write_graph`, numbered from 0."""
    return f"{BASE}class/{number}"


def write_graph(path: Path, facts: int, seed: int = 0, classes: Sequence[int] = ()) -> Written:
    """Write a graph; equal arguments give equal files.

    Args:
        path: the file to write.
        facts: number of facts, numeric ones included; some repeat, as hubs meet hubs.
        seed: of the random numbers.
        classes: number of members of each class; at most all entities become members of one.

    Returns:
        What was written; labels and units are lines beside the facts, memberships are facts.
    """
    entities = max(facts // FACTS_PER_ENTITY, 1)
    sizes = [min(size, entities) for size in classes]
    units = [row for row in NUMERIC if row.unit]
    labels = np.arange(0, entities, LABELLED)
    with write_aside(path) as aside, aside.open("wb") as file:
        file.write("".join(f'<{_number(row)}> <{UNIT}> "{row.unit}" .\n' for row in units).encode())
        for block in _fact_blocks(facts, entities, np.random.default_rng(seed)):
            file.write(block.data)
        for number, size in enumerate(sizes):
            for block in _member_blocks(number, size, entities, np.random.default_rng((seed, number))):
                file.write(block.data)
        for first in range(0, len(labels), _BLOCK):
            file.write(_label_lines(labels[first : first + _BLOCK]).data)
        size = file.tell()
    return Written(facts + sum(sizes), entities, len(labels), len(units), size)


def _fact_blocks(facts: int, entities: int, rng: np.random.Generator) -> Iterator[Bytes]:
    lines = _FactLines(entities)
    for first in range(0, facts, _BLOCK):
        yield lines.draw(min(_BLOCK, facts - first), rng)


def _member_blocks(number: int, size: int, entities: int, rng: np.random.Generator) -> Iterator[Bytes]:
    """Lines that make random entities members of a class."""
    members = rng.permutation(entities)[:size]
    for first in range(0, size, _BLOCK):
        some = members[first : first + _BLOCK]
        ending = f"> <{TYPE}> <{class_id(number)}> .\n"
        digits = digits_of(some, len(str(entities)))
        yield squeezed([repeated(f"<{BASE}entity/", len(some)), digits, repeated(ending, len(some))])


class _FactLines:
    """Draws facts, each as: head number, words of its relation, whole number, its ending, end of line."""

    def __init__(self, entities: int) -> None:
        self.entities = entities
        self.digits = len(str(max(entities, *(row.high for row in NUMERIC))))
        self.middle = rows_of(_middles())
        self.end = rows_of(_ends())
        self.endings = rows_of([ending for endings in _ENDINGS.values() for ending in endings])
        ranges = np.array([_range(row) for row in NUMERIC])
        self.low, self.high, self.first_ending, self.num_endings = ranges.T

    def draw(self, count: int, rng: np.random.Generator) -> Bytes:
        """The bytes of some random facts."""
        is_numeric = rng.random(count) < NUMERIC_SHARE
        which = rng.integers(0, len(NUMERIC), count)
        relation = np.where(is_numeric, ENTITY_RELATIONS + which, zipf(rng, ENTITY_RELATIONS, count))
        head = np.where(
            is_numeric, rng.integers(0, self.entities, count), self._entities(rng, count, 0.3, _HEAD_STEP)
        )
        number = rng.integers(self.low[which], self.high[which])
        whole = np.where(is_numeric, number, self._entities(rng, count, 0.5, _TAIL_STEP))
        ending = np.where(is_numeric, self.first_ending[which] + rng.integers(0, self.num_endings[which]), 0)
        parts = [
            repeated(f"<{BASE}entity/", count),
            digits_of(head, self.digits),
            self.middle[relation],
            digits_of(whole, self.digits),
            self.endings[ending],
            self.end[relation],
        ]
        return squeezed(parts)

    def _entities(self, rng: np.random.Generator, count: int, hub_share: float, step: int) -> Ints:
        """Random entities, that share of them drawn so that a few become hubs; `step` says which."""
        return np.where(
            rng.random(count) < hub_share,
            (zipf(rng, self.entities, count) + 1) * step % self.entities,
            rng.integers(0, self.entities, count),
        )


def zipf(rng: np.random.Generator, size: int, count: int, exponent: float = 1.1) -> Ints:
    """Numbers below `size`, 0 the commonest, falling off by a power law (by the inverse of its integral).

    Args:
        rng: where randomness comes from.
        size: how many different numbers there are.
        count: how many to draw.
        exponent: of the power law, not 1.

    Returns:
        The numbers, shape (count,).
    """
    power = 1 - exponent
    spread = rng.random(count) * ((size + 1.0) ** power - 1) + 1
    numbers: Ints = np.minimum(spread ** (1 / power), size).astype(np.int64) - 1
    return numbers


def _number(row: Numeric) -> str:
    return f"{BASE}number/{row.name}"


def _middles() -> list[str]:
    between = [f"> <{BASE}relation/r{i}> <{BASE}entity/" for i in range(ENTITY_RELATIONS)]
    return between + [f'> <{_number(row)}> "{row.sign}' for row in NUMERIC]


def _ends() -> list[str]:
    return ["> .\n"] * ENTITY_RELATIONS + [f'"^^<{XSD}{row.datatype}> .\n' for row in NUMERIC]


def _range(row: Numeric) -> tuple[int, int, int, int]:
    """Whole part of a relation's values, and which rows of all endings may follow it."""
    names = list(_ENDINGS)
    before = sum(len(_ENDINGS[name]) for name in names[: names.index(row.ending)])
    return row.low, row.high, before, len(_ENDINGS[row.ending])


def _label_lines(entity: Ints) -> Bytes:
    count, width = len(entity), len(str(entity[-1]))
    parts = [
        repeated(f"<{BASE}entity/", count),
        digits_of(entity, width),
        repeated(f'> <{LABEL}> "Entity ', count),
        digits_of(entity, width),
        repeated('"@en .\n', count),
    ]
    return squeezed(parts)


def amount(text: str) -> int:
    """A number of facts as people write it: "50000", "300k", "10M".

    Args:
        text: what was written.

    Returns:
        The number.

    Raises:
        argparse.ArgumentTypeError: it is no positive number.
    """
    scale = {"k": 1_000, "M": 1_000_000}.get(text[-1:], 1)
    digits = text if scale == 1 else text[:-1]
    if not digits.isascii() or not digits.isdecimal() or int(digits) == 0:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of facts, such as 50000, 300k or 10M')
    return int(digits) * scale


def check_space(folder: Path, needed: int) -> None:
    """Stop when a folder's disk has less free space than needed, in bytes."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise SystemExit(f"{folder}: {needed / 1e9:.1f} GB are needed, {free / 1e9:.1f} GB are free")


def main() -> None:
    """Write one graph and say what it holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("facts", type=amount)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--classes", nargs="+", type=amount, default=[], help="members of each class")
    options = parser.parse_args()
    facts = options.facts + sum(options.classes)
    check_space(options.output.absolute().parent, facts * BYTES_PER_FACT)
    start = time.perf_counter()
    written = write_graph(options.output, options.facts, options.seed, options.classes)
    seconds = time.perf_counter() - start
    lines = written.facts + written.labels + written.units
    print(f"{options.output}: {lines:,} lines, {written.bytes / 1e9:.2f} GB, {lines / seconds:,.0f} lines/s")
    print(", ".join(f"{name} {value:,}" for name, value in written._asdict().items()))


if __name__ == "__main__":
    main()
