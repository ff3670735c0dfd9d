import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numkbqa.experiments.definition import Definition
from numkbqa.experiments.figures import SYSTEMS, Graded, figures
from tests.support.made_by import MADE_BY

COUNTRIES = ("Avala", "Borno", "Cerra", "Dunia", "Elbia", "Faros", "Gotha", "Hanar")
CITIES = ("Port", "Hill", "Lake", "Ford")

SMALL: dict[str, Any] = {
    "encoder": "tiny",
    "augmentation.at_least": 20,
    "number_data.guided": 10,
    "number_data.varied": 10,
    "number_data.train": 40,
    "number_data.dev": 10,
    "number_data.max_numbers": 6,
    "number_training.qind_epochs": 1,
    "number_training.qgnd_epochs": 1,
    "basic_training.epochs": 1,
    "fine_tuning.epochs": 1,
    "nsm.width": 8,
    "numbers.width": 8,
    "numbers.heads": 2,
}
"""Settings with which everything runs in seconds."""


def _graph() -> tuple[list[str], list[str], list[str]]:
    facts, numbers, names = [], [], []
    for c, country in enumerate(COUNTRIES):
        names.append(f"{country}\t{country}")
        facts += [f"{country}\tcontinent\tTerra", f"{country}\ttype\tcountry"]
        numbers.append(f"{country}\tarea\t{1000 + 37 * c}\txsd:integer")
        for k, kind in enumerate(CITIES):
            city = f"{country}_{kind}"
            names.append(f"{city}\t{kind} {country}")
            facts += [f"{city}\tlocated in\t{country}", f"{city}\ttype\tcity"]
            numbers.append(f"{city}\tpopulation\t{5000 + 911 * ((3 * k + c) % 4) + 13 * c}\txsd:integer")
            numbers.append(f"{city}\tdate of foundation\t{1200 + 50 * ((k + 2 * c) % 4) + c}\txsd:gYear")
    return facts, numbers, names


def _question(number: int, text: str, topic: str, answer: str, ordinal: bool) -> str:
    line = {"id": f"q{number}", "question": text, "topic_entities": [topic], "answers": [{"id": answer}]}
    return json.dumps({**line, "ordinal": ordinal, "answer_kind": "entity" if number % 2 else "value"})


def _questions(countries: tuple[str, ...], start: int) -> list[str]:
    lines = []
    for c, country in enumerate(countries, start=start):
        largest = max(range(4), key=lambda k, c=c: (3 * k + c) % 4)  # type: ignore[misc]
        first = min(range(4), key=lambda k, c=c: (k + 2 * c) % 4)  # type: ignore[misc]
        lines += [
            _question(
                3 * c,
                f"what is the largest city in {country}?",
                country,
                f"{country}_{CITIES[largest]}",
                True,
            ),
            _question(
                3 * c + 1,
                f"which city in {country} was founded first?",
                country,
                f"{country}_{CITIES[first]}",
                True,
            ),
            _question(
                3 * c + 2,
                f"which country is Port {country} located in?",
                f"{country}_Port",
                country,
                False,
            ),
        ]
    return lines


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a small graph and two question files."""
    folder = tmp_path_factory.mktemp("data")
    facts, numbers, names = _graph()
    files = {
        "triples.tsv": facts,
        "numbers.tsv": numbers,
        "names.tsv": names,
        "train.jsonl": _questions(COUNTRIES[:6], 0),
        "dev.jsonl": _questions(COUNTRIES[6:], 6),
    }
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def definition() -> Definition:
    """A training experiment on the small graph, with everything that a definition can say."""
    return Definition.model_validate(
        {
            "name": "small",
            "title": "A small one",
            "kind": "train",
            "about": "Made for a test.",
            "paper": {
                "source": "a table",
                "figures": [{"system": "NSM", "data": "somewhere", "all": 68.5, "ordinal": 33.3}],
            },
            "kb": ["triples.tsv", "numbers.tsv", "names.tsv"],
            "train": ["train.jsonl"],
            "holdout": {"file": "train.jsonl", "share": 0.2, "seed": 0},
            "evaluate": {"dev": "dev.jsonl"},
            "breakdown": {"odd": {"answer_kind": "entity", "ordinal": True}},
            "headline": "odd",
            "settings": SMALL,
        }
    )


@pytest.fixture(scope="module")
def known(definition: Definition) -> Iterator[None]:
    """While it is in use, `small` is a packaged experiment, so that tables can name its data."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("numkbqa.experiments.catalogue._all", lambda: {"small": definition})
        yield


def graded(name: str, *, hit: float, cell: str | None) -> Graded:
    hits = dict.fromkeys(SYSTEMS, 0.0) | {"nt_nsm": hit, "subgraph": 1.0, "pruned": 1.0}
    return Graded(name, cell is not None, cell, hits, hit)


@pytest.fixture
def result(definition: Definition) -> dict[str, Any]:
    """The result of a training experiment, as its file holds it: two questions, both answered."""
    questions = [graded("a", hit=1, cell="size_max"), graded("b", hit=1, cell=None)]
    own = figures(questions, {"odd": lambda one: one.id == "a"})
    training = {"questions": {"real": 3, "pseudo": 1, "dev": 1}, "seconds": {"basic": 3.0}}
    return {
        "name": "small",
        "title": "A small one",
        "kind": "train",
        "definition": definition.model_dump(mode="json"),
        "overrides": [],
        "seeds": [0],
        **MADE_BY,
        "data": {"train.jsonl": "0123456789abcdef"},
        "runs": [
            {
                "variant": "default",
                "config": {"basic": "nsm"},
                "seed": 0,
                "training": training,
                "evaluation": {"dev": {"figures": own}},
                "seconds": {"training": 61.0, "all": 70.0},
                "peak_memory_bytes": 2**30,
            }
        ],
        "mean": {"default": {"dev": own}},
        "seconds": 725.0,
    }
