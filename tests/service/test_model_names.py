import pytest

from numkbqa.errors import UserError
from numkbqa.service.model_names import MAX_NAME, check_names


def test_any_printable_name_will_do() -> None:
    check_names(["world", "moon & stars", "a/b", "größte", "x" * MAX_NAME])


@pytest.mark.parametrize("name", ["", " ", "two\nlines", " world", "world ", "\x1b[2J", "x" * (MAX_NAME + 1)])
def test_what_requests_cannot_call_is_no_name(name: str) -> None:
    with pytest.raises(UserError, match="a model cannot be called") as error:
        check_names(["world", name])
    assert error.value.where == "--name"
    assert error.value.remedy is not None
    assert str(MAX_NAME) in error.value.remedy
