from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import yaml

from numkbqa.errors import UserError
from numkbqa.experiments.definition import (
    Definition,
    find_experiment,
    list_experiments,
    parse_definition,
)

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
        assert "2112.06109" in definition.paper.source
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
    ],
)
def test_what_makes_no_sense_together_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        parsed(**changes)


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
