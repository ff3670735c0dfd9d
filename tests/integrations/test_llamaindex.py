import asyncio
import importlib
import sys

import pytest

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.integrations.llamaindex import NumkbqaRetriever
from tests.support.small_world import QUESTIONS


def test_a_question_retrieves_nodes_whose_metadata_are_rows(opened: Model) -> None:
    found = NumkbqaRetriever(opened, k=3).retrieve(QUESTIONS[0][0])
    assert found[0].node.metadata["rank"] == 1
    assert found[0].text.startswith("Paris: population 2102650")
    assert found[0].score == found[0].node.metadata["score"]


def test_a_value_is_one_node(opened: Model) -> None:
    first, *others = NumkbqaRetriever(opened, k=2).retrieve("what is the population of Paris?")
    assert (first.node.metadata["id"], first.score, others) == ("paris", 1.0, [])


def test_it_is_asked_asynchronously_too(opened: Model) -> None:
    retriever = NumkbqaRetriever(opened, k=1)

    async def ask_all() -> list[str]:
        found = await asyncio.gather(*(retriever.aretrieve(text) for text, _, _ in QUESTIONS))
        return [one.node.metadata["id"] for nodes in found for one in nodes]

    assert asyncio.run(ask_all()) == [answer for _, _, answer in QUESTIONS]


def test_a_question_without_answer_retrieves_nothing(opened: Model) -> None:
    assert NumkbqaRetriever(opened).retrieve("what is the largest moon of Xqzt?") == []


def test_without_llamaindex_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llama_index.core.retrievers", None)
    monkeypatch.delitem(sys.modules, "numkbqa.integrations.llamaindex")
    with pytest.raises(UserError) as refused:
        importlib.import_module("numkbqa.integrations.llamaindex")
    assert refused.value.remedy == 'pip install "numkbqa[llamaindex]"'
