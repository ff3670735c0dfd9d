from collections.abc import Sequence

import numpy as np
import pytest

from numkbqa.retrieval.relations import RelationRetriever, Vectors, property_text, top_relations, unit_rows
from tests.support.toy_kb import ToyKB, day, number


class WordVectors:
    """One-hot bags of a few words."""

    name = "words"
    words = ("date", "of", "birth", "people", "person", "height", "born")

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def sentence_vectors(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        rows = [[text.split().count(word) for word in self.words] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), len(self.words))


@pytest.fixture
def kb() -> ToyKB:
    numbers = [
        ("e", "/people/person/date_of_birth", day("1950")),
        ("e", "/people/person/height", number(1.8)),
    ]
    texts = {"/people/person/date_of_birth": "people person date of birth"}
    return ToyKB([("e", "/people/person/born", "f")], numbers, relation_texts=texts)


def test_relation_texts_are_encoded_once(kb: ToyKB) -> None:
    encoder = WordVectors()
    retriever = RelationRetriever(kb, encoder)
    retriever.relevance(["height of e", "date"])
    retriever.relevance(["height"])
    assert len(encoder.asked) == 3
    assert len(encoder.asked[0]) == 6


def test_cosine_is_the_mean_over_full_text_and_property(kb: ToyKB) -> None:
    first, second = RelationRetriever(kb, WordVectors()).relevance(["date of birth", "height"])
    assert first.numerical[0] == pytest.approx((np.sqrt(3 / 5) + 1) / 2)
    assert first.numerical[1] == pytest.approx(0.0)
    assert second.numerical[1] > second.numerical[0]
    assert first.relations.shape == (1,)


def test_a_relation_that_the_question_names_word_by_word_gets_the_bonus(kb: ToyKB) -> None:
    queries = ["the latest Date of Birth?", "born on which date", "heights", "height, date of birth"]
    plain = RelationRetriever(kb, WordVectors()).relevance(queries)
    favoured = RelationRetriever(kb, WordVectors(), named_bonus=0.25).relevance(queries)
    added = [other.numerical - one.numerical for one, other in zip(plain, favoured, strict=True)]
    expected = np.array([[0.25, 0], [0, 0], [0, 0], [0.25, 0.25]])
    np.testing.assert_allclose(np.stack(added), expected, atol=1e-7)
    for one, other in zip(plain, favoured, strict=True):
        np.testing.assert_array_equal(one.relations, other.relations)


def test_property_text_is_the_last_part_of_a_path() -> None:
    assert property_text("/people/person/height_meters", "people person height meters") == "height meters"
    assert property_text("http://geo.example/ont/area", "area") == "area"
    assert property_text("http://www.wikidata.org/prop/direct/P569", "date of birth") == "date of birth"


def test_top_relations_are_those_with_values_by_falling_score() -> None:
    cosines = np.array([0.9, 0.2, 0.5, 0.5])
    relations, scores = top_relations(cosines, np.array([3, 1, 2, 2]), 2)
    assert relations.tolist() == [2, 3]
    assert scores.tolist() == pytest.approx([0.5, 0.5])


def test_support_lets_a_common_relation_pass_a_rare_one() -> None:
    cosines, present = np.array([0.50, 0.48]), np.array([0] + [1] * 100)
    assert top_relations(cosines, present, 2)[0].tolist() == [0, 1]
    assert top_relations(cosines, present, 2, support_weight=0.02)[0].tolist() == [1, 0]


def test_a_row_of_zeros_stays_zero() -> None:
    rows = unit_rows(np.array([[0, 0], [3, 4]], np.float32))
    assert rows.tolist() == [[0, 0], pytest.approx([0.6, 0.8])]
