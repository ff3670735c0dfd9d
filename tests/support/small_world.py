"""The toy world as a graph on disk, and settings with which a whole training run takes seconds."""

import dataclasses
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from numkbqa.config import load_settings
from numkbqa.kb import build_kb, open_kb
from numkbqa.training.checkpoint import WEIGHTS, System, load_system, load_weights
from numkbqa.training.manifest import MANIFEST
from numkbqa.training.settings import Settings
from numkbqa.training.train import TrainingReport
from numkbqa.training.workbench import Workbench
from numkbqa.values import Kind, Value
from tests.support.toy_kb import toy_world

Change = Callable[[str, str, Value], Value | None]

QUICK = (
    "encoder=tiny",
    "augmentation.at_least=20",
    "augmentation.plain_share=0.2",
    "number_data.guided=10",
    "number_data.varied=10",
    "number_data.train=60",
    "number_data.dev=10",
    "number_data.max_numbers=6",
    "number_training.qind_epochs=1",
    "number_training.qgnd_epochs=1",
    "basic_training.epochs=2",
    "fine_tuning.epochs=2",
    "nsm.width=8",
    "numbers.width=8",
    "numbers.heads=2",
)
"""Everything runs, in two seconds; nothing is learned."""

LEARNING = (
    "seed=4",  # ten seconds are few: not every seed learns what a value far beyond all others means
    "comprehensive.integration.departure_weight=0.3",
    "encoder=tiny",
    "augmentation.at_least=1",
    "augmentation.templates=paper",
    "augmentation.max_k=1",
    "augmentation.plain_share=0.2",
    "number_data.guided=0",
    "number_data.varied=0",
    "number_data.determiners=paper",
    "number_data.max_k=1",
    "number_data.train=3000",
    "number_data.dev=100",
    "number_data.max_numbers=12",
    "number_training.batch_size=50",
    "number_training.learning_rate=0.005",
    "number_training.qind_epochs=2",
    "number_training.qgnd_epochs=60",
    "number_training.qind_share=0.3",
    "numbers.width=32",
    "numbers.heads=4",
    "numbers.dropout=0",
    "nsm.width=24",
    "nsm.word_dropout=0.1",
    "nsm.linear_dropout=0.1",
    "basic_training.epochs=30",
    "basic_training.patience=20",
    "basic_training.new_learning_rate=0.005",
    "fine_tuning.epochs=20",
    "fine_tuning.patience=20",
    "fine_tuning.new_learning_rate=0.005",
)
"""In some ten seconds the toy world's ordinal questions are learned."""

QUESTIONS = (
    ("What is the city of France that has the largest population ?", "france", "paris"),
    ("What is the city of Germany that has the smallest population ?", "germany", "frankfurt"),
    ("What is the city of Poland that has the largest population ?", "poland", "warsaw"),
    ("What is the city of Norway that has the smallest population ?", "norway", "tromso"),
    ("What is the river of Italy that has the largest length ?", "italy", "po"),
    ("What is the river of Spain that has the smallest length ?", "spain", "guadalquivir"),
    ("What is the album of Nina Falk that has the latest release date ?", "nina_falk", "quiet_rooms"),
    ("What is the album of Otto Brandt that has the earliest release date ?", "otto_brandt", "iron_road"),
)
"""Ordinal questions of the toy world: text, topic, answer."""


@dataclass(frozen=True)
class Trained:
    """A trained model of the toy world: its folders, its settings and what training reported."""

    kb: Path
    model: Path
    settings: Settings
    report: TrainingReport

    @property
    def cache(self) -> Path:
        """Folder of embeddings, examples and stages."""
        assert self.settings.cache is not None
        return self.settings.cache


def settings_of(overrides: Sequence[str], cache: Path) -> Settings:
    """Settings out of overrides, with a cache of their own."""
    return load_settings(Settings, None, overrides).model_copy(update={"cache": cache})


def as_overrides(overrides: Sequence[str], cache: Path) -> list[str]:
    """The same for the command line."""
    return [word for one in (*overrides, f"cache={cache}") for word in ("--set", one)]


def build_world(
    folder: Path, change: Change = lambda entity, relation, value: value, rename: Callable[[str], str] = str
) -> Path:
    """Build a knowledge base of the toy world in `folder`.

    Args:
        folder: for the sources and the knowledge base.
        change: another value for a numeric fact, or None to leave it out.
        rename: another id for an entity.

    Returns:
        Folder of the knowledge base.
    """
    kb, source = toy_world(), folder / "source"
    source.mkdir(parents=True)
    everything = np.arange(kb.num_entities)
    ids = [rename(kb.entity_id(entity)) for entity in everything.tolist()]
    facts = zip(*(column.tolist() for column in kb.facts_from(everything)), strict=True)
    numbers = []
    for entity, relation, _, _, handle in zip(*(c.tolist() for c in kb.numbers_of(everything)), strict=True):
        name = kb.numerical_relations[relation].name
        value = change(kb.entity_id(entity), name, kb.value(handle))
        if value is not None:
            numbers.append("\t".join([ids[entity], name, *_literal(value)]))
    _write(source / "triples.tsv", [f"{ids[h]}\t{kb.relations[r]}\t{ids[t]}" for h, r, t in facts])
    _write(source / "numbers.tsv", numbers)
    _write(source / "names.tsv", [f"{ids[e]}\t{n}" for e in everything.tolist() for n in kb.names(e)])
    build_kb([source], folder / "kb")
    return folder / "kb"


def multiplied(factor: float) -> Change:
    """Multiply every number and quantity; dates stay."""

    def change(entity: str, relation: str, value: Value) -> Value:
        if value.kind is Kind.DATE:
            return value
        return dataclasses.replace(value, low=factor * value.low, high=factor * value.high)

    return change


def write_questions(file: Path, questions: Sequence[tuple[str, str, str]] = QUESTIONS) -> Path:
    """Write ordinal questions (text, topic, answer) as a question file."""
    lines = [
        json.dumps({"id": f"q{i}", "question": text, "topic_entities": [topic], "answers": [{"id": answer}]})
        for i, (text, topic, answer) in enumerate(questions)
    ]
    _write(file, lines)
    return file


def copied_model(trained: Trained, folder: Path) -> Path:
    """A copy of the trained model as `folder/model`, beside a copy of its graph as `folder/kb`."""
    model = folder / "model"
    shutil.copytree(trained.model, model)
    shutil.copytree(trained.kb, folder / "kb")
    manifest = json.loads((model / MANIFEST).read_text(encoding="utf-8"))
    manifest["kb"]["path"] = "../kb"
    (model / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    return model


def with_graph(trained: Trained, kb: Path) -> System:
    """The trained model upon another graph of the same relations."""
    system = load_system(trained.model, cache=trained.cache)
    workbench = Workbench(open_kb(kb), trained.settings)
    if scorer := system.workbench.builder.relations.scorer:
        workbench.builder.use_scorer(scorer)
    basic = workbench.new_basic()
    model = workbench.new_model(basic, workbench.new_plug_in(basic))
    load_weights(model, trained.model / WEIGHTS)
    return dataclasses.replace(system, workbench=workbench, model=model.eval())


def _literal(value: Value) -> tuple[str, str, str]:
    if value.kind is Kind.DATE:
        return value.lexical, "xsd:" + {4: "gYear", 7: "gYearMonth", 10: "date"}[len(value.lexical)], ""
    return repr(value.low), "xsd:decimal", value.unit or ""


def _write(file: Path, lines: Sequence[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
