from typing import Any

import pytest

from numkbqa.service.page.links import Links
from numkbqa.service.page.view import AnswerView, answer_view
from tests.support.canned_answers import (
    DOCUMENTS,
    LATEST,
    NOTHING,
    PLAIN,
    SECOND,
    THREE,
    UNCLEAR,
    VALUE,
    VALUES,
)


def view(document: dict[str, Any], *pinned: str) -> AnswerView:
    return answer_view(document, Links(), pinned)


def topic(entity: str, label: str, description: str, *alternatives: dict[str, Any]) -> dict[str, Any]:
    named = {"id": entity, "label": label, "description": description, "mention": label}
    return {**named, "score": 0.8, "alternatives": list(alternatives)}


def test_an_answer_stands_apart_from_what_is_less_likely() -> None:
    shown = view(SECOND)
    (item,) = shown.items
    assert (item.headline, item.value, item.of) == ("Rio de Janeiro", "6,747,815", None)
    assert [other.headline for other in shown.runners_up] == ["São Paulo"]
    assert shown.compared_by == "population"
    assert shown.order == "2nd largest by population"
    assert shown.notes == ["The graph has grown since the model was trained."]
    assert shown.seconds == "10 ms"
    assert shown.path is not None


def test_tied_answers_and_lists_are_given_together() -> None:
    assert [item.headline for item in view(LATEST).items] == ["Quiet Rooms", "Iron Road"]
    assert view(LATEST).summary == "Quiet Rooms, Iron Road"
    assert [item.value for item in view(THREE).items] == ["652\u00a0km", "410\u00a0km", "405\u00a0km"]


def test_values_are_headlines_and_say_whose_they_are() -> None:
    (item,) = view(VALUE).items
    assert (item.headline, item.of, item.as_written) == ("652\u00a0km", "Po", "405 mi")
    assert view(VALUE).measured == "length"
    assert [item.of for item in view(VALUES).items] == ["Po", "Adige", "Tiber", "Adda"]


def test_many_answers_are_cut_and_counted() -> None:
    shown = view({**VALUES, "answers": VALUES["answers"] * 5})
    assert (len(shown.items), shown.more) == (12, 8)


@pytest.mark.parametrize(
    ("probability", "text", "share"), [(0.87, "87 %", 87), (1.0, "99 %", 100), (0.0, "< 1 %", 0)]
)
def test_confidence_is_never_certainty(probability: float, text: str, share: int) -> None:
    confidence = view({**SECOND, "confidence": probability}).confidence
    assert confidence is not None
    assert (confidence.text, confidence.share) == (text, share)


def test_an_answer_without_confidence_shows_none() -> None:
    assert view(PLAIN).confidence is None


def test_what_a_name_may_also_mean_is_a_link_that_keeps_the_other_topics() -> None:
    other = {"id": "other", "label": "Brazil", "description": "city, in Indiana", "score": 0.2}
    topics = [
        topic("brazil", "Brazil", "country", other),
        topic("city", "city", "city"),
    ]
    brazil, city = view({**SECOND, "topic_entities": topics}).topics
    (indiana,) = brazil.alternatives
    assert indiana.address == Links().ask(SECOND["question"], ["other", "city"])
    assert (indiana.label, indiana.note, indiana.share) == ("Brazil", "city, in Indiana", "20 %")
    assert city.alternatives == []


def test_ids_tell_namesakes_of_one_description_apart() -> None:
    told = [("a", "city, in Ohio"), ("b", "city, in Ohio"), ("c", "city, in Texas")]
    others = [{"id": i, "label": "Springfield", "description": text, "score": 0.1} for i, text in told]
    springfield = topic("d", "Springfield", "city, in Iowa", *others)
    (shown,) = view({**PLAIN, "topic_entities": [springfield]}).topics
    notes = [other.note for other in shown.alternatives]
    assert notes == ["city, in Ohio, a", "city, in Ohio, b", "city, in Texas"]


def test_years_before_our_era_are_shown_as_people_write_them() -> None:
    value = {"value": "-1499", "kind": "date", "unit": None, "lexical": "-1499", "held_at": None}
    of = {"id": "stele", "label": "the stele"}
    asked = {"relation": "made", "text": "date of making", "unit": None}
    shown = view({**VALUE, "answers": [{**value, "of": of, "score": 1.0}], "asked_value": asked})
    assert (shown.items[0].headline, shown.items[0].as_written) == ("1500 BCE", "")


def test_what_the_question_is_about_is_described_unless_nothing_is_known_of_it() -> None:
    (georgia,), (nina,) = view(UNCLEAR).topics, view(LATEST).topics
    assert (georgia.note, nina.note) == ("country, in Asia", "")


def test_seconds_and_milliseconds_are_told_as_such() -> None:
    told = [view({**PLAIN, "timing_ms": {"a": a, "b": 0.1}}).seconds for a in (0.0, 420.0, 1240.0)]
    assert told == ["1 ms", "420 ms", "1.2 s"]


def test_choices_are_links() -> None:
    shown = view(UNCLEAR)
    assert shown.ask_back == "Which Georgia do you mean?"
    assert [(choice.note, choice.share) for choice in shown.choices] == [
        ("country, in Asia", "52 %"),
        ("state, in United States", "48 %"),
    ]
    assert shown.choices[1].address == Links().ask(UNCLEAR["question"], ["http://x.example/GA"])
    assert shown.summary == "Which Georgia do you mean?"


def test_no_answer_has_its_reason() -> None:
    shown = view(NOTHING)
    assert (shown.items, shown.evidence, shown.choices) == ([], None, [])
    assert shown.abstained == shown.summary == "No entity of the graph is named in the question."


def test_a_permalink_keeps_the_topics_that_were_chosen() -> None:
    assert view(SECOND).unpinned is None
    pinned = view(SECOND, "Q1")
    assert pinned.permalink == Links().ask(SECOND["question"], ["Q1"])
    assert pinned.unpinned == Links().ask(SECOND["question"])


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda document: document["question"])
def test_a_document_without_the_keys_that_are_null_is_shown_alike(document: dict[str, Any]) -> None:
    def full(item: dict[str, Any]) -> dict[str, Any]:
        return {**dict.fromkeys(("id", "label", "value", "unit", "lexical", "held_at", "of")), **item}

    assert view({**document, "answers": [full(item) for item in document["answers"]]}) == view(document)
