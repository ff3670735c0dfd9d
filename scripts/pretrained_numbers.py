"""Make the pre-trained NumericalTransformer of the package, out of generated numbers and the world graph.

.venv/bin/python -m scripts.pretrained_numbers

Its questions are the training split of the world's and such as are made from the graph, none about a topic of
the dev or test split. It takes some minutes; its scores stand in the manifest that it writes.
"""

import random
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from numkbqa.config import load_settings
from numkbqa.kb import build_kb
from numkbqa.training.pretrain import pretrain
from numkbqa.training.pretrained_numbers import SHIPPED
from numkbqa.training.settings import Settings
from numkbqa.world import question_file, write_world_graph

COUNT: Final = 2000
"""Numbers of each generated relation."""

SETTINGS: Final = (
    "number_training.start=random",
    "number_training.qind_epochs=3",
    "number_data.determiners=all",
    "number_data.max_k=10",
    "number_data.max_numbers=30",
    "number_data.guided=1000",
    "augmentation.at_least=1000",
    "augmentation.plain_share=0",
)

Draw = Callable[[random.Random], str]


def _day(rng: random.Random) -> str:
    return f"{rng.randint(1700, 2030)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


KINDS: Final[dict[str, tuple[str, Draw]]] = {
    "number of things": ("xsd:integer", lambda rng: str(round(10 ** rng.uniform(0, 9)))),
    "small number": ("xsd:integer", lambda rng: str(rng.randint(0, 3000))),
    "measure": ("xsd:decimal", lambda rng: f"{Decimal(f'{10 ** rng.uniform(-3, 6):.4g}'):f}"),
    "balance": ("xsd:decimal", lambda rng: f"{rng.choice([-1, 1]) * 10 ** rng.uniform(-1, 7):.2f}"),
    "temperature": ("xsd:decimal", lambda rng: f"{rng.uniform(-273, 500):.1f}"),
    "year": ("xsd:gYear", lambda rng: str(rng.randint(1000, 2030))),
    "day": ("xsd:date", _day),
    "date": ("", lambda rng: _day(rng)[: rng.choice([4, 7, 10])]),
}
"""Name of each generated relation, with the datatype of its numbers and how one is drawn."""

DATE_TYPES: Final = {4: "xsd:gYear", 7: "xsd:gYearMonth", 10: "xsd:date"}


def write_numbers(path: Path, seed: int = 0) -> None:
    """Write generated numbers: many magnitudes, negative ones, dates of mixed precision.

    Args:
        path: TSV file to write.
        seed: seed of all chance.
    """
    rng = random.Random(seed)
    lines = []
    for name, (datatype, draw) in KINDS.items():
        for number in range(COUNT):
            value = draw(rng)
            lines.append(f"thing {number}\t{name}\t{value}\t{datatype or DATE_TYPES[len(value)]}\n")
    path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Make the weights and print their scores."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_world_graph(folder / "world.nt")
        write_numbers(folder / "numbers.tsv")
        build_kb([folder / "world.nt", folder / "numbers.tsv"], folder / "kb")
        files = [[question_file(split)] for split in ("train", "dev", "test")]
        report = pretrain(folder / "kb", SHIPPED, load_settings(Settings, None, SETTINGS), *files)
    print(report.to_json())


if __name__ == "__main__":
    main()
