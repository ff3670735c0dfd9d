from pathlib import Path
from typing import Any

import pytest

from numkbqa.doctor import examine
from numkbqa.errors import UserError
from numkbqa.kb import open_kb
from numkbqa.service.mcp.doctor import diagnosis_of


@pytest.fixture(scope="module")
def document(world_kb: Path) -> dict[str, Any]:
    kb = open_kb(world_kb)
    return examine(kb, kb.report).as_dict()


def test_the_whole_graph_has_findings_relations_and_counts(document: dict[str, Any]) -> None:
    found = diagnosis_of(document, None)
    assert [one.action for one in found.findings] == [one["action"] for one in document["advice"]]
    assert {one.id for one in found.relations} >= {"population", "length", "release_date"}
    assert found.questions == document["questions"]["questions"] > 0
    assert found.detail is None


@pytest.mark.parametrize("name", ["release_date", "release date", " Release Date "])
def test_a_relation_is_found_by_id_and_by_text(document: dict[str, Any], name: str) -> None:
    found = diagnosis_of(document, name)
    (one,) = found.relations
    assert (one.id, one.kind) == ("release_date", "date")
    assert one.smallest is not None
    assert found.detail is not None
    assert found.detail.relation == "release_date"
    assert sum(precision.count for precision in found.detail.precisions) == one.entities


def test_findings_about_other_relations_are_left_out(document: dict[str, Any]) -> None:
    advice = (
        {**document["advice"][0]}
        if document["advice"]
        else {"effort": "mend", "write": "", "gain": 1, "of": "value", "questions": 0}
    )
    mine = {**advice, "action": "correct 3 values of length: no number", "places": ["a.tsv:3"]}
    named = {**advice, "action": "look at it", "places": ["length"]}
    other = {**advice, "action": "correct the lengthy names", "places": []}
    found = diagnosis_of({**document, "advice": [mine, named, other]}, "length")
    assert [one.action for one in found.findings] == [mine["action"], "look at it"]


def test_an_unknown_relation_is_refused_with_those_like_it(document: dict[str, Any]) -> None:
    with pytest.raises(UserError) as refusal:
        diagnosis_of(document, "lenght")
    assert refusal.value.remedy == "did you mean length or height?"
