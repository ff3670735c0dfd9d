from pathlib import Path
from typing import Any

import pytest
from matplotlib import image

from numkbqa.errors import UserError
from numkbqa.experiments.curves import SECONDS, draw_sweep, panels_of
from numkbqa.experiments.definition import Definition
from tests.support.tables import SWEEP


def row(variant: str, *, ordinal: int, hits: list[float]) -> dict[str, Any]:
    groups = {
        "all": {"n": 20, "hits1": {"nt_nsm": [hit + 10 for hit in hits]}},
        "ordinal": {"n": ordinal, "hits1": {"nt_nsm": hits}},
    }
    return {"data": "small", "variant": variant, "set": "held_out", "groups": groups}


def swept(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "table", "definition": SWEEP.model_dump(mode="json"), "rows": list(rows)}


FULL = swept(row("mu = 0.5", ordinal=12, hits=[30.0, 34.0]), row("mu = 0.05", ordinal=12, hits=[40.0, 44.0]))


def pretrained(*runs: tuple[int, int, float]) -> dict[str, Any]:
    definition = Definition.model_validate(
        {
            "name": "qind",
            "title": "QIND",
            "kind": "pretraining",
            "kb": ["a.nt"],
            "sweep": {"setting": "number_data.train", "label": "#QIND", "values": [100, 200]},
        }
    )
    found = [
        {"variant": f"#QIND = {count}", "max_k": k, "hits1": {"all": hits}, "seconds": count / 10}
        for count, k, hits in runs
    ]
    return {"kind": "pretraining", "definition": definition.model_dump(mode="json"), "runs": found}


def test_a_line_goes_through_the_values_in_order_with_the_mean_over_seeds() -> None:
    panels = panels_of(FULL)
    assert list(panels) == ["all questions", "ordinal questions"]
    (line,) = panels["ordinal questions"]
    assert line.name == "small, held out"
    assert [(at, point.mean, point.n) for at, point in line.points] == [(0.05, 42.0, 2), (0.5, 32.0, 2)]


def test_values_that_were_not_run_are_left_out_and_small_groups_make_no_line() -> None:
    panels = panels_of(swept(row("mu = 0.5", ordinal=3, hits=[30.0])))
    assert list(panels) == ["all questions"]
    assert [at for at, _ in panels["all questions"][0].points] == [0.5]
    assert panels_of(swept()) == {}


def test_pretraining_has_hits_and_time() -> None:
    panels = panels_of(pretrained((200, 1, 99.0), (100, 1, 90.0), (100, 1, 92.0), (100, 5, 80.0)))
    first, more = panels["direct Hits@1"]
    assert (first.name, more.name) == ("k up to 1", "k up to 5")
    assert [(at, point.mean) for at, point in first.points] == [(100.0, 91.0), (200.0, 99.0)]
    assert [point.mean for _, point in panels[SECONDS][0].points] == [10.0, 20.0]


@pytest.mark.parametrize("result", [FULL, pretrained((100, 1, 90.0), (200, 1, 99.0))])
def test_the_picture_holds_curves_and_the_papers_points(result: dict[str, Any], tmp_path: Path) -> None:
    draw_sweep(result, tmp_path / "sweep.png")
    pixels = image.imread(tmp_path / "sweep.png")[..., :3]
    assert pixels.shape[1] > 600
    coloured = (pixels.max(axis=2) - pixels.min(axis=2)) > 0.2
    assert coloured.sum() > 200
    assert (pixels.min(axis=2) < 0.5).sum() > 500


def test_the_papers_points_stand_in_the_picture(tmp_path: Path) -> None:
    bare = {**FULL, "definition": {**FULL["definition"], "paper": None}}
    for name, result in (("with", FULL), ("without", bare)):
        draw_sweep(result, tmp_path / f"{name}.png")
    assert (tmp_path / "with.png").read_bytes() != (tmp_path / "without.png").read_bytes()


def test_each_data_set_of_the_paper_has_its_points_however_many_they_are(tmp_path: Path) -> None:
    point = FULL["definition"]["paper"]["figures"][0]
    for count in (7, 8):
        figures = [{**point, "data": f"set {number}", "ordinal": 20.0 + number} for number in range(count)]
        paper = {**FULL["definition"]["paper"], "figures": figures}
        draw_sweep({**FULL, "definition": {**FULL["definition"], "paper": paper}}, tmp_path / f"{count}.png")
    assert (tmp_path / "7.png").read_bytes() != (tmp_path / "8.png").read_bytes()


def test_a_figure_is_a_png(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"\.png"):
        draw_sweep(FULL, tmp_path / "sweep.pdf")
