"""What scripts write into the documentation is what they would write today."""

import re
from xml.etree import ElementTree

import pytest
from scripts.docs_figures import FIGURES, FOLDER
from scripts.settings_page import PAGE, settings_page

from numkbqa.config import setting_keys
from numkbqa.service.settings import ServiceSettings
from numkbqa.training.settings import Settings
from tests.support.pages import DOCS


def test_the_page_of_settings_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == settings_page(), "run: python -m scripts.settings_page"


def test_the_page_of_settings_has_all_of_them() -> None:
    shown = re.findall(r"^\| `([a-z_.0-9]+)` \|", settings_page(), re.M)
    keys = [*setting_keys(Settings), *setting_keys(ServiceSettings)]
    assert shown
    assert set(shown) == {key for key in keys if not any(k.startswith(f"{key}.") for k in keys)}


def test_every_setting_has_a_meaning() -> None:
    rows = re.findall(r"^\| `([a-z_.0-9]+)` \|(.*)\|$", settings_page(), re.M)
    assert rows
    assert not [key for key, cells in rows if not cells.split("|")[-1].strip()]


@pytest.mark.parametrize("name", FIGURES)
def test_the_figures_are_current_and_well_formed(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text == FIGURES[name]().svg(), "run: python -m scripts.docs_figures"
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_every_figure_is_shown_with_words_for_it() -> None:
    page = (DOCS / "how-it-works.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[([^\]]+)\]\(figures/([^)]+)\)", page)
    assert sorted(name for _, name in shown) == sorted(path.name for path in FOLDER.iterdir())
    assert all(len(words.split()) > 5 for words, _ in shown)
