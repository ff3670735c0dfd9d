import json
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.kb import EmbeddedKnowledgeBase, KnowledgeBase, build_kb, open_kb, verify_kb
from numkbqa.values import Kind, Precision, number_text, parse_value

from .conftest import Builder, Built, shared_data


@pytest.fixture
def small(build: Builder) -> EmbeddedKnowledgeBase:
    triples = "a\tr\tb\na\tr\tc\na\ts\tb\nb\tr\ta\nd\ts\td\n"
    numbers = (
        "a\tn\t2\txsd:integer\na\tborn\t1999\txsd:gYear\nb\tn\t-3.50\txsd:decimal\ne\tn\t2\txsd:integer\n"
    )
    return build({"triples.tsv": triples, "numbers.tsv": numbers, "names.tsv": "a\tAnna\na\tAnnie\n"})[1]


def indices(kb: KnowledgeBase, ids: str) -> list[int]:
    found = [kb.entity_index(entity_id) for entity_id in ids]
    return [entity for entity in found if entity is not None]


def spelled(kb: KnowledgeBase, facts: tuple[np.ndarray, np.ndarray, np.ndarray]) -> list[str]:
    rows = zip(*(column.tolist() for column in facts), strict=True)
    return [f"{kb.entity_id(h)}{kb.relations[r]}{kb.entity_id(t)}" for h, r, t in rows]


def test_entities_are_found_by_id(small: EmbeddedKnowledgeBase) -> None:
    assert indices(small, "abcde") == list(range(5))
    assert [small.entity_id(entity) for entity in range(5)] == list("abcde")
    assert small.entity_index("f") is None
    assert small.entity_index("") is None


def test_names_fall_back_to_the_id(small: EmbeddedKnowledgeBase) -> None:
    a, b = indices(small, "ab")
    assert (small.label(a), small.names(a)) == ("Anna", ["Anna", "Annie"])
    assert (small.label(b), small.names(b)) == ("b", [])


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_all_names_come_in_portions_with_their_entities(
    build: Builder, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    names = "a\tAnna\na\tAnnie\nc\tCarl\n"
    _, kb = build({"triples.tsv": "a\tr\tb\nc\tr\td\n", "names.tsv": names})
    monkeypatch.setattr("numkbqa.kb.store.NAMES_AT_ONCE", at_once)
    found = [
        (kb.entity_id(entity), name)
        for owners, portion in kb.all_names()
        for entity, name in zip(owners.tolist(), portion, strict=True)
    ]
    assert found == [("a", "Anna"), ("a", "Annie"), ("c", "Carl")]


def test_the_label_of_an_unnamed_iri_is_its_local_name(build: Builder) -> None:
    _, kb = build({"g.nt": "<http://x.org/Big_City> <http://x.org/r> <http://x.org/> .\n"})
    assert [kb.label(entity) for entity in range(2)] == ["x.org", "Big_City"]


def test_facts_come_grouped_in_the_order_asked(small: EmbeddedKnowledgeBase) -> None:
    asked = np.array(indices(small, "bac"))
    assert spelled(small, small.facts_from(asked)) == ["bra", "arb", "arc", "asb"]
    assert spelled(small, small.facts_into(asked)) == ["arb", "asb", "bra", "arc"]
    assert spelled(small, small.facts_from(np.array([], np.int64))) == []
    assert small.degree(np.array(indices(small, "dabe"))).tolist() == [2, 4, 3, 0]


def test_numbers_come_by_entity_and_by_relation(small: EmbeddedKnowledgeBase) -> None:
    assert [relation.name for relation in small.numerical_relations] == ["born", "n"]
    asked = small.numbers_of(np.array(indices(small, "ebad")))
    assert [small.entity_id(entity) for entity in asked.entity] == list("ebaa")
    assert asked.relation.tolist() == [1, 1, 0, 1]
    assert [small.number_text(handle) for handle in asked.value] == ["2", "-3.5", "1999", "2"]
    ranked = small.numbers_of_relation(1)
    assert [small.entity_id(entity) for entity in ranked.entity] == list("bae")
    assert ranked.low.tolist() == ranked.high.tolist() == [-3.5, 2, 2]


def test_a_part_of_the_numbers_of_a_relation_is_read_by_its_place_in_their_order(
    small: EmbeddedKnowledgeBase,
) -> None:
    whole = small.numbers_of_relation(1)
    assert small.num_numbers(1) == len(whole.entity) == 3
    for part in (slice(0, 2), slice(1, 3), slice(2, 9), slice(1, 1), slice(-2, None)):
        for found, column in zip(small.numbers_of_relation(1, part), whole, strict=True):
            assert found.tolist() == column[part].tolist()


def test_one_entity_is_read_as_several_are(small: EmbeddedKnowledgeBase) -> None:
    everything = np.arange(small.num_entities)
    for read in (small.facts_from, small.facts_into, small.numbers_of):
        alone = [read(everything[entity : entity + 1]) for entity in everything.tolist()]
        for column, parts in zip(read(everything), zip(*alone, strict=True), strict=True):
            assert column.tolist() == np.concatenate(parts).tolist()
            assert {part.dtype for part in parts} == {column.dtype}


def test_a_handle_leads_to_the_whole_value(small: EmbeddedKnowledgeBase) -> None:
    born = small.value(int(small.numbers_of_relation(0).value[0]))
    assert born == parse_value("1999", "xsd:gYear")
    assert (born.kind, born.precision) == (Kind.DATE, Precision.YEAR)
    assert small.value(int(small.numbers_of_relation(1).value[0])) == parse_value("-3.50", "xsd:decimal")


def test_arrays_have_the_types_of_the_protocol(small: EmbeddedKnowledgeBase) -> None:
    kb: KnowledgeBase = small
    everything = np.arange(kb.num_entities)
    facts, back, numbers = kb.facts_from(everything), kb.facts_into(everything), kb.numbers_of(everything)
    assert {column.dtype for column in (*facts, *back, numbers.entity, numbers.relation, numbers.value)} == {
        np.dtype(np.int64)
    }
    assert numbers.low.dtype == numbers.high.dtype == np.float64


def test_both_directions_hold_the_same_facts_of_the_real_graph(freebase: Built) -> None:
    _, kb = freebase
    everything = np.arange(kb.num_entities)
    out, into = (np.stack(facts) for facts in (kb.facts_from(everything), kb.facts_into(everything)))
    assert out.shape == (3, 310_116)
    assert np.array_equal(out, into[:, np.lexsort(into[::-1])])
    assert kb.degree(everything).sum() == 2 * 310_116


def test_numbers_of_the_real_graph_agree_by_entity_and_by_relation(freebase: Built) -> None:
    _, kb = freebase
    by_entity = kb.numbers_of(np.arange(kb.num_entities))
    by_relation = [kb.numbers_of_relation(r) for r in range(len(kb.numerical_relations))]
    assert all((np.diff(numbers.low) >= 0).all() for numbers in by_relation)
    assert sorted(np.concatenate([numbers.value for numbers in by_relation])) == by_entity.value.tolist()
    assert all((numbers.relation == r).all() for r, numbers in enumerate(by_relation))
    for handle in by_entity.value[::500].tolist():
        assert kb.number_text(handle) == number_text(kb.value(handle))


def test_known_facts_of_the_real_graphs_are_there(freebase: Built, geoquery: Built) -> None:
    _, kb = freebase
    denton = kb.entity_index("/m/010016")
    assert denton is not None
    assert kb.label(denton) == "Denton"
    numbers = kb.numbers_of(np.array([denton]))
    named = {
        kb.numerical_relations[relation].name: kb.number_text(handle)
        for relation, handle in zip(numbers.relation, numbers.value, strict=True)
    }
    assert named["/topic_server/population_number"] == "69121"
    assert named["/location/geocode/longitude"] == "-97.129167"
    _, geo = geoquery
    wyoming = geo.entity_index("http://geo.example/state/wyoming")
    assert wyoming is not None
    assert [geo.label(kind) for kind in geo.types(wyoming)] == ["state"]


def test_classes_of_many_entities_are_those_of_each(geoquery: Built) -> None:
    _, kb = geoquery
    asked = np.array([7, 3, 3, 0, kb.num_entities - 1], dtype=np.int64)
    owner, classes = kb.types_of(asked)
    pairs = [(entity, kind) for entity in asked.tolist() for kind in kb.types(entity)]
    assert list(zip(owner.tolist(), classes.tolist(), strict=True)) == pairs
    owner, classes = kb.types_of(asked[:1])
    assert classes.tolist() == kb.types(7)


def test_a_pickled_knowledge_base_is_opened_again(small: EmbeddedKnowledgeBase) -> None:
    payload = pickle.dumps(small)
    assert len(payload) < 1000
    assert pickle.loads(payload).content_hash == small.content_hash


def rewrite(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


DAMAGES: list[tuple[Callable[[Path], object], str]] = [
    (lambda kb: (data(kb) / "out.tail.npy").unlink(), r"out\.tail\.npy: a file .* is missing"),
    (lambda kb: (data(kb) / "out.tail.npy").write_bytes(b"\x93NUMPY"), r"out\.tail\.npy: .* is damaged"),
    (lambda kb: cut_short(data(kb) / "in.start.npy"), r"in\.start\.npy: .* is damaged"),
    (lambda kb: np.save(data(kb) / "out.tail.npy", np.arange(3)), "belongs to another one"),
    (lambda kb: (kb / "manifest.json").unlink(), "there is no knowledge base here"),
    (lambda kb: (kb / "manifest.json").write_text("{"), "the manifest is damaged"),
    (lambda kb: (kb / "manifest.json").write_text('{"format": "x"}'), "is not a numkbqa knowledge base"),
    (lambda kb: rewrite(kb / "manifest.json", lambda m: m.update(version=99)), "format version is 99"),
    (lambda kb: rewrite(kb / "manifest.json", lambda m: m.pop("relations")), "damaged .'relations'"),
]


def data(kb: Path) -> Path:
    (folder,) = kb.glob("kb-data-*")
    return folder


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-8])


@pytest.mark.parametrize(("damage", "message"), DAMAGES)
def test_damaged_and_foreign_folders_are_told_with_the_reason(
    small: EmbeddedKnowledgeBase, tmp_path: Path, damage: Callable[[Path], object], message: str
) -> None:
    assert small.num_entities == 5
    damage(tmp_path / "kb")
    with pytest.raises(UserError, match=message):
        open_kb(tmp_path / "kb")


def test_a_changed_byte_is_found_by_verifying(small: EmbeddedKnowledgeBase, tmp_path: Path) -> None:
    verify_kb(tmp_path / "kb")
    file = data(tmp_path / "kb") / "out.tail.npy"
    content = bytearray(file.read_bytes())
    content[-4] ^= 1
    file.write_bytes(content)
    assert open_kb(tmp_path / "kb").num_facts == small.num_facts
    with pytest.raises(UserError, match="its hash is another one"):
        verify_kb(tmp_path / "kb")


def test_values_set_aside_are_found_by_entity_and_by_relation(build: Builder) -> None:
    numbers = "a\tn\t2\txsd:integer\na\tn\tNaN\txsd:double\nb\tn\tINF\txsd:double\nc\tn\t1\txsd:integer\n"
    _, kb = build({"numbers.tsv": numbers})
    told = [(kb.entity_id(aside.entity), aside.lexical, aside.reason, aside.line) for aside in kb.set_aside()]
    assert told == [("a", "NaN", "not a number (NaN)", 2), ("b", "INF", "infinite", 3)]
    assert kb.set_aside_counts() == {"n": {"infinite": 1, "not a number (NaN)": 1}}
    a, c = indices(kb, "ac")
    assert [aside.lexical for aside in kb.set_aside_of(a, 0)] == ["NaN"]
    assert kb.set_aside_of(c, 0) == kb.set_aside_of(c) == []
    assert kb.set_aside_of(a) == kb.set_aside_of(a, 0)
    assert len(list(kb.set_aside(limit=1))) == 1


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such folder"):
        open_kb(tmp_path / "nowhere")


def test_each_part_of_the_real_graph_alone_gives_the_same_numbers(freebase: Built, tmp_path: Path) -> None:
    _, kb = freebase
    build_kb([shared_data("freebase/numbers.tsv.gz")], tmp_path / "kb")
    alone = open_kb(tmp_path / "kb")
    assert [r.name for r in alone.numerical_relations] == [r.name for r in kb.numerical_relations]
    for relation in range(0, len(kb.numerical_relations), 10):
        assert np.array_equal(alone.numbers_of_relation(relation).low, kb.numbers_of_relation(relation).low)


def test_folders_of_source_files_can_be_kept_back(build: Builder) -> None:
    triples, numbers = "a\tr\tb\na\tr\n", "a\tn\t2\txsd:integer\nb\tn\tmany\txsd:integer\n"
    _, kb = build({"triples.tsv": triples, "numbers.tsv": numbers})

    def told() -> list[str]:
        aside = [str(one.source) for one in kb.set_aside(10)]
        return [*aside, *(one["source"] for one in kb.report["skipped"]), *kb.sources]

    before = told()
    assert any("/" in name for name in before)
    kb.hide_folders()
    assert told() == [Path(name).name for name in before]
    kb.hide_folders()
    assert told() == [Path(name).name for name in before]
