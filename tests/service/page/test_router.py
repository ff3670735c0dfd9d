import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page import reports
from numkbqa.service.page.assets import ASSETS
from tests.support.canned_answers import (
    BUSY,
    DOCUMENTS,
    HOSTILE,
    NOTHING,
    SECOND,
    SLOW,
    UNCLEAR,
    VALUE,
    CannedService,
)
from tests.support.served_page import page_app

QUESTIONS = list(DOCUMENTS)


class Parsed(HTMLParser):
    """The elements of a page, its text, and whether they nest."""

    VOID = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text, self._open = "", list[str]()
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += data

    def attributes(self, name: str) -> Iterator[str]:
        return (attributes[name] or "" for _, attributes in self.elements if name in attributes)


@pytest.fixture
def client(service: CannedService) -> TestClient:
    return TestClient(page_app(service))


@pytest.mark.parametrize("question", ["", *QUESTIONS, BUSY, "unknown", f"{HOSTILE}?"])
def test_every_page_is_sound_and_loads_nothing_from_elsewhere(client: TestClient, question: str) -> None:
    answer = client.get("/", params={"q": question})
    page = Parsed(answer.text)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-content-type-options"] == "nosniff"
    addresses = [*page.attributes("href"), *page.attributes("src"), *page.attributes("action")]
    assert [address for address in addresses if not re.match(r"/(?!/)|#", address)] == []
    assert list(page.attributes("style")) == []
    assert [tag for tag, attributes in page.elements if tag == "script" and "src" not in attributes] == []
    assert [name for _, attributes in page.elements for name in attributes if name.startswith("on")] == []
    ids = list(page.attributes("id"))
    assert len(ids) == len(set(ids))


def test_hostile_questions_and_names_are_text(client: TestClient) -> None:
    answer = client.get("/", params={"q": f"{HOSTILE}?"})
    assert answer.status_code == 200
    page = Parsed(answer.text)
    assert [tag for tag, _ in page.elements if tag == "img"] == []
    assert page.text.count(HOSTILE) > 10


def test_an_answer_shows_its_parts(client: TestClient) -> None:
    text = " ".join(Parsed(client.get("/", params={"q": SECOND["question"]}).text).text.split())
    for part in (
        "Rio de Janeiro population 6,747,815",
        "Confidence 87 %",
        "Read as 2nd largest by population",
        "1 more of that name",
        "The graph has grown since the model was trained.",
        "Population, 12 of 222 compared",
        "20 of 222 rows",
        "Cross-check: sorting these values exactly gives the same answer.",
        "Left out, 3: has no population",
        "Rio de Janeiro — country → Brazil",
        "São Paulo 12,400,232",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("question", "status", "words"),
    [
        (BUSY, 429, "Many questions are waiting."),
        (SLOW, 504, "No answer within 30 s."),
        ("Q142", 422, "Did you mean Q1428?"),
    ],
)
def test_trouble_has_its_status_and_words(client: TestClient, question: str, status: int, words: str) -> None:
    answer = client.get("/", params={"q": question})
    assert answer.status_code == status
    assert words in Parsed(answer.text).text
    assert answer.headers.get("retry-after") == ("3" if question == BUSY else None)
    (box,) = [attributes for tag, attributes in Parsed(answer.text).elements if attributes.get("name") == "q"]
    assert box["value"] == question


@pytest.mark.parametrize("question", [BUSY, "Q142", NOTHING["question"]])
def test_who_gets_no_answer_is_told_what_the_graph_can_answer(client: TestClient, question: str) -> None:
    text = Parsed(client.get("/", params={"q": question}).text).text
    assert "Questions that this graph can answer" in text
    assert VALUE["question"] in text


@pytest.mark.parametrize("question", [SECOND["question"], UNCLEAR["question"]])
def test_an_answer_and_a_question_back_stand_alone(client: TestClient, question: str) -> None:
    text = Parsed(client.get("/", params={"q": question}).text).text
    assert "Questions that this graph can answer" not in text
    assert "equally well" not in text


def test_of_a_model_that_is_not_there_there_are_no_examples(client: TestClient) -> None:
    answer = client.get("/", params={"q": "what?", "model": "nope"})
    assert answer.status_code == 404
    assert "Questions that this graph can answer" not in answer.text


def test_topics_of_the_address_are_passed_on(client: TestClient, service: CannedService) -> None:
    answer = client.get("/", params={"q": UNCLEAR["question"], "topic": ["a", "b"]})
    assert service.asked == [(None, UNCLEAR["question"], ("a", "b"))]
    assert "read the question anew" in answer.text


def test_examples_are_links_and_blank_questions_are_not_asked(
    client: TestClient, service: CannedService
) -> None:
    page = Parsed(client.get("/", params={"q": "  "}).text)
    assert service.asked == []
    assert [address for address in page.attributes("href") if address.startswith("/?q=")]
    assert VALUE["question"] in page.text


def test_suggestions_are_options_of_a_list(client: TestClient) -> None:
    answer = client.get("/suggest", params={"q": "largest city in bra"})
    page = Parsed(answer.text)
    assert [attributes["data-question"] for _, attributes in page.elements if "role" in attributes] == [
        "largest city in Brazil",
        "largest city in Bratislava",
    ]
    assert "content-security-policy" in answer.headers
    assert client.get("/suggest").text.strip() == ""
    assert client.get("/suggest", params={"q": "bra", "model": "unknown"}).text.strip() == ""


def test_an_unknown_model_is_told(client: TestClient) -> None:
    for path in ("/", "/graph"):
        answer = client.get(path, params={"model": "unknown"})
        assert answer.status_code == 404
        assert "There is no model &#34;unknown&#34;." in answer.text


def test_one_of_several_models_is_chosen(kb: EmbeddedKnowledgeBase) -> None:
    service = CannedService(kb, ["toy", "moon & stars"])
    client = TestClient(page_app(service))
    page = Parsed(client.get("/", params={"q": SECOND["question"], "model": "moon & stars"}).text)
    assert service.asked[0][0] == "moon & stars"
    (current,) = [a for _, a in page.elements if a.get("aria-current") == "true"]
    assert current["href"] == "/?model=moon+%26+stars"
    (hidden,) = [a for _, a in page.elements if a.get("name") == "model"]
    assert hidden["value"] == "moon & stars"


def test_the_report_of_the_graph_is_a_page(client: TestClient) -> None:
    answer = client.get("/graph")
    page = Parsed(answer.text)
    assert answer.status_code == 200
    assert "What to fix first" in page.text
    assert "svg" in [tag for tag, _ in page.elements]
    assert list(page.attributes("style")) == []
    assert ASSETS.url("doctor.css") in page.attributes("href")


def test_a_report_that_takes_long_is_waited_for(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "PATIENCE", 0.0)
    answer = client.get("/graph")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "Look again" in answer.text


def test_files_are_served_and_checked(client: TestClient) -> None:
    answer = client.get(ASSETS.url("page.css"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/static/x/../assets.py").status_code == 404


def test_the_page_is_no_part_of_the_documented_api(service: CannedService) -> None:
    assert page_app(service).openapi()["paths"] == {}
