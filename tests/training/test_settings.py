import pytest
from pydantic import ValidationError

from numkbqa.config import annotated_yaml, load_settings, setting_keys
from numkbqa.errors import UserError
from numkbqa.training.settings import Settings

CHANGED = [
    "numbers.sam=paper",
    "number_training.learning_rate=1e-4",
    "number_training.literal_sign=true",
    "augmentation.share=0.1",
    "comprehensive.pruning.rule=absolute",
    "loss=bce",
]


@pytest.mark.parametrize(
    "override",
    [
        "augmentation.share=-0.1",
        "augmentation.max_k=6",
        "number_data.max_numbers=1",
        "number_data.held_out_values=1.0",
        "dev_share=0",
        "processes=0",
        "basic_weight=-1",
        "loss=hinge",
        "seed=one",
        "seed=-1",
        "fine_tuning.epochs=-1",
        "fine_tuning.batch_size=0",
        "basic_training.learning_rate=.nan",
        "nsm.width=0",
        "nsm.steps=0",
        "nsm.word_dropout=1.5",
        "comprehensive.pruning.max_relations=0",
    ],
)
def test_a_value_out_of_range_is_refused_with_its_key(override: str) -> None:
    with pytest.raises(UserError, match=override.partition("=")[0]):
        load_settings(Settings, None, [override])


def test_settings_survive_json_as_a_model_folder_keeps_them() -> None:
    settings = load_settings(Settings, None, CHANGED)
    assert Settings.model_validate(settings.model_dump(mode="json")) == settings


def test_what_decides_a_result_is_told_apart_from_what_a_result_tells() -> None:
    settings = load_settings(Settings, None, ["cache=elsewhere", "processes=2", "device=cuda", "loss=bce"])
    decisive, every = settings.decisive(), settings.model_dump(mode="json")
    assert every.keys() - decisive.keys() == {"cache", "processes", "device"}
    assert every.keys() - settings.told().keys() == {"cache"}
    assert every.keys() - settings.decisive(unused=["nsm"]).keys() == {"cache", "processes", "device", "nsm"}
    assert decisive.items() <= settings.told().items() <= every.items()
    assert decisive == load_settings(Settings, None, ["loss=bce"]).decisive() != Settings().decisive()


def test_settings_cannot_be_changed_by_accident() -> None:
    with pytest.raises(ValidationError):
        Settings().seed = 3  # type: ignore[misc]


def test_every_setting_of_a_section_is_printed() -> None:
    text = annotated_yaml(Settings)
    for key in setting_keys(Settings):
        assert f"{key.rpartition('.')[2]}:" in text
