import pytest
import torch

from numkbqa.training.relation_rows import rows_for

TRAINED = ["born_in", "located_in", "type"]
TABLE = torch.tensor([[1.0], [2.0], [6.0], [-1.0], [-2.0], [-6.0], [100.0]])
"""Forward rows, inverse ones, and one of no relation."""


def rows(present: list[str]) -> list[float]:
    return rows_for(present, TABLE, TRAINED).squeeze(1).tolist()


def test_rows_follow_the_names() -> None:
    assert rows(["type", "born_in", "located_in"]) == [6, 1, 2, -6, -1, -2, 100]


def test_the_same_relations_keep_their_table() -> None:
    assert torch.equal(rows_for(TRAINED, TABLE, TRAINED), TABLE)


@pytest.mark.parametrize("place", [0, 1, 3])
def test_a_new_relation_gets_the_mean_of_its_direction(place: int) -> None:
    present = TRAINED.copy()
    present.insert(place, "twin")
    found = rows(present)
    assert (found[place], found[4 + place], found[-1]) == (3, -3, 100)
    assert rows_for(TRAINED, rows_for(present, TABLE, TRAINED), present).equal(TABLE)


def test_a_relation_that_is_gone_leaves_no_row() -> None:
    assert rows(["type"]) == [6, -6, 100]
