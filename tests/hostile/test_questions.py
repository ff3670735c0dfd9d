"""The questions of all cases, asked of one model upon one graph made of all their sources."""

import json
from typing import Any

import pytest

from tests.hostile.every import ASKED, CASES
from tests.support.command_line import numkbqa
from tests.support.hostile import Asked, Case, World, places

ANSWERED = [pair for pair in ASKED if pair[1].answers]
ABSTAINED = [pair for pair in ASKED if pair[1].abstained]
BY_PROGRAM = ("T4 five ways to write a population", "T10 thirty digits", "T13 one valued candidate")


def name(value: object) -> str:
    return value.question if isinstance(value, Asked) else getattr(value, "name", "")


def labels(entries: list[dict[str, Any]]) -> set[str]:
    return {entry["label"] for entry in entries}


def winners(asked: Asked) -> set[str]:
    (expected,) = places(asked.answers)
    return expected


@pytest.mark.parametrize(("case", "asked"), ANSWERED, ids=name)
def test_all_winners_are_the_answer_and_nothing_else(case: Case, asked: Asked, world: World) -> None:
    found = world.ask(asked.question)
    assert labels(found["answers"]) == winners(asked), case.expects
    assert found["evidence"]["exact_sort_agrees"] is True
    assert found["abstained"] is None


@pytest.mark.parametrize(("case", "asked"), ANSWERED, ids=name)
def test_the_evidence_shows_their_rank_and_the_text_of_the_source(
    case: Case, asked: Asked, world: World
) -> None:
    found = world.ask(asked.question)
    evidence, k = found["evidence"], found["ordinal"]["k"]
    rows = [row for row in evidence["rows"] if row["rank"] == k]
    assert labels(rows) == winners(asked), case.expects
    assert len(evidence["ties"]) == (len(rows) if len(rows) > 1 else 0)
    if asked.value is not None:
        assert {row["lexical"] for row in rows} == {asked.value}
    if asked.held is not None:
        assert {row["held_at"] for row in rows} == {asked.held}
    if asked.tie is not None:
        assert asked.tie in evidence["tie_reason"]


@pytest.mark.parametrize(("case", "asked"), ABSTAINED, ids=name)
def test_what_has_no_answer_says_why(case: Case, asked: Asked, world: World) -> None:
    found = world.ask(asked.question)
    assert found["answers"] == [], case.expects
    assert str(asked.abstained) in found["abstained"]


@pytest.mark.parametrize(("case", "asked"), [pair for pair in ASKED if pair[1].excluded], ids=name)
def test_what_cannot_be_compared_is_listed_with_its_reason(case: Case, asked: Asked, world: World) -> None:
    found = world.ask(asked.question)
    reasons = {entry["label"]: entry["reason"] for entry in found["evidence"]["excluded"]}
    missing = {label for label, reason in asked.excluded.items() if reason not in reasons.get(label, "")}
    assert missing == set(), (case.expects, reasons)
    assert not labels(found["answers"]) & set(asked.excluded)


def test_what_was_set_aside_can_be_found_in_its_file(world: World) -> None:
    found = world.ask("What is the player of Mixed Giants that has the largest height ?")
    (entry,) = [entry for entry in found["evidence"]["excluded"] if entry["label"] == "Wibble"]
    assert (entry["lexical"], entry["cause"], entry["line"]) == ("9 wibbles", "unknown unit", 5)
    assert entry["source"].endswith("numbers.tsv")


@pytest.mark.parametrize("case", [case for case in CASES if case.name in BY_PROGRAM], ids=name)
def test_the_program_says_the_same_as_the_library(case: Case, world: World) -> None:
    question = case.asked[-1].question
    done = numkbqa("ask", world.model, question, "-k", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert {**json.loads(done.stdout), "timing_ms": {}} == {**world.ask(question), "timing_ms": {}}
