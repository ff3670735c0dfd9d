from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from numkbqa.errors import UserError
from numkbqa.questions.records import Answer, Question
from numkbqa.retrieval.examples import FIELDS, Example, ExampleBuilder, NoExample
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.text import CachedEncoder
from tests.support.toy_kb import ToyKB


def question(
    text: str, topics: tuple[str, ...] = (), answers: Sequence[str] = (), key: str = "q"
) -> Question:
    return Question(
        id=key, question=text, topic_entities=topics, answers=tuple(Answer(id=a) for a in answers)
    )


def assert_same(one: Example, other: Example) -> None:
    assert one.question == other.question
    assert one.num_answers == other.num_answers
    for name in FIELDS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
        assert getattr(one, name).dtype == getattr(other, name).dtype, name


def test_example_of_a_linked_question(world: ToyKB, builder: ExampleBuilder) -> None:
    example = builder.build(question("what is the largest city in Germany?", answers=["berlin"]))
    assert isinstance(example, Example)
    names = [world.entity_id(int(e)) for e in example.entities]
    assert [names[i] for i in np.flatnonzero(example.topics)] == ["germany"]
    assert [names[i] for i in np.flatnonzero(example.answers)] == ["berlin"]
    assert example.num_answers == 1
    assert (np.diff(example.tail) >= 0).all()
    assert np.array_equal(np.unique(example.relation), np.arange(len(example.distinct_relations)))
    assert example.distinct_relations.max() < 2 * len(world.relations)
    assert {"located_in", "capital"} <= {
        world.relations[r] for r in example.distinct_relations if r < len(world.relations)
    }


def test_numbers_of_an_example_are_those_of_the_kb(world: ToyKB, builder: ExampleBuilder) -> None:
    (example,) = builder.build_all([question("who?", topics=("nina_falk",))]).examples
    found = {
        (
            world.entity_id(int(example.entities[e])),
            world.numerical_relations[int(example.numerical_relations[r])].name,
            world.value(int(v)).lexical,
        )
        for e, r, v in zip(example.number_entity, example.number_relation, example.value, strict=True)
    }
    assert ("nina_falk", "date_of_birth", "1975-03-02") in found
    assert ("first_light", "release_date", "1999") in found
    assert (np.diff(example.relevance) <= 0).all()


def test_answers_outside_the_graph_and_literals_are_counted(builder: ExampleBuilder) -> None:
    record = Question(
        id="q",
        question="?",
        topic_entities=("oslo",),
        answers=(Answer(id="nowhere"), Answer(id="norway"), Answer(value="1966"), Answer(value="1966")),
    )
    (example,) = builder.build_all([record]).examples
    assert example.num_answers == 3
    assert example.answers.sum() == 1


def test_question_without_topic_gives_a_reason(builder: ExampleBuilder) -> None:
    none = builder.build(question("why?"))
    assert none == NoExample(question("why?"), "no topic entity")
    retrieved = builder.build_all([question("why?"), question("how big is Oslo")])
    assert len(retrieved.examples) == 1
    assert retrieved.dropped == [(question("why?"), "no topic entity")]


def test_unknown_topic_entity_is_the_users_error(builder: ExampleBuilder) -> None:
    with pytest.raises(UserError, match=r'question "q7" has the topic entity "atlantis"'):
        builder.build(question("?", topics=("atlantis",), key="q7"))


def test_given_topics_are_used_as_they_are(world: ToyKB, builder: ExampleBuilder) -> None:
    record = question("how big is Oslo", topics=("paris",))
    (example,) = builder.build_all([record]).examples
    assert world.entity_id(int(example.entities[example.topics][0])) == "paris"
    assert builder.link(record)[0].mention == ""


def test_settings_refuse_what_they_do_not_know() -> None:
    with pytest.raises(ValidationError, match="max_entitys"):
        RetrievalSettings.model_validate({"max_entitys": 3})


def test_plain_query_compares_the_question_as_it_is(world: ToyKB, encoder: CachedEncoder) -> None:
    settings = RetrievalSettings.model_validate({"relations": {"scorer": "cosine"}})
    plain = ExampleBuilder(world, encoder, settings)
    (example,) = plain.build_all([question("population of Oslo")]).examples
    best = world.numerical_relations[int(example.numerical_relations[0])]
    vectors = encoder.sentence_vectors(["population of Oslo", best.text])
    cosine = vectors[0] @ vectors[1] / np.linalg.norm(vectors[0]) / np.linalg.norm(vectors[1])
    assert example.relevance[0] == pytest.approx(cosine, abs=1e-5)


def test_relevance_of_questions_is_that_of_their_examples(builder: ExampleBuilder) -> None:
    asked = [question("what is the largest city of France?"), question("which river of Spain is longest?")]
    for fit, one in zip(builder.relevance(asked), builder.build_all(asked).examples, strict=True):
        support = np.log(np.bincount(one.number_relation))
        expected = fit.numerical[one.numerical_relations] + builder.relations.support_weight * support
        np.testing.assert_allclose(one.relevance, expected)


def test_cached_examples_are_built_once_for_the_same_questions(
    world: ToyKB, encoder: CachedEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = ExampleBuilder(world, encoder)
    questions = [question("how big is Oslo", key="1"), question("why?", key="2")]
    first = builder.build_all_cached(questions, tmp_path)
    fresh = builder.build_all(questions)
    monkeypatch.setattr(builder, "prepare", lambda questions: pytest.fail("built again"))
    again = builder.build_all_cached(questions, tmp_path)
    for retrieved in (first, again):
        assert retrieved.dropped == fresh.dropped
        assert_same(retrieved.examples[0], fresh.examples[0])
    with pytest.raises(pytest.fail.Exception):
        builder.build_all_cached(questions[:1], tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_linked_questions_give_the_examples_of_unlinked_ones(builder: ExampleBuilder) -> None:
    records = [
        question("what is the largest city in Germany?"),
        question("who is the oldest?", topics=("nina_falk",)),
        question("what is the longest river of Italy?"),
    ]
    links = builder.link_all(records)
    assert links == [builder.link(record) for record in records]
    linked = builder.build_linked(list(zip(records, links, strict=True)))
    for one, other in zip(linked, builder.build_all(records).examples, strict=True):
        assert_same(one, other)


def test_given_topics_alone_need_no_linker(builder: ExampleBuilder) -> None:
    (links,) = builder.link_all([question("who?", topics=("nina_falk",))])
    assert [link.mention for link in links] == [""]
    assert builder.link_all([]) == []
    with pytest.raises(UserError, match="atlantis"):
        builder.link_all([question("who?", topics=("atlantis",))])


def test_the_class_that_is_asked_for_is_known_unless_a_setting_says_no(
    world: ToyKB, encoder: CachedEncoder
) -> None:
    asked = question("what is the largest city in Germany?")
    found, paper = (
        ExampleBuilder(world, encoder, RetrievalSettings(asked_class=chosen)).build(asked)
        for chosen in (True, False)
    )
    assert isinstance(found, Example)
    assert isinstance(paper, Example)
    city = world.entity_index("city")
    assert found.asked_classes.tolist() == [city]
    of_class = [city in world.types(entity) for entity in found.entities.tolist()]
    assert found.of_asked_class.tolist() == of_class
    assert any(of_class)
    assert not paper.of_asked_class.any()
    assert len(paper.asked_classes) == 0
