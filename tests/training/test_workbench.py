from pathlib import Path

import numpy as np
import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.records import Question
from numkbqa.reasoning.comprehensive import ClassifierSettings, QuestionClassifier
from numkbqa.training.workbench import IGNORED, Workbench, default_cache, fingerprint
from tests.support.small_world import QUICK, settings_of

ASKED = [
    Question(id="one", question="what is the largest city of France?"),
    Question(id="two", question="what is the longest river of it?", topic_entities=("spain",)),
    Question(id="none", question="what is that?"),
]


def test_a_dataset_holds_examples_words_and_what_was_dropped(workbench: Workbench) -> None:
    dataset = workbench.dataset(ASKED, "a test")
    assert [question.id for question in dataset.questions] == ["one", "two"]
    assert [(question.id, reason) for question, reason in dataset.dropped] == [("none", "no topic entity")]
    for example, words in zip(dataset.examples, dataset.word_states, strict=True):
        (expected,) = workbench.encoder.word_states([example.question.question])
        np.testing.assert_array_equal(words, expected)


def test_the_same_questions_are_read_from_the_disk_the_second_time(world_kb: Path, tmp_path: Path) -> None:
    settings = settings_of(QUICK, tmp_path / "cache")
    first = Workbench(open_kb(world_kb), settings).dataset(ASKED, "a test")
    stored = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache" / "examples").rglob("*.npy")}
    assert stored
    second = Workbench(open_kb(world_kb), settings).dataset(ASKED, "a test")
    after = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache" / "examples").rglob("*.npy")}
    assert after == stored
    for one, other in zip(first.examples, second.examples, strict=True):
        np.testing.assert_array_equal(one.entities, other.entities)
        np.testing.assert_array_equal(one.head, other.head)
    assert second.dropped == first.dropped


def test_topics_are_linked_when_a_question_names_none(workbench: Workbench) -> None:
    assert workbench.with_topics(ASKED[0]).topic_entities == ("france",)
    assert workbench.with_topics(ASKED[1]) == ASKED[1]
    assert workbench.with_topics(ASKED[2]).topic_entities == ()


def test_text_vectors_are_those_of_the_relations(workbench: Workbench) -> None:
    kb, width = workbench.kb, workbench.encoder.width
    assert workbench.vocabulary.relation_vectors.shape == (len(kb.relations), width)
    assert workbench.vocabulary.num_relations == len(kb.relations)
    assert workbench.numerical_relation_vectors.shape == (len(kb.numerical_relations), width)
    place = [relation.name for relation in kb.numerical_relations].index("release_date")
    expected = workbench.encoder.sentence_vectors(["release date"])[0]
    np.testing.assert_array_equal(workbench.numerical_relation_vectors[place], expected)


def test_a_number_starts_as_its_text(workbench: Workbench) -> None:
    texts = [workbench.kb.number_text(handle) for handle in range(20)]
    vectors = workbench.numbers(torch.arange(len(texts)))
    assert vectors.shape == (len(texts), 2 * workbench.encoder.width)
    torch.testing.assert_close(vectors, torch.from_numpy(workbench.encoder.special_vectors(texts)))


def test_a_small_probability_of_being_ordinal_is_none(workbench: Workbench) -> None:
    classifier = QuestionClassifier(ClassifierSettings(), workbench.encoder.width)
    last = classifier.layers[-1]
    assert isinstance(last, torch.nn.Linear)
    torch.nn.init.zeros_(last.weight)
    dataset = workbench.dataset(ASKED[:1], "a test")
    for probability, expected in ((IGNORED * 0.9, 0.0), (IGNORED * 1.1, IGNORED * 1.1), (0.7, 0.7)):
        torch.nn.init.constant_(last.bias, float(torch.tensor(probability).logit()))
        assert workbench.ordinal_probability(classifier, dataset).tolist() == pytest.approx([expected])


@pytest.mark.parametrize(
    ("file", "line", "what"),
    [
        ("numbers.tsv", "a\tsize\t1\txsd:integer\n", "no entity facts"),
        ("triples.tsv", "a\tin\tb\n", "no numerical relation"),
    ],
)
def test_a_graph_that_cannot_be_trained_on_is_refused(
    tmp_path: Path, file: str, line: str, what: str
) -> None:
    (tmp_path / file).write_text(line, encoding="utf-8")
    build_kb([tmp_path / file], tmp_path / "kb")
    with pytest.raises(UserError, match=what) as error:
        Workbench(open_kb(tmp_path / "kb"), settings_of(QUICK, tmp_path / "cache"))
    assert error.value.remedy


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("NUMKBQA_CACHE", str(tmp_path / "own"))
    assert default_cache() == tmp_path / "own"
    monkeypatch.delenv("NUMKBQA_CACHE")
    assert default_cache() == tmp_path / "xdg" / "numkbqa"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_cache() == tmp_path / "home" / ".cache" / "numkbqa"


def test_a_fingerprint_tells_parts_apart() -> None:
    prints = [fingerprint("a", "bc"), fingerprint("ab", "c"), fingerprint("a", "b", "c"), fingerprint(1, 2)]
    assert len(set(prints)) == 4
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in prints)
    assert fingerprint("a", 1) == fingerprint("a", "1")
