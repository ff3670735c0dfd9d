"""What the page on deployment names is there: settings with their defaults, routes and metrics."""

import re

from numkbqa.service.metrics import Metrics
from numkbqa.service.settings import ServeSettings
from tests.support.pages import DOCS, blocks, first_cells, sections, unknown_parts

TEXT = (DOCS / "deploy.md").read_text(encoding="utf-8")


def rows(title: str) -> list[list[str]]:
    """The cells of the tables of a section."""
    tables = [block.code for block in blocks(sections(TEXT)[title]) if block.language == "table"]
    lines = [line for table in tables for line in table.splitlines()[2:]]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_every_setting_exists() -> None:
    named = set(re.findall(r"\bserve\.([a-z_]+)", TEXT))
    assert named
    assert named <= set(ServeSettings.model_fields)


def test_defaults_are_those_of_the_settings() -> None:
    defaults = ServeSettings()
    shown = {name.removeprefix("serve."): value for name, value, _ in rows("Limits")}
    assert {name: float(value) for name, value in shown.items()} == {
        name: float(getattr(defaults, name)) for name in shown
    }


def test_every_metric_exists() -> None:
    families = {family.name for family in Metrics().registry.collect()}
    named = {
        cells[0].removesuffix("_total") for cells in rows("Watching it") if cells[0].startswith("numkbqa_")
    }
    assert named == {name for name in families if name.startswith("numkbqa_")}


def test_the_library_has_the_messages() -> None:
    messages = first_cells(sections(TEXT)["When it does not start, or does not answer"])
    assert len(messages) > 5
    assert [message for message in messages if unknown_parts(message)] == []
