from typing import Any

import pytest
import yaml

from numkbqa.errors import UserError
from numkbqa.experiments.catalogue import find_experiment, parse_definition
from tests.support.definitions import parsed
from tests.support.tables import table_of

THETA: dict[str, Any] = {"setting": "augmentation.share", "label": "theta", "values": [0, 0.5]}


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
