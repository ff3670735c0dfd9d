from concurrent.futures import Future

import pytest

from numkbqa.service.page.per_graph import PerGraph, fulfil


def fails() -> str:
    raise ValueError("broken")


def test_a_graph_that_takes_the_place_of_another_is_worked_on_and_the_other_forgotten() -> None:
    made: list[str] = []
    kept: PerGraph[str] = PerGraph()

    def of(model: str, graph: str) -> str:
        def make() -> str:
            made.append(graph)
            return f"{model} {graph}"

        return kept.of(model, graph, lambda goal: fulfil(goal, make)).result()

    assert [of("toy", "a"), of("toy", "a"), of("moon", "a"), of("toy", "b")] == [
        "toy a",
        "toy a",
        "moon a",
        "toy b",
    ]
    assert made == ["a", "a", "b"]
    of("toy", "a")
    assert made == ["a", "a", "b", "a"]


def test_nobody_waits_for_another_model() -> None:
    kept: PerGraph[str] = PerGraph()
    slow = kept.of("slow", "a", lambda goal: None)
    assert kept.of("toy", "a", lambda goal: fulfil(goal, lambda: "made")).result() == "made"
    assert not slow.done()


def test_a_failure_is_told_and_the_next_time_is_another_try() -> None:
    kept: PerGraph[str] = PerGraph()

    def begin(goal: Future[str]) -> None:
        fulfil(goal, fails)

    with pytest.raises(ValueError, match="broken"):
        kept.of("toy", "a", begin).result()
    assert kept.of("toy", "a", lambda goal: fulfil(goal, lambda: "made")).result() == "made"
