import pytest

from numkbqa.cli.output import print_rich
from numkbqa.cli.render import render_build, render_diagnosis
from numkbqa.kb.doctor import examine
from tests.support.toy_kb import toy_world


def test_a_build_hides_zeros_and_shows_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_build("kb", {"entities": 3, "classes": 0, "warnings": ["odd literals"]}))
    out = capsys.readouterr().out
    assert "entities" in out
    assert "classes" not in out
    assert out.endswith("warning: odd literals\n")


def test_a_diagnosis_lists_relations_by_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    print_rich(*render_diagnosis(examine(toy_world())))
    out = capsys.readouterr().out
    assert "date of birth" in out
    assert "km²" in out
    assert "warning: " in out
