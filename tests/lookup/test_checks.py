import pytest

from numkbqa.errors import UserError
from numkbqa.lookup.checks import at_least_one, direction_of, likely
from numkbqa.values import Direction


def test_numbers_start_at_one() -> None:
    at_least_one(k=1, count=5)
    with pytest.raises(UserError, match="count is 0"):
        at_least_one(k=1, count=0)


def test_directions() -> None:
    assert direction_of("max") is direction_of(Direction.MAX) is Direction.MAX
    assert direction_of("min") is Direction.MIN
    with pytest.raises(UserError, match="the direction is"):
        direction_of("MAX")


def test_what_is_alike_comes_best_first() -> None:
    assert likely("populaton", ["area", "population", "population density"])[0] == "population"
    assert likely("zzz", ["area"]) == []
    assert likely("", ["area"]) == []
