import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from numkbqa.cli.app import run
from numkbqa.cli.experiment import headline
from numkbqa.errors import UserError
from numkbqa.evaluation.losses import Lost
from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.figures import HITS
from numkbqa.experiments.plan import plan
from numkbqa.experiments.records import Records, key_of
from numkbqa.experiments.report import report_text, write_report
from numkbqa.experiments.runner import recorded_result, settings_of
from tests.support.made_by import MADE_BY


def write(folder: Path, result: dict[str, Any]) -> None:
    (folder / f"{result['name']}.json").write_text(json.dumps(result), encoding="utf-8")


def test_the_page_holds_every_result_in_order_of_name(result: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path, result)
    write(tmp_path, {**result, "name": "another"})
    (tmp_path / "note.json").write_text("[1]", encoding="utf-8")
    assert write_report(tmp_path, tmp_path / "results.md") == ["another", "small"]
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert page.index("## another: A small one") < page.index("## small: A small one")


def test_machine_commit_and_data_are_named(result: dict[str, Any]) -> None:
    page = report_text([result])
    assert "numkbqa 9.9, commit not recorded; 12 min 5 s in all, peak memory 1.00 GiB" in page
    assert "2 cores, 4.0 GiB memory, 1 threads" in page
    assert "train.jsonl 0123456789ab" in page


def test_a_trial_is_called_one(result: dict[str, Any]) -> None:
    page = report_text([{**result, "overrides": ["nsm.width=8"]}])
    assert "--data DATA --set 'nsm.width=8'" in page
    assert "This was a trial" in page
    assert "This was a trial" not in report_text([result])


def test_a_folder_without_results_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="numkbqa experiment run"):
        write_report(tmp_path, tmp_path / "results.md")
    assert not (tmp_path / "results.md").exists()


def test_a_result_may_begin_with_a_byte_order_mark(result: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text(json.dumps(result), encoding="utf-8-sig")
    assert write_report(tmp_path, tmp_path / "page.md") == ["small"]


def test_a_damaged_result_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match=r"bad\.json"):
        write_report(tmp_path, tmp_path / "results.md")


def test_the_command_writes_the_page(
    result: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, result)
    page = tmp_path / "docs" / "results.md"
    assert run(["experiment", "report", "--runs", str(tmp_path), "-o", str(page)]) == 0
    assert "small" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8") == report_text([result])


def test_the_command_without_results_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "report", "--runs", str(tmp_path), "-o", str(tmp_path / "page.md")]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_the_summary_on_the_screen_has_both_systems(result: dict[str, Any]) -> None:
    shown = headline(result)
    assert shown["default, dev, all"] == "NSM 0.0, NT-NSM 100.0, exact sort 0.0 (n = 2)"
    assert shown["default, dev, odd"].endswith("(n = 1)")
    assert shown["seconds"] == 725.0


def test_another_reasoner_has_its_own_name(result: dict[str, Any]) -> None:
    runs = [{**run, "config": {"basic": "graftnet"}} for run in result["runs"]]
    other = {**result, "runs": runs}
    assert headline(other)["default, dev, all"] == ("GraftNet 0.0, NT-GraftNet 100.0, exact sort 0.0 (n = 2)")
    page = report_text([other])
    assert "| questions | n | GraftNet | GraftNet + exact sort | GraftNet inside NT-GraftNet |" in page
    assert "NT-GraftNet minus GraftNet, odd questions" in page


def test_the_summary_of_a_measurement_has_its_own_figures(result: dict[str, Any]) -> None:
    run = {"variant": "default", "headline": {"dev, as it is": "top-1 90.0"}}
    shown = headline({**result, "runs": [run], "mean": {}})
    assert shown == {"default, dev, as it is": "top-1 90.0", "seconds": 725.0}


def test_the_summary_of_number_pretraining_is_the_mean_over_seeds(result: dict[str, Any]) -> None:
    runs = [{"variant": "default", "max_k": 5, "seed": s, "hits1": {"all": 90.0 + s}} for s in (0, 1)]
    shown = headline({**result, "runs": runs, "mean": {}})
    assert shown == {"default, k up to 5": "90.50", "seconds": 725.0}


NEEDED = ("name", "seeds", "overrides", "runs")
Sets = Mapping[str, Sequence[str]]
WHOLE: Sets = {"dev": ("q",)}


def recorded(folder: Path, seed: int, graph: str = "12", sets: Sets = WHOLE) -> None:
    """Keep a run of a packaged experiment."""
    definition = find_experiment("overall")
    run = next(one for one in plan(definition, [seed]) if one.source.name == "geoquery")
    graded = {"ordinal": True, "cell": None, "f1": 1.0, "hits": dict.fromkeys(HITS, 1.0)}
    config = {"basic": "nsm", "plug_in": "nt"}
    training = {
        "stages": {"numbers": {"seconds": 1.0}},
        "seconds": {"numbers": 1.0},
        "questions": {"train": 2},
    }
    body = {
        "run": {
            "config": config,
            "training": training,
            "seconds": {"training": 2.0, "all": 3.0},
            "evaluation": {name: {} for name in sets},
        },
        "graded": {name: [{"id": one, **graded} for one in ids] for name, ids in sets.items()},
        "members": {},
    }
    of = {"experiments": ["overall"], "source": "geoquery", "data": {"kb.nt": graph}, **MADE_BY}
    record = {**of, "seconds": 3.0, **body}
    Records(folder).keep(key_of(run, settings_of(run, folder)), record)


def test_records_alone_make_the_page(tmp_path: Path, result: dict[str, Any]) -> None:
    recorded(tmp_path, 0)
    # the ablations have this run too, but nobody made any for them
    assert write_report(tmp_path, tmp_path / "one.md") == ["overall"]
    page = (tmp_path / "one.md").read_text(encoding="utf-8")
    assert "**Incomplete.** Of 96 runs 95 are missing" in page
    assert "| NT-NSM | 0 | 100.0 | 100.0 |" in page
    write(tmp_path, result)
    assert write_report(tmp_path, tmp_path / "two.md") == ["overall", "small"]


def test_records_that_came_after_a_result_was_written_are_on_the_page(tmp_path: Path) -> None:
    recorded(tmp_path, 0)
    before = recorded_result(find_experiment("overall"), tmp_path)
    assert before is not None
    write(tmp_path, before.to_json())
    recorded(tmp_path, 1)
    write_report(tmp_path, tmp_path / "page.md")
    assert "| NT-NSM | 0, 1 | 100.0 |" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_runs_upon_other_files_are_not_put_together(tmp_path: Path) -> None:
    recorded(tmp_path, 0)
    recorded(tmp_path, 1, graph="13")
    with pytest.raises(UserError, match=r"on the data of geoquery had kb\.nt of 12, others of 13") as error:
        write_report(tmp_path, tmp_path / "page.md")
    assert error.value.where == tmp_path / "records"


OTHERS: list[Sets] = [
    {"dev": ("other",)},
    {"dev": ()},
    {"dev": ("q", "more")},
    {"test": ("q",)},
    {**WHOLE, "test": ()},
]


@pytest.mark.parametrize("sets", OTHERS)
def test_runs_of_other_questions_are_not_put_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sets: Sets
) -> None:
    recorded(tmp_path, 0)
    recorded(tmp_path, 1, sets=sets)
    assert run(["experiment", "report", "--runs", str(tmp_path), "-o", str(tmp_path / "page.md")]) == 2
    told = capsys.readouterr().err
    assert "of other questions" in told
    assert "NT-NSM, seed 1" in told
    assert "--again" in told


def test_runs_with_another_seed_are_on_the_page_without_a_result_file(tmp_path: Path) -> None:
    for seed in (0, 5):
        recorded(tmp_path, seed)
    write_report(tmp_path, tmp_path / "page.md")
    assert "| NT-NSM | 0, 5 | 100.0 |" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_a_second_result_of_a_name_is_refused(tmp_path: Path, result: dict[str, Any]) -> None:
    write(tmp_path, result)
    (tmp_path / "small-2.json").write_text(json.dumps(result), encoding="utf-8")
    with pytest.raises(UserError, match=r"small\.json: this is a second result of small"):
        write_report(tmp_path, tmp_path / "page.md")


def test_a_trial_stays_on_the_page(tmp_path: Path) -> None:
    recorded(tmp_path, 0)
    before = recorded_result(find_experiment("overall"), tmp_path)
    assert before is not None
    write(tmp_path, before.to_json() | {"overrides": ["nsm.width=8"]})
    write_report(tmp_path, tmp_path / "page.md")
    assert "This was a trial" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_a_strangers_document_is_named(result: dict[str, Any], tmp_path: Path) -> None:
    without = [{key: value for key, value in result.items() if key != name} for name in NEEDED]
    seeds: list[Any] = [3, "01", ["x"], [-1], None]
    wrong: list[dict[str, Any]] = [{"name": ["a"]}, {"overrides": None}, *({"seeds": one} for one in seeds)]
    strangers = [{"kind": "train"}, {**result, "kind": "poem"}, {**result, "definition": {"name": "x"}}]
    for strange in [*strangers, *without, *({**result, **one} for one in wrong)]:
        (tmp_path / "strange.json").write_text(json.dumps(strange), encoding="utf-8")
        with pytest.raises(UserError, match=r"strange\.json: this is no result"):
            write_report(tmp_path, tmp_path / "results.md")


def test_a_sweep_that_cannot_be_drawn_is_no_result(result: dict[str, Any], tmp_path: Path) -> None:
    sweep = {"setting": "dev_share", "label": "share", "values": [0.1, 0.2]}
    definition = {name: value for name, value in result["definition"].items() if name != "variants"}
    write(tmp_path, {**result, "definition": {**definition, "sweep": sweep}})
    with pytest.raises(UserError, match=r"small\.json: this is no result"):
        write_report(tmp_path, tmp_path / "results.md")


def test_many_missing_rows_are_counted(result: dict[str, Any]) -> None:
    missing = [f"row {row}, seed {seed}" for row in range(10) for seed in (0, 1)]
    page = report_text([{**result, "missing": missing}])
    assert "**Incomplete.** Of 21 runs 20 are missing: row 0 (seed 0, 1);" in page
    assert "row 7 (seed 0, 1); and 2 more rows." in page
    assert "Incomplete" not in report_text([result])


def test_an_experiment_of_which_nothing_was_run_has_no_figures(result: dict[str, Any]) -> None:
    page = report_text([{**result, "runs": [], "mean": {}, "missing": ["default, seed 0"]}])
    assert "**Incomplete.** Of 1 runs 1 are missing" in page
    assert "| questions |" not in page
    assert "| NSM | somewhere |" in page


def test_every_way_to_lose_an_answer_is_explained() -> None:
    page = report_text([])
    assert [lost for lost in Lost if f"**{lost}**" not in page] == []
