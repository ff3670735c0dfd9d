import asyncio
import importlib
import sys

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import Runnable, RunnableLambda

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.integrations.langchain import NumkbqaRetriever
from tests.support.small_world import QUESTIONS


def test_a_question_retrieves_documents_whose_metadata_are_rows(opened: Model) -> None:
    found = NumkbqaRetriever(model=opened, k=3).invoke(QUESTIONS[0][0])
    assert len(found) == 3
    assert (found[0].id, found[0].metadata["label"], found[0].metadata["rank"]) == ("paris", "Paris", 1)
    assert found[0].page_content.startswith("Paris: population 2102650")


def ids(found: list[Document]) -> list[str | None]:
    return [one.id for one in found]


def test_it_is_a_link_of_a_chain(opened: Model) -> None:
    chain: Runnable[str, list[str | None]] = NumkbqaRetriever(model=opened, k=1) | RunnableLambda(ids)
    assert chain.batch([text for text, _, _ in QUESTIONS]) == [[answer] for _, _, answer in QUESTIONS]
    assert asyncio.run(chain.ainvoke(QUESTIONS[4][0])) == ["po"]


def test_a_question_without_answer_retrieves_nothing(opened: Model) -> None:
    assert NumkbqaRetriever(model=opened).invoke("what is the largest moon of Xqzt?") == []


def test_without_langchain_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain_core.retrievers", None)
    monkeypatch.delitem(sys.modules, "numkbqa.integrations.langchain")
    with pytest.raises(UserError) as refused:
        importlib.import_module("numkbqa.integrations.langchain")
    assert refused.value.remedy == 'pip install "numkbqa[langchain]"'
