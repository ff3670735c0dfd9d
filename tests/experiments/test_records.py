import gzip
import json
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from numkbqa.experiments.catalogue import find_experiment
from numkbqa.experiments.plan import Planned, plan
from numkbqa.experiments.records import Key, Record, Records, key_of
from numkbqa.experiments.runner import settings_of
from numkbqa.reasoning.basic import BasicReasoner
from tests.support.run_records import PRETRAINED, RECORD

KEY = Key("train-1", {})


def run_of(name: str, on: str, variant: str) -> Planned:
    runs = plan(find_experiment(name))
    return next(run for run in runs if (run.source.name, run.variant) == (on, variant))


def key(run: Planned, *overrides: str) -> str:
    return key_of(run, settings_of(run, Path("runs"), overrides)).name


def test_a_record_is_found_by_its_key_and_the_hashes_of_its_files(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.keep(KEY, RECORD)
    assert records.find(KEY) == records.find(KEY, {"a.nt": "12"}) == RECORD
    assert records.find(KEY, {"a.nt": "13"}) is None
    assert records.find(Key("train-2", {})) is None
    assert [record["seconds"] for record in records.all()] == [3.0]


def test_a_run_that_is_kept_again_stays_with_the_experiments_that_it_was_made_for(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.keep(KEY, RECORD)
    records.keep(KEY, {**RECORD, "experiments": ["large"], "seconds": 4.0})
    assert records.find(KEY) == {**RECORD, "experiments": ["large", "small"], "seconds": 4.0}


def test_a_run_of_other_defaults_leaves_no_experiments_to_the_one_in_its_place(tmp_path: Path) -> None:
    records, now = Records(tmp_path), Key("train-1", {"seed": 1})
    records.keep(Key("train-1", {"seed": 0}), RECORD)
    records.note(now, "large")  # there is no such run
    records.keep(now, {**RECORD, "experiments": ["later"]})
    assert records.find(now) == {**RECORD, "experiments": ["later"], "settings": {"seed": 1}}


def test_a_run_is_noted_for_another_experiment(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.note(KEY, "large")  # of no run
    records.keep(KEY, RECORD)
    for _ in range(2):
        records.note(KEY, "large")
    assert records.find(KEY) == {**RECORD, "experiments": ["large", "small"]}


def test_sessions_that_finish_a_run_at_the_same_time_are_both_noted(tmp_path: Path) -> None:
    names = [f"experiment-{place}" for place in range(20)]
    with ThreadPoolExecutor(8) as pool:
        kept = [pool.submit(Records(tmp_path).keep, KEY, {**RECORD, "experiments": [name]}) for name in names]
    assert all(one.exception() is None for one in kept)
    record = Records(tmp_path).find(KEY)
    assert record is not None
    assert record["experiments"] == sorted(names)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"a": 1}',
        "[" * 200_000,
        json.dumps({**RECORD, "run": {}}),
        json.dumps({**RECORD, "seconds": math.nan}),
        json.dumps({**RECORD, "anything": math.nan}),
    ],
)
def test_a_damaged_record_is_none(tmp_path: Path, text: str) -> None:
    records = Records(tmp_path)
    records.folder.mkdir()
    (records.folder / "train-1.json.gz").write_bytes(gzip.compress(text.encode()))
    assert records.find(KEY) is None
    assert list(records.all()) == []


@pytest.mark.parametrize("record", [{**RECORD, "run": {"config": {}}}, {**PRETRAINED, "run": {"config": {}}}])
def test_a_record_is_held_to_the_shape_of_its_kind(tmp_path: Path, record: Record) -> None:
    records = Records(tmp_path)
    for kind, held in (("train", True), ("pretraining", True), ("linking", False)):
        records.keep(own := Key(f"{kind}-1", {}), record)
        assert (records.find(own) is None) == held


@pytest.mark.parametrize("kept", [0, 1, 9, 30, -4])
def test_a_record_that_was_cut_off_is_none(tmp_path: Path, kept: int) -> None:
    records = Records(tmp_path)
    records.keep(KEY, RECORD)
    file = records.folder / "train-1.json.gz"
    file.write_bytes(file.read_bytes()[:kept])
    assert records.find(KEY) is None


def test_a_record_that_is_no_archive_is_none(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.folder.mkdir()
    for content in (
        json.dumps(RECORD).encode(),
        gzip.compress(json.dumps(RECORD).encode())[:10] + b"\xff" * 40,
    ):
        (records.folder / "train-1.json.gz").write_bytes(content)
        assert records.find(KEY) is None


def test_the_same_record_is_the_same_file(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        Records(tmp_path / folder).keep(KEY, RECORD)
    one, other = ((tmp_path / folder / "records" / "train-1.json.gz") for folder in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()


def test_the_same_run_of_several_experiments_has_one_record() -> None:
    full = key(run_of("ablations", "geoquery", "NT-NSM"))
    assert full == key(run_of("overall", "geoquery", "NT-NSM"))
    assert full != key(run_of("geoquery", "geoquery", "default"))  # it starts from the package's numbers
    paper = key(run_of("ablations", "freebase-paper", "NT-NSM"))
    assert paper == key(run_of("mu-sweep", "freebase-paper", "mu = 0.05"))


def test_other_settings_questions_or_measurements_are_other_records() -> None:
    full = run_of("ablations", "geoquery", "NT-NSM")
    others = [
        key(full, "numbers.sam=none"),
        key(replace(full, seed=9)),
        key(run_of("ablations", "freebase-paper", "NT-NSM")),
        key(run_of("answer-speed-freebase", "answer-speed-freebase", "default")),
    ]
    assert len({key(full), *others}) == 5


def test_a_record_of_other_defaults_is_not_found(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.keep(Key("train-1", {"seed": 0, "nsm": {"width": 50}}), RECORD)
    assert records.find(Key("train-1", {"seed": 0, "nsm": {"width": 50}}))
    for other in ({"seed": 0, "nsm": {"width": 60}}, {"seed": 0, "nsm": 3}, {"seed": 0}):
        assert records.find(Key("train-1", other)) is None


def test_a_setting_that_came_later_makes_no_other_record(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.keep(Key("train-1", {"nsm": {"width": 50}}), RECORD)
    assert records.find(Key("train-1", {"nsm": {"width": 50, "new": False}, "later": 1}))
    full = run_of("ablations", "geoquery", "NT-NSM")
    settings = settings_of(full, Path("runs"))
    assert key_of(full, settings).settings["nsm"]["width"] == settings.nsm.width  # defaults are kept with it
    assert key(full) == key(full, f"nsm.width={settings.nsm.width}") != key(full, "nsm.width=51")


def test_numbers_change_no_measurement_without_them(tmp_path: Path) -> None:
    linking = run_of("linking-geoquery", "linking-geoquery", "default")
    others = ("numbers.width=32", "number_training.start=random", "num.width=32")
    assert key(linking) == key(linking, *others) != key(linking, "number_data.max_k=4")
    full = run_of("geoquery", "geoquery", "default")
    assert len({key(full), *(key(full, one) for one in others)}) == 4
    records, now = Records(tmp_path), key_of(linking, settings_of(linking, Path("runs")))
    kept = {**now.settings, "numbers": {"width": 50}}
    records.keep(replace(now, settings=kept), {**PRETRAINED, "run": {"config": {}}})
    assert records.find(now)
    assert records.find(replace(now, unused=frozenset())) is None


def test_what_changes_no_result_changes_no_record() -> None:
    full = run_of("ablations", "geoquery", "NT-NSM")
    assert key(full) == key(full, "processes=2", "cache=elsewhere", "graftnet.width=8")
    other = run_of("overall", "geoquery", "NT-GRAFT-Net")
    assert key(other) != key(other, "graftnet.width=8")


def test_the_device_decides_times_alone() -> None:
    full, profile = run_of("geoquery", "geoquery", "default"), run_of("nsm-profile", "nsm-profile", "default")
    assert key(full) == key(full, "device=cuda")
    assert key(profile) != key(profile, "device=cuda")


def test_a_reasoner_with_the_key_of_a_setting_hides_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BasicReasoner.registry, "retrieval", type("Mine", (), {"__module__": "mine"}))
    full = run_of("geoquery", "geoquery", "default")
    assert key(full) != key(full, "retrieval.max_entities=50")


def test_a_changed_file_that_a_setting_names_is_another_record(tmp_path: Path) -> None:
    full = run_of("ablations", "geoquery", "NT-NSM")
    words = tmp_path / "glove.txt"
    found = set()
    for text in ("a 1\n", "a 1\nb 2\n"):
        words.write_text(text, encoding="utf-8")
        found.add(key(full, f"encoder=words:{words}"))
    assert len(found) == 2


def test_the_seeds_of_an_experiment_are_those_of_its_records(tmp_path: Path) -> None:
    records = Records(tmp_path)
    assert records.seeds() == {}
    for seed, names in ((5, ["small", "large"]), (0, ["small"])):
        records.keep(Key(f"train-{seed}", {"seed": seed}), {**RECORD, "experiments": names})
    (records.folder / "train-7.json.gz").write_bytes(b"damaged")
    assert records.seeds() == {"small": [0, 5], "large": [5]}
