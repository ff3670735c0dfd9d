import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from numkbqa.cli.app import run as numkbqa
from numkbqa.errors import UserError
from numkbqa.experiments.definition import Definition
from numkbqa.experiments.records import Records
from numkbqa.experiments.report import report_text
from numkbqa.experiments.runner import run_definition, run_experiment
from numkbqa.training.manifest import MANIFEST


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def result(definition: Definition, data: Path, output: Path) -> dict[str, Any]:
    return run_definition(definition, output, data=data, seeds=(0, 1)).to_json()


def test_the_file_holds_the_result(result: dict[str, Any], output: Path) -> None:
    assert json.loads((output / "small.json").read_text(encoding="utf-8")) == json.loads(json.dumps(result))


def test_the_result_says_what_ran_on_what(result: dict[str, Any]) -> None:
    assert {"numkbqa", "commit", "machine", "seconds", "peak_memory_bytes"} <= set(result)
    assert len(result["data"]["train.jsonl"]) == 64
    assert [run["config"]["seed"] for run in result["runs"]] == [0, 1]
    assert result["runs"][0]["config"]["encoder"] == "tiny"
    assert result["runs"][0]["training"]["questions"]["real"] > 0


def test_every_set_is_evaluated_and_averaged(result: dict[str, Any]) -> None:
    for run in result["runs"]:
        assert set(run["evaluation"]) == {"dev", "held_out"}
        assert run["evaluation"]["dev"]["questions"] == 6
        assert run["evaluation"]["dev"]["figures"]["odd"]["n"] == 2
    mean = result["mean"]["default"]["dev"]["all"]
    by_seed = [run["evaluation"]["dev"]["figures"]["all"]["hits1"]["nt_nsm"] for run in result["runs"]]
    assert mean["n"] == 6
    assert mean["hits1"]["nt_nsm"] == pytest.approx(sum(by_seed) / 2, abs=0.01)


def test_predictions_are_kept(result: dict[str, Any], output: Path) -> None:
    for name in ("dev.predictions.jsonl", "dev.plain.predictions.jsonl"):
        lines = (output / "small" / "default-0" / name).read_text(encoding="utf-8")
        assert len(lines.splitlines()) == result["mean"]["default"]["dev"]["all"]["n"]


def test_the_report_shows_both_systems_and_how_to_run_it_again(result: dict[str, Any]) -> None:
    page = report_text([result])
    assert "numkbqa experiment run small -o runs --data DATA --seed 0 --seed 1" in page
    assert "| questions | n | NSM | NSM + exact sort | NSM inside NT-NSM | NT-NSM | exact sort |" in page
    assert "held out: 20 % of train.jsonl (seed 0)" in page
    assert "| NSM | somewhere | Hits@1, % | 68.5 | 33.3 |" in page


def test_a_second_run_reuses_what_did_not_change(
    result: dict[str, Any], definition: Definition, data: Path, output: Path
) -> None:
    again = run_definition(definition, output, data=data, seeds=(0, 1)).to_json()
    assert again["mean"] == result["mean"]
    assert again["runs"][0]["training"]["stages"] == result["runs"][0]["training"]["stages"]


@pytest.mark.parametrize("file", [None, "{", "[]"])
def test_a_run_with_another_seed_stays_in_the_result(
    result: dict[str, Any], definition: Definition, data: Path, output: Path, file: str | None
) -> None:
    if file is not None:
        (output / "small.json").write_text(file, encoding="utf-8")
    again = run_definition(definition, output, data=data).to_json()
    assert again["seeds"] == result["seeds"] == [0, 1]
    assert again["mean"] == result["mean"]


def test_overrides_are_recorded_and_a_wrong_one_stops_before_any_work(
    definition: Definition, data: Path, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=r"nsm\.wdth"):
        run_definition(definition, tmp_path / "runs", data=data, overrides=["nsm.wdth=3"])
    with pytest.raises(UserError, match="no basic reasoner 'oracle'"):
        run_definition(definition, tmp_path / "runs", data=data, overrides=["basic=oracle"])
    assert not (tmp_path / "runs").exists()


def test_a_trial_leaves_the_result_of_the_real_run(
    result: dict[str, Any], definition: Definition, data: Path, output: Path
) -> None:
    without = ["augmentation.at_least=0", "augmentation.share=0"]
    trial = run_definition(definition, output, data=data, overrides=without).to_json()
    (run,) = trial["runs"]
    assert run["training"]["questions"]["pseudo"] == 0
    assert run["evaluation"]["dev"]["questions"] == 6
    again = run_definition(definition, output, data=data, seeds=(0, 1)).to_json()
    assert again["mean"] == result["mean"]
    kept = json.loads((output / "small" / "default-0" / "model" / MANIFEST).read_text(encoding="utf-8"))
    assert kept["settings"]["augmentation"]["at_least"] == 20  # others ask this model: it is no trial's


def test_a_finished_run_is_made_again_when_its_model_is_gone(
    result: dict[str, Any], definition: Definition, data: Path, output: Path
) -> None:
    model = output / "small" / "default-0" / "model"
    shutil.rmtree(model)
    again = run_definition(definition, output, data=data).to_json()
    assert (model / MANIFEST).is_file()
    assert again["runs"][0]["training"]["stages"] == result["runs"][0]["training"]["stages"]


def test_speed_is_measured_anew_when_the_model_is_another(
    result: dict[str, Any], definition: Definition, data: Path, output: Path, tmp_path: Path
) -> None:
    asks = {"name": "fast", "kind": "speed", "speed": {"model": "small/default-0"}, "settings": {}}
    speed = Definition.model_validate({**definition.model_dump(exclude={"paper"}), **asks})
    folder = tmp_path / "runs"
    shutil.copytree(output / "small", folder / "small")
    manifest = folder / "small" / "default-0" / "model" / MANIFEST
    first, second = (run_definition(speed, folder, data=data).to_json() for _ in range(2))
    assert first["runs"] == second["runs"]
    facts = json.loads(manifest.read_text(encoding="utf-8"))
    facts["settings"]["comprehensive"]["max_numbers"] = 7
    manifest.write_text(json.dumps(facts), encoding="utf-8")
    (third,) = run_definition(speed, folder, data=data).to_json()["runs"]
    assert third["config"]["comprehensive"]["max_numbers"] == 7


def test_records_of_other_questions_are_refused_until_all_are_made_again(
    result: dict[str, Any], definition: Definition, data: Path, output: Path
) -> None:
    def rename(seeds: set[int]) -> None:
        for file in Records(output).folder.glob("*.json.gz"):
            record = json.loads(gzip.decompress(file.read_bytes()))
            if record["settings"]["seed"] in seeds:
                for one in record["graded"]["dev"]:
                    one["id"] = f"old-{one['id']}"
            file.write_bytes(gzip.compress(json.dumps(record).encode()))

    rename({1})
    with pytest.raises(UserError, match=r"default, seed 1.*default, seed 0"):
        run_definition(definition, output, data=data)
    rename({0})
    again = run_definition(definition, output, data=data, seeds=(0, 1), again=True).to_json()
    assert again["mean"] == result["mean"]


def test_direct_pretraining_measures_each_largest_k(
    definition: Definition, data: Path, tmp_path: Path
) -> None:
    changes = {"kind": "pretraining", "variants": {"two-way": {}, "none": {"numbers.sam": "none"}}}
    result = run_definition(definition.model_copy(update=changes), tmp_path, data=data).to_json()
    assert [(run["variant"], run["max_k"]) for run in result["runs"]] == [
        ("two-way", 1),
        ("two-way", 5),
        ("none", 1),
        ("none", 5),
    ]
    assert set(result["runs"][0]["hits1"]) == {"all", "top", "bottom", "k1"}
    assert result["runs"][0]["instances"] == {"train": 40, "test": 10}
    assert "| two-way | 5 | 0 | 10 |" in report_text([result])


def test_a_profile_says_where_the_time_goes(definition: Definition, data: Path, tmp_path: Path) -> None:
    changes = {"kind": "profile", "profile": definition.profile.model_copy(update={"epochs": 2})}
    result = run_definition(definition.model_copy(update=changes), tmp_path, data=data).to_json()
    (run,) = result["runs"]
    assert len(run["epochs"]) == 2
    assert sum(run["shares"].values()) == pytest.approx(100, abs=0.3)
    assert run["retrieval"]["examples"] == run["retrieval"]["questions"]
    assert run["operators"]
    assert "seconds an epoch (median)" in report_text([result])


def test_an_experiment_without_its_data_says_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--data"):
        run_experiment("geoquery", tmp_path, data=tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["linking-world", "nosuch"], "nosuch"),
        (["linking-world", "ablations", "--only", "w/o MAS"], "w/o MAS"),
        (["linking-world", "--set", "own.width=3"], "nsm.NAME"),
        (["linking-world", "linking-geoquery", "--data", "nowhere"], "nowhere: there is no such data folder"),
        (["linking-world", "--set", "device=nosuch"], "torch cannot compute on the device 'nosuch'"),
        (["linking-world", "--set", "encoder=nosuch"], "no text encoder named 'nosuch'"),
        (["world", "--set", "number_training.start=nosuch"], "no pre-trained NumericalTransformer"),
        (["answer-speed-world", "--set", "basic=kvmem"], "asks the model of world/default-0"),
    ],
)
def test_a_slip_in_any_name_stops_the_command_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert numkbqa(["experiment", "run", *arguments, "-o", str(tmp_path / "runs")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


def test_a_place_without_room_for_records_is_told_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="no folder stands where records shall go") as error:
        run_experiment("linking-world", tmp_path)
    assert error.value.where == tmp_path / "records"


def test_a_row_that_is_not_there_stops_the_command_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["experiment", "run", "ablations", "--only", "w/o MAS", "-o", str(tmp_path / "runs")]
    assert numkbqa(command) == 2
    assert "w/o SAM" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()
