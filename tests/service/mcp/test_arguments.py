from typing import Any

import pytest

from numkbqa.errors import UserError
from numkbqa.service.mcp.arguments import AskArguments, RankArguments, read_arguments


def refused(given: dict[str, Any]) -> UserError:
    with pytest.raises(UserError) as refusal:
        read_arguments(AskArguments, given, "ask")
    return refusal.value


def test_arguments_have_defaults() -> None:
    given = read_arguments(AskArguments, {"question": "which?"}, "ask")
    assert (given.k, given.topics, given.model, given.rows) == (5, (), None, 10)


def test_a_wrong_argument_is_named_with_what_it_is_for() -> None:
    error = refused({"question": "which?", "k": "many"})
    assert error.what.startswith("input should be a valid integer")
    assert error.where == "ask, argument k"
    assert error.remedy is not None
    assert error.remedy.startswith("k: How many answers at most")


def test_an_unknown_argument_is_refused_with_a_suggestion() -> None:
    assert refused({"question": "which?", "topic": []}).remedy == "did you mean topics?"
    assert (
        refused({"question": "which?", "zzz": 1}).remedy
        == "the arguments are model, question, k, topics, rows"
    )


def test_further_faults_are_counted() -> None:
    assert refused({"k": 0, "rows": 0}).what.endswith("(and 2 more)")


def test_an_entry_of_a_list_is_named_by_its_place() -> None:
    assert refused({"question": "which?", "topics": ["a", 3]}).where == "ask, argument topics.1"


@pytest.mark.parametrize("given", [["a", "b"], '["a", "b"]', ' ["a","b"]'])
def test_a_list_may_be_json_text(given: object) -> None:
    assert read_arguments(RankArguments, {"relation": "r", "entities": given}, "rank").entities == ("a", "b")


@pytest.mark.parametrize("given", ["a", "[a", '{"a": 1}', [["a"]], None, "[" * 100_000])
def test_what_is_no_list_is_refused(given: object) -> None:
    with pytest.raises(UserError):
        read_arguments(RankArguments, {"relation": "r", "entities": given}, "rank")
