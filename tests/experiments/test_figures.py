import pytest

from numkbqa.errors import UserError
from numkbqa.evaluation import EvaluationReport
from numkbqa.evaluation.report import Row
from numkbqa.experiments.figures import (
    SYSTEMS,
    Graded,
    basic_of,
    figures,
    grade,
    mean_over_seeds,
    naming,
    plug_in_of,
)
from numkbqa.questions.records import Answer, Question


def row(name: str, *, hit: float, basic: float, exact: float = 0.0, cell: str | None = None) -> Row:
    question = Question(id=name, question="which?", answers=(Answer(id="a"),))
    return Row(question, cell is not None, cell, hit, basic, exact, 0.5 * hit, True, hit > 0)


def graded(name: str, *, nsm: float, nt_nsm: float, cell: str | None = None, pruned: float = 1.0) -> Graded:
    hits = dict.fromkeys(SYSTEMS, 0.0) | {"nsm": nsm, "nt_nsm": nt_nsm, "subgraph": 1.0, "pruned": pruned}
    return Graded(name, cell is not None, cell, hits, nt_nsm)


def test_the_plain_reasoner_comes_from_its_own_report() -> None:
    model = EvaluationReport([row("b", hit=1.0, basic=0.0, exact=1.0, cell="size_max")], 0, 1.0)
    plain = EvaluationReport([row("b", hit=0.0, basic=1.0, exact=0.0)], 0, 1.0)
    (one,) = grade(model, plain)
    assert one.cell == "size_max"
    assert one.hits == {
        "nsm": 1.0,
        "nsm_exact_sort": 0.0,
        "fine_tuned": 0.0,
        "nt_nsm": 1.0,
        "exact_sort": 1.0,
        "subgraph": 1.0,
        "pruned": 1.0,
    }


def test_groups_hold_their_own_questions() -> None:
    questions = [
        graded("a", nsm=1, nt_nsm=1),
        graded("b", nsm=0, nt_nsm=1, cell="size_max"),
        graded("c", nsm=0, nt_nsm=0, cell="time_earliest", pruned=0.0),
        graded("d", nsm=1, nt_nsm=1, cell="time_earliest"),
    ]
    found = figures(questions, {"only a": lambda one: one.id == "a"})
    assert {name: group["n"] for name, group in found.items()} == {
        "all": 4,
        "plain": 1,
        "ordinal": 3,
        "size_max": 1,
        "size_min": 0,
        "time_latest": 0,
        "time_earliest": 2,
        "only a": 1,
    }
    assert found["ordinal"]["hits1"]["nt_nsm"] == pytest.approx(66.67)
    assert found["ordinal"]["hits1"]["nsm"] == pytest.approx(33.33)
    assert found["ordinal"]["hits1_if_candidate"] == 100.0
    assert found["time_earliest"]["among_candidates"] == 50.0
    assert found["size_min"]["hits1"]["nsm"] is None


def test_the_gain_is_paired() -> None:
    questions = [graded(str(i), nsm=i % 2, nt_nsm=1) for i in range(200)]
    paired = figures(questions)["all"]["paired"]
    assert paired["gain"] == 50.0
    low, high = paired["interval"]
    assert 40 < low < 50 < high < 60
    same = figures([graded(str(i), nsm=i % 2, nt_nsm=i % 2) for i in range(200)])["all"]["paired"]
    assert same == {"gain": 0.0, "interval": [0.0, 0.0]}


def test_the_mean_over_seeds_is_taken_question_by_question() -> None:
    seeds = [
        [graded("a", nsm=0, nt_nsm=1), graded("b", nsm=1, nt_nsm=1, cell="size_min")],
        [graded("a", nsm=0, nt_nsm=0), graded("b", nsm=1, nt_nsm=1, cell="size_min")],
    ]
    mean = mean_over_seeds(seeds)
    assert [one.hits["nt_nsm"] for one in mean] == [0.5, 1.0]
    assert mean[1].cell == "size_min"
    assert figures(mean)["all"]["hits1"]["nt_nsm"] == 75.0


@pytest.mark.parametrize("names", [(), ("a",), ("b", "a"), ("a", "c"), ("a", "b", "c")])
def test_seeds_with_other_questions_are_refused(names: tuple[str, ...]) -> None:
    first, second = ([graded(name, nsm=0, nt_nsm=1) for name in seed] for seed in (("a", "b"), names))
    with pytest.raises(UserError, match=r"some seeds are of other questions\n.*again"):
        mean_over_seeds([first, second])
    assert mean_over_seeds([]) == []


def test_headings_name_the_reasoner_and_the_plug_in() -> None:
    result = {
        "runs": [
            {"variant": "old", "config": {"basic": "nsm"}},
            {"variant": "new", "config": {"basic": "graftnet", "plug_in": "num"}},
        ]
    }
    named = {
        v: naming("NT-NSM beats NSM", basic_of(result, v), plug_in_of(result, v)) for v in ("old", "new")
    }
    assert named == {"old": "NT-NSM beats NSM", "new": "GraftNet + Num beats GraftNet"}


def test_a_reasoner_that_is_not_installed_is_called_by_its_key() -> None:
    assert naming("NT-NSM beats NSM", "gone") == "NT-gone beats gone"
