import builtins
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.evaluation.reliability import Reliability
from numkbqa.evaluation.reliability_figure import check_figures, draw_reliability

SOME = Reliability([0.2, 0.9, 0.8], [0.4, 0.6, 0.7], [0.0, 1.0, 1.0])


@pytest.mark.parametrize(
    "reliability", [SOME, Reliability(None, SOME.mass, SOME.right), Reliability([], [], [])]
)
def test_a_png_file_is_drawn(reliability: Reliability, tmp_path: Path) -> None:
    file = tmp_path / "new" / "reliability.png"
    draw_reliability(reliability, file)
    assert file.read_bytes().startswith(b"\x89PNG\r\n")
    assert [item.name for item in file.parent.iterdir()] == ["reliability.png"]


def test_the_calibration_changes_the_picture(tmp_path: Path) -> None:
    draw_reliability(SOME, tmp_path / "one.png")
    draw_reliability(SOME, tmp_path / "same.png")
    draw_reliability(Reliability(None, SOME.mass, SOME.right), tmp_path / "other.png")
    one, same, other = ((tmp_path / f"{name}.png").read_bytes() for name in ("one", "same", "other"))
    assert one == same
    assert one != other


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="PNG") as error:
        draw_reliability(SOME, tmp_path / "reliability.jpg")
    assert error.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UserError, match="matplotlib") as error:
        check_figures(tmp_path / "reliability.png")
    assert "numkbqa[figures]" in (error.value.remedy or "")
