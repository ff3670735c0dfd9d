from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest

from numkbqa.retrieval.relations import RelationRetriever, RelationScorer, Vectors, top_relations
from numkbqa.retrieval.relations.features import FEATURES
from numkbqa.retrieval.settings import RelationSettings
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


FOCUSED = RelationSettings(scorer="focused", named_bonus=0.0)


@pytest.fixture
def kb() -> ToyKB:
    numbers = [
        ("e", "/people/person/date_of_birth", day("1950")),
        ("e", "/people/person/height", number(1.8)),
    ]
    texts = {"/people/person/date_of_birth": "people person date of birth"}
    return ToyKB([("e", "/people/person/born", "f")], numbers, relation_texts=texts)


def scorer_of(**weights: float) -> RelationScorer:
    """A scorer with some weights, by the number of the feature."""
    start = RelationScorer.start(2, len(WordVectors.words))
    for place, weight in weights.items():
        start.weights[int(place[1:])] = weight
    return start


def test_relation_texts_are_encoded_once(kb: ToyKB) -> None:
    encoder = WordVectors()
    retriever = RelationRetriever(kb, encoder, FOCUSED)
    retriever.relevance(["height of e", "date"])
    retriever.relevance(["height"])
    assert [len(texts) for texts in encoder.asked] == [6, 2, 1]


def test_focused_is_the_mean_over_full_text_and_property(kb: ToyKB) -> None:
    first, second = RelationRetriever(kb, WordVectors(), FOCUSED).relevance(["date of birth", "height"])
    assert first.numerical[0] == pytest.approx((np.sqrt(3 / 5) + 1) / 2)
    assert first.numerical[1] == pytest.approx(0.0)
    assert second.numerical[1] > second.numerical[0]
    assert first.relations.shape == (1,)


def test_cosine_is_the_papers(kb: ToyKB) -> None:
    retriever = RelationRetriever(kb, WordVectors(), RelationSettings(scorer="cosine"))
    (fit,) = retriever.relevance(["height"], ["date of birth"])
    assert fit.numerical.tolist() == pytest.approx([np.sqrt(3 / 5), 0])
    assert retriever.support_weight == 0


def test_a_relation_that_the_question_names_word_by_word_gets_the_bonus(kb: ToyKB) -> None:
    queries = ["the latest Date of Birth?", "born on which date", "heights", "height, date of birth"]
    plain = RelationRetriever(kb, WordVectors(), FOCUSED).relevance(queries)
    bonus = RelationSettings(scorer="focused", named_bonus=0.25)
    favoured = RelationRetriever(kb, WordVectors(), bonus).relevance(queries)
    added = [other.numerical - one.numerical for one, other in zip(plain, favoured, strict=True)]
    expected = np.array([[0.25, 0], [0, 0], [0, 0], [0.25, 0.25]])
    np.testing.assert_allclose(np.stack(added), expected, atol=1e-7)
    for one, other in zip(plain, favoured, strict=True):
        np.testing.assert_array_equal(one.relations, other.relations)


def test_trained_without_scorer_is_focused(kb: ToyKB) -> None:
    queries = ["date of birth", "height"]
    trained = RelationRetriever(kb, WordVectors())
    focused = RelationRetriever(kb, WordVectors(), RelationSettings(scorer="focused"))
    for one, other in zip(trained.relevance(queries), focused.relevance(queries), strict=True):
        np.testing.assert_array_equal(one.numerical, other.numerical)
    assert trained.key == ""


def test_scorer_adds_to_numerical_relations_alone(kb: ToyKB) -> None:
    kind = FEATURES.index("kind agrees")
    retriever = RelationRetriever(kb, WordVectors(), scorer=scorer_of(**{f"f{kind}": 0.5}))
    queries = ["who was born first", "who has the largest height"]
    for fit, base, sign in zip(
        retriever.relevance(queries), retriever.focused(queries), (1, -1), strict=True
    ):
        assert (fit.numerical - base.numerical).tolist() == pytest.approx([0.5 * sign, -0.5 * sign])
        np.testing.assert_array_equal(fit.relations, base.relations)
    assert retriever.key


def test_scorer_takes_no_part_in_other_modes(kb: ToyKB) -> None:
    scorer = scorer_of(f0=1.0)
    for mode in ("cosine", "focused"):
        settings = RelationSettings.model_validate({"scorer": mode})
        assert RelationRetriever(kb, WordVectors(), settings, scorer).key == ""


@pytest.mark.parametrize("mode", ["cosine", "focused", "trained"])
def test_the_compared_texts_are_all_that_a_comparison_encodes(
    kb: ToyKB, mode: Literal["cosine", "focused", "trained"]
) -> None:
    encoder = WordVectors()
    settings = RelationSettings(scorer=mode, named_bonus=0.0)
    retriever = RelationRetriever(kb, encoder, settings, scorer_of(f0=0.5))
    queries, questions = ["born height", "date"], ["when was the tallest born?", "the date of birth?"]
    retriever.relevance(queries[:1], questions[:1])  # what is encoded once
    encoder.asked.clear()
    retriever.relevance(queries, questions)
    asked = {text for texts in encoder.asked for text in texts}
    assert set(retriever.compared_texts(queries, questions)) == asked


def test_top_relations_are_those_with_values_by_falling_score() -> None:
    cosines = np.array([0.9, 0.2, 0.5, 0.5])
    relations, scores = top_relations(cosines, np.array([3, 1, 2, 2]), 2)
    assert relations.tolist() == [2, 3]
    assert scores.tolist() == pytest.approx([0.5, 0.5])


def test_support_lets_a_common_relation_pass_a_rare_one() -> None:
    cosines, present = np.array([0.50, 0.48]), np.array([0] + [1] * 100)
    assert top_relations(cosines, present, 2)[0].tolist() == [0, 1]
    assert top_relations(cosines, present, 2, support_weight=0.02)[0].tolist() == [1, 0]
