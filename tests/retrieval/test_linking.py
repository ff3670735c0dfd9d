import json
from pathlib import Path

import pytest

from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.records import Question
from numkbqa.retrieval import ExampleBuilder
from numkbqa.retrieval.linking import EntityLinker, find_mention
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.text import CachedEncoder
from tests.support.toy_kb import ToyKB

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"


@pytest.fixture(scope="module")
def places() -> ToyKB:
    """New York twice, Mississippi twice, awkward names, and more facts for the states than for the rest."""
    facts = [("ny_city", "in", "ny"), ("ny", "in", "usa"), ("ms", "in", "usa"), ("ms_river", "flows", "ms")]
    facts += [(f"x{i}", "in", state) for i in range(5) for state in ("ny", "ms", "usa")]
    facts += [("ny_city", "type", "city"), ("ny", "type", "state"), ("ms", "type", "state")]
    facts += [
        ("ms_river", "type", "river"),
        ("may", "in", "usa"),
        ("who_band", "in", "uk"),
        ("gas1", "type", "gas"),
    ]
    labels = {"ny_city": "New York", "ny": "New York", "ms": "Mississippi", "ms_river": "Mississippi"}
    labels |= {"usa": "United States", "may": "May", "who_band": "The Who", "uk": "UK", "in": "largest"}
    labels |= {"city": "city", "state": "state", "river": "River", "gas": "noble gas", "gas1": "Neon"}
    labels |= {"x1": "New York State Library", "x2": "São Tomé", "x3": "largest"}
    return ToyKB(facts, labels=labels, aliases={"ny_city": ["Big Apple", "NYC"]})


@pytest.fixture(scope="module")
def linker(places: ToyKB) -> EntityLinker:
    return EntityLinker(places)


def linked(places: ToyKB, linker: EntityLinker, question: str) -> list[tuple[str, str]]:
    return [(link.mention, places.entity_id(link.entity)) for link in linker.link(question)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how big is new york?", [("new york", "ny")]),
        ("how big is new york city?", [("new york", "ny_city")]),
        ("rivers in the state of New York", [("New York", "ny")]),
        ("is the Big  Apple in Mississippi", [("Big  Apple", "ny_city"), ("Mississippi", "ms")]),
        ("how long is the mississippi river", [("mississippi", "ms_river")]),
        ("how old is the new york state library?", [("new york state library", "x1")]),
        ("what is the capital of sao tome", [("sao tome", "x2")]),
        ("what is the capital of SÃO TOMÉ's north", [("SÃO TOMÉ", "x2")]),
    ],
)
def test_mentions(
    places: ToyKB, linker: EntityLinker, question: str, expected: list[tuple[str, str]]
) -> None:
    assert linked(places, linker, question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what may be the largest of them", []),
        ("who was born first in May", [("May", "may")]),
        ("May it be", []),
        ("who are they", []),
        ("where was The Who founded", [("The Who", "who_band")]),
        ("tell us the largest", []),
        ("the largest in the us", [("us", "usa")]),
        ("the largest US citizen", [("US", "usa")]),
        ("the largest of america", [("america", "usa")]),
    ],
)
def test_common_and_short_words_need_their_capitals(
    places: ToyKB, linker: EntityLinker, question: str, expected: list[tuple[str, str]]
) -> None:
    assert linked(places, linker, question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is the largest city", [("city", "city")]),
        ("the lightest of the noble gases", [("noble gases", "gas")]),
        ("what is the lightest gas", [("gas", "gas")]),
        ("which cities border cities", [("cities", "city")]),
        ("which cities are in mississippi", [("mississippi", "ms")]),
    ],
)
def test_classes_count_only_when_nothing_else_is_mentioned(
    places: ToyKB, linker: EntityLinker, question: str, expected: list[tuple[str, str]]
) -> None:
    assert linked(places, linker, question) == expected


def test_places_and_scores_of_alternatives(places: ToyKB, linker: EntityLinker) -> None:
    question = "So, how big is NEW-YORK?"
    (link,) = linker.link(question)
    assert question[link.start : link.end] == link.mention == "NEW-YORK"
    ((other, share),) = link.alternatives
    assert places.entity_id(other) == "ny_city"
    assert link.score > share > 0
    assert link.score + share == pytest.approx(1.0)


def test_river_name_with_its_class_beats_an_entity_of_that_very_name() -> None:
    facts = [
        ("r", "type", "river"),
        ("p", "type", "place"),
        ("r", "in", "x"),
        ("r", "in", "y"),
        ("p", "in", "x"),
    ]
    labels = {"r": "Red", "p": "Red River", "river": "river", "place": "place"}
    kb = ToyKB(facts, labels=labels)
    (link,) = EntityLinker(kb).link("which state has the red river")
    assert kb.entity_id(link.entity) == "r"
    assert link.mention == "red river"


def test_a_graph_without_names_links_nothing() -> None:
    assert EntityLinker(ToyKB([("a", "r", "b")])).link("what is a") == []


def test_find_mention_prefers_the_longest_name(world: ToyKB) -> None:
    germany = world.entity_index("germany")
    assert germany is not None
    link = find_mention(world, "Is the Federal Republic of Germany large?", germany)
    assert (link.mention, link.start) == ("Federal Republic of Germany", 7)
    assert find_mention(world, "how large is it?", germany).mention == ""


@pytest.mark.parametrize("split", ["train", "dev"])
def test_geoquery_answers_are_within_two_hops_of_the_linked_topics(
    split: str, tmp_path: Path, encoder: CachedEncoder
) -> None:
    folder = SHARED / "geoquery"
    if not folder.exists():
        pytest.skip("the GeoQuery data is not here")
    build_kb([folder / "kb.nt"], tmp_path / "kb")
    lines = (folder / f"questions.{split}.jsonl").read_text(encoding="utf-8").splitlines()
    fields = ("id", "question", "answers", "ordinal")
    questions = [Question(**{name: row[name] for name in fields}) for row in map(json.loads, lines)]
    questions = [q for q in questions if any(answer.id for answer in q.answers)]
    everything = RetrievalSettings(max_entities=1000)
    built = ExampleBuilder(open_kb(tmp_path / "kb"), encoder, everything).build_all(questions)
    assert sum(bool(example.answers.any()) for example in built.examples) >= 0.98 * len(questions)
