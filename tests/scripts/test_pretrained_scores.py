"""The weights in the package, measured: they know the order of numbers that they never met."""

from pathlib import Path

import pytest
from scripts.pretrained_scores import scores, unseen_numbers, unseen_values

from scripts import pretrained_numbers


def test_the_shipped_weights_find_the_kth_of_larger_sets_of_unseen_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    unseen = tmp_path / "unseen"
    unseen.mkdir()
    monkeypatch.setattr(pretrained_numbers, "COUNT", 700)
    workbench = unseen_numbers(unseen, count=150)
    monkeypatch.setattr(pretrained_numbers, "COUNT", 2000)
    values = unseen_values(workbench, unseen)
    names = {workbench.kb.numerical_relations[one.relation].name: len(one.value) for one in values}
    assert names["year"] < 300  # of a thousand years most were seen
    assert names["measure"] > 500
    found = scores(workbench, values, (50, 500))
    for size, hits in found.items():
        assert hits["all"] > 99, size
        assert min(hits[f"k{k}"] for k in range(1, 11)) > 90, size
