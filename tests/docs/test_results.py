"""The page of results says what the records of runs say."""

import re
from pathlib import Path

import pytest

from numkbqa.experiments import list_experiments, write_report
from numkbqa.experiments.plan import plan
from numkbqa.experiments.records import Records, key_of
from numkbqa.experiments.runner import settings_of
from tests.support.pages import DOCS

FOLDER = DOCS / "results"
REMEDY = "run `numkbqa experiment report --runs docs/results -o docs/results.md`"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the records alone."""
    page = tmp_path_factory.mktemp("results") / "results.md"
    write_report(FOLDER, page)
    return page


def sections(page: Path) -> list[str]:
    return [part.strip() for part in re.split(r"(?m)^(?=## )", page.read_text(encoding="utf-8"))]


def test_the_page_is_what_the_records_say(made: Path) -> None:
    assert sections(DOCS / "results.md") == sections(made), REMEDY


def test_the_curves_on_the_page_are_there(made: Path) -> None:
    shown = re.findall(r"\]\((curves/[^)]+\.png)\)", made.read_text(encoding="utf-8"))
    assert shown
    assert all((DOCS / file).is_file() for file in shown)
    assert {path.name for path in (DOCS / "curves").iterdir()} == {Path(file).name for file in shown}


def test_every_record_is_of_a_run_that_some_experiment_has() -> None:
    runs = [run for definition in list_experiments() for run in plan(definition)]
    keys = [key_of(run, settings_of(run, FOLDER)) for run in runs]
    records = Records(FOLDER)
    known = {key.name for key in keys if records.find(key)}
    files = {path.name.removesuffix(".json.gz") for path in records.folder.iterdir()}
    assert files
    assert files == known, "records of other settings: take them out, and make their runs again"
