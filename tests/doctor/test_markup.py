from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from numkbqa.doctor.markup import document, table, table_row, tag

PRINTABLE = st.text(st.characters(exclude_categories=["Cc", "Cs"]))


class Read(HTMLParser):
    """What a browser reads out of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def test_children_stand_in_their_order() -> None:
    element = tag("p", "a ", tag("b", "bold"), " c", None, " d", class_="x", aria_label="y")
    assert document(element) == '<!doctype html>\n<p class="x" aria-label="y">a <b>bold</b> c d</p>\n'


@given(PRINTABLE)
def test_no_text_becomes_markup(text: str) -> None:
    found = Read(document(tag("p", text, title=text))).found
    assert found[0] == "\n"
    assert found[1] == ("p", [("title", text)])
    assert "".join(map(str, found[2:])) == f"{text}\n"


def test_a_table_has_scopes_and_a_caption() -> None:
    written = document(table("Sizes", ("Name", "Values"), [table_row("a<b", "x", 1200, [tag("i", "z")])]))
    assert "<caption>Sizes</caption>" in written
    assert '<th scope="col" class="number">Values</th>' in written
    assert '<th scope="row"><div>a&lt;b</div></th><td>x</td><td class="number">1,200</td>' in written
    assert "<td><i>z</i></td>" in written
