from numkbqa.retrieval.linking.common_words import COMMON_WORDS
from numkbqa.retrieval.linking.names import STOP_WORDS
from numkbqa.retrieval.linking.vocabulary import ORDER_WORDS, vocabulary_of
from tests.support.toy_kb import ToyKB, number


def test_words_of_relations_ask_and_are_no_typos() -> None:
    kb = ToyKB([("a", "/film/film/directed_by", "b")], [("a", "/film/film/runtime_minutes", number(3))])
    words = vocabulary_of(kb)
    assert {"directed", "runtime", "minutes"} <= words.asking
    assert "minutess" not in words.asking
    texts = ToyKB([("a", "x", "b")], relation_texts={"x": "film producer"})
    assert "producer" not in vocabulary_of(texts).asking
    assert {"producer", "producers", "film"} <= vocabulary_of(texts).known


def test_order_words_come_from_the_lexicon() -> None:
    assert {"largest", "oldest", "third", "population", "elevation"} <= ORDER_WORDS
    assert vocabulary_of(ToyKB([])).known >= COMMON_WORDS | STOP_WORDS | ORDER_WORDS
