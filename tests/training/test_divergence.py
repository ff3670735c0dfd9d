import pytest
import torch

from numkbqa.errors import UserError
from numkbqa.training.divergence import check_learned

GOOD = [torch.zeros(2), torch.ones(1, 3)]


def test_numbers_pass() -> None:
    check_learned(0.5, GOOD, "`rate`")
    check_learned(torch.tensor([0.5, 2.0]), (), "`rate`")


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf")])
def test_a_loss_or_a_parameter_that_is_none_is_refused_with_the_setting_to_lower(wrong: float) -> None:
    for loss, parameters in (
        (wrong, GOOD),
        (torch.tensor([0.0, wrong]), GOOD),
        (0.5, [*GOOD, torch.tensor([wrong])]),
    ):
        with pytest.raises(UserError, match=r"not a number\n\s+lower `rate`"):
            check_learned(loss, parameters, "`rate`")
