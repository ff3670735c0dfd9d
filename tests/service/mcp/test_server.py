"""The server over models that do what a test wants, within the test's own process."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.lookup.records import LinkedMention
from numkbqa.service.mcp import mcp_server, server
from numkbqa.service.mcp.bounds import MAX_CHARACTERS
from tests.support.mcp_agent import Agent, agent_of, text_of


def mention(number: int) -> LinkedMention:
    known: dict[str, Any] = {
        "description": "",
        "score": 1.0,
        "mention": "x",
        "start": 0,
        "end": 1,
        "typo": False,
    }
    return LinkedMention(id=f"e{number}", label="x" * 400, toss_up=False, alternatives=(), **known)


def linking(link: Callable[[str], list[LinkedMention]]) -> Model:
    """A model that links, and does nothing else."""
    kb = SimpleNamespace(numerical_relations=())
    return cast(Model, SimpleNamespace(link=link, kb=kb, relations=lambda text, limit, offset: []))


def finding(*numbers: int) -> Model:
    return linking(lambda text: [mention(number) for number in numbers])


@pytest.fixture
def agent() -> Iterator[Agent]:
    with agent_of(mcp_server({"first": finding(1), "my second": finding(2)})) as connected:
        yield connected


def test_the_first_model_answers_unless_another_is_named(agent: Agent) -> None:
    assert agent.reply("link", text="x")["model"] == "first"
    other = agent.reply("link", text="x", model="my second")
    assert (other["model"], other["result"]["mentions"][0]["id"]) == ("my second", "e2")
    assert "the models are first, my second" in agent.refusal("link", text="x", model="third")


def test_the_schema_names_the_models(agent: Agent) -> None:
    model = agent.tools()["rank"].input_schema["properties"]["model"]
    assert (model["enum"], model["default"]) == (["first", "my second"], "first")


def test_each_model_has_its_relations(agent: Agent) -> None:
    resources = agent.run(lambda client: client.list_resources()).resources
    assert [str(resource.uri) for resource in resources] == [
        "schema://numerical-relations",
        "schema://numerical-relations/first",
        "schema://numerical-relations/my%20second",
    ]
    assert [json.loads(agent.read(str(one.uri)))["model"] for one in resources] == [
        "first",
        "first",
        "my second",
    ]
    templates = agent.run(lambda client: client.list_resource_templates()).resource_templates
    assert "schema://numerical-relations/{model}{?text,offset}" in [one.uri_template for one in templates]


def test_a_fault_of_ours_is_told_without_its_details_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail(text: str) -> list[LinkedMention]:
        raise RuntimeError("secret place")

    with caplog.at_level(logging.ERROR), agent_of(mcp_server({"m": linking(fail)})) as agent:
        refusal = agent.refusal("link", text="x")
        assert "internal error" in refusal
        assert "secret" not in refusal
        assert "internal error" in agent.refusal("link", text="again")
    assert "secret place" in caplog.text


def damaged(file: Path) -> Model:
    def fail(*given: object, **named: object) -> list[LinkedMention]:
        raise UserError(f"a file is damaged: {file}", where=file, remedy=f"look at {file}")

    kb = SimpleNamespace(numerical_relations=())
    return cast(Model, SimpleNamespace(link=fail, relations=fail, kb=kb))


@pytest.fixture
def discreet(monkeypatch: pytest.MonkeyPatch) -> list[Model]:
    """The models that keep to themselves what they know and are asked."""
    models: list[Model] = []
    monkeypatch.setattr(server, "be_discreet", models.append)
    return models


@pytest.mark.usefixtures("discreet")
def test_agents_of_other_machines_learn_of_no_file_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with agent_of(mcp_server({"m": damaged(tmp_path)}, remote=True)) as agent:
        told = agent.refusal("link", text="x")
        with pytest.raises(MCPError, match="internal error") as error:
            agent.read("schema://numerical-relations")
    assert "internal error" in told
    assert str(tmp_path) not in told + str(error.value)
    assert str(tmp_path) in caplog.text


@pytest.mark.parametrize("remote", [True, False])
def test_models_are_discreet_with_agents_of_other_machines(remote: bool, discreet: list[Model]) -> None:
    model = finding(1)
    with agent_of(mcp_server({"m": model}, remote=remote)) as agent:
        agent.call("link", text="x")
    assert discreet == ([model] if remote else [])


def test_an_agent_of_this_machine_learns_which_file_it_is(tmp_path: Path) -> None:
    with agent_of(mcp_server({"m": damaged(tmp_path)})) as agent:
        assert f"where: {tmp_path}" in agent.refusal("link", text="x")


def test_what_a_model_prints_is_not_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    def talk(text: str) -> list[LinkedMention]:
        print("chatter")
        return []

    with agent_of(mcp_server({"m": linking(talk)})) as agent:
        agent.call("link", text="x")
    assert capsys.readouterr() == ("", "chatter\n")


def test_many_rows_are_cut_and_told() -> None:
    with agent_of(mcp_server({"m": finding(*range(500))})) as agent:
        result = agent.call("link", text="x")
        assert result.structured_content is not None
        (left_out,) = result.structured_content["left_out"]
        assert left_out["shown"] == len(result.structured_content["result"]["mentions"])
        assert left_out["of"] == 500
        assert len(json.dumps(result.structured_content)) <= MAX_CHARACTERS + 1000
        assert "| mentions |" in text_of(result)


def test_a_model_is_used_by_one_thread_and_one_call_at_a_time() -> None:
    threads: set[int] = set()
    running, most = 0, 0

    def link(text: str) -> list[LinkedMention]:
        nonlocal running, most
        threads.add(threading.get_ident())
        running += 1
        most = max(most, running)
        running -= 1
        return []

    async def call_often(client: Client) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(client.call_tool, "link", {"text": "x"})

    with agent_of(mcp_server({"m": linking(link)})) as agent:
        agent.run(call_often)
    assert (len(threads), most) == (1, 1)


def test_a_model_that_cannot_be_opened_is_told() -> None:
    class Broken(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            raise UserError("the weights cannot be read", where="/models/m", remedy="train the model again")

    with agent_of(mcp_server(Broken(m=None))) as agent:
        refusal = agent.refusal("link", text="x")
        assert refusal.splitlines() == [
            "error: the weights cannot be read",
            "where: /models/m",
            "remedy: train the model again",
        ]
