"""A small ablation table and a small sweep, made in pieces from the first run to the page."""

from pathlib import Path
from typing import Any

import pytest

from numkbqa.cli.experiment import headline
from numkbqa.experiments.costs import Costs
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.plan import plan
from numkbqa.experiments.records import Records
from numkbqa.experiments.report import report_text, write_report
from numkbqa.experiments.runner import run_definition, settings_of
from tests.support.tables import ABLATION, SWEEP

pytestmark = pytest.mark.usefixtures("known")


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def run(definition: Definition, output: Path, data: Path, **wanted: Any) -> dict[str, Any]:
    return run_definition(definition, output, data=data, **wanted).to_json()


@pytest.fixture(scope="module")
def piece(known: None, output: Path, data: Path) -> dict[str, Any]:
    """The first piece of the table: one row with one seed."""
    return run(ABLATION, output, data, only=["NT-NSM"], seeds=[0])


@pytest.fixture(scope="module")
def whole(piece: dict[str, Any], output: Path, data: Path) -> dict[str, Any]:
    return run(ABLATION, output, data)


def stages(output: Path) -> list[str]:
    return sorted(folder.name.rpartition("-")[0] for folder in (output / "cache" / "stages").glob("*-*"))


def test_a_piece_says_what_is_missing(piece: dict[str, Any]) -> None:
    assert piece["missing"] == [
        "small, NT-NSM, seed 1",
        "small, w/o SAM, seed 0",
        "small, w/o SAM, seed 1",
    ]
    assert piece["seeds"] == [0]
    page = report_text([piece])
    told = "small, NT-NSM (seed 1); small, w/o SAM (seed 0, 1)."
    assert f"**Incomplete.** Of 4 runs 3 are missing: {told}" in page
    assert "| w/o SAM | not run | - | - | -7.7 | - | - | - | -0.9 | - |" in page
    assert "w/o SAM | not run | 0" not in page


def test_pieces_are_brought_together_and_nothing_is_trained_twice(
    piece: dict[str, Any], whole: dict[str, Any], output: Path
) -> None:
    assert whole["missing"] == []
    assert [(one["variant"], one["seed"]) for one in whole["runs"]] == [
        ("NT-NSM", 0),
        ("NT-NSM", 1),
        ("w/o SAM", 0),
        ("w/o SAM", 1),
    ]
    assert whole["runs"][0] == piece["runs"][0]
    # two seeds; what is left out changes the number stage and what comes after it alone
    expected = ["classifier", "model", "model", "nsm", "numbers", "numbers", "relations"]
    assert stages(output) == sorted(2 * expected)


def test_a_finished_table_is_only_read(
    whole: dict[str, Any], output: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*arguments: object) -> None:
        raise AssertionError("a finished run was made again")

    monkeypatch.setattr("numkbqa.experiments.measuring.run_training", never)
    assert run(ABLATION, output, data) == whole
    with pytest.raises(AssertionError):
        run(ABLATION, output, data, again=True, only=["NT-NSM"], seeds=[0])


def test_rows_hold_every_seed_and_what_was_lost(whole: dict[str, Any]) -> None:
    rows = {(row["variant"], row["set"]): row for row in whole["rows"]}
    assert set(rows) == {(v, s) for v in ("NT-NSM", "w/o SAM") for s in ("dev", "held_out")}
    full, without = (rows[variant, "dev"]["groups"]["all"] for variant in ("NT-NSM", "w/o SAM"))
    assert full["n"] == 6
    assert len(full["hits1"]["nt_nsm"]) == len(full["f1"]["nsm"]) == 2
    assert "left_out" not in full
    difference = [sum(group["hits1"]["nt_nsm"]) / 2 for group in (without, full)]
    assert without["left_out"]["gain"] == pytest.approx(difference[0] - difference[1], abs=0.02)
    assert rows["NT-NSM", "dev"]["groups"]["odd"]["n"] == 2


def test_the_page_has_effects_beside_the_papers(whole: dict[str, Any]) -> None:
    page = report_text([whole])
    assert "### small: dev (6 questions, 4 ordinal)" in page
    assert (
        "| system | seeds | ordinal | effect | the paper's: WebQSP | same direction? | all | effect "
        "| the paper's: WebQSP | same direction? |"
    ) in page
    (line,) = [line for line in page.splitlines() if line.startswith("| w/o SAM | 0, 1 |")][:1]
    assert "-7.7 | too few |" in line
    assert "Incomplete" not in page
    assert "numkbqa experiment run ablation -o runs --data DATA\n" in page


def test_the_summary_on_the_screen_has_a_line_for_each_row(whole: dict[str, Any]) -> None:
    shown = headline(whole)
    groups = {row["set"]: row["groups"] for row in whole["rows"] if row["variant"] == "w/o SAM"}
    hits = groups["dev"]["all"]["hits1"]["nt_nsm"]
    assert shown["small, w/o SAM, dev"].startswith(f"all {sum(hits) / 2:.1f}, ordinal ")
    assert shown["small, w/o SAM, dev"].endswith("(seeds 0, 1)")


def test_a_sweep_takes_up_the_runs_that_other_tables_made(
    whole: dict[str, Any], output: Path, data: Path
) -> None:
    before = stages(output)
    result = run(SWEEP, output, data)
    assert [one["variant"] for one in result["runs"]] == ["mu = 0.05", "mu = 0.5"]
    # the first point is the full model of the ablations; the second is fine-tuned anew and no more
    assert sorted(stages(output)) == sorted([*before, "model"])
    assert result["runs"][0]["training"] == whole["runs"][0]["training"]
    made_for = [record["experiments"] for record in Records(output).all()]
    assert ["ablation", "mu"] in made_for
    assert ["mu"] in made_for


def test_the_page_shows_the_curve(
    whole: dict[str, Any], output: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(SWEEP, output, data)
    monkeypatch.setattr("numkbqa.experiments.curves.FEWEST", 6)
    assert set(write_report(output, tmp_path / "results.md")) == {"ablation", "mu"}
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "![Rows: a curve over mu](curves/mu.png)" in page
    assert "What the paper reports (a figure): Best at 0.05." in page
    assert "| 0.05 | 0 |" in page
    assert (tmp_path / "curves" / "mu.png").read_bytes().startswith(b"\x89PNG")


def test_too_few_questions_make_no_curve(
    whole: dict[str, Any], output: Path, data: Path, tmp_path: Path
) -> None:
    run(SWEEP, output, data)
    write_report(output, tmp_path / "results.md")
    assert "![" not in (tmp_path / "results.md").read_text(encoding="utf-8")
    assert not (tmp_path / "curves").exists()


def test_what_a_missing_run_takes_is_known_from_those_that_share_its_stages(
    whole: dict[str, Any], output: Path
) -> None:
    costs = Costs(Records(output).all())
    (run_,) = [run for run in plan(ABLATION) if (run.variant, run.seed) == ("w/o SAM", 0)]
    settings = settings_of(run_, output)
    known = costs.expected(run_, settings)
    assert known is not None
    longest = max(
        record["run"]["training"]["stages"]["fine-tuning"]["seconds"] for record in Records(output).all()
    )
    other = settings.model_copy(
        update={"fine_tuning": settings.fine_tuning.model_copy(update={"patience": 9})}
    )
    assert costs.expected(run_, other) == pytest.approx(known + longest)
