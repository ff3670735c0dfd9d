import pytest

from numkbqa.lazy import imported_when_used
from numkbqa.values.value import Kind

find = imported_when_used("numkbqa.values", {"Kind": "value", "Gone": "value", "Nothing": "nowhere"})


def test_a_name_is_found_in_its_module() -> None:
    assert find("Kind") is Kind


def test_a_name_that_is_not_given_out_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Precision'"):
        find("Precision")


def test_a_name_of_a_wrong_module_is_no_silent_fault() -> None:
    with pytest.raises(AttributeError, match="Gone"):
        find("Gone")
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        find("Nothing")
