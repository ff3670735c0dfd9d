"""Parameters that belong to relations and entities, taken along to a graph that grew since training."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from numkbqa.errors import UserError
from numkbqa.kb import KnowledgeBase
from numkbqa.kb.protocol import Ints
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.reasoning.basic.complex_vectors import ComplEx
from numkbqa.training.entity_rows import entity_keys, entity_rows_for
from numkbqa.training.relation_rows import rows_for

ENTITIES = "entities.safetensors"


@dataclass(frozen=True, slots=True)
class Growth:
    """From the graph that a model was trained on to the one that it works upon.

    Args:
        kb: the graph that it works upon.
        relations: names of the relations that it was trained on.
        entities: keys of the entities that it was trained on; None for a model without entity vectors.
    """

    kb: KnowledgeBase
    relations: Sequence[str]
    entities: Ints | None = None

    def applied(self, module: nn.Module, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
        """Rearrange the tables of a module.

        Args:
            module: tells which of the tensors are tables.
            tensors: parameters by name, as trained.

        Returns:
            All tensors; the tables have the rows of the graph that the module works upon.
        """
        changed = dict(tensors)
        if list(self.relations) != list(self.kb.relations):
            for name in tensors.keys() & set(_relation_tables(module)):
                changed[name] = rows_for(self.kb.relations, tensors[name], self.relations)
        if self.entities is not None:
            for entities, relations in _complex_tables(module):
                tables = changed[entities], changed[relations]
                changed[entities] = entity_rows_for(self.kb, *tables, self.entities)
        return changed


def save_entities(folder: Path, kb: KnowledgeBase, module: nn.Module) -> None:
    """Write which entity each row of a model's entity vectors belongs to, if it has any.

    Args:
        folder: the model folder.
        kb: the graph.
        module: the model.
    """
    if any(_complex_tables(module)):
        save_file({"keys": torch.from_numpy(entity_keys(kb))}, folder / ENTITIES)


def read_entities(folder: Path) -> Ints | None:
    """Read what `save_entities` wrote; None when it wrote nothing.

    Args:
        folder: the model folder.

    Returns:
        Keys of the trained entities, shape (num_trained,).

    Raises:
        UserError: the file is damaged.
    """
    file = folder / ENTITIES
    if not file.exists():
        return None
    try:
        keys: Ints = load_file(file)["keys"].numpy()
    except (OSError, SafetensorError, KeyError) as error:
        what = f"the entities of the model cannot be read: {error}"
        raise UserError(what, where=file, remedy="train the model again") from None
    return keys


def _relation_tables(module: nn.Module) -> Iterator[str]:
    """Names of the parameters of a module that have a row for each relation of the graph."""
    for prefix, part in module.named_modules():
        if isinstance(part, BasicReasoner):
            yield from (f"{prefix}.{name}" if prefix else name for name in part.relation_tables)


def _complex_tables(module: nn.Module) -> Iterator[tuple[str, str]]:
    """Names of the entity and the relation vectors of each ComplEx in a module."""
    for prefix, part in module.named_modules():
        if isinstance(part, ComplEx):
            yield f"{prefix}.entities.weight", f"{prefix}.relations.weight"
