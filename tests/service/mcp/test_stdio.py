"""The real program over stdin and stdout, driven by the official client."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.shared.exceptions import MCPError

from numkbqa.answering.schema import AnswerDocument
from numkbqa.api.explained import Explanation
from numkbqa.lookup.records import Ranking
from numkbqa.service.mcp.bounds import MAX_CHARACTERS
from tests.support.command_line import command
from tests.support.documented_session import documented_calls, without_scores
from tests.support.hostile_questions import hostile_questions
from tests.support.mcp_agent import INITIALIZE, PATIENCE, Agent, stdio_agent, text_of
from tests.support.small_world import QUESTIONS, Trained

RIVER = QUESTIONS[4][0]
LONE_SURROGATE = (
    '{"jsonrpc": "2.0", "id": 9, "method": "tools/call",'
    ' "params": {"name": "link", "arguments": {"text": "\\ud800"}}}'
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mcp") / "stderr.txt"


@pytest.fixture(scope="module")
def agent(trained: Trained, log: Path) -> Iterator[Agent]:
    with stdio_agent(log, trained.model, "--name", "toy") as connected:
        yield connected


def test_the_tools_are_read_only_and_described(agent: Agent) -> None:
    tools = agent.tools()
    assert list(tools) == ["ask", "rank", "link", "explain", "doctor"]
    for tool in tools.values():
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint) == (True, False)
        assert (hints.idempotent_hint, hints.open_world_hint) == (True, False)
        assert tool.title
        assert tool.description


def test_the_schemas_are_valid_and_every_argument_is_described(agent: Agent) -> None:
    for tool in agent.tools().values():
        Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.input_schema["additionalProperties"] is False
        arguments = tool.input_schema["properties"]
        assert [name for name, schema in arguments.items() if not schema.get("description")] == []
        assert arguments["model"]["enum"] == ["toy"]


def test_ask_replies_with_the_document_of_ask(agent: Agent) -> None:
    reply = agent.reply("ask", question=RIVER)
    document = AnswerDocument.model_validate(reply["result"])
    assert reply["model"] == "toy"
    assert document.answers[0].id == "po"
    assert document.evidence.rows[0].value == "652"


def test_the_text_of_a_reply_has_its_rows(agent: Agent) -> None:
    lines = text_of(agent.call("ask", question=RIVER)).splitlines()
    assert "model: toy" in lines
    assert any(line.startswith("| po | Po | 652 |") for line in lines)
    assert not any("timing" in line for line in lines)


def test_a_chosen_topic_is_asked_about(agent: Agent) -> None:
    found = agent.result("ask", question="the largest population of the city ?", topics=["france"], k=1)
    assert [topic["id"] for topic in found["topic_entities"]] == ["france"]


def test_rows_that_are_not_wanted_are_told(agent: Agent) -> None:
    reply = agent.reply("ask", question=RIVER, rows=1)
    assert len(reply["result"]["evidence"]["rows"]) == 1
    (left_out,) = [one for one in reply["left_out"] if one["what"] == "evidence.rows"]
    assert left_out["shown"] == 1 < left_out["of"]
    assert "rows=50" in left_out["how"]
    assert "| evidence.rows | 1 |" in text_of(agent.call("ask", question=RIVER, rows=1))


def test_rank_ranks_a_class_and_a_list(agent: Agent) -> None:
    smallest = Ranking.model_validate(
        agent.result("rank", relation="length", entities=["po", "tiber", "arno"], direction="min", count=2)
    )
    assert [(row.id, row.rank) for row in smallest.rows] == [("arno", 1), ("tiber", 2)]
    of_class = Ranking.model_validate(agent.result("rank", relation="population", of="city", count=1))
    assert of_class.of is not None
    assert of_class.members > 3
    assert len(of_class.rows) == 1


def test_a_list_may_come_as_json_text(agent: Agent) -> None:
    found = agent.result("rank", relation="length", entities='["po", "arno"]')
    assert {row["id"] for row in found["rows"]} == {"po", "arno"}


def test_link_gives_ids(agent: Agent) -> None:
    found = agent.result("link", text="the rivers of Italy and of France")
    assert [mention["id"] for mention in found["mentions"]] == ["italy", "france"]
    assert agent.result("link", text="nothing of that kind") == {"mentions": []}


def test_explain_says_why_and_why_not(agent: Agent) -> None:
    answer = Explanation.model_validate(agent.result("explain", question=RIVER, entity="po"))
    other = Explanation.model_validate(agent.result("explain", question=RIVER, entity="Tiber"))
    assert (answer.outcome.value, answer.rank) == ("answer", 1)
    assert (other.outcome.value, other.entity.id) == ("other_rank", "tiber")
    assert {row.id for row in other.rows} >= {"po", "tiber"}


def test_doctor_begins_with_findings(agent: Agent) -> None:
    whole = agent.reply("doctor", rows=2)
    assert next(iter(whole["result"])) == "findings"
    assert len(whole["result"]["relations"]) == 2
    one = agent.result("doctor", relation="population")
    assert [relation["id"] for relation in one["relations"]] == ["population"]
    assert one["detail"]["relation"] == "population"


def test_the_relations_are_a_resource(agent: Agent) -> None:
    listed = agent.run(lambda client: client.list_resources())
    assert [str(resource.uri) for resource in listed.resources] == ["schema://numerical-relations"]
    document = json.loads(agent.read("schema://numerical-relations"))
    assert {relation["id"] for relation in document["relations"]} >= {"population", "length"}
    assert document["more"] is None
    some = json.loads(agent.read("schema://numerical-relations/toy?text=popul"))
    assert [relation["id"] for relation in some["relations"]] == ["population"]
    templates = agent.run(lambda client: client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == ["schema://numerical-relations{?text,offset}"]


@pytest.mark.parametrize(
    "uri", ["schema://nothing", "schema://numerical-relations/x/y", "schema://numerical-relations?offset=-1"]
)
def test_other_resources_are_refused(agent: Agent, uri: str) -> None:
    with pytest.raises(MCPError, match="numerical-relations"):
        agent.read(uri)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ask", {}, ["where: ask, argument question", "remedy: question: The question"]),
        ("ask", {"question": ""}, ["where: ask, argument question"]),
        ("ask", {"question": " "}, ["the question is empty", "remedy: "]),
        ("ask", {"question": "x" * 2001}, ["at most 2000 characters"]),
        ("ask", {"question": RIVER, "k": 0}, ["greater than or equal to 1", "argument k"]),
        ("ask", {"question": RIVER, "topic": ["italy"]}, ['no argument "topic"', "did you mean topics?"]),
        ("ask", {"question": RIVER, "topics": ["Italy"]}, ["Italy", "did you mean italy?"]),
        ("ask", {"question": RIVER, "model": "x"}, ['no model is called "x"', "the models are toy"]),
        ("rank", {"relation": "populaton"}, ["populaton", "did you mean population?"]),
        ("rank", {"relation": "length", "direction": "up"}, ["argument direction", "max"]),
        ("rank", {"relation": "length", "of": "x", "entities": ["po"]}, ["leave out one of them"]),
        ("rank", {"relation": "length", "entities": ["nowhere"]}, ["nowhere", "remedy: "]),
        ("link", {"text": 3}, ["argument text", "string"]),
        ("explain", {"question": RIVER, "entity": "Atlantis"}, ["Atlantis", "remedy: "]),
        ("doctor", {"relation": "populaton"}, ["populaton", "did you mean population"]),
    ],
)
def test_bad_arguments_are_refused_with_a_remedy(
    agent: Agent, tool: str, arguments: dict[str, Any], said: list[str]
) -> None:
    refusal = agent.refusal(tool, **arguments)
    assert refusal.startswith("error: ")
    assert [text for text in said if text not in refusal] == [], refusal


def test_an_unknown_tool_is_an_error_of_the_protocol(agent: Agent) -> None:
    with pytest.raises(MCPError, match="the tools are ask, rank, link, explain, doctor"):
        agent.call("drop")


@pytest.mark.parametrize("name", [*hostile_questions("Italy")])
def test_hostile_questions_are_answered_or_refused_in_few_words(agent: Agent, name: str) -> None:
    question = hostile_questions("Italy")[name].encode(errors="replace").decode()
    for tool, arguments in (
        ("ask", {"question": question}),
        ("link", {"text": question}),
        ("explain", {"question": question, "entity": "po"}),
        ("explain", {"question": RIVER, "entity": question}),
        ("rank", {"relation": question}),
    ):
        result = agent.call(tool, **arguments)
        assert "internal error" not in text_of(result)
        assert len(text_of(result)) + len(json.dumps(result.structured_content)) <= 2 * MAX_CHARACTERS


def test_calls_at_the_same_time_are_all_answered(agent: Agent) -> None:
    answers: dict[str, str] = {}

    async def ask(client: Client, question: str) -> None:
        result = await client.call_tool("ask", {"question": question})
        answers[question] = result.structured_content["result"]["answers"][0]["id"]

    async def ask_all(client: Client) -> None:
        async with anyio.create_task_group() as group:
            for question, _, _ in QUESTIONS:
                group.start_soon(ask, client, question)

    agent.run(ask_all)
    assert answers == {question: answer for question, _, answer in QUESTIONS}


def test_a_call_that_is_given_up_does_not_hold_up_the_next(agent: Agent) -> None:
    async def give_up(client: Client) -> None:
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(client.call_tool, "ask", {"question": RIVER})
            await anyio.sleep(0)
            group.cancel_scope.cancel()

    agent.run(give_up)
    assert agent.result("link", text="Italy")["mentions"][0]["id"] == "italy"


def test_the_documented_session_is_what_happens(agent: Agent) -> None:
    """`with_replies` of tests/support/documented_session.py writes the page anew."""
    calls = documented_calls()
    assert {call.tool for call in calls} == set(agent.tools())
    for call in calls:
        said = text_of(agent.call(call.tool, **call.arguments))
        assert without_scores(said) == without_scores(call.reply.rstrip("\n"))


def test_progress_is_on_stderr(agent: Agent, log: Path) -> None:
    agent.reply("ask", question=RIVER)
    assert "opening toy" in log.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Conversation:
    """What was said in one run of the program, in the older protocol.

    Args:
        replies: messages of the server by the number of the request, in the order in which they came.
        rest: what stood on stdout after stdin was closed.
        log: stderr.
        code: exit code.
    """

    replies: dict[int | None, dict[str, Any]]
    rest: str
    log: str
    code: int


@pytest.fixture(scope="module")
def conversation(trained: Trained) -> Conversation:
    process = started(trained)
    assert process.stdin is not None
    process.stdin.write(f'this is no JSON\n{{"jsonrpc": "2.0"}}\n[]\n\n{LONE_SURROGATE}\n')
    told(process, called(2, "ask", question=RIVER))  # opens the model first, while the next ones wait
    told(process, {"jsonrpc": "2.0", "id": 3, "method": "ping"})
    told(process, called(4, "ask", question=RIVER))
    told(process, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}})
    told(process, called(5, "doctor"))
    replies: dict[int | None, dict[str, Any]] = {}
    while 5 not in replies:
        message = heard(process)
        replies[message.get("id")] = message
    told(process, called(6, "ask", question=RIVER))
    rest, log = process.communicate(timeout=PATIENCE)
    return Conversation(replies, rest, log, process.returncode)


def started(trained: Trained) -> subprocess.Popen[str]:
    """The program, greeted."""
    process = subprocess.Popen(
        command("mcp", trained.model),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    told(process, INITIALIZE)
    assert heard(process)["result"]["serverInfo"]["name"] == "numkbqa"
    told(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    return process


def told(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()


def heard(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The next message; whatever else stood on stdout would be no JSON."""
    assert process.stdout is not None
    message: dict[str, Any] = json.loads(process.stdout.readline())
    return message


def called(number: int, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_the_older_protocol_is_spoken_too(conversation: Conversation) -> None:
    reply = conversation.replies[2]["result"]["structuredContent"]
    assert reply["result"]["answers"][0]["id"] == "po"


def test_a_ping_does_not_wait_for_a_call(conversation: Conversation) -> None:
    order = list(conversation.replies)
    assert order.index(3) < order.index(2) < order.index(5)


def test_a_cancelled_call_is_dropped(conversation: Conversation) -> None:
    assert "result" not in conversation.replies.get(4, {})


def test_when_stdin_is_closed_the_program_ends_though_a_call_still_runs(conversation: Conversation) -> None:
    assert conversation.code == 0
    assert {json.loads(line)["id"] for line in conversation.rest.splitlines()} <= {6}


def test_what_the_library_says_is_on_stderr(conversation: Conversation) -> None:
    assert "looking at the numbers" in conversation.log
    assert "Traceback" not in conversation.log


def test_a_signal_ends_the_program_while_stdin_is_open(trained: Trained) -> None:
    process = started(trained)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    process.communicate()
