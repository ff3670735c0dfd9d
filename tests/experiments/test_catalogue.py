import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from numkbqa.config import load_settings
from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment, list_experiments, parse_definition
from numkbqa.experiments.definition import Definition
from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.training.settings import Settings
from numkbqa.training.stage_keys import shared_by
from tests.support.definitions import GOOD, parsed

FOLDER = Path(str(resources.files("numkbqa.experiments"))) / "definitions"
FILES = sorted(FOLDER.glob("*.yaml"))
TABLES = [definition for definition in list_experiments() if definition.kind == "table"]
ABLATIONS = find_experiment("ablations")
LEFT_OUT = [variant for variant in ABLATIONS.variants if variant != ABLATIONS.full]
PRINTED = find_experiment("as-printed").variants["as printed"]


def stages(name: str, variant: str) -> dict[str, object]:
    return dict(shared_by(find_experiment(name).settings_of(variant, 0, None)))


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


@pytest.mark.parametrize("definition", TABLES, ids=lambda definition: definition.name)
def test_the_data_of_a_table_are_training_experiments(definition: Definition) -> None:
    for name in definition.data:
        assert find_experiment(name).kind == "train"
        assert find_experiment(name).stage_seconds.keys() == {*shared_by(Settings()), "rest"}


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


def test_an_empty_definition_is_refused() -> None:
    with pytest.raises(UserError, match=r"empty\.yaml"):
        parse_definition("", "empty.yaml")


def test_a_number_with_an_exponent_is_a_number_as_in_settings() -> None:
    text = yaml.safe_dump(GOOD) + "settings:\n  fine_tuning.learning_rate: 1e-4\n  encoder: '1e-4'\n"
    definition = parse_definition(text, "x.yaml")
    assert definition.settings == {"fine_tuning.learning_rate": 1e-4, "encoder": "1e-4"}
    same = parsed(settings={"fine_tuning.learning_rate": 0.0001})
    assert parse_definition(text.replace("  encoder: '1e-4'\n", ""), "x.yaml") == same
