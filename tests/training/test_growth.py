import shutil
from pathlib import Path

import pytest
import torch

from numkbqa.answering.answerer import Answerer
from numkbqa.errors import UserError
from numkbqa.kb import BuildOptions, KnowledgeBase, build_kb
from numkbqa.training.checkpoint import System, load_system
from numkbqa.training.growth import ENTITIES, read_entities
from numkbqa.training.train import train
from tests.support.small_world import QUICK, settings_of

NEW = """
lutetia\tlocated_in\tfrance
lutetia\ttype\tcity
lutetia\ta_first_relation\tgermany
"""
OWN = ("basic=embedkgqa", "embedkgqa.width=8", "embedding_training.epochs=20")


@pytest.fixture(scope="module")
def folder(world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with entity vectors beside the graph that it was trained on."""
    folder = tmp_path_factory.mktemp("growth")
    shutil.copytree(world_kb, folder / "kb")
    train(folder / "kb", folder / "model", settings=settings_of([*QUICK, *OWN], folder / "cache"))
    return folder


@pytest.fixture
def grown(folder: Path, tmp_path: Path) -> Path:
    """The same after facts came to the graph."""
    shutil.copytree(folder, tmp_path / "grown")
    source = tmp_path / "more.tsv"
    source.write_text(NEW.lstrip(), encoding="utf-8")
    build_kb([source], tmp_path / "grown" / "kb", BuildOptions(append=True))
    return tmp_path / "grown"


def opened(folder: Path, *, plain: bool = False) -> System:
    return load_system(folder / "model", cache=folder / "cache", plain=plain)


def vectors(system: System) -> torch.Tensor:
    return dict(system.model.basic.named_parameters())["embedding.entities.weight"].detach()


def place(kb: KnowledgeBase, name: str) -> int:
    entity = kb.entity_index(name)
    assert entity is not None
    return entity


@pytest.mark.parametrize("plain", [False, True])
def test_entities_keep_their_vectors_upon_a_graph_that_grew(folder: Path, grown: Path, plain: bool) -> None:
    before, after = opened(folder, plain=plain), opened(grown, plain=plain)
    assert after.graph_has_grown
    for name in ("paris", "france", "tromso", "city"):
        own = vectors(before)[place(before.kb, name)]
        assert torch.equal(own, vectors(after)[place(after.kb, name)])
    assert place(before.kb, "paris") != place(after.kb, "paris")


def test_a_new_entity_is_near_to_those_of_its_kind_and_place(grown: Path) -> None:
    system = opened(grown)
    table, kb = vectors(system), system.kb
    near = torch.nn.functional.cosine_similarity(table[place(kb, "lutetia")], table, dim=1)
    assert near[place(kb, "paris")] > near.median()
    assert near[place(kb, "lyon")] > near.median()


def test_questions_are_answered_upon_the_grown_graph(grown: Path) -> None:
    system = opened(grown)
    found = Answerer(system).ask("What is the city of France that has the largest population ?")
    assert found.answers
    for item in found.answers:  # hardly anything is learned, but a topic is never an answer
        assert system.kb.entity_index(item["id"]) is not None
        assert item["id"] != "france"


def test_entities_that_cannot_be_read_are_named(grown: Path) -> None:
    (grown / "model" / ENTITIES).write_bytes(b"nothing")
    with pytest.raises(UserError, match="cannot be read") as error:
        opened(grown)
    assert error.value.where == grown / "model" / ENTITIES


def test_without_its_entities_a_model_belongs_to_its_own_graph(folder: Path, grown: Path) -> None:
    (grown / "model" / ENTITIES).unlink()
    with pytest.raises(UserError, match="another graph"):
        opened(grown)
    assert not opened(folder).graph_has_grown


def test_a_model_without_entity_vectors_keeps_no_entities(tmp_path: Path) -> None:
    assert read_entities(tmp_path) is None
