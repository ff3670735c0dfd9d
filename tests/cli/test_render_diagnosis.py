from collections.abc import Callable
from typing import Any

import pytest

from numkbqa.cli.output import print_rich
from numkbqa.cli.render_diagnosis import FIRST_ADVICE, render_diagnosis, sparkline
from numkbqa.doctor import examine
from numkbqa.doctor.histogram import Histogram
from numkbqa.doctor.scales import Scale
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, number, toy_world

Show = Callable[..., str]


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str]) -> Show:
    """What the terminal shows of a graph."""

    def shown(kb: ToyKB, report: dict[str, Any] | None = None) -> str:
        print_rich(*render_diagnosis(examine(kb, report or {})))
        return capsys.readouterr().out

    return shown


def test_relations_are_listed_by_their_words_with_range_and_coverage(show: Show) -> None:
    out = show(toy_world())
    length = next(line for line in out.splitlines() if line.startswith("│ length"))
    assert all(text in length for text in ("km", "180 to 1,047", "21", "100% of river"))
    assert "date of birth" in out


def test_what_to_fix_first_comes_last(show: Show) -> None:
    out = show(cities())
    assert (
        out.index("Numerical relations") < out.index("This graph can give") < out.index("What to fix first")
    )
    assert " 1. check 6 values" in out or " 1. check 1 value" in out
    assert "write nothing where" in out


def test_dirt_is_shown_with_its_lines(show: Show) -> None:
    aside = [dirt("a", "age", "long ago", "not a number or date", 17)]
    report = {
        "skipped_counts": {"no statement": 4},
        "skipped": [{"source": "g.nt", "line": 3, "reason": "no statement", "text": "oops", "kept": False}],
        "notes": {"age": {"uncertain date": 2}},
    }
    out = show(ToyKB([("a", "knows", "b")], [("a", "age", number(1))], set_aside=aside), report)
    assert "graph.csv:17: a: long ago" in out
    assert "g.nt:3: oops" in out
    assert "uncertain date" in out


def test_hubs_and_shared_labels_are_shown(show: Show) -> None:
    facts = [(f"p{i:02d}", "nationality", "usa") for i in range(40)]
    out = show(ToyKB(facts, labels={f"p{i:02d}": f"Person {i // 2}" for i in range(40)} | {"usa": "USA"}))
    assert "40 into it by nationality" in out
    assert "20 labels for several entities, 40 in all" in out
    assert "│ Person 0" in out


def test_markup_in_names_is_shown_as_it_is(show: Show) -> None:
    numbers = [("[bold]a[/bold]", "[red]age[/]", number(1)), ("[bold]a[/bold]", "[red]age[/]", number(2))]
    out = show(ToyKB([], numbers, {"[bold]a[/bold]": "[blink]x"}))
    assert "[red]age[/]" in out


def test_much_advice_is_cut(show: Show) -> None:
    numbers = [("a", f"r{i:02d}", number(value)) for i in range(20) for value in (1, 2)]
    out = show(ToyKB([], numbers))
    assert f"{FIRST_ADVICE}. mend" in out
    assert f"{FIRST_ADVICE + 1}. mend" not in out
    assert "more: see --html or --json" in out


def test_a_graph_without_fault(show: Show) -> None:
    facts = [(f"c{i}", "in", "x") for i in range(4)]
    numbers = [(f"c{i}", "size", number(i)) for i in range(4)]
    out = show(ToyKB(facts, numbers, {f"c{i}": f"City {i}" for i in range(4)} | {"x": "X"}))
    assert out.endswith("Nothing to complain about.\n")


def test_a_sparkline_has_one_character_for_each_bin() -> None:
    histogram = Histogram(Scale.LINEAR, [0, 1, 2, 3, 4], [8, 0, 1, 4], 0, 0)
    assert sparkline(histogram) == "█ ▂▅"
    assert sparkline(None) == ""
