import pytest

from numkbqa.errors import UserError
from numkbqa.training.machine import check_machine
from numkbqa.training.settings import Settings


def test_settings_that_this_machine_can_serve_pass() -> None:
    check_machine([Settings(encoder="tiny"), Settings(encoder="tiny", seed=1)])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"device": "nosuch"}, "torch cannot compute on the device 'nosuch'"),
        ({"device": "meta"}, "torch cannot compute on the device 'meta'"),
        ({"encoder": "words:nosuch"}, "nosuch"),
        ({"number_training": {"start": "nosuch"}}, "no pre-trained NumericalTransformer"),
    ],
)
def test_what_it_cannot_is_told(changes: dict[str, object], message: str) -> None:
    wrong = Settings.model_validate({"encoder": "tiny", **changes})
    with pytest.raises(UserError, match=message):
        check_machine([Settings(encoder="tiny"), wrong])
