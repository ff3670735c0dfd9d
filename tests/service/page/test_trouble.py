from pathlib import Path

import pytest

from numkbqa.errors import NumkbqaError, UserError
from numkbqa.service.page.trouble import Trouble, trouble
from numkbqa.service.refusals import Busy, Stopping, TimedOut, UnknownModel


def test_each_refusal_has_its_status_and_words() -> None:
    assert trouble(Busy(3)) == Trouble(429, "Many questions are waiting.", "Ask again in a moment.", 3)
    assert trouble(TimedOut(30.0)).status == 504
    assert trouble(Stopping()).status == 503
    assert trouble(UserError("the question is empty")) == Trouble(422, "The question is empty.", "")
    unknown = trouble(UnknownModel("there is no such model", remedy="known models: a"))
    assert unknown == Trouble(404, "There is no such model.", "Known models: a.")


@pytest.mark.parametrize(
    "fault", [NumkbqaError("bug"), UserError("a file is damaged", where=Path("/srv/kb"))], ids=["bug", "file"]
)
def test_a_fault_of_ours_is_no_refusal(fault: NumkbqaError) -> None:
    with pytest.raises(type(fault), match=str(fault)):
        trouble(fault)
