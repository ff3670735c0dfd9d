import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import ExampleBuilder
from numkbqa.retrieval.linking import EntityLinker, LinkingSettings, find_mentions
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.text import CachedEncoder
from tests.support.toy_kb import ToyKB, number

SHARED = Path(__file__).resolve().parents[3] / ".." / "shared" / "data"


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
        ("what is the largest city in the us", [("us", "usa")]),
        ("what is the largest city in us", [("us", "usa")]),
        ("what is the largest city in the U.S.", [("U.S", "usa")]),
        ("which city of the usa is the largest", [("usa", "usa")]),
        ("which city tells us the most", [("city", "city")]),
        ("the largest city in us dollars", [("city", "city")]),
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


def test_the_mention_of_a_topic_is_its_longest_name(world: ToyKB) -> None:
    germany = world.entity_index("germany")
    assert germany is not None
    (link,) = find_mentions(world, "Is the Federal Republic of Germany large?", [germany])
    assert (link.mention, link.start) == ("Federal Republic of Germany", 7)
    assert find_mentions(world, "how large is it?", [germany])[0].mention == ""


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


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how big is missisippi?", [("missisippi", "ms")]),
        ("how big is New Yrok City?", [("New Yrok", "ny_city")]),
        ("how big is the newyork state library?", [("newyork state library", "x1")]),
        ("how long is the missi ssippi river", [("missi ssippi", "ms_river")]),
        ("rivers in the Untied States", [("Untied States", "usa")]),
        ("which mountians are the highest", []),
        ("what do they measure", []),
    ],
)
def test_misspelled_names(
    places: ToyKB, linker: EntityLinker, question: str, expected: list[tuple[str, str]]
) -> None:
    assert linked(places, linker, question) == expected
    assert all(link.typo for link in linker.link(question))
    exact = EntityLinker(places, LinkingSettings(typos=False, partial_names=False))
    assert [link for link in exact.link(question) if link.mention in dict(expected)] == []


def test_an_exact_name_is_no_typo(linker: EntityLinker) -> None:
    assert [link.typo for link in linker.link("is new york bigger than mississippi")] == [False, False]


def test_a_short_misspelled_word_does_not_stand_beside_a_name() -> None:
    kb = ToyKB([], labels={"a": "Grey", "b": "Sweden"})
    linker = EntityLinker(kb)
    assert linked(kb, linker, "which prey lives in Sweden") == [("Sweden", "b")]
    assert linked(kb, linker, "which Grye lives in Sweden") == [("Grye", "a"), ("Sweden", "b")]


def test_names_of_relations_are_no_topics_beside_others() -> None:
    facts = [("rome", "located_in", "italy"), ("rome", "type", "city"), ("n", "in", "italy")]
    numbers = [("rome", "nightly_visitors", number(3))]
    kb = ToyKB(facts, numbers, labels={"n": "Visitors", "italy": "Italy", "city": "city", "rome": "Rome"})
    linker = EntityLinker(kb)
    assert linked(kb, linker, "the largest city of italy by visitors") == [("italy", "italy")]
    assert linked(kb, linker, "the largest city by visitors") == [("city", "city")]
    assert linked(kb, linker, "how many visitors are there?") == [("visitors", "n")]
    assert linked(kb, linker, "who wrote Visitors in italy?") == [("Visitors", "n"), ("italy", "italy")]


def test_part_of_a_name_counts_where_no_whole_name_stands() -> None:
    facts = [(f"x{i}", "r", "obama") for i in range(5)]
    labels = {"obama": "Barack Obama", "michelle": "Michelle Obama", "truman": "Harry S. Truman"}
    labels |= {"luther": "Luther", "king": "Martin Luther King Jr", "paris": "Paris"}
    kb = ToyKB(facts, labels=labels)
    linker = EntityLinker(kb)
    assert linked(kb, linker, "where was obama born") == [("obama", "obama")]
    assert linked(kb, linker, "where was harry truman born") == [("harry truman", "truman")]
    assert linked(kb, linker, "where was martin luther king born") == [("martin luther", "king")]
    assert linked(kb, linker, "did obama visit paris") == [("paris", "paris")]
    assert EntityLinker(kb, LinkingSettings(partial_names=False)).link("where was obama born") == []


def towns() -> ToyKB:
    """A town and a river named Avon with as many facts each; the town lies in Kent."""
    facts = [("town", "located_in", "kent"), ("town", "mayor", "p"), ("river", "flows_into", "sea")]
    facts += [("river", "source", "hill"), ("kent", "located_in", "uk")]
    numbers = [("town", "population", number(5)), ("river", "length", number(7))]
    return ToyKB(facts, numbers, labels={"town": "Avon", "river": "Avon", "kent": "Kent"})


class OneRelation:
    """Finds that every text asks for one relation."""

    def __init__(self, kb: ToyKB, name: str) -> None:
        numerical = [relation.name for relation in kb.numerical_relations]
        self.relations = np.array([float(relation == name) for relation in kb.relations])
        self.numerical = np.array([float(relation == name) for relation in numerical])
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> list["OneRelation"]:
        self.asked += texts
        return [self for _ in texts]


@pytest.mark.parametrize(
    ("relation", "meant"),
    [("mayor", "town"), ("population", "town"), ("flows_into", "river"), ("length", "river")],
)
def test_what_the_question_asks_decides(relation: str, meant: str) -> None:
    kb = towns()
    fit = OneRelation(kb, relation)
    (link,) = EntityLinker(kb, fit=fit).link("what about Avon then")
    assert kb.entity_id(link.entity) == meant
    assert not link.toss_up
    assert fit.asked == ["what about then"]


def test_relations_are_compared_only_where_a_mention_is_ambiguous() -> None:
    kb = towns()
    fit = OneRelation(kb, "mayor")
    found = EntityLinker(kb, fit=fit).link_all(["where is Kent", "where is Avon", "who?"])
    assert [len(links) for links in found] == [1, 1, 0]
    assert len(fit.asked) == 1


def test_the_other_mention_decides() -> None:
    kb = towns()
    avon, kent = EntityLinker(kb).link("how large is avon in kent?")
    assert (kb.entity_id(avon.entity), kb.entity_id(kent.entity)) == ("town", "kent")
    assert not avon.toss_up


def test_nothing_decides_in_a_toss_up() -> None:
    kb = towns()
    (link,) = EntityLinker(kb).link("tell me about avon")
    assert link.toss_up
    assert link.score == pytest.approx(0.5)
    ((other, share),) = link.alternatives
    assert {kb.entity_id(link.entity), kb.entity_id(other)} == {"town", "river"}
    assert share == pytest.approx(0.5)
    (sure,) = EntityLinker(kb, LinkingSettings(toss_up_margin=0.0)).link("tell me about avon")
    assert not sure.toss_up


def test_alternatives_and_candidates_are_capped() -> None:
    kb = ToyKB([("e07", "r", "e08")], labels={f"e{i:02}": "Springfield" for i in range(30)})
    (link,) = EntityLinker(kb, LinkingSettings(max_candidates=5, max_alternatives=3)).link(
        "is springfield old"
    )
    assert [kb.entity_id(link.entity), *(kb.entity_id(e) for e, _ in link.alternatives)] == [
        "e07",
        "e08",
        "e00",
        "e01",
    ]
    assert link.score + sum(share for _, share in link.alternatives) < 1.0


def test_a_linker_with_a_cache_gives_the_same(places: ToyKB, linker: EntityLinker, tmp_path: Path) -> None:
    question = "is the big apple older than missisippi?"
    cached = [EntityLinker(places, cache=tmp_path).link(question) for _ in range(2)]
    assert cached[0] == cached[1] == linker.link(question)


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "?!",
        "\x00\x1f",
        "\ud800 new \udfff",
        "DROP ALL; --",
        "नई दिल्ली कहाँ है",
        "a" * 10_000,
        "york " * 2000,
        "new york missisippi " * 500,
    ],
    ids=[
        "empty",
        "space",
        "marks",
        "control",
        "surrogate",
        "injection",
        "script",
        "one word",
        "long",
        "names",
    ],
)
def test_hostile_questions_are_linked_or_not_but_never_fail(linker: EntityLinker, question: str) -> None:
    for link in linker.link(question):
        assert question[link.start : link.end] == link.mention != ""


def test_a_finder_says_where_mentions_are(places: ToyKB) -> None:
    class Finder:
        def find(self, question: str) -> list[tuple[int, int]]:
            found = question.find("may")
            return [(found, found + 3)] if found >= 0 else []

    linker = EntityLinker(places)
    linker.finder = Finder()
    assert linked(places, linker, "who was born in may in mississippi") == [("may", "may")]
    assert linked(places, linker, "how big is mississippi") == [("mississippi", "ms")]


def test_the_linker_knows_names_and_their_parts(linker: EntityLinker) -> None:
    assert linker.knows(["big", "apple"])
    assert linker.knows(["library"])
    assert linker.knows(["cities"])
    assert not linker.knows(["atlantis"])
    assert not linker.knows(["york", "library"])
