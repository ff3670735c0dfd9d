"""What the page on evaluation names is there (modes, groups, formats), and its figures are measured ones."""

import re

import pytest

from numkbqa.evaluation import Mode, ScoreReport
from numkbqa.evaluation.outputs import Format
from tests.support.pages import DOCS, blocks, first_cells, sections

TEXT = (DOCS / "evaluation.md").read_text(encoding="utf-8")


def test_every_mode_has_its_column() -> None:
    table = next(
        block for block in blocks(sections(TEXT)["What counts as right"]) if block.language == "table"
    )
    assert re.findall(r"`(\w+)`", table.code.splitlines()[0]) == list(Mode)


def test_every_format_has_its_row() -> None:
    assert [cell.strip("`") for cell in first_cells(sections(TEXT)["Predictions of other systems"])] == list(
        Format
    )


def test_every_group_is_in_the_document() -> None:
    named = {key for cell in first_cells(sections(TEXT)["Groups"]) for key in re.findall(r"\w+", cell)}
    assert named
    assert named <= set(ScoreReport([], Mode.STRICT, Format.OWN).to_json())


@pytest.mark.parametrize(
    ("row", "heading"), [("GeoQuery dev", "geoquery: "), ("world graph, test", "world: ")]
)
def test_figures_are_those_of_the_results(row: str, heading: str) -> None:
    shown = re.search(rf"^\| {row} \((\d+)\) \| ([\d.]+) \|", TEXT, re.M)
    assert shown
    results = (DOCS / "results.md").read_text(encoding="utf-8")
    section = next(part for part in results.split("\n## ") if part.startswith(heading))
    titles, everything = (
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in section.splitlines()
        if line.startswith(("| questions | n |", "| all |"))
    )
    found = dict(zip(titles, everything, strict=True))
    assert (found["n"], found["NT-NSM"].split()[0]) == shown.groups()
