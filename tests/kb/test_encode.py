from pathlib import Path

import pytest

from numkbqa.kb.encode import encode
from numkbqa.kb.numerical import choose_numerical
from numkbqa.kb.readers import EntityFact, LiteralFact, Record
from numkbqa.kb.readings import read_forms
from numkbqa.kb.relation_names import settle_names
from numkbqa.kb.staging import Staging


@pytest.mark.parametrize("at_once", [1, 40_000_000])
def test_entities_and_relations_are_numbered_in_the_order_of_their_text(
    at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numkbqa.kb.encode.FACTS_AT_ONCE", at_once)
    facts: list[Record] = [
        EntityFact("b", "s", "ü"),
        EntityFact("a", "r", "b"),
        EntityFact("b", "s", "ü"),
        EntityFact("𝄞", "r", "Z"),
    ]
    values: list[Record] = [LiteralFact("n", "size", text, "xsd:integer") for text in ("7", "x")]
    with Staging(tmp_path) as staging:
        for record in (*facts, *values):
            staging.add(record, 0)
        staging.flush()
        settle_names(staging)
        read_forms(staging, {}, lambda stage, count: None)
        choose_numerical(staging)
        encode(staging, lambda stage, count: None)
        things = [name for (name,) in staging.rows("SELECT name FROM thing ORDER BY rowid")]
        assert things == sorted(["Z", "a", "b", "n", "ü", "𝄞"])
        assert staging.rows("SELECT * FROM out_fact ORDER BY rowid") == [(1, 0, 2), (2, 1, 4), (5, 0, 0)]
        assert staging.rows("SELECT * FROM in_fact ORDER BY rowid") == [(0, 0, 5), (2, 0, 1), (4, 1, 2)]
        assert staging.rows("SELECT entity, low, reason FROM valued ORDER BY low NULLS LAST") == [
            (3, 7.0, None), (3, None, "not a number or date"),
        ]  # fmt: skip
