import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.experiments.markdown import duration, gibibytes, percent, signed, table, with_interval


def test_a_table_has_its_rule_and_figures_to_the_right() -> None:
    text = table(["questions", "n", "NSM"], [["all", "3", "1.0"]])
    assert text.splitlines() == ["| questions | n | NSM |", "| --- | ---: | ---: |", "| all | 3 | 1.0 |"]


@given(st.text())
@settings(deadline=None)
def test_no_cell_breaks_its_row(cell: str) -> None:
    lines = table(["a", "b"], [[cell, "x"]]).split("\n")
    assert len(lines) == 3
    assert lines[2].replace("\\|", "").count("|") == 3


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0 s"), (119, "119 s"), (725, "12 min 5 s"), (7380, "2 h 3 min")]
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_figures() -> None:
    assert percent(None) == "-"
    assert percent(46.21) == "46.2"
    assert with_interval(46.21, [39.04, 53.1]) == "46.2 [39.0, 53.1]"
    assert with_interval(None, None) == "-"
    assert signed(-1.25) == "-1.2"
    assert signed(3) == "+3.0"
    assert signed(-0.04) == "+0.0"
    assert gibibytes(3 * 2**29) == "1.50 GiB"
