import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from numkbqa.config import load_settings
from numkbqa.errors import UserError
from numkbqa.experiments.definition import (
    Definition,
    find_experiment,
    list_experiments,
    parse_definition,
)
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import shared_by
from tests.support.tables import table_of

FOLDER = Path(str(resources.files("numkbqa.experiments"))) / "definitions"
FILES = sorted(FOLDER.glob("*.yaml"))
GOOD: dict[str, Any] = {
    "name": "x",
    "title": "X",
    "kind": "train",
    "kb": ["a.nt"],
    "train": ["q.jsonl"],
    "evaluate": {"dev": "d.jsonl"},
}
THETA: dict[str, Any] = {"setting": "augmentation.share", "label": "theta", "values": [0, 0.5]}


def parsed(**changes: Any) -> Definition:
    return parse_definition(yaml.safe_dump({**GOOD, **changes}), "x.yaml")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_packaged_definition_is_valid_and_named_like_its_file(file: Path) -> None:
    definition = parse_definition(file.read_text(encoding="utf-8"), file.name)
    assert definition.name == file.stem
    assert definition.title
    for variant in definition.variants:
        settings = definition.settings_of(variant, 7, Path("cache"))
        assert settings.seed == 7
        assert settings.cache == Path("cache")


@pytest.mark.parametrize("definition", list_experiments(), ids=lambda definition: definition.name)
def test_no_packaged_experiment_trains_or_selects_on_what_it_reports(definition: Definition) -> None:
    assert not set(definition.evaluate.values()) & {*definition.train, *definition.dev}


@pytest.mark.parametrize("definition", list_experiments(), ids=lambda definition: definition.name)
def test_every_figure_of_the_paper_has_its_source(definition: Definition) -> None:
    if definition.paper is not None:
        assert re.search(r"arXiv \d{4}\.\d{5}", definition.paper.source)
        assert definition.paper.figures


def test_the_experiments_are_found_by_name() -> None:
    names = [definition.name for definition in list_experiments()]
    assert names == [file.stem for file in FILES]
    assert find_experiment("world").world


def test_an_unknown_name_lists_all() -> None:
    with pytest.raises(UserError, match=r"'wrld'[^$]*world"):
        find_experiment("wrld")


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(UserError, match="trian"):
        parsed(trian=["q.jsonl"])


def test_an_unknown_key_of_a_section_is_an_error() -> None:
    with pytest.raises(UserError, match="shaer"):
        parsed(holdout={"file": "q.jsonl", "shaer": 0.1})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kb": []}, "either `kb` or `world: true`"),
        ({"world": True}, "either `kb` or `world: true`"),
        ({"holdout": {"file": "other.jsonl"}}, "other.jsonl is no file of `train`"),
        ({"evaluate": {}}, "needs `evaluate` or `holdout`"),
        ({"kind": "linking", "evaluate": {}}, "`linking` needs `evaluate` or `holdout`"),
        ({"kind": "speed", "speed": {"modle": "x"}}, "modle"),
        ({"headline": "none"}, "none is no group"),
        ({"kb": [], "world": True}, "no split 'q.jsonl'"),
        ({"kind": "play"}, "kind"),
        ({"kind": "table"}, "needs `data`"),
        ({"data": ["world"]}, "needs `data`"),
        ({"full": "NT-NSM"}, "NT-NSM is no variant"),
        ({"plain": {"NT-NSM": "NSM"}}, "NT-NSM is no variant"),
        ({"sweep": {"setting": "seed", "label": "seed", "values": [1]}}, "at least 2 items"),
        ({"sweep": THETA, "kind": "pretraining", "variants": {"a": {}}}, "either `sweep` or `variants`"),
        ({"sweep": THETA}, "`train` has no curve"),
        ({"sweep": THETA, "kind": "profile"}, "`profile` has no curve"),
        ({"settings": {"seed": 3}}, "write `seeds`"),
        ({"variants": {"a": {}, "b": {"seed": 3}}}, "write `seeds`"),
        ({"kind": "pretraining", "sweep": {**THETA, "setting": "seed"}}, "write `seeds`"),
        ({"breakdown": {"size_max": {"answer_kind": "entity"}}}, "a group 'size_max' already"),
        ({"evaluate": {"held_out": "d.jsonl"}, "holdout": {"file": "q.jsonl"}}, "that `holdout` makes"),
        ({"seeds": [0, -1]}, "seeds.1"),
        ({"seeds": [0, 1, 0]}, "given twice"),
        ({"seeds": [True]}, "seeds.0"),
        ({"evaluate": {"../x": "d.jsonl"}}, "evaluate"),
        ({"sweep": {**THETA, "values": [0.1, float("nan")]}, "kind": "pretraining"}, "finite"),
    ],
)
def test_what_makes_no_sense_together_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        parsed(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"kb": ["a.nt"]},
        {"world": True},
        {"derive": ["counts"]},
        {"train": ["q.jsonl"]},
        {"dev": ["q.jsonl"]},
        {"evaluate": {"dev": "d.jsonl"}},
        {"breakdown": {"odd": {"answer_kind": "entity"}}},
    ],
)
def test_a_table_has_no_graph_and_no_questions_of_its_own(changes: dict[str, Any]) -> None:
    assert table_of().data == ("small",)
    with pytest.raises(ValueError, match=rf"{next(iter(changes))}: .* those of its `data`"):
        table_of(**changes)


def test_the_data_of_a_table_are_told_apart() -> None:
    with pytest.raises(ValueError, match="data: one is given twice"):
        table_of(data=("small", "small"))


def test_a_key_that_is_given_twice_is_named_with_its_line() -> None:
    text = yaml.safe_dump(GOOD) + "variants:\n  a: {loss: kl}\n  b: {}\n  a: {loss: bce}\n"
    with pytest.raises(UserError, match=r"(?s)x\.yaml.*'a' is given twice.*line 13"):
        parse_definition(text, "x.yaml")


def test_a_variant_may_change_what_it_takes_from_another() -> None:
    text = yaml.safe_dump(GOOD) + "variants:\n  a: &a {loss: kl}\n  b: {<<: *a, loss: bce}\n"
    assert parse_definition(text, "x.yaml").variants == {"a": {"loss": "kl"}, "b": {"loss": "bce"}}


@pytest.mark.parametrize("text", ["seeds: [" + "9" * 5000 + "]", "kb: " + "[" * 3000])
def test_yaml_that_cannot_be_read_names_its_file(text: str) -> None:
    with pytest.raises(UserError, match=r"bad\.yaml"):
        parse_definition(text, "bad.yaml")


def test_text_that_is_no_yaml_names_its_file() -> None:
    with pytest.raises(UserError, match=r"bad\.yaml"):
        parse_definition("a: [", "bad.yaml")


def test_settings_of_a_variant_win_over_those_of_the_experiment_and_overrides_over_both() -> None:
    definition = parsed(
        settings={"loss": "kl", "nsm.width": 16, "retrieval.restart": 0.7},
        variants={"other": {"loss": "bce", "nsm.width": 24}},
    )
    settings = definition.settings_of("other", 3, None, ("nsm.width=32",))
    assert (settings.loss, settings.nsm.width, settings.retrieval.restart) == ("bce", 32, 0.7)


def test_a_wrong_setting_is_an_error() -> None:
    with pytest.raises(UserError, match=r"nsm\.wdth"):
        parsed(settings={"nsm.wdth": 3}).settings_of("default", 0, None)


def test_a_sweep_is_a_variant_for_each_value() -> None:
    swept = parsed(kind="pretraining", sweep=THETA)
    assert list(swept.variants) == ["theta = 0", "theta = 0.5"]
    assert swept.settings_of("theta = 0.5", 0, None).augmentation.share == 0.5
    assert parse_definition(yaml.safe_dump(swept.model_dump(mode="json")), "x.yaml") == swept


def test_a_sweep_that_was_written_out_keeps_its_order() -> None:
    swept = parsed(kind="pretraining", sweep={**THETA, "values": [2, 10, 1]})
    written = yaml.safe_dump(swept.model_dump(mode="json"))  # keys in the order of the alphabet
    assert list(parse_definition(written, "x.yaml").variants) == ["theta = 2", "theta = 10", "theta = 1"]


def test_settings_of_the_data_come_before_those_of_the_table() -> None:
    definition = parsed(settings={"loss": "bce"})
    settings = definition.settings_of("default", 0, None, base={"loss": "kl", "nsm.width": 16})
    assert (settings.loss, settings.nsm.width) == ("bce", 16)


TABLES = [definition for definition in list_experiments() if definition.kind == "table"]


@pytest.mark.parametrize("definition", TABLES, ids=lambda definition: definition.name)
def test_the_data_of_a_table_are_training_experiments(definition: Definition) -> None:
    for name in definition.data:
        assert find_experiment(name).kind == "train"
        assert find_experiment(name).stage_seconds.keys() == {*shared_by(Settings()), "rest"}


def stages(name: str, variant: str) -> dict[str, object]:
    return dict(shared_by(find_experiment(name).settings_of(variant, 0, None)))


ABLATIONS = find_experiment("ablations")
LEFT_OUT = [variant for variant in ABLATIONS.variants if variant != ABLATIONS.full]


@pytest.mark.parametrize("variant", LEFT_OUT)
def test_every_ablation_changes_a_stage_and_no_more_than_it_must(variant: str) -> None:
    full, without = stages("ablations", ABLATIONS.full), stages("ablations", variant)
    changed = [name for name in full if full[name] != without[name]]
    expected = list(full) if variant == "w/o data augmentation" else ["numbers", "fine-tuning"]
    assert changed == expected


def test_no_two_ablations_are_the_same() -> None:
    settings = [ABLATIONS.settings_of(variant, 0, None) for variant in ABLATIONS.variants]
    assert all(one != other for i, one in enumerate(settings) for other in settings[:i])


@pytest.mark.parametrize("variant", ABLATIONS.variants)
def test_every_ablation_has_the_papers_figures(variant: str) -> None:
    assert ABLATIONS.paper is not None
    own = [figure for figure in ABLATIONS.paper.figures if figure.system == variant]
    assert [figure.data for figure in own] == ["WebQSP test", "CWQ test"]
    assert all(figure.all and figure.ordinal for figure in own)


def test_every_reasoner_is_a_row_and_the_numbers_are_trained_once_for_all() -> None:
    variants = find_experiment("overall").variants
    settings = [find_experiment("overall").settings_of(variant, 0, None) for variant in variants]
    assert {one.basic for one in settings} == set(BasicReasoner.registry)
    own = [stages("overall", variant) for variant in variants]
    for stage in ("relations", "classifier"):
        assert all(one[stage] == own[0][stage] for one in own)
    for plug_in in {one.plug_in for one in settings}:
        numbers = [
            one["numbers"] for one, asked in zip(own, settings, strict=True) if asked.plug_in == plug_in
        ]
        assert all(one == numbers[0] for one in numbers)


PRINTED = find_experiment("as-printed").variants["as printed"]


def test_the_documented_command_trains_the_paper_as_printed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reproduce.md").read_text(encoding="utf-8")
    (command,) = [line for line in page.splitlines() if line.startswith("numkbqa train kb -o model --set")]
    written = load_settings(Settings, None, re.findall(r"--set (\S+)", command))
    assert written == find_experiment("as-printed").settings_of("as printed", 0, None)


@pytest.mark.parametrize("setting", PRINTED)
def test_each_printed_reading_differs_from_the_default(setting: str) -> None:
    printed: Any = find_experiment("as-printed").settings_of("as printed", 0, None)
    default: Any = Settings()
    for part in setting.split("."):
        printed, default = getattr(printed, part), getattr(default, part)
    assert printed != default


def test_mending_slips_changes_nothing_else() -> None:
    mended = find_experiment("as-printed").variants["as printed, slips mended"]
    assert {name for name in PRINTED if PRINTED[name] != mended[name]} == {
        "number_training.literal_sign",
        "number_training.literal_sigma",
        "loss",
        "comprehensive.pruning.rule",
    }
    assert PRINTED.keys() == mended.keys()


def test_only_fine_tuning_depends_on_mu() -> None:
    own = [stages("mu-sweep", variant) for variant in find_experiment("mu-sweep").variants]
    assert all(one["basic"] == own[0]["basic"] and one["numbers"] == own[0]["numbers"] for one in own)
    assert len({str(one["fine-tuning"]) for one in own}) == len(own)


def test_the_seed_is_chosen_and_not_overridden() -> None:
    with pytest.raises(UserError, match="--seed"):
        find_experiment("geoquery").settings_of("default", 0, None, ("seed=5",))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "../x"},
        {"variants": {}},
        {"seeds": []},
        {"sweep": {"setting": "dev_share", "label": "d", "values": [0.1, 0.10000001]}},
    ],
)
def test_what_cannot_be_run_or_told_apart_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=next(iter(changes))):
        parsed(**changes)


def test_an_empty_definition_is_refused() -> None:
    with pytest.raises(UserError, match=r"empty\.yaml"):
        parse_definition("", "empty.yaml")
