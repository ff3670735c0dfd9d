"""The site is built strictly: no warning, every page in the navigation, every link leads somewhere."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.pages import DOCS

ROOT = DOCS.parent
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""Attributes of elements that a browser fetches by itself."""


class Fetched(HTMLParser):
    """Collects the addresses that a browser fetches for a page; a canonical link is none."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in LOADING and given.get("rel") != "canonical":
            self.addresses.append(given.get(LOADING[tag]) or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    build = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    assert "WARNING" not in build.stderr
    return folder


def test_every_page_is_built(site: Path) -> None:
    pages = [path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md")]
    folders = [page.parent if page.name == "index" else page for page in pages]
    assert [folder for folder in folders if not (site / folder / "index.html").is_file()] == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        fetched = Fetched()
        fetched.feed(page.read_text(encoding="utf-8"))
        assert [a for a in fetched.addresses if re.match(r"(https?:)?//", a)] == [], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(\s*[\"']?(https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_the_search_index_stands_beside_the_pages(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "second largest city" in index


def test_the_reference_is_made_of_docstrings_without_running_the_library(site: Path) -> None:
    page = (site / "reference" / "kb" / "index.html").read_text(encoding="utf-8")
    assert "numkbqa.kb.build.build_kb" in page
    assert "Build a knowledge base." in page
