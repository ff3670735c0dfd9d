from dataclasses import replace

import numpy as np
import pytest

from numkbqa.retrieval.relations import RelationRetriever
from numkbqa.retrieval.relations.features import FEATURES, QuestionView
from numkbqa.text import CachedEncoder
from tests.support.toy_kb import ToyKB, day, number


@pytest.fixture(scope="module")
def kb() -> ToyKB:
    numbers = [
        ("ann", "/people/person/date_of_birth", day("1950")),
        ("ann", "/people/person/height_meters", number(1.8)),
        ("bob", "/people/person/height_meters", number(1.7)),
        ("rome", "population", number(3)),
    ]
    texts = {"/people/person/date_of_birth": "people person date of birth"}
    texts |= {"/people/person/height_meters": "people person height meters"}
    return ToyKB([("ann", "in", "rome"), ("rome", "type", "city")], numbers, relation_texts=texts)


def features(kb: ToyKB, encoder: CachedEncoder, query: str, question: str) -> dict[str, list[float]]:
    retriever = RelationRetriever(kb, encoder)
    (view,) = retriever.views([query], [question])
    table = retriever.features.of(view)
    assert table.shape == (3, len(FEATURES))
    return dict(zip(FEATURES, table.T.tolist(), strict=True))


def test_words_kind_and_measure(kb: ToyKB, encoder: CachedEncoder) -> None:
    tall = features(kb, encoder, "the tallest person height", "who is the tallest person in Rome?")
    assert tall["words of the property in the query"] == pytest.approx([0, 0.5, 0])
    assert tall["words of the property in the question"] == pytest.approx([0, 0, 0])
    assert tall["words of the domain in the query"] == pytest.approx([0.5, 0.5, 0])
    assert tall["measure agrees"] == [0, 1, -1]
    born = features(kb, encoder, "who was born first", "who was born first?")
    assert born["kind agrees"] == [1, -1, -1]


def test_forms_of_a_word_count_as_the_word(kb: ToyKB, encoder: CachedEncoder) -> None:
    plural = features(kb, encoder, "largest populations", "largest populations")
    assert 0.8 <= plural["words of the property in the query"][2] < 1


def test_class_of_the_carriers_is_compared_with_what_is_asked_for(kb: ToyKB, encoder: CachedEncoder) -> None:
    city = features(kb, encoder, "which city is largest", "which city is largest?")
    label = kb.label(kb.entity_index("city") or 0)
    vectors = encoder.sentence_vectors(["city", label, "person"])
    cosine = vectors[0] @ vectors[1:].T / np.linalg.norm(vectors[0]) / np.linalg.norm(vectors[1:], axis=1)
    assert city["class of the carriers"] == pytest.approx([cosine[1], cosine[1], cosine[0]], abs=1e-5)


def test_empty_texts_have_features(kb: ToyKB, encoder: CachedEncoder) -> None:
    table = features(kb, encoder, "", "")
    assert table["class of the carriers"] == [0, 0, 0]
    assert table["words of the property in the query"] == [0, 0, 0]
    assert np.isfinite(list(table.values())).all()


def test_features_of_a_relation_do_not_depend_on_the_others(kb: ToyKB, encoder: CachedEncoder) -> None:
    alone = ToyKB([("rome", "type", "city")], [("rome", "population", number(3))])
    everything, one = RelationRetriever(kb, encoder), RelationRetriever(alone, encoder)
    view: QuestionView
    (view,) = everything.views(["the largest city"], ["what is the largest city?"])
    np.testing.assert_allclose(everything.features.of(view)[2], one.features.of(replace(view))[0], atol=1e-6)
