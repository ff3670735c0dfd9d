import json
from pathlib import Path

import pytest
import yaml

from numkbqa.cli.app import run
from numkbqa.training.settings import Settings

GRAPH = "a\tin\tb\nc\tin\tb\n"
NUMBERS = "a\tsize\t1\txsd:integer\nc\tsize\t2\txsd:integer\n"


@pytest.fixture
def kb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (tmp_path / "triples.tsv").write_text(GRAPH, encoding="utf-8")
    (tmp_path / "numbers.tsv").write_text(NUMBERS, encoding="utf-8")
    sources = [str(tmp_path / "triples.tsv"), str(tmp_path / "numbers.tsv")]
    assert run(["-q", "kb", "build", *sources, "-o", str(tmp_path / "kb")]) == 0
    capsys.readouterr()
    return tmp_path / "kb"


def test_config_prints_every_default_as_yaml(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config"]) == 0
    out = capsys.readouterr().out
    assert yaml.safe_load(out) == Settings().model_dump(mode="json")
    assert out.count("#") > len(Settings.model_fields)


@pytest.mark.parametrize("command", ["train", "pretrain"])
def test_an_unknown_setting_stops_before_any_work(
    kb: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, str(kb), "-o", str(kb.parent / "out"), "--set", "nsm.wdth=3"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert 'unknown setting "nsm.wdth"' in err
    assert not (kb.parent / "out").exists()


def test_a_config_file_and_its_line_are_named(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = kb.parent / "settings.yaml"
    config.write_text("seed: 1\nencodr: tiny\n", encoding="utf-8")
    assert run(["train", str(kb), "-o", str(kb.parent / "out"), "--config", str(config)]) == 2
    assert f'{config}:2: unknown setting "encodr"\n  did you mean "encoder"?' in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("ask", "{}", "why?"), ("evaluate", "{}", "{}/questions.jsonl")])
def test_a_folder_that_is_no_model_exits_2(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "questions.jsonl").write_text("", encoding="utf-8")
    assert run([word.format(tmp_path) for word in arguments] + ["--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert str(tmp_path) in err


def test_experiments_are_listed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "list", "--json"]) == 0
    names = [item["name"] for item in json.loads(capsys.readouterr().out)["experiments"]]
    assert run(["experiment", "list"]) == 0
    out = capsys.readouterr().out
    assert names
    assert all(name in out for name in names)


def test_an_unknown_experiment_exits_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["experiment", "run", "no-such-table", "-o", str(tmp_path)]) == 2
    assert "no-such-table" in capsys.readouterr().err


def test_the_demo_does_not_write_into_a_strangers_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert run(["demo", "-o", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err
