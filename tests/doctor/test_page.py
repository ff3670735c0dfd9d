import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from numkbqa.doctor import examine
from numkbqa.doctor.markup import fragment
from numkbqa.doctor.page import make_page, report, write_page
from numkbqa.doctor.page_relations import relations_table
from numkbqa.doctor.page_tables import dirt_section, hubs_section, names_section
from numkbqa.errors import UserError
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, number, toy_world

HOSTILE = "<script>alert('x')</script>\"&amp;"


class Tags(HTMLParser):
    """Collects the elements of a page, and what stands as text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in names]


def hostile_graph() -> ToyKB:
    facts = [(f"c{i:02d}", f"in{HOSTILE}", HOSTILE) for i in range(30)]
    facts += [(f"c{i:02d}", "type", "city") for i in range(30)]
    numbers = [(f"c{i:02d}", f"size{HOSTILE}", number(i)) for i in range(30)]
    labels = {f"c{i:02d}": HOSTILE for i in range(30)} | {HOSTILE: HOSTILE, "city": HOSTILE}
    return ToyKB(
        facts, numbers, labels, set_aside=[dirt("c01", f"size{HOSTILE}", HOSTILE, "unknown unit", 3)]
    )


def hostile_page() -> str:
    report = {
        "skipped_counts": {HOSTILE: 1},
        "skipped": [{"source": HOSTILE, "line": 1, "reason": HOSTILE, "text": HOSTILE, "kept": False}],
        "notes": {f"size{HOSTILE}": {HOSTILE: 1}},
    }
    return make_page(HOSTILE, examine(hostile_graph(), report))


def test_no_text_of_the_graph_becomes_markup() -> None:
    page = Tags(hostile_page())
    assert page.of("script", "link", "img", "iframe") == []
    assert page.text.count(HOSTILE) > 10


def test_a_page_stands_alone_and_loads_nothing() -> None:
    page = hostile_page() + make_page("world", examine(toy_world(), {}))
    attributes = [attributes for _, attributes in Tags(page).elements]
    assert not any({"src", "href", "onclick", "onload"} & set(named) for named in attributes)
    assert re.search(r"@import|url\(", page) is None
    assert page.startswith("<!doctype html>")


def test_the_report_has_no_style_of_its_own_and_fits_into_another_page() -> None:
    written = fragment(report("world", examine(toy_world(), {})))
    part = Tags(written)
    assert written.startswith("<h1>world</h1>")
    assert part.of("html", "head", "body", "style", "script", "link", "main") == []
    assert not any("style" in attributes for _, attributes in part.elements)
    assert written in make_page("world", examine(toy_world(), {}))


def test_every_relation_has_a_picture_with_title_and_description() -> None:
    diagnosis = examine(toy_world(), {})
    page = Tags(make_page("world", diagnosis))
    pictures = page.of("svg")
    assert len(pictures) == len(diagnosis.relations)
    ids = [attributes["id"] for attributes in page.of("title", "desc") if "id" in attributes]
    assert len(set(ids)) == len(ids)
    assert [name for picture in pictures for name in (picture["aria-labelledby"] or "").split()] == ids


def test_headings_of_tables_have_a_scope_and_tables_a_caption() -> None:
    page = Tags(hostile_page())
    assert all(attributes.get("scope") in {"row", "col"} for attributes in page.of("th"))
    assert len(page.of("caption")) == len(page.of("table")) == 5


def test_the_page_says_what_to_fix_first_and_on_which_scale() -> None:
    page = Tags(make_page("cities", examine(cities(), {})))
    assert page.text.index("What to fix first") < page.text.index("Numerical relations")
    assert 'all say "9999"' in page.text
    assert "linear scale; 7 values outside" in page.text
    assert "log scale" in Tags(make_page("world", examine(toy_world(), {}))).text


def test_much_advice_unfolds() -> None:
    numbers = [("a", f"r{i:02d}", number(value)) for i in range(20) for value in (1, 2)]
    page = Tags(make_page("x", examine(ToyKB([], numbers), {})))
    assert len(page.of("details")) == 1
    assert "8 more" in page.text or "9 more" in page.text


def test_sections_of_nothing_are_left_out() -> None:
    diagnosis = examine(ToyKB([("a", "knows", "b")], labels={"a": "A", "b": "B"}), {})
    assert dirt_section(diagnosis.dirt) == []
    assert hubs_section(diagnosis.hubs) == []
    assert len(names_section(diagnosis.labels)) == 2
    assert "There is none." in make_page("x", diagnosis)


def test_a_relation_without_values_has_no_picture() -> None:
    diagnosis = examine(cities(), {})
    (relation,) = diagnosis.relations
    table = relations_table([relation], diagnosis.questions)
    assert len(list(table.iter("svg"))) == 1


def test_a_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_page(tmp_path / "report.html", "cities", examine(cities(), {}))
    assert (tmp_path / "report.html").read_text(encoding="utf-8").endswith("</html>\n")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(UserError, match="a folder stands"):
        write_page(tmp_path, "cities", examine(cities(), {}))
