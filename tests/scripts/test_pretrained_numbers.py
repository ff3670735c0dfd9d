from pathlib import Path

import numpy as np
import pytest
from scripts.pretrained_numbers import KINDS, write_numbers

from numkbqa.kb import build_kb, open_kb
from numkbqa.questions.qind import distinct_values
from numkbqa.values import Kind
from scripts import pretrained_numbers


def test_generated_numbers_are_read_as_what_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pretrained_numbers, "COUNT", 60)
    (tmp_path / "facts.tsv").write_text("thing 1\tnear\tthing 2\n", encoding="utf-8")
    write_numbers(tmp_path / "numbers.tsv")
    build_kb([tmp_path / "facts.tsv", tmp_path / "numbers.tsv"], tmp_path / "kb")
    kb = open_kb(tmp_path / "kb")
    values = {kb.numerical_relations[one.relation].name: one for one in distinct_values(kb)}
    assert set(values) == set(KINDS)
    dates = {name for name, one in values.items() if one.kind is Kind.DATE}
    assert dates == {"year", "day", "date"}
    assert values["balance"].low.min() < -1 < 1 < values["balance"].high.max()
    widths = np.round(values["date"].high - values["date"].low)
    assert widths.min() <= 1  # a day
    assert widths.max() >= 364  # a year
    assert ((widths > 26) & (widths < 32)).any()  # a month
    assert all(len(one.value) > 50 for one in values.values())


def test_the_seed_decides(tmp_path: Path) -> None:
    for name, seed in (("one", 0), ("same", 0), ("other", 1)):
        write_numbers(tmp_path / name, seed)
    one, same, other = ((tmp_path / name).read_bytes() for name in ("one", "same", "other"))
    assert one == same != other
