"""One real server, in the order of its life: it answers, is overloaded, is given another graph, and stops."""

import asyncio
import json
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
import uvicorn

from numkbqa.kb import BuildOptions, build_kb, open_kb
from numkbqa.service.access import ApiKeys
from numkbqa.service.listening import LOOPBACK
from numkbqa.service.routes.health import LOGGED
from numkbqa.service.server import Server as HttpServer
from numkbqa.service.server import deaf_to_reloads, known_hosts
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings
from tests.support.gated_server import GATE
from tests.support.server import Server, serving
from tests.support.small_world import QUESTIONS, Trained, copied_model

TEXT, _, OLD_ANSWER = QUESTIONS[0]
NEW_ANSWER = "metropolis"
NEW_FACTS = "metropolis\tlocated_in\tfrance\nmetropolis\ttype\tcity\n"
NEW_NUMBERS = "metropolis\tpopulation\t90000000\txsd:decimal\t\n"

KEY = "a-key-of-the-tests-0123456789"
WAITING = 4
CONNECTIONS = 60


@dataclass(frozen=True)
class Silent:
    """A connection on which no request comes."""

    shutdown: Callable[[], None]
    cycle: None = None


@pytest.fixture(scope="module")
def folder(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a copy of the toy model, a copy of its graph, and the same graph grown (`grown`)."""
    folder = tmp_path_factory.mktemp("served")
    copied_model(trained, folder)
    shutil.copytree(folder / "kb", folder / "grown")
    source = folder / "source"
    source.mkdir()
    (source / "triples.tsv").write_text(NEW_FACTS, encoding="utf-8")
    (source / "numbers.tsv").write_text(NEW_NUMBERS, encoding="utf-8")
    (source / "names.tsv").write_text(f"{NEW_ANSWER}\tMetropolis\n", encoding="utf-8")
    build_kb([source], folder / "grown", BuildOptions(append=True))
    (folder / "key").write_text(KEY, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    options = (
        "--set",
        f"serve.max_waiting={WAITING}",
        "--set",
        "serve.max_batch=1",
        "--set",
        "serve.watch=0.2",
        "--set",
        f"serve.max_connections={CONNECTIONS}",
    )
    key = ("--api-key-file", folder / "key")
    gated = "tests.support.gated_server"
    with serving(folder / "model", *options, *key, module=gated, **{GATE: str(folder / "gate")}) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    limits = httpx.Limits(max_connections=None)
    with server.client(headers={"Authorization": f"Bearer {KEY}"}, limits=limits) as client:
        yield client


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(32) as pool:
        yield pool


@pytest.fixture
def gate(folder: Path) -> Iterator[Path]:
    """Questions wait while this file is there."""
    (folder / "gate").touch()
    yield folder / "gate"
    (folder / "gate").unlink(missing_ok=True)


def ask(client: httpx.Client) -> httpx.Response:
    return client.post("/ask", json={"question": TEXT, "k": 1})


def until(client: httpx.Client, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Look at the server's health until a condition holds."""
    health: dict[str, Any] = client.get("/health").json()
    while not condition(health):
        time.sleep(0.02)
        health = client.get("/health").json()
    return health


@pytest.mark.parametrize(
    ("host", "keys", "named", "known"),
    [
        ("127.0.0.1", None, (), {*LOOPBACK}),
        ("127.0.0.2", None, (), {*LOOPBACK, "127.0.0.2"}),
        ("::1", None, (), {*LOOPBACK}),
        ("127.0.0.1", None, ("kb.example",), {"kb.example"}),
        ("127.0.0.1", ApiKeys([KEY]), (), set()),
        ("0.0.0.0", None, (), set()),
    ],
)
def test_a_server_on_loopback_knows_its_own_names(
    host: str, keys: ApiKeys | None, named: tuple[str, ...], known: set[str]
) -> None:
    assert set(known_hosts(ServeSettings(host=host, hosts=named), keys)) == known


def test_a_hangup_while_the_models_are_opened_does_no_harm() -> None:
    before = signal.getsignal(signal.SIGHUP)
    with deaf_to_reloads():
        signal.raise_signal(signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) == before


def test_a_connection_on_which_nothing_comes_is_closed_after_the_timeout() -> None:
    service = cast(Service, SimpleNamespace(settings=ServeSettings(timeout=3.0)))
    running = HttpServer(uvicorn.Config(lambda: None), service)
    closed: list[int] = []
    silent = cast(Any, Silent(lambda: closed.append(tick)))
    running.server_state.connections.add(silent)
    for tick in range(61):
        asyncio.run(running.on_tick(tick))
    assert closed == [30, 60]


def test_it_says_where_it_listens_and_only_this_machine_reaches_it(server: Server) -> None:
    assert server.url.startswith("http://127.0.0.1:")
    assert server.lines[-1]["models"] == ["model"]


def test_it_answers_who_has_the_key(client: httpx.Client, server: Server) -> None:
    assert httpx.get(f"{server.url}relations").status_code == 401
    assert ask(client).json()["answers"][0]["id"] == OLD_ANSWER
    line = server.until("request", path="/ask")
    assert (line["status"], line["model"], line["batch"]) == (200, "model", 1)
    assert {"id", "ms", "method", "time"} <= set(line)
    assert KEY not in json.dumps(server.lines)
    assert TEXT not in json.dumps(server.lines)


def test_the_report_of_the_graph_is_a_page(client: httpx.Client) -> None:
    answer = client.get("/graph")
    assert answer.status_code == 200
    assert "Numerical relations" in answer.text


def test_an_overloaded_server_refuses_at_once_and_answers_the_others(
    client: httpx.Client, pool: ThreadPoolExecutor, gate: Path
) -> None:
    working = pool.submit(ask, client)
    waiting = [pool.submit(ask, client)]
    # once a second one waits, the first one is being worked on, and there is room for all the others
    until(client, lambda health: health["waiting"] == 1)
    waiting += [pool.submit(ask, client) for _ in range(WAITING - 1)]
    until(client, lambda health: health["waiting"] == WAITING)
    refused = ask(client)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["content-type"] == "application/problem+json"
    gate.unlink()
    assert [one.result().status_code for one in (working, *waiting)] == [200] * (1 + WAITING)


def test_above_its_connections_it_refuses_with_a_problem_until_some_are_closed(
    client: httpx.Client, server: Server
) -> None:
    url = httpx.URL(server.url)
    idle = [socket.create_connection((url.host, url.port)) for _ in range(CONNECTIONS)]
    while (refused := client.get("/health")).status_code == 200:
        time.sleep(0.02)
    assert (refused.status_code, refused.headers["content-type"]) == (503, "application/problem+json")
    assert refused.json()["type"] == "urn:problem-type:numkbqa:too-many-connections"
    assert (refused.headers["connection"], refused.headers["retry-after"]) == ("close", "1")
    for one in idle:
        one.close()
    while client.get("/health").status_code == 503:
        time.sleep(0.02)


def test_head_is_answered_without_a_body_over_the_wire(client: httpx.Client) -> None:
    head, got = client.head("/relations"), client.get("/relations")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == got.headers["content-length"]
    assert client.get("/health").status_code == 200, "the connection goes on"


def test_nobody_may_ask_for_another_protocol(client: httpx.Client) -> None:
    wish = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    assert client.get("/health", headers=wish).status_code == 200


def test_a_client_that_leaves_is_not_answered(
    client: httpx.Client, server: Server, pool: ThreadPoolExecutor, gate: Path
) -> None:
    working = [pool.submit(ask, client) for _ in range(2)]
    until(client, lambda health: health["waiting"] == 1)
    with pytest.raises(httpx.ReadTimeout):
        client.post("/ask", json={"question": "who left?"}, timeout=0.2)
    line = server.until("request", status=499)
    assert line["batch"] == 0, "it was computed although nobody wanted it any more"
    gate.unlink()
    assert [one.result().status_code for one in working] == [200, 200]


def test_a_hangup_reloads(client: httpx.Client, server: Server) -> None:
    before = client.get("/health").json()["models"][0]["opened_at"]
    server.signal(signal.SIGHUP)
    server.until("reloaded", model="model")
    assert client.get("/health").json()["models"][0]["opened_at"] > before
    assert ask(client).json()["answers"][0]["id"] == OLD_ANSWER


def test_many_hangups_reload_no_more_than_it_takes(
    client: httpx.Client, server: Server, pool: ThreadPoolExecutor, gate: Path
) -> None:
    # opening a model asks it a question, so the first reload waits at the gate for all of the hangups
    for _ in range(50):
        server.signal(signal.SIGHUP)
        assert client.get("/health").status_code == 200
    gate.unlink()
    server.until("reloaded")
    server.until("reloaded")
    server.signal(signal.SIGHUP)
    server.until("reloaded")
    assert sum(line["event"] == "reloaded" for line in server.lines) <= 1 + 2 + 1


def test_a_graph_replaced_under_it_never_mixes_with_the_old_one(
    client: httpx.Client, server: Server, pool: ThreadPoolExecutor, folder: Path
) -> None:
    old, new = open_kb(folder / "kb").content_hash, open_kb(folder / "grown").content_hash
    ended, documents = threading.Event(), list[dict[str, Any]]()

    def keep_asking() -> None:
        while not ended.is_set():
            response = ask(client)
            assert response.status_code == 200, response.text
            documents.append(response.json())

    asking = [pool.submit(keep_asking) for _ in range(2)]
    (folder / "kb").rename(folder / "old")
    (folder / "grown").rename(folder / "kb")
    server.until("reloaded", kb=new)
    ended.set()
    for one in asking:
        one.result()
    documents.append(ask(client).json())
    found = [(one["answers"][0]["id"], one["evidence"]["compared"], bool(one["notes"])) for one in documents]
    compared = found[0][1]
    assert set(found) <= {(OLD_ANSWER, compared, False), (NEW_ANSWER, compared + 1, True)}
    assert found[-1][0] == NEW_ANSWER
    assert client.get("/health").json()["models"][0]["kb"] == new != old
    server.until("closed an old model")


def test_a_graph_that_is_gone_is_told_and_answered_from_all_the_same(
    client: httpx.Client, server: Server, folder: Path
) -> None:
    (folder / "kb").rename(folder / "away")
    assert "not at" in server.until("reload failed, the old model stays")["reason"]
    health = client.get("/health").json()
    assert health["status"] == "degraded"
    assert health["models"][0]["reload_failed"] == LOGGED
    assert ask(client).json()["answers"][0]["id"] == NEW_ANSWER
    (folder / "away").rename(folder / "kb")
    server.until("reloaded")
    assert client.get("/health").json()["status"] == "ok"


def test_at_the_end_it_answers_what_is_under_way_and_nothing_new(
    client: httpx.Client, server: Server, pool: ThreadPoolExecutor, gate: Path
) -> None:
    under_way = [pool.submit(ask, client) for _ in range(3)]
    until(client, lambda health: health["waiting"] == 2)
    server.signal(signal.SIGTERM)
    server.until("stopping", signal="SIGTERM")
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.url}health")
    gate.unlink()
    assert [one.result().status_code for one in under_way] == [200, 200, 200]
    assert server.ended() == 0
    assert server.lines[-1]["event"] in {"stopped", "end of log"}
    assert [line for line in server.lines if line["event"] == "text"] == [], "the log is JSON alone"
