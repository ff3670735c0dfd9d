import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.errors import UserError
from numkbqa.retrieval.linking.build_index import build_name_index
from numkbqa.retrieval.linking.name_index import MANIFEST, NameIndex, shard_of
from numkbqa.retrieval.linking.names import fold
from tests.support.toy_kb import ToyKB, toy_world

WORDS = st.sampled_from(["New", "york", "Élan", "of", "the", "Georgia", "X", "São"])
LABELS = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=12)


def built(kb: ToyKB, folder: Path, shard_size: int = 1000, limit: int = 50) -> NameIndex:
    build_name_index(kb, folder, shard_size)
    return NameIndex(folder, limit)


@given(LABELS)
@settings(deadline=None, max_examples=25)
def test_every_name_finds_its_bearers_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, labels: list[str]
) -> None:
    kb = ToyKB([], labels={f"e{i:02}": label for i, label in enumerate(labels)})
    index = built(kb, tmp_path_factory.mktemp("index"), shard_size=3)
    bearers: dict[str, list[int]] = {}
    for i, label in enumerate(labels):
        bearers.setdefault(fold(label), []).append(i)
    for name, entities in bearers.items():
        entry = index.find(name)
        assert entry is not None
        assert (entry.name, entry.entities.tolist(), entry.is_class) == (name, entities, False)
    assert index.find("nowhere") is None
    assert index.find("") is None


@pytest.mark.parametrize("mapped", [True, False])
def test_the_number_of_shards_changes_nothing(tmp_path: Path, mapped: bool) -> None:
    kb = toy_world()
    question = fold("Is the Federal Republic of Germany larger than the river Vistula?").split()
    found: list[object] = []
    for shard_size in (1000, 7):
        folder = tmp_path / str(shard_size)
        folder.mkdir()
        build_name_index(kb, folder, shard_size)
        index = NameIndex(folder, 50, mapped=mapped)
        found.append([name for first in range(len(question)) for name in index.names_at(question, first)])
        found.append([index.similar_words(word) for word in ("germny", "republik", "vistulla")])
        found.append(index.partly_named("republic").tolist())
    assert found[0] == found[3] == ["federal republic of germany", "germany", "river", "vistula"]
    assert found[1] == found[4] == [[("germany", 1)], [("republic", 1)], [("vistula", 1)]]
    assert found[2] == found[5] == [kb.entity_index("germany")]
    assert len(list((tmp_path / "7").iterdir())) > 10


def test_the_files_do_not_depend_on_the_run(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        build_name_index(toy_world(), tmp_path / name, shard_size=30)
        files.append({p.relative_to(tmp_path / name): p.read_bytes() for p in (tmp_path / name).rglob("*.*")})
    assert files[0] == files[1]


def test_entities_with_the_most_facts_come_first_and_no_more_than_asked_for(tmp_path: Path) -> None:
    facts = [("b", "r", "x"), ("b", "r", "y"), ("c", "r", "x")]
    kb = ToyKB(facts, labels=dict.fromkeys("abc", "Spring Field"))
    index = built(kb, tmp_path, limit=2)
    entry = index.find("spring field")
    assert entry is not None
    assert [kb.entity_id(entity) for entity in entry.entities.tolist()] == ["b", "c"]
    assert [kb.entity_id(entity) for entity in index.partly_named("spring").tolist()] == ["b", "c", "a"]


def test_names_end_at_word_borders(tmp_path: Path) -> None:
    index = built(ToyKB([], labels={"a": "New", "b": "New York", "c": "New Yorker"}), tmp_path)
    assert list(index.names_at(["in", "new", "york", "city"], 1)) == ["new", "new york"]
    assert list(index.names_at(["newt"], 0)) == []


def test_a_class_gives_way_to_an_entity_of_its_name(tmp_path: Path) -> None:
    kb = ToyKB(
        [("au", "type", "metal"), ("he", "type", "gas")],
        labels={"metal": "heavy metal", "gas": "noble gas", "band": "Metal", "au": "Gold"},
        aliases={"gas": ["inert gas"]},
    )
    index = built(kb, tmp_path)
    names = ("heavy metals", "metal", "metals", "gas", "inert gases", "gold")
    entries = {name: index.find(name) for name in names}
    assert {name: entry.is_class for name, entry in entries.items() if entry} == {
        "heavy metals": True,
        "metal": False,
        "metals": True,
        "gas": True,
        "inert gases": True,
        "gold": False,
    }


def test_names_with_one_first_word_share_a_shard() -> None:
    assert shard_of("new york city", 7) == shard_of("new", 7)
    assert len({shard_of(str(i), 7) for i in range(100)}) == 7


def test_a_damaged_index_is_told(tmp_path: Path) -> None:
    build_name_index(toy_world(), tmp_path)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps({**manifest, "version": 0}))
    with pytest.raises(UserError, match="version 0"):
        NameIndex(tmp_path, 50)
    (tmp_path / MANIFEST).write_text(json.dumps({**manifest, "shards": 2}))
    with pytest.raises(UserError, match="cannot be read"):
        NameIndex(tmp_path, 50)


@pytest.mark.parametrize("shard_size", [1000, 3])
def test_names_are_found_by_their_beginning(tmp_path: Path, shard_size: int) -> None:
    kb = ToyKB([], labels={"a": "New York", "b": "New Jersey", "c": "Newark", "d": "Nevada", "e": "Newark"})
    index = built(kb, tmp_path, shard_size)

    def found(text: str, most: int = 100) -> list[tuple[str, str]]:
        names, place, entities = index.starting_with(text, most)
        rows = zip(entities.tolist(), place.tolist(), strict=True)
        return sorted((names[i], kb.entity_id(entity)) for entity, i in rows)

    assert found("new") == [("new jersey", "b"), ("new york", "a"), ("newark", "c"), ("newark", "e")]
    assert found("new y") == [("new york", "a")]
    assert found("x") == []
    assert len({name for name, _ in found("n", 1)}) <= 1 + kb.num_entities // shard_size
    assert index.words_starting_with("ne", 100) == ["nevada", "newark"]
    assert index.words_starting_with("new", 100) == ["newark"]


def test_a_name_of_many_gives_as_many_entities_as_the_limit_says(tmp_path: Path) -> None:
    kb = ToyKB([], labels={f"e{i}": "Smith" for i in range(9)} | {"x": "Smithers"})
    names, place, entities = built(kb, tmp_path, limit=4).starting_with("smith", 100)
    assert [names[i] for i in place.tolist()].count("smith") == 4
    assert kb.entity_index("x") in entities.tolist()
