"""The page in a real browser: what is asked for, shown and reached, and that nothing else is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize, expect

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page.assets import ASSETS
from numkbqa.service.page.examples import best_first
from tests.support.browser import chromium, missing
from tests.support.canned_answers import (
    BUSY,
    HOSTILE,
    LATEST,
    NOTHING,
    PLAIN,
    SECOND,
    THREE,
    UNCLEAR,
    VALUE,
    VALUES,
    CannedService,
)
from tests.support.served_page import served

PATIENCE = 120_000
"""Milliseconds that a busy machine may take; nothing waits longer than it has to."""

NARROW: ViewportSize = {"width": 320, "height": 700}

QUESTIONS = [d["question"] for d in (SECOND, LATEST, THREE, VALUES, VALUE, UNCLEAR, NOTHING, PLAIN)]


def address_of(question: str) -> str:
    return f"/?q={quote(question)}"


STATES = ["/", *map(address_of, QUESTIONS), address_of(BUSY), address_of(f"who is {HOSTILE}?"), "/graph"]
"""Every kind of page."""

STATE_IDS = [
    "home", "entity", "ties", "list", "values", "value", "clarification", "abstained", "plain", "busy",
    "hostile", "graph",
]  # fmt: skip


@dataclass
class Visitor:
    """A browser at the page; what it complains of, and whom it calls, is remembered."""

    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._requested)

    def open(self, path: str = "/") -> Page:
        """Go to an address and wait until all is drawn."""
        self.page.goto(f"{self.base}{path}")
        expect(self.page.locator(".chart:not(:has(svg)), .drawing:not(:has(canvas))")).to_have_count(0)
        return self.page

    def _said(self, message: ConsoleMessage) -> None:
        # Chromium says this of every answer that is an error; the tests look at the page instead.
        if "Failed to load resource: the server responded with" not in message.text:
            self.complaints.append(message.text)

    def _requested(self, request: Request) -> None:
        if not request.url.startswith((self.base, "data:")):
            self.complaints.append(f"calls {request.url}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if ASSETS.missing:
        missing(f"the page lacks {', '.join(ASSETS.missing)}: make assets")
    expect.set_options(timeout=PATIENCE)
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def one_service(kb: EmbeddedKnowledgeBase) -> CannedService:
    return CannedService(kb, ["toy", "moon & stars"])


@pytest.fixture(scope="module")
def base(one_service: CannedService) -> Iterator[str]:
    with served(one_service) as address:
        yield address


@pytest.fixture
def visitor(browser: Browser, base: str) -> Iterator[Visitor]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        visitor = Visitor(context.new_page(), base)
        yield visitor
        assert visitor.complaints == []


def query_of(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def focused_after(page: Page, key: str) -> str:
    """Label or text of what has the focus after a key."""
    page.keyboard.press(key)
    focused = "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()"
    return str(page.evaluate(focused))


def test_a_question_is_asked_and_answered_without_a_new_page(visitor: Visitor) -> None:
    page = visitor.open()
    page.evaluate("window.sameDocument = true")
    page.get_by_label("Your question").fill(SECOND["question"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rio de Janeiro")
    expect(page.get_by_role("status")).to_have_text("Rio de Janeiro")
    assert page.evaluate("window.sameDocument")
    assert query_of(page) == {"q": [SECOND["question"]], "model": ["toy"]}
    assert "Rio de Janeiro" in page.title()
    expect(page.get_by_label("Your question")).to_be_focused()
    expect(page.locator(".chart svg")).to_be_visible()
    expect(page.locator(".chart svg text", has_text="6,747,815")).to_be_visible()
    expect(page.locator(".drawing canvas").first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Rio de Janeiro"))).to_contain_text("6,747,815")
    expect(page.get_by_text("sorting these values exactly gives the same answer")).to_be_visible()


def test_the_way_back_leads_to_the_question_before(visitor: Visitor) -> None:
    page = visitor.open(address_of(THREE["question"]))
    page.get_by_label("Your question").fill(PLAIN["question"])
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Otto Brandt")
    page.go_back()
    expect(page.locator(".winners")).to_contain_text("Po")
    expect(page.get_by_label("Your question")).to_have_value(THREE["question"])


def test_the_chart_of_dates_is_a_timeline(visitor: Visitor) -> None:
    page = visitor.open(address_of(LATEST["question"]))
    expect(page.locator(".chart svg text", has_text="BCE").first).to_be_visible()
    expect(page.locator(".chart .mark-symbol path")).to_have_count(4)
    expect(page.get_by_text("Tied: Quiet Rooms, Iron Road (dates known to")).to_be_visible()
    expect(
        page.get_by_text("sorting these values exactly disagrees, it would answer Far Shore")
    ).to_be_visible()


def test_suggestions_are_reached_by_keys(visitor: Visitor) -> None:
    page = visitor.open()
    box = page.get_by_role("combobox", name="Your question")
    expect(box).to_be_focused()
    page.keyboard.type("what is the largest city in bra")
    options = page.get_by_role("option")
    expect(options).to_have_text([re.compile("^Brazil country$"), re.compile("^Bratislava city$")])
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    expect(chosen).to_have_text(re.compile("Bratislava"))
    assert box.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(box).to_have_value("what is the largest city in Bratislava")
    expect(box).to_have_attribute("aria-expanded", "false")
    assert query_of(page) == {}


def test_escape_closes_the_suggestions_and_keeps_the_question(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.type("new y")
    expect(page.get_by_role("option")).to_have_text([re.compile("New York")])
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(page.get_by_label("Your question")).to_have_value("new y")


def test_a_suggestion_is_taken_by_a_click(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.type("who wrote")
    page.get_by_role("option", name=PLAIN["question"]).click()
    expect(page.get_by_label("Your question")).to_have_value(PLAIN["question"])
    expect(page.get_by_label("Your question")).to_be_focused()


def test_another_entity_of_the_name_is_meant_on_a_click(visitor: Visitor, one_service: CannedService) -> None:
    page = visitor.open(address_of(SECOND["question"]))
    page.get_by_text("1 more of that name").click()
    page.locator(".topic").get_by_role("link", name="Brazil").click()
    expect(page.get_by_role("link", name="read the question anew")).to_be_visible()
    assert query_of(page)["topic"] == ["http://x.example/Brazil_Indiana"]
    assert one_service.asked[-1] == ("toy", SECOND["question"], ("http://x.example/Brazil_Indiana",))


def test_who_is_asked_back_chooses_by_keys_and_gets_the_answer(visitor: Visitor) -> None:
    page = visitor.open(address_of(UNCLEAR["question"]))
    expect(page.get_by_role("heading", level=1)).to_have_text("Which Georgia do you mean?")
    page.get_by_role("link", name="Georgia state, in United States").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rio de Janeiro")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert query_of(page)["topic"] == ["http://x.example/GA"]


def test_a_permalink_shows_the_same_answer(visitor: Visitor) -> None:
    page = visitor.open(f"{address_of(UNCLEAR['question'])}&topic={quote('http://x.example/GA')}&model=toy")
    address = page.get_by_role("link", name="Link to this answer").get_attribute("href")
    answer = page.locator("#result").inner_text()
    assert address is not None
    visitor.open(address)
    assert page.locator("#result").inner_text() == answer


def test_a_busy_service_is_told_and_an_example_helps_on(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_label("Your question").fill(BUSY)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Many questions are waiting.")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Many questions are waiting.")


def test_what_is_wrong_with_a_question_is_told(visitor: Visitor) -> None:
    page = visitor.open(address_of("Q142"))
    expect(page.get_by_role("heading", level=1)).to_have_text('The graph has no entity of the id "Q142".')
    expect(page.get_by_text("Did you mean Q1428?")).to_be_visible()


def test_a_server_that_went_away_is_told(browser: Browser, base: str) -> None:
    with browser.new_context() as context:
        page = Visitor(context.new_page(), base).open()
        context.set_offline(True)
        page.get_by_label("Your question").fill(PLAIN["question"])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="The answer did not arrive")).to_be_visible()


def test_an_answer_that_is_no_page_is_told(browser: Browser, base: str) -> None:
    with browser.new_context() as context:
        page = Visitor(context.new_page(), base).open()
        page.route(
            re.compile(r"/\?q="), lambda route: route.fulfill(status=502, json={"detail": "bad gateway"})
        )
        page.get_by_label("Your question").fill(PLAIN["question"])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="The answer did not arrive")).to_be_visible()


def test_all_is_reached_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.open()
    before = ["moon & stars", "toy", "The graph", "Ask", "numkbqa", "Skip to the content"]
    assert [focused_after(page, "Shift+Tab") for _ in before] == before
    after = [*reversed(before[:-1]), "Your question", "Ask", best_first(QUESTIONS)[0]]
    assert [focused_after(page, "Tab") for _ in after] == after
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert [focused_after(page, "Shift+Tab") for _ in range(2)] == ["Ask", "Your question"]
    page.keyboard.press("Control+A")
    page.keyboard.type(SECOND["question"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rio de Janeiro")
    assert [focused_after(page, "Tab") for _ in range(2)] == ["Ask", "1 more of that name"]
    page.keyboard.press("Enter")
    assert focused_after(page, "Tab") == "Brazil"
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="read the question anew")).to_be_visible()


@pytest.mark.parametrize("state", STATES, ids=STATE_IDS)
def test_nothing_is_wider_than_a_narrow_screen(browser: Browser, base: str, state: str) -> None:
    with browser.new_context(viewport=NARROW, has_touch=True, is_mobile=True) as context:
        visitor = Visitor(context.new_page(), base)
        page = visitor.open(state)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert visitor.complaints == []


@pytest.mark.parametrize("state", STATES, ids=STATE_IDS)
def test_no_rule_of_accessibility_is_broken(visitor: Visitor, state: str) -> None:
    page = visitor.open(state)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


def test_the_open_list_of_suggestions_breaks_no_rule_of_accessibility(visitor: Visitor) -> None:
    page = visitor.open()
    page.keyboard.type("what is the largest city in bra")
    expect(page.get_by_role("option")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_the_dark_page_has_dark_charts_as_soon_as_it_is_dark(visitor: Visitor) -> None:
    page = visitor.open(address_of(SECOND["question"]))
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground), page.locator(".chart svg text").first.get_attribute("fill")
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".chart svg text").first).not_to_have_attribute("fill", str(light[1]))
    assert page.evaluate(ground) != light[0]


def test_without_scripts_a_question_is_answered_all_the_same(browser: Browser, base: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = Visitor(context.new_page(), base).open()
        page.get_by_label("Your question").fill(SECOND["question"])
        page.get_by_role("button", name="Ask").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rio de Janeiro")
        expect(page.get_by_role("row", name=re.compile("São Paulo"))).to_contain_text("12,400,232")
        expect(page.locator(".path li")).to_have_text(re.compile("Rio de Janeiro.*country.*Brazil"))
        expect(page.locator("figure")).to_be_hidden()
        page.get_by_text("1 more of that name").click()
        page.locator(".topic").get_by_role("link", name="Brazil").click()
        assert query_of(page)["topic"] == ["http://x.example/Brazil_Indiana"]


def test_without_the_libraries_tables_and_lists_show_it_all(browser: Browser, base: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/vendor/*.js", lambda route: route.fulfill(status=404))
        page.goto(f"{base}{address_of(SECOND['question'])}")
        expect(page.get_by_role("row", name=re.compile("São Paulo"))).to_be_visible()
        expect(page.locator("figure")).to_be_hidden()
        expect(page.locator(".drawing")).to_be_hidden()


def test_hostile_names_stay_text(visitor: Visitor) -> None:
    page = visitor.open(address_of(f"who is {HOSTILE}?"))
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    expect(page.locator(".chart svg text", has_text="<img").first).to_be_visible()
    assert page.locator("img, main script").count() == 0
    page.get_by_label("Your question").fill("who is <im")
    page.get_by_label("Your question").press("End")
    expect(page.get_by_role("option")).to_have_text([re.compile(re.escape(HOSTILE))])


def test_another_model_is_asked(visitor: Visitor, one_service: CannedService) -> None:
    page = visitor.open()
    page.get_by_role("link", name="moon & stars").click()
    page.get_by_role("link", name=VALUE["question"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("652"))
    assert one_service.asked[-1][0] == "moon & stars"
    expect(page.get_by_role("link", name="moon & stars")).to_have_attribute("aria-current", "true")


def test_the_report_of_the_graph_has_its_pictures_and_its_style(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("link", name="The graph").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("toy")
    expect(page.get_by_role("img").first).to_be_visible()
    expect(page.get_by_role("heading", name="Numerical relations")).to_be_visible()
    expect(page.locator("svg rect").first).not_to_have_css("fill", "rgb(0, 0, 0)")
