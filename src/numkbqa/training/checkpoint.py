"""The model folder: safetensors and JSON, never pickle; written aside, then renamed."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from numkbqa.errors import UserError
from numkbqa.evaluation.calibration import CALIBRATION, Calibration, read_calibration, write_calibration
from numkbqa.files import write_folder_aside
from numkbqa.kb import KnowledgeBase, open_kb
from numkbqa.reasoning.comprehensive import NumberInjectedReasoner, QuestionClassifier
from numkbqa.reasoning.numerical.number_table import NumberTable
from numkbqa.retrieval.relations import RelationScorer
from numkbqa.training.growth import Growth, read_entities, save_entities
from numkbqa.training.manifest import FORMAT, MANIFEST, TRAIN_AGAIN, read_manifest
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench

WEIGHTS = "model.safetensors"
CLASSIFIER_FILE = "classifier.safetensors"
PLAIN = "basic.safetensors"
RELATIONS_FILE = "relations.safetensors"


@dataclass(frozen=True, slots=True)
class System:
    """A trained model with all it needs to answer.

    Args:
        workbench: graph, encoder, retrieval and settings.
        model: the model, in evaluation mode on the workbench's device.
        classifier: the question classifier, in evaluation mode.
        manifest: what the model folder tells: format, graph, encoder, settings, and facts of the training.
        calibration: turns the model's mass into confidence; None for a model that has none.
    """

    workbench: Workbench
    model: NumberInjectedReasoner
    classifier: QuestionClassifier
    manifest: dict[str, Any]
    calibration: Calibration | None = None

    @property
    def kb(self) -> KnowledgeBase:
        """The graph."""
        return self.workbench.kb

    @property
    def graph_has_grown(self) -> bool:
        """Whether facts came to the graph since the model was trained."""
        return bool(self.manifest["kb"]["hash"] != self.kb.content_hash)


def save_model(
    folder: Path,
    kb_path: Path,
    workbench: Workbench,
    model: NumberInjectedReasoner,
    classifier: QuestionClassifier,
    facts: Mapping[str, object],
    plain: Mapping[str, Tensor] | None = None,
    calibration: Calibration | None = None,
) -> None:
    """Write a model folder.

    Args:
        folder: where; an older model there is replaced whole.
        kb_path: folder of the graph; kept as a path relative to the model, with the graph's content hash and
            the names of its relations.
        workbench: graph and settings.
        model: the trained model.
        classifier: the trained question classifier.
        facts: what else the manifest shall tell (scores, history).
        plain: parameters of basic reasoning before fine-tuning, for `plain_system`.
        calibration: how confidence follows from the model's mass.
    """
    with write_folder_aside(folder, MANIFEST) as aside:
        save_file(weights_of(model), aside / WEIGHTS)
        save_file(weights_of(classifier), aside / CLASSIFIER_FILE)
        if plain:
            save_file(dict(plain), aside / PLAIN)
        if calibration is not None:
            write_calibration(calibration, aside / CALIBRATION)
        if scorer := workbench.builder.relations.scorer:
            scorer.save(aside / RELATIONS_FILE)
        save_entities(aside, workbench.kb, model)
        manifest = {
            "format": FORMAT,
            "kb": {
                "path": os.path.relpath(kb_path.resolve(), folder.resolve()),
                "hash": workbench.kb.content_hash,
                "relations": list(workbench.kb.relations),
            },
            "encoder": workbench.encoder.name,
            "settings": workbench.settings.decisive(),
            **facts,
        }
        (aside / MANIFEST).write_text(json.dumps(manifest, indent=1, ensure_ascii=False), encoding="utf-8")


def load_system(folder: Path, *, cache: Path | None = None, plain: bool = False) -> System:
    """Open a model folder with its graph.

    The graph may have grown by `kb build --append` since the model was trained: nothing of a model depends on
    the numbers of entities and relations, for tables with a row for each are rearranged by their names.

    Args:
        folder: written by `save_model`.
        cache: cache folder for embeddings; the user's by default.
        plain: take basic reasoning as it was before fine-tuning, and nothing else (see `plain_system`).

    Returns:
        The system, in evaluation mode.

    Raises:
        UserError: it is no model folder, it is damaged, or the graph it was trained on moved or is another
            one.
    """
    manifest = read_manifest(folder)
    settings = _settings_of(folder, manifest).model_copy(update={"cache": cache})
    kb = _open_its_kb(folder, manifest)
    workbench = Workbench(kb, settings)
    if settings.retrieval.relations.scorer == "trained":
        workbench.builder.use_scorer(RelationScorer.load(folder / RELATIONS_FILE))
    basic = workbench.new_basic()
    model = workbench.new_model(basic, workbench.new_plug_in(basic))
    classifier = workbench.new_classifier()
    load_weights(model, folder / WEIGHTS, _growth(folder, manifest, kb))
    load_weights(classifier, folder / CLASSIFIER_FILE)
    model.eval(), classifier.eval()
    calibration = read_calibration(folder / CALIBRATION)
    system = System(workbench, model.to(workbench.device), classifier, manifest, calibration)
    return plain_system(system, folder) if plain else system


def plain_system(system: System, folder: Path) -> System:
    """The plain reasoner that a model started from: pre-trained, not fine-tuned, without numbers.

    Args:
        system: an open model; the plain one shares its graph, encoder and classifier.
        folder: its folder.

    Returns:
        A system that answers exactly what basic reasoning answered before fine-tuning; it has no calibration.

    Raises:
        UserError: the folder holds no such parameters.
    """
    workbench = system.workbench
    basic = workbench.new_basic()
    load_weights(basic, folder / PLAIN, _growth(folder, system.manifest, system.kb))
    model = workbench.new_model(basic, None)
    return replace(system, model=model.to(workbench.device).eval(), calibration=None)


def _settings_of(folder: Path, manifest: Mapping[str, Any]) -> Settings:
    try:
        return Settings.model_validate(manifest.get("settings"))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or "settings"
        raise UserError(
            f"the model's settings are not those of this version of numkbqa ({key}: {first['msg']})",
            where=folder,
            remedy=TRAIN_AGAIN,
        ) from None


def load_weights(module: nn.Module, file: Path, growth: Growth | None = None) -> None:
    """Load what `weights_of` gave of a module.

    Args:
        module: where it goes; frozen text vectors that it holds are recomputed, not loaded.
        file: safetensors file.
        growth: what became of the graph since they were trained; None when it is the same.

    Raises:
        UserError: the file is missing or damaged, or belongs to another model.
    """
    try:
        tensors = load_file(file)
    except (OSError, SafetensorError) as error:
        raise UserError(f"the weights cannot be read: {error}", where=file, remedy=TRAIN_AGAIN) from None
    if isinstance(module, NumberInjectedReasoner):
        tensors = {_present_name(name): tensor for name, tensor in tensors.items()}
    if growth is not None:
        tensors = growth.applied(module, tensors)
    _make_room(module, tensors)
    own = weights_of(module)
    if {name: t.shape for name, t in own.items()} != {name: t.shape for name, t in tensors.items()}:
        what = "the weights belong to another graph or other settings"
        raise UserError(what, where=file, remedy=TRAIN_AGAIN)
    learned = dict(module.named_parameters())
    # a buffer may be a constant that is infinite, such as a mask, but NaN is damage in both
    if any(own.isnan().any() or (name in learned and own.isinf().any()) for name, own in tensors.items()):
        raise UserError("some weights are no finite numbers", where=file, remedy=TRAIN_AGAIN)
    module.load_state_dict(tensors, strict=False)


def weights_of(module: nn.Module) -> dict[str, Tensor]:
    """What is kept of a module: its parameters and persistent buffers, on the CPU.

    Text vectors are buffers that are not persistent, since the encoder gives them again.

    Args:
        module: the module.

    Returns:
        Tensors by name; of two names of one tensor the first.
    """
    persistent = module.state_dict().keys()
    buffers = ((name, buffer) for name, buffer in module.named_buffers() if name in persistent)
    kept = {**dict(module.named_parameters()), **dict(buffers)}
    return {name: tensor.detach().contiguous().cpu() for name, tensor in kept.items()}


def _present_name(name: str) -> str:
    """Today's name of a model's parameter: those of a plug-in once stood beside the basic reasoner's."""
    return f"plug_in.{name}" if name.startswith(("numerical.", "relevance.", "integration.")) else name


def _make_room(module: nn.Module, tensors: Mapping[str, Tensor]) -> None:
    """Give tables of numbers as many rows as they were trained with, whatever the graph holds."""
    for prefix, part in module.named_modules():
        names = tensors.get(f"{prefix}.names")
        if isinstance(part, NumberTable) and names is not None:
            part.make_room(len(names))


def _growth(folder: Path, manifest: Mapping[str, Any], kb: KnowledgeBase) -> Growth | None:
    if manifest["kb"]["hash"] == kb.content_hash:
        return None
    return Growth(kb, manifest["kb"]["relations"], read_entities(folder))


def _open_its_kb(folder: Path, manifest: dict[str, Any]) -> KnowledgeBase:
    path = Path(os.path.normpath(folder.resolve() / manifest["kb"]["path"]))
    if not path.exists():
        raise UserError(
            f"the knowledge base of this model is not at {path} any more",
            where=folder,
            remedy="move it back, or move model and knowledge base together",
        )
    kb = open_kb(path)
    if manifest["kb"]["hash"] not in (kb.content_hash, *kb.parents):
        raise UserError(
            "the knowledge base changed since this model was trained",
            where=path,
            remedy=f"{TRAIN_AGAIN}; facts that `kb build --append` adds need no training",
        )
    return kb
